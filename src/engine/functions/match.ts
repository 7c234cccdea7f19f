import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { compare } from "./compare";
import { blockOf, FormulaError, isError, numberOf, objectOf, type One } from "./elementwise";
import { classOf } from "./limited";

/** The value of an argument that is one value or one cell. */
function single(value: BaseValueObject): One | undefined {
  const [line, ...others] = blockOf(value);
  return others.length === 0 && line?.length === 1 ? line[0] : undefined;
}

/** MATCH in a sorted list finds the last of equal values; Univer's the first. */
function match(): BaseFunction {
  class Match extends classOf("MATCH") {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const found = super.calculate(...given);
      const [wanted, list, type] = given;
      const at = single(found as BaseValueObject);
      if (typeof at !== "number" || !wanted || single(wanted) === undefined || !list?.isArray() || (type && single(type) !== 1)) return found;
      const values = blockOf(list).flat();
      let last = at;
      const here = values[at - 1]!;
      if (here === null || isError(here)) return found;
      for (let next = values[last]; next !== undefined && next !== null && !isError(next) && compare(next, here) === 0; next = values[last]) last++;
      return objectOf(last);
    }
  }
  return new Match("MATCH");
}

/** `?`, `*`, and `~` before a character that is meant as it is; a last `~` means nothing. */
function patternOf(text: string): RegExp {
  const source = text.replace(/~([^])|[~*?]|[\\^$.|+()[\]{}]/g, (found, plain: string | undefined) => {
    if (plain !== undefined) return plain.replace(/[\\^$.|+()[\]{}*?]/, "\\$&");
    return found === "~" ? "" : found === "*" ? ".*" : found === "?" ? "." : `\\${found}`;
  });
  return new RegExp(source, "isu");
}

/** SEARCH of a pattern; Univer's has none. */
function search(): BaseFunction {
  class Search extends classOf("SEARCH") {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const [wanted, text, from1 = 1] = given.map(single);
      if (typeof wanted !== "string" || typeof text !== "string" || !/[~*?]/.test(wanted)) return super.calculate(...given);
      const start = numberOf(from1);
      if (typeof start !== "number") return objectOf(start);
      const from = Math.trunc(start) - 1;
      const at = from < 0 || from > text.length ? -1 : text.slice(from).search(patternOf(wanted));
      return objectOf(at < 0 ? new FormulaError("#VALUE!") : from + at + 1);
    }
  }
  return new Search("SEARCH");
}

export const matchFunctions = (): BaseFunction[] => [match(), search()];
