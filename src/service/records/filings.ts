import type { IsoDate } from "../../contract/dates";
import type { Currency } from "../../contract/units";
import type { Metric } from "../../contract/vocabulary";

export const OFFERING_FORMS = ["S-1", "S-1/A", "F-1", "F-1/A", "424B1", "424B4"] as const;
export type OfferingForm = (typeof OFFERING_FORMS)[number];

/** Body of an `offering` record: one filing of one offering, dated by the filing day or the prospectus's own date. Prices in US dollars a share. Null is unstated, never zero. */
export interface ReportedOffering {
  readonly ticker: string | null;
  readonly company: string;
  readonly form: OfferingForm;
  /** Null if only the prospectus was imported. It has its own date. */
  readonly filed: IsoDate | null;
  readonly price: number | null;
  readonly priceLow: number | null;
  readonly priceHigh: number | null;
  readonly shares: number | null;
  readonly exchange: string | null;
  /** Confidence of the classifier, 0 to 1. */
  readonly parseConfidence: number;
  readonly accession: string | null;
  /** Groups the filings of one offering. */
  readonly groupKey: string | null;
}

/** Periodic reports. Their figures are those of the period; the latest filing counts. */
const PERIODIC: ReadonlySet<string> = new Set(["10-K", "10-KT", "10-Q", "10-QT", "20-F", "40-F"]);
/** Interim reports of foreign companies, and statements recast in an 8-K (also 8-K12B, 8-K15D5). Their figures count like those of periodic reports. */
const LIKE_PERIODIC = /^(6-K|8-K\w*)$/;
/**
 * Proxy and information statements, whose tables of pay repeat net income rounded or in thousands; statements of benefit plans (11-K), which are not the
 * company's; annual reports to shareholders (ARS), which repeat the 10-K. Their figures never count.
 */
const NEVER = /14[AC]|^(11-KT?|ARS)$/;

/** The form that an amendment amends, in upper case: `10-K` for `10-K/A`. */
const amended = (form: string): string => form.toUpperCase().replace(/\/A$/, "");

/** True for a periodic report or its amendment. Compared as a whole: as a prefix, 4 would match 424B4. */
export const isPeriodicReport = (form: string): boolean => PERIODIC.has(amended(form));

/** True for an annual report or its amendment: only these show which days end a fiscal year. */
export const isAnnualReport = (form: string): boolean => /^(10-KT?|20-F|40-F)$/.test(amended(form));

/** True for a report on a transition period: the months between the old and the new end of the fiscal year. */
export const isTransitionReport = (form: string): boolean => /^10-[KQ]T$/.test(amended(form));

/** True for an annual or quarterly report. Foreign companies report their quarters on Form 6-K. */
export const isAnnualOrQuarterly = (form: string): boolean => isPeriodicReport(form) || amended(form) === "6-K";

/**
 * How a form's figures count: `report` as those of the period, `until report` if no report states the figure, `never`. Registration statements, prospectuses
 * and forms in none of these lists count until a report.
 */
export const standingOf = (form: string): "report" | "until report" | "never" =>
  isPeriodicReport(form) || LIKE_PERIODIC.test(amended(form)) ? "report" : NEVER.test(amended(form)) ? "never" : "until report";

/** Rank of a form among the filings that report one period: 0 for a periodic report, 1 for a form that counts like one, 2 for others. */
export const placeAsReport = (form: string): number => (isPeriodicReport(form) ? 0 : standingOf(form) === "report" ? 1 : 2);

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
