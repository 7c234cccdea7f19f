import { isIsoDate, serialOf } from "../contract/dates";
import { DAY_FORMAT } from "../tables/number-formats";

/** Makes real dates of the days in one column of a sheet. Returns the rows with the number format of each cell. */
export function datedRows<T>(rows: readonly (readonly T[])[], column: number) {
  const serialIn = (content: T, c: number): number | undefined =>
    c === column && typeof content === "string" && isIsoDate(content) ? serialOf(content) : undefined;
  return {
    rows: rows.map((row) => row.map((content, c): T | number => serialIn(content, c) ?? content)),
    format: rows.map((row) => row.map((content, c) => (serialIn(content, c) === undefined ? undefined : DAY_FORMAT))),
  };
}
