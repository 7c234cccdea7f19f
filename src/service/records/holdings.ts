import type { IsoDate } from "../../contract/dates";

/** 13F reports are due this many days after the quarter's end. Until then only early reports are known. */
export const HOLDINGS_DUE_DAYS = 45;

/** The head of an institution's report for one quarter's end. */
export interface ReportHead {
  readonly accession: string;
  readonly form: string;
  readonly cik: string;
  readonly filer: string;
  /** The quarter's end. */
  readonly period: IsoDate;
  readonly filed: IsoDate;
  /** True for an amendment that adds holdings to the earlier report. Any other report replaces the earlier one completely. */
  readonly adds: boolean;
}

/** One line of a report's table as filed. */
export interface TableLine {
  readonly accession: string;
  readonly cusip: string;
  readonly issuer: string;
  readonly title: string;
  /** In the table's unit. */
  readonly raw: number;
  readonly shares: number;
  /** False for options and bonds of the issuer. They count only in the table's total. */
  readonly isShares: boolean;
}

/** Shares of one security in one report, summed over its lines. `value` is in dollars, converted from the table's unit. */
export interface Holding {
  readonly cusip: string;
  /** Set if the issuer's name matches a covered symbol. */
  readonly ticker: string | null;
  readonly shares: number;
  /** As stated in the table. */
  readonly raw_value: number;
  readonly value: number;
}

/** One institution's report with its holdings. */
export interface HoldingsReport extends ReportHead {
  readonly unit: "dollars" | "thousands";
  /** Total of the table in dollars, including options and bonds. */
  readonly total: number;
  /** Why its values may be wrong, in a sentence with the numbers compared. Undefined without a doubt, and in reports imported before this was stored. */
  readonly doubt?: string;
  readonly holdings: readonly Holding[];
}
