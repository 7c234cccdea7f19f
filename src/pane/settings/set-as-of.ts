import { asOfText, type AsOf } from "../../contract/as-of";
import { AS_OF_SETTING } from "../../core/as-of-setting";
import type { PaneHost } from "../pane-host";
import type { Refused, Workbook } from "../workbook";
import { saveOrLeave } from "./save-or-leave";
import type { SpreadsheetAsOf } from "../spreadsheet";
import { workPerBook, type Work } from "../work/work";

/** Setting the day of all cells. It continues when another tab is shown, and cells are not refreshed meanwhile. */
export const asOfWorkOf: (host: PaneHost) => Work<SpreadsheetAsOf> = workPerBook<SpreadsheetAsOf>();

/** The effect of another day on the cells. */
interface AsOfResult {
  readonly recalculated: number;
  readonly refused: readonly Refused[];
}

/**
 * Sets the day or moment of all answers, saves it in the workbook, and recalculates every SERVICE cell: a workbook must not show values of two days. If it
 * cannot be saved, it is not set.
 */
export async function setAsOf(host: Pick<PaneHost, "setAsOf">, workbook: Workbook, asOf: AsOf | undefined): Promise<AsOfResult> {
  await saveOrLeave(workbook, AS_OF_SETTING, asOf && asOfText(asOf));
  host.setAsOf(asOf);
  const cells = await workbook.serviceCells("workbook");
  const refused = cells.length > 0 ? await workbook.recalculate(cells) : [];
  return { recalculated: cells.length - refused.length, refused };
}
