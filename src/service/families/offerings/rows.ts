import type { IsoDate } from "../../../contract/dates";

export type OfferingForm = "S-1" | "S-1/A" | "424B4";

/** One filing of one offering. Prices in US dollars a share. Undefined is an unstated figure, never zero. */
export interface OfferingFiling {
  readonly ticker: string;
  readonly company: string;
  readonly form: OfferingForm;
  readonly filed: IsoDate;
  readonly price: number | undefined;
  readonly priceLow: number | undefined;
  readonly priceHigh: number | undefined;
  readonly shares: number | undefined;
  readonly exchange: string | undefined;
  /** Certainty of the classifier, 0 to 1. */
  readonly parseConfidence: number;
  readonly accession: string;
  /** Ties the filings of one offering. */
  readonly groupKey: string;
}
