import { NO_KEY_TEXT } from "../../core/outcome";
import { hasServiceCall } from "../../workbook/service-calls";
import { cellKey } from "../../core/cell-key";
import { evaluateCells } from "./evaluate-cells";

/**
 * Evaluates the cells that were told to wait for a key: those whose calls were (`addresses`, which finds them inside larger formulas too), and
 * those that show the words, which finds what an earlier opening of the workbook left behind.
 */
export function evaluateWaitingCells(addresses: readonly string[]): Promise<number> {
  const waiting = new Set(addresses.map(cellKey));
  return evaluateCells((address, formula, value) => waiting.has(cellKey(address)) || (value === NO_KEY_TEXT && hasServiceCall(formula)), {
    withValues: true,
  });
}
