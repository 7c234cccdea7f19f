import type { AsOf } from "../contract/as-of";
import type { ArgumentValue, CallsOfCell, CopiedSheet, SpreadsheetAsOf, SpreadsheetRefresh, SpreadsheetScope } from "../workbook/script-results";
import type { UnattendedPlan, UnattendedState } from "../workbook/unattended";
import type { ResolvedCall } from "./questions/resolve-calls";
import type { Tables } from "./tables/tables";
import type { Cells } from "./workbook";

export type CellCalls = CallsOfCell<ResolvedCall>;

/**
 * A spreadsheet that its host's script reads, refreshes and writes: each call is a run of the script, which takes a second or more and goes on if the pane is
 * closed. One formula can take ranges and fill many cells, and cells get new values only if they are refreshed.
 */
export interface Spreadsheet extends Cells {
  calls(): Promise<CellCalls>;
  /** The value of an expression of a formula on this sheet, for a range that of its first filled cell. */
  argument(text: string, sheet: string): Promise<ArgumentValue>;
  refresh(scope: SpreadsheetScope): Promise<SpreadsheetRefresh>;
  /** Sets the day or moment of all cells, and recalculates them; undefined for now. */
  setAsOf(asOf: AsOf | undefined): Promise<SpreadsheetAsOf>;
  readonly schedule: {
    read(): Promise<UnattendedState>;
    set(plan: UnattendedPlan): Promise<UnattendedState>;
    stop(): Promise<UnattendedState>;
  };
  /** Copies the active sheet with values instead of SERVICE formulas; the sheet itself does not change. */
  copyAsValues(): Promise<CopiedSheet>;
  readonly tables: Tables;
}
