import type { IsoDate } from "../../../contract/dates";
import type { RowsName } from "../../store/freshness";

export const COMPONENT_NAMES = ["insider", "congress", "holders13f", "short_volume"] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

/** Published weights. The weight of an absent component goes to the others in proportion. */
export const COMPONENT_WEIGHTS: Readonly<Record<ComponentName, number>> = { insider: 0.35, congress: 0.2, holders13f: 0.3, short_volume: 0.15 };

/** One component's score, -100 (bear) to 100 (bull), with its observation date and its evidence in words. */
export interface ComponentScore {
  readonly score: number;
  readonly observed: IsoDate;
  readonly evidence: string;
  readonly provenance?: readonly RowsName[] | undefined;
}

/** Why a component is absent. */
export interface ComponentAbsence {
  readonly absent: string;
}
