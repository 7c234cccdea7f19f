import { daysBetween } from "../../../contract/dates";
import type { Frequency, Series } from "../../../contract/series";
import type { PublishedRow } from "../../records/published-row";
import { RefusedFile } from "../refused-file";

/**
 * What a series can be at all, in its own unit: wide enough for every year that was ever published, narrow enough that the same figures in
 * thousands, millions or billions fall outside. Percentages have one bound for all, where their files are read.
 */
const BOUNDS: Readonly<Record<string, readonly [low: number, high: number]>> = {
  WALCL: [100_000, 50_000_000],
  WTREGEN: [1_000, 5_000_000],
  WRESBAL: [1_000, 20_000_000],
  RRPONTSYD: [0, 10_000],
  RPONTSYD: [0, 10_000],
  M2SL: [100, 200_000],
  ICSA: [50_000, 20_000_000],
  CPIAUCSL: [5, 2_000],
  DTWEXBGS: [30, 400],
  VIXCLS: [1, 200],
  UMCSENT: [10, 200],
  NFCI: [-10, 20],
  STLFSI4: [-10, 30],
  SOFRINDEX: [0.9, 10],
};

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

/** Refuses a file whose values or dates are not those of this series: another scale, another frequency, another series. */
export function refuseOtherSeries(series: Series, rows: readonly PublishedRow[]): void {
  const bounds = BOUNDS[series.id];
  const odd = bounds && rows.find((r) => r.value !== null && (r.value < bounds[0] || r.value > bounds[1]));
  if (odd)
    throw new RefusedFile(
      `${series.id} is in ${series.unit} and lies between ${bounds[0]} and ${bounds[1]}, got ${odd.value} on ${odd.date}; check the unit and the scale of the file`,
    );
  const rhythm = rhythmOf(rows);
  if (rhythm && rhythm !== series.frequency)
    throw new RefusedFile(`${series.id} is ${series.frequency}, but the dates of the file are ${rhythm}; download the series without changing its frequency`);
}
