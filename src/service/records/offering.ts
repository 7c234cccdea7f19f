import type { IsoDate } from "../../contract/dates";

export type OfferingForm = "S-1" | "S-1/A" | "F-1" | "F-1/A" | "424B1" | "424B4";

/** Body of an `offering` record: null is an unstated figure. */
export type ReportedOffering = {
  readonly [K in keyof Omit<OfferingFiling, "observed">]: undefined extends OfferingFiling[K]
    ? Exclude<OfferingFiling[K], undefined> | null
    : K extends "ticker"
      ? string | null
      : OfferingFiling[K];
};

/** One filing of one offering. Prices in US dollars a share. Undefined is an unstated figure, never zero. */
export interface OfferingFiling {
  readonly ticker: string;
  /** The day that it is dated by: its filing, or a prospectus's own day. */
  readonly observed: IsoDate;
  readonly company: string;
  readonly form: OfferingForm;
  /** Undefined where only the prospectus was imported, which bears a day of its own. */
  readonly filed: IsoDate | undefined;
  readonly price: number | undefined;
  readonly priceLow: number | undefined;
  readonly priceHigh: number | undefined;
  readonly shares: number | undefined;
  readonly exchange: string | undefined;
  /** Certainty of the classifier, 0 to 1. */
  readonly parseConfidence: number;
  readonly accession: string | undefined;
  /** Ties the filings of one offering. */
  readonly groupKey: string | undefined;
}
