import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-failed";
import { compare } from "./compare";
import { wildcard } from "./criteria";
import { arrayOf, blockOf, FormulaError, isError, numberOf, objectOf, type One } from "./elementwise";
import { classOf } from "./limited";

/** Index of a value in a list: exact (0), the next smaller (-1) or larger (1), or a pattern (2). Numbers come before texts, and these before FALSE and TRUE. */
function indexOf(wanted: Exclude<One, object>, list: readonly One[], mode: number, search: number): number {
  const descending = search === -2;
  if (Math.abs(search) === 2) {
    const sorted = descending ? [...list].reverse() : list;
    let [from, to] = [0, sorted.length];
    // A blank cell is at the end of a whole column.
    while (to > 0 && (sorted[to - 1] === null || isError(sorted[to - 1]!))) to--;
    const end = to;
    while (from < to) {
      const middle = (from + to) >> 1;
      const value = sorted[middle]!;
      if (value !== null && !isError(value) && compare(value, wanted) < 0) from = middle + 1;
      else to = middle;
    }
    const there = sorted[from];
    const exact = from < end && there !== undefined && !isError(there) && compare(there, wanted) === 0;
    const found = exact ? from : mode === -1 ? from - 1 : mode === 1 && from < end ? from : -1;
    return found < 0 ? -1 : descending ? list.length - 1 - found : found;
  }
  const pattern = mode === 2 && typeof wanted === "string" ? wildcard(wanted) : undefined;
  let best = -1;
  for (let step = 0; step < list.length; step++) {
    const i = search === -1 ? list.length - 1 - step : step;
    const value = list[i]!;
    if (isError(value)) continue;
    if (pattern) {
      if (typeof value === "string" && pattern.test(value)) return i;
      continue;
    }
    if (value === null ? wanted === null : wanted !== null && compare(value, wanted) === 0) return i;
    if (value === null || Math.abs(mode) !== 1 || compare(value, wanted) < 0 !== (mode === -1)) continue;
    const held = best < 0 ? null : (list[best] as Exclude<One, object>);
    if (best < 0 || (mode === -1 ? compare(value, held) > 0 : compare(value, held) < 0)) best = i;
  }
  return best;
}

/** XLOOKUP with one wanted value; Univer's own for several, and for regular expressions. */
export function xlookup(): BaseFunction {
  class Xlookup extends classOf("XLOOKUP") {
    override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
      const [value, lookup, result, other, matchMode, searchMode] = given;
      if (!value || !lookup || !result) return super.calculate(...given);
      const values = blockOf(value);
      const mode = matchMode ? numberOf(blockOf(matchMode)[0]![0]!) : 0;
      const search = searchMode && !searchMode.isNull() ? numberOf(blockOf(searchMode)[0]![0]!) : 1;
      if (values.length !== 1 || values[0]!.length !== 1 || mode === 3) return super.calculate(...given);
      const wanted = values[0]![0]!;
      if (isError(wanted)) return objectOf(wanted);
      // Excel finds another row than a search for 0 or an empty text.
      if (wanted === null && Math.abs(Number(search)) === 2) throw new EngineFailed();
      if (typeof mode !== "number") return objectOf(mode);
      if (typeof search !== "number") return objectOf(search);
      if (![0, -1, 1, 2].includes(mode) || ![1, -1, 2, -2].includes(search) || (mode === 2 && Math.abs(search) === 2))
        return objectOf(new FormulaError("#VALUE!"));
      const block = blockOf(lookup);
      const results = blockOf(result);
      const down = block[0]?.length === 1;
      if ((!down && block.length > 1) || (down ? results.length !== block.length : results[0]?.length !== block[0]?.length))
        return objectOf(new FormulaError("#VALUE!"));
      const index = indexOf(wanted, down ? block.map((line) => line[0]!) : block[0]!, mode, search);
      if (index < 0) return other && !other.isNull() ? other : objectOf(new FormulaError("#N/A"));
      const found = down ? [results[index]!] : results.map((line) => [line[index]!]);
      return found.length === 1 && found[0]!.length === 1 ? objectOf(found[0]![0]!) : arrayOf(found);
    }
  }
  return new Xlookup("XLOOKUP");
}
