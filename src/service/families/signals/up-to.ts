import type { IsoDate } from "../../../contract/dates";

/** Number of rows dated on or before a day. Rows must be in date order. A binary search, because comparing every date costs more than reading the rows. */
export function countUpTo<T>(rows: readonly T[], day: IsoDate, dateOf: (row: T) => IsoDate): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dateOf(rows[middle] as T) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
