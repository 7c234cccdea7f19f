import type { IsoDate } from "../../contract/dates";

/** Days after a quarter's end until which its 13F reports are due. Until then the known reports are the early ones. */
export const HOLDINGS_DUE_DAYS = 45;

/** What stands at the top of an institution's report of one quarter's end. */
export interface ReportHead {
  readonly accession: string;
  readonly form: string;
  readonly cik: string;
  readonly filer: string;
  /** The quarter's end. */
  readonly period: IsoDate;
  readonly filed: IsoDate;
  /** Stands beside what was reported before (an amendment with new holdings); any other report replaces it whole, with what it does not list any more. */
  readonly adds: boolean;
}

/** One line of a report's table, as it stands there. */
export interface TableLine {
  readonly accession: string;
  readonly cusip: string;
  readonly issuer: string;
  readonly title: string;
  /** In the table's own unit. */
  readonly raw: number;
  readonly shares: number;
  /** False for options and bonds of the issuer, which count towards the table's total alone. */
  readonly isShares: boolean;
}

/** Shares of one security in one report, over all of its lines. `value` is in dollars whatever unit the table is in. */
export interface Holding {
  readonly cusip: string;
  /** Where the issuer's name is that of a covered symbol. */
  readonly ticker: string | null;
  readonly shares: number;
  /** As the table states it. */
  readonly raw_value: number;
  readonly value: number;
}

/** One institution's report: what it states of each security. */
export interface HoldingsReport extends ReportHead {
  readonly unit: "dollars" | "thousands";
  /** Dollars of the whole table, options and bonds included. */
  readonly total: number;
  readonly holdings: readonly Holding[];
}
