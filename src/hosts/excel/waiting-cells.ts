import { cellKey } from "../../core/cell-key";
import { NO_KEY_IN_CELL } from "../../pane/pane-words";
import { addressOf } from "../../workbook/cell-address";
import { hasServiceCall } from "../../workbook/service-calls";
import { calculateCells } from "./calculate-cells";
import { findFormulaCells } from "./formula-cells";
import { inExcel } from "./in-excel";

/**
 * Recalculates the cells that wait for a key: those whose calls waited (`addresses`, also inside larger formulas), and those that show the message from an
 * earlier session.
 */
export function evaluateWaitingCells(addresses: readonly string[]): Promise<void> {
  const waiting = new Set(addresses.map(cellKey));
  return inExcel(async (context) => {
    const cells = await findFormulaCells(
      context,
      "workbook",
      (place, formula, value) => waiting.has(cellKey(addressOf(place))) || (value === NO_KEY_IN_CELL && hasServiceCall(formula)),
    );
    await calculateCells(context, cells);
  });
}
