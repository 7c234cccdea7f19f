import type { IsoDate } from "../../../contract/dates";
import type { Currency, Unit } from "../../../contract/units";
import { type Metric, PER_SHARE_METRICS, SHARE_METRICS } from "../../../contract/vocabulary";
import type { Origin } from "../../answers/answering";
import type { PublishedValue } from "../../answers/published-value";
import type { StatedFigure, Vintage } from "../../records/filings";

/**
 * The figures of one period as one filing states them. Amounts are in whole units of the currency, per-share figures in the
 * currency a share, shares in shares. A metric that is undefined is not stated; it is never zero.
 */
export interface Statement {
  /**
   * `FY2024` or `2024Q3`: fiscal, named by the calendar year in which the fiscal year ends (its first week counts to the year before). `2024T` is a transition
   * period between two fiscal years, `2024T1` its first quarter. A quarter of neither is named by its last day.
   */
  readonly period: string;
  readonly annual: boolean;
  readonly periodEnd: IsoDate;
  readonly currency: Currency;
  /** The period's own report. */
  readonly filing: Filing;
  readonly figure: (metric: Metric) => number | undefined;
  /** The filing of a figure: the latest one that states it. */
  readonly filingOf: (metric: Metric) => Filing;
  /** When the figure was first stated as it is served. Undefined in sample statements. */
  readonly publishedOf?: (metric: Metric) => PublishedValue | undefined;
  /** All values that filings have stated for a figure, used to find its share basis. Undefined if not stated, and in sample statements. */
  readonly statedFigure?: (metric: Metric) => StatedFigure | undefined;
  /** Why a figure may be wrong, in one sentence. Undefined if nothing doubts it, and in sample statements. */
  readonly doubtOf?: (metric: Metric) => string | undefined;
  /** The values of a figure in all tags, as filed by the day. Undefined in sample statements. */
  readonly vintagesOf?: (metric: Metric) => readonly Vintage[];
}

export type FiscalPeriod = Pick<Statement, "period" | "annual" | "periodEnd">;

/** One company's statements filed by the service's date, read one at a time because a company has hundreds. */
export interface Statements extends Origin {
  latestYear(): Statement | undefined;
  /** The last full fiscal years, oldest first. */
  years(max: number): readonly Statement[];
  /** A period by its name or its last day; a day that ends a year and a quarter means the year. */
  of(period: string): Statement | undefined;
  /** The available periods by end, for messages. */
  periods(): readonly FiscalPeriod[];
  /** The newest periodic report. */
  latestFiling(): { readonly filing: Filing; readonly periodEnd: IsoDate } | undefined;
}

export interface Filing {
  readonly form: string;
  readonly filed: IsoDate;
  readonly accession: string;
  readonly url: string;
}

/** The unit in which a filer with this currency states a metric. */
export const unitOfMetric = (metric: Metric, currency: Currency): Unit =>
  SHARE_METRICS.has(metric) ? "shares" : PER_SHARE_METRICS.has(metric) ? `${currency}/shares` : currency;
