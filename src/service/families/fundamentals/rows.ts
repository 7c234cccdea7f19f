import type { IsoDate } from "../../../contract/dates";
import type { Currency, Unit } from "../../../contract/units";
import type { Metric } from "../../../contract/vocabulary";
import type { PublishedValue } from "../../answers/published-value";
import type { StatedFigure } from "../../records/statement";

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
}

export interface Filing {
  readonly form: string;
  readonly filed: IsoDate;
  readonly accession: string;
  readonly url: string;
}

/** Metrics counted in shares, and metrics in currency a share; all others are amounts. */
export const SHARE_METRICS: ReadonlySet<Metric> = new Set<Metric>(["shares_basic", "shares_diluted", "shares_outstanding"]);
export const PER_SHARE_METRICS: ReadonlySet<Metric> = new Set<Metric>(["eps_basic", "eps_diluted", "dividends_per_share"]);

/** The unit in which a filer with this currency states a metric. */
export const unitOfMetric = (metric: Metric, currency: Currency): Unit =>
  SHARE_METRICS.has(metric) ? "shares" : PER_SHARE_METRICS.has(metric) ? `${currency}/shares` : currency;
