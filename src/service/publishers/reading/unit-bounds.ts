import type { IsoDate } from "../../../contract/dates";
import { declaredSeries } from "../../records/series/declared";
import { HIGHEST_YIELD, LOWEST_YIELD } from "./text";

/** The refusal of a value that a curated series cannot have in its own unit. Undefined if it can. */
export function outsideBounds(series: string, date: IsoDate, value: number | null): string | undefined {
  const declared = declaredSeries(series);
  if (value === null || !declared) return undefined;
  const { unit, bounds = [LOWEST_YIELD, HIGHEST_YIELD] } = declared;
  if (value >= bounds[0] && value <= bounds[1]) return undefined;
  return `expected ${series} in ${unit}, from ${bounds[0]} to ${bounds[1]}, got ${value} on ${date}; check the unit and the scale of the file`;
}
