/**
 * Body of a `holding` record: what one institution's report states of one security, dated by the end of the quarter. Shares alone: options and bonds of the
 * issuer are left out. `value` is in dollars whatever unit the table is in.
 */
export interface Holding {
  readonly filer: string;
  readonly cik: string;
  readonly accession: string;
  readonly form: string;
  readonly cusip: string;
  readonly issuer: string;
  readonly title: string;
  readonly shares: number;
  /** As the table states it. */
  readonly raw_value: number;
  readonly value: number;
  readonly unit: "dollars" | "thousands";
  /** Dollars of the whole table, options and bonds included. */
  readonly table_total: number;
}
