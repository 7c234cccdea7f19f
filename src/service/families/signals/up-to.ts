import type { IsoDate } from "../../../contract/dates";

/** How many rows are dated up to a day, the day included: rows in order of that date. Comparing dates one by one costs more than reading the rows. */
export function countUpTo<T>(rows: readonly T[], day: IsoDate, dateOf: (row: T) => IsoDate): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dateOf(rows[middle] as T) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
