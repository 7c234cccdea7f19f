import type { Currency } from "../../contract/units";
import type { Metric } from "../../contract/vocabulary";
import type { IsoDate } from "../../contract/dates";

/** One value as one filing stated it. `tag` is the line's name in the tagged data, or `computed` with what it was added up from. */
export type Vintage = readonly [filed: IsoDate, value: number, accession: string, form: string, tag: string];

/**
 * Body of a `statement` record: everything that filings have stated for one period of one company, by filing date. Within a metric the order is that of
 * preference first: the first list that has a value on a day counts, and in it the latest filing.
 */
export interface StatedPeriod {
  /** `FY2024` or `2024Q3`. */
  readonly period: string;
  readonly annual: boolean;
  readonly currency: Currency;
  readonly stated: { readonly [M in Metric]?: readonly (readonly Vintage[])[] };
}

/** A figure a share, or a count of shares: the value that counts on a day, and all that filings have stated of it. */
export interface StatedFigure {
  readonly metric: Metric;
  readonly served: Vintage;
  readonly all: readonly Vintage[];
}

/** Body of a `filer` record. */
export interface Filer {
  readonly cik: string;
  readonly name: string;
}

/** Body of a `filing` record, which is dated by its day of filing. */
export interface FiledReport {
  readonly form: string;
  readonly accession: string;
  readonly periodEnd: IsoDate | null;
  /** Of an 8-K the numbers of its items, such as `4.02`, where the list states them. */
  readonly items?: readonly string[];
}

/** Full years and quarters of a company stand under names of their own, so that the newest of either is one row to read. */
export const yearsOf = (cik: string): string => cik;
export const quartersOf = (cik: string): string => `${cik}Q`;
/** Filings other than periodic reports; the reports stand under the CIK itself. */
export const otherFilingsOf = (cik: string): string => `${cik}/other`;

/** A CIK as text without leading zeros. */
export const cikText = (cik: string | number): string => String(cik).replace(/^0+(?=\d)/, "");

/** A symbol in the service's writing: upper case, classes after a point. */
export const symbolOf = (text: string): string => text.trim().toUpperCase().replace(/[-/ ]/g, ".");
