import type { IsoDate } from "../../contract/dates";

/** One disclosed trade of a member of Congress. The amount is a range as filed, in US dollars, never a midpoint. */
export interface CongressTrade {
  readonly traded: IsoDate;
  readonly disclosed: IsoDate;
  readonly type: "purchase" | "sale";
  readonly amountLow: number;
  /** Null for a range without an upper bound. */
  readonly amountHigh: number | null;
}

/** One trade as filed. The row has the dates of the trade and of the filing. */
export interface DisclosedTrade {
  /** The number of the filing. */
  readonly document: string;
  readonly member: string;
  readonly state_district: string | null;
  /** SP spouse, DC dependent child, JT joint; null for the member. */
  readonly owner: string | null;
  /** The trust or account that owns it, if one is named. */
  readonly sub_holding: string | null;
  readonly asset: string;
  /** The form's abbreviation, such as ST or OP. */
  readonly asset_type: string | null;
  readonly type: "P" | "S" | "S (partial)" | "E";
  /** Null if the filing has a day that cannot be. */
  readonly notification_date: IsoDate | null;
  /** Both ends are equal for an exact amount. */
  readonly amount_low: number;
  readonly amount_high: number | null;
  /** New, Amended or Deleted. */
  readonly filing_status: string;
}

/** Body of a `house_filing` record: one filing of the House's index. Type P is a periodic transaction report. */
export interface HouseFiling {
  readonly name: string;
  readonly filing_type: string;
  readonly state_district: string;
  readonly year: number;
  /** Null if the index has no date; the row is then dated by the end of the index's year. */
  readonly filed: IsoDate | null;
}
