/** The Treasury's cash at the Federal Reserve at the close of one day, in $ millions. */
export interface CashBalance {
  readonly closing_musd: number;
}
