import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { blockOf, FormulaError, numberOf, objectOf, type One } from "./elementwise";
import { classOf } from "./univer-class";

/** The value of an argument that is one value or one cell. */
function single(value: BaseValueObject): One | undefined {
  const [line, ...others] = blockOf(value);
  return others.length === 0 && line?.length === 1 ? line[0] : undefined;
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
export function search(): BaseFunction {
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
