import type { IsoDate } from "../../contract/dates";

/** 13F reports are due this many days after the quarter's end. Until then only early reports are known. */
export const HOLDINGS_DUE_DAYS = 45;

export type ValueUnit = "dollars" | "thousands";

/** What the cover page of a report states of its table; undefined if it does not. The total is in the cover's unit. */
export interface Cover {
  readonly lines?: number | undefined;
  readonly total?: number | undefined;
}

/** A report's table as filed, with its values in an unknown unit. */
export interface FiledTable {
  readonly filed: IsoDate;
  readonly cover?: Cover | undefined;
  /** Number of all lines and total of their values, including options and bonds. */
  readonly lines: number;
  readonly total: number;
  /** Its lines of shares. `isCovered`: the issuer's name is that of a covered symbol. */
  readonly shares: readonly { readonly cusip: string; readonly shares: number; readonly raw: number; readonly isCovered: boolean }[];
}

/** Determines the unit of a table's values, and why they may be wrong. */
export type ReadValues = (table: FiledTable) => Pick<HoldingsReport, "unit" | "doubt">;

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
  /** Undefined once the unit of the values is determined. */
  readonly cover?: Cover;
}

/** One line of a report's table as filed. */
export interface HoldingLine {
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
  readonly unit: ValueUnit;
  /** Total of the table in dollars, including options and bonds. */
  readonly total: number;
  /** Why its values may be wrong, in a sentence with the numbers compared. Undefined without a doubt, and in reports imported before this was stored. */
  readonly doubt?: string;
  readonly holdings: readonly Holding[];
}
