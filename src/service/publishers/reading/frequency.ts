import { daysBetween } from "../../../contract/dates";
import type { Frequency, Series } from "../../../contract/series";
import type { PublishedRow } from "../../records/record";
import { RefusedFile } from "./text";

/** With fewer rows the spacing of dates proves nothing. */
const FEWEST_ROWS = 6;

/** The frequency of a file's dates, if they are regular. A few days picked from a series have none. */
function frequencyOf(rows: readonly PublishedRow[]): Frequency | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  if (rows.every((r) => r.date.endsWith("-01"))) return "monthly";
  const gaps = rows.slice(1).map((r, i) => daysBetween(rows[i]!.date, r.date));
  if (gaps.every((g) => g >= 6 && g <= 8)) return "weekly";
  return gaps.filter((g) => g === 1).length > gaps.length / 2 ? "daily" : undefined;
}

/** @throws RefusedFile if the dates have another frequency than the series: it is another frequency, or another series. */
export function refuseOtherFrequency(series: Series, rows: readonly PublishedRow[]): void {
  const frequency = frequencyOf(rows);
  if (frequency && frequency !== series.frequency)
    throw new RefusedFile(
      `${series.id} is ${series.frequency}, but the dates of the file are ${frequency}; download the series without changing its frequency`,
    );
}
