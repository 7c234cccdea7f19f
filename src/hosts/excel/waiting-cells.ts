import { cellKey } from "../../core/cell-key";
import { NO_KEY_IN_CELL } from "../../pane/pane-words";
import { addressOf } from "../../workbook/cell-address";
import { hasServiceCall } from "../../workbook/service-calls";
import { calculateCells } from "./calculate-cells";
import { findFormulaCells } from "./formula-cells";
import { inExcel } from "./in-excel";

/**
 * Evaluates the cells that were told to wait for a key: those whose calls were (`addresses`, which finds them inside larger formulas too), and
 * those that show the words, which finds what an earlier opening of the workbook left behind.
 */
export function evaluateWaitingCells(addresses: readonly string[]): Promise<void> {
  const waiting = new Set(addresses.map(cellKey));
  return inExcel(async (context) => {
    const cells = await findFormulaCells(
      context,
      "workbook",
      (place, formula, value) => waiting.has(cellKey(addressOf(place))) || (value === NO_KEY_IN_CELL && hasServiceCall(formula)),
      { withValues: true },
    );
    await calculateCells(context, cells);
  });
}
