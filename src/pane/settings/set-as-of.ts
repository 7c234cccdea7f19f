import { asOfText, type AsOf } from "../../contract/as-of";
import { AS_OF_SETTING } from "../../core/as-of-setting";
import type { PaneHost } from "../pane-host";
import type { Workbook } from "../workbook";
import { saveOrLeave } from "./save-or-leave";
import type { SpreadsheetAsOf } from "../../workbook/script-results";
import { workPerBook } from "../work/work";

/** Setting the day of all cells. It continues when another tab is shown, and cells are not refreshed meanwhile. */
export const asOfWorkOf = workPerBook<SpreadsheetAsOf>();

/**
 * Sets the day or moment of all answers, saves it in the workbook, and recalculates every SERVICE cell: a workbook must not show values of two days. If it
 * cannot be saved, it is not set. Returns how many cells were recalculated, and those that were not.
 */
export async function setAsOf(host: Pick<PaneHost, "setAsOf">, workbook: Workbook, asOf: AsOf | undefined) {
  await saveOrLeave(workbook, AS_OF_SETTING, asOf && asOfText(asOf));
  host.setAsOf(asOf);
  const cells = await workbook.serviceCells("workbook");
  const refused = cells.length > 0 ? await workbook.recalculate(cells) : [];
  return { recalculated: cells.length - refused.length, refused };
}
