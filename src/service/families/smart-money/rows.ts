import type { IsoDate } from "../../../contract/dates";

export const LEG_FAMILIES = ["insider", "congress", "holders13f", "short_volume"] as const;
export type LegFamily = (typeof LEG_FAMILIES)[number];

/** Published weights; the weight of an absent leg is shared out over the others in proportion. */
export const LEG_WEIGHTS: Readonly<Record<LegFamily, number>> = { insider: 0.35, congress: 0.2, holders13f: 0.3, short_volume: 0.15 };

/** One leg of the composite: -100 (bear) to 100 (bull), with the day that it describes. */
export interface Leg {
  readonly family: LegFamily;
  readonly score: number;
  readonly observed: IsoDate;
}

/** One day of short-sale volume at off-exchange facilities, in shares. */
export interface ShortVolumeRow {
  readonly date: IsoDate;
  readonly shortVolume: number;
  readonly totalVolume: number;
}
