import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";

export const OFFERING_FORMS = ["S-1", "S-1/A", "F-1", "F-1/A", "424B1", "424B4"] as const;
export type OfferingForm = (typeof OFFERING_FORMS)[number];

/** Body of an `offering` record: null is an unstated figure. */
export type ReportedOffering = {
  readonly [K in keyof Omit<OfferingFiling, "observed" | "source">]: undefined extends OfferingFiling[K]
    ? Exclude<OfferingFiling[K], undefined> | null
    : K extends "ticker"
      ? string | null
      : OfferingFiling[K];
};

/** One filing of one offering. Prices in US dollars a share. Undefined is an unstated figure, never zero. */
export interface OfferingFiling {
  readonly ticker: string;
  /** The filing day, or the prospectus's own date. */
  readonly observed: IsoDate;
  readonly company: string;
  readonly form: OfferingForm;
  /** Undefined if only the prospectus was imported. It has its own date. */
  readonly filed: IsoDate | undefined;
  readonly price: number | undefined;
  readonly priceLow: number | undefined;
  readonly priceHigh: number | undefined;
  readonly shares: number | undefined;
  readonly exchange: string | undefined;
  /** Confidence of the classifier, 0 to 1. */
  readonly parseConfidence: number;
  readonly accession: string | undefined;
  /** Groups the filings of one offering. */
  readonly groupKey: string | undefined;
  readonly source: SourceId;
}
