import type { Currency } from "../../contract/units";
import type { Metric } from "../../contract/vocabulary";
import type { IsoDate } from "../../contract/dates";

/** One value as stated by one filing. `tag` is its XBRL tag, or `computed` with the tags that were added. */
export type Vintage = readonly [filed: IsoDate, value: number, accession: string, form: string, tag: string];

/** What makes a stated value doubtful, in one sentence with the numbers compared: from a day on, while the value of this filing counts. */
export type StatedDoubt = readonly [from: IsoDate, accession: string, sentence: string];

/**
 * Body of a `statement` record: all values stated by filings for one period of one company, by filing date. A metric's lists are in order of
 * preference: the first list with a value on a day counts, and in it the latest filing.
 */
export interface StatedPeriod {
  /** `FY2024`, `2024Q3`, `2024T` for a transition period, `2024T1` for its first quarter, or the last day of another period. */
  readonly period: string;
  readonly annual: boolean;
  readonly currency: Currency;
  readonly stated: { readonly [M in Metric]?: readonly (readonly Vintage[])[] };
  /** Undefined if there is none, and in rows imported before this was stored. */
  readonly doubts?: { readonly [M in Metric]?: readonly StatedDoubt[] };
}

/** A per-share figure or a share count: the value that counts on a day, and all values that filings have stated. */
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
  /** Item numbers of an 8-K, such as `4.02`, if the list states them. */
  readonly items?: readonly string[];
}

/** Body of a `listed_filing` record. */
export interface IndexedFiling {
  readonly form: string;
  readonly accession: string;
  readonly cik: string;
  readonly company: string;
}

/** Body of a `security` record, dated by the first day of the year whose lists name it. */
export interface Security {
  readonly cusip: string;
  /** As described in the list. Undefined in rows imported before this was stored. */
  readonly name?: string;
}

/** Body of a `fail_price` record: a close in US dollars. */
export interface FailPrice {
  readonly price: number;
}

/** Full years and quarters have separate entities, so that reading the newest of either takes one row. */
export const fullYearsOf = (cik: string): string => cik;
export const quartersOf = (cik: string): string => `${cik}Q`;
/** Transition periods, which may end on the same day as a quarter. */
export const transitionsOf = (cik: string): string => `${cik}T`;
/** The CIK of an entity of statements. */
export const cikOfStatements = (entity: string): string => entity.replace(/[QT]$/, "");
/** Entity of filings other than periodic reports. Reports use the CIK itself. */
export const otherFilingsOf = (cik: string): string => `${cik}/other`;

/** A CIK as text without leading zeros. */
export const cikText = (cik: string | number): string => String(cik).replace(/^0+(?=\d)/, "");

/** Normalizes a symbol: upper case, share class after a point. */
export const symbolOf = (text: string): string => text.trim().toUpperCase().replace(/[-/ ]/g, ".");
