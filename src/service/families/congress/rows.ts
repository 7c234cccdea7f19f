import type { IsoDate } from "../../../contract/dates";

/** One disclosed trade of a member of Congress. The amount is a range as filed, in US dollars, never a midpoint. */
export interface CongressTrade {
  readonly traded: IsoDate;
  readonly disclosed: IsoDate;
  readonly type: "purchase" | "sale";
  readonly amountLow: number;
  readonly amountHigh: number;
}
