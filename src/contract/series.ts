import { LISTED_SERIES } from "./listed/series";
import type { Unit } from "./units";

/** How often a series is observed. A weekly observation covers the seven days that end on the series' weekday. */
export type Frequency = "daily" | "weekly" | "monthly" | "quarterly";

export interface Series {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly frequency: Frequency;
  /** 0 Sunday … 6 Saturday; weekly series only. */
  readonly weekday?: number;
  readonly decimals: number;
  /** The organisation that first publishes the number, whatever the series id. */
  readonly publisher: string;
}

/** The curated macro series. */
export const SERIES: readonly Series[] = LISTED_SERIES.flatMap(([unit, frequency, decimals, publisher, titles, weekday]) =>
  Object.entries(titles).map(([id, title]) => ({ id, title, unit, frequency, decimals, publisher, ...(weekday === undefined ? {} : { weekday }) })),
);

export const SERIES_IDS = SERIES.map((s) => s.id);
const byId = new Map(SERIES.map((s) => [s.id, s]));
/** The series of this id (upper case), or undefined if it is not curated. */
export const seriesOf = (id: string): Series | undefined => byId.get(id);

/** The series of each Treasury tenor. */
export const TENOR_SERIES = {
  "1M": "DGS1MO",
  "3M": "DGS3MO",
  "6M": "DGS6MO",
  "1Y": "DGS1",
  "2Y": "DGS2",
  "3Y": "DGS3",
  "5Y": "DGS5",
  "7Y": "DGS7",
  "10Y": "DGS10",
  "20Y": "DGS20",
  "30Y": "DGS30",
} as const;
