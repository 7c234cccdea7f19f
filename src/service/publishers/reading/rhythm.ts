import { daysBetween } from "../../../contract/dates";
import type { Frequency, Series } from "../../../contract/series";
import type { PublishedRow } from "../../records/published-row";
import { RefusedFile } from "./refused-file";

/** Below so many rows a file's spacing says nothing. */
const FEWEST_ROWS = 6;

/** How often the dates of a file come, where they come so regularly that it is no accident; a few days picked from a series say nothing. */
function rhythmOf(rows: readonly PublishedRow[]): Frequency | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  if (rows.every((r) => r.date.endsWith("-01"))) return "monthly";
  const gaps = rows.slice(1).map((r, i) => daysBetween(rows[i]!.date, r.date));
  if (gaps.every((g) => g >= 6 && g <= 8)) return "weekly";
  return gaps.filter((g) => g === 1).length > gaps.length / 2 ? "daily" : undefined;
}

/** Refuses a file whose dates are not those of this series: it holds another frequency, or another series. */
export function refuseOtherRhythm(series: Series, rows: readonly PublishedRow[]): void {
  const rhythm = rhythmOf(rows);
  if (rhythm && rhythm !== series.frequency)
    throw new RefusedFile(`${series.id} is ${series.frequency}, but the dates of the file are ${rhythm}; download the series without changing its frequency`);
}
