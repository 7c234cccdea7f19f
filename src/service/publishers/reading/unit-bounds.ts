import { seriesOf } from "../../../contract/series";
import type { IsoDate } from "../../../contract/dates";
import { HIGHEST_YIELD, LOWEST_YIELD } from "./text";

/**
 * Possible values of a series in its own unit: wide enough for every published year, narrow enough to exclude the same figures in thousands, millions or
 * billions.
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

const boundsOf = (id: string): readonly [low: number, high: number] | undefined =>
  BOUNDS[id] ?? (seriesOf(id)?.unit === "%" ? [LOWEST_YIELD, HIGHEST_YIELD] : undefined);

/** The refusal of a value that a curated series cannot have in its own unit. Undefined if it can. */
export function outsideBounds(series: string, date: IsoDate, value: number | null): string | undefined {
  const bounds = value === null ? undefined : boundsOf(series);
  if (value === null || !bounds || (value >= bounds[0] && value <= bounds[1])) return undefined;
  return `expected ${series} in ${seriesOf(series)?.unit}, from ${bounds[0]} to ${bounds[1]}, got ${value} on ${date}; check the unit and the scale of the file`;
}
