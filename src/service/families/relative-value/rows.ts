import type { IsoDate } from "../../../contract/dates";
import type { RvMetric } from "../../../contract/vocabulary";
import type { Origin, ReasonText } from "../../answers/answering";

/** Why a metric of a company is refused; each is also the code of the answer. */
export const REFUSALS = [
  "adr_multiples_refused",
  "price_return_split_refused",
  "share_basis_unknown",
  "negative_denominator",
  "not_meaningful",
  "no_price",
  "not_stated",
  "stale",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A metric with the period that it describes, or why there is none. Its origin is sample if any input is sample. `doubt`: why an input may be wrong, in a sentence. */
export type MeasuredMetric = Origin &
  (
    | { readonly value: number; readonly observed: IsoDate; readonly note?: string; readonly doubt?: string }
    | { readonly refusal: Refusal; readonly why: ReasonText }
  );

/** All metrics of one company on one service date. */
export interface RvRow {
  readonly ticker: string;
  readonly issuer: string;
  readonly sector: string;
  readonly subIndustry: string;
  /** Shares outstanding at the price of the issuer's first class, in US dollars. */
  readonly marketValue: MeasuredMetric;
  readonly metrics: { readonly [M in RvMetric]: MeasuredMetric };
}
