import { append } from "../../contract/lists";
import { cellsIn } from "../../workbook/block";
import type { CellPlace } from "../../workbook/cell";
import { sheetsForm } from "../../workbook/formulas/called-in-sheets";
import { callsInSheetsForm } from "../../workbook/formulas/sheets-form";
import type { Refused } from "../../pane/workbook";
import { reenterCells } from "./calculate-cells";
import { enterFormulas, type CheckedFormula } from "./enter-formulas";
import { findFormulaCells } from "./formula-cells";

const keyOf = ({ sheet, row, column }: CellPlace): string => `${row} ${column} ${sheet}`;

/**
 * Enters formulas again, as `reenterCells` does. The cells that an array of Google Sheets filled hold formulas of their own: they are emptied once the array's
 * formula is entered, because Excel does not write an array over them.
 */
export async function repairCells(context: Excel.RequestContext, cells: Parameters<typeof reenterCells>[1]): Promise<Refused[]> {
  // Reading all formulas takes long, and few workbooks come from Google Sheets.
  if (cells.every(({ was }) => was !== undefined && sheetsForm(was) === undefined)) return reenterCells(context, cells);
  const stored = await findFormulaCells(context, "workbook", (_, formula) => sheetsForm(formula) !== undefined);
  const refused = await reenterCells(context, cells);
  const without = new Set(refused.map(({ place }) => keyOf(place)));
  const entered = new Set(cells.flatMap(({ place, formula }) => (without.has(keyOf(place)) || sheetsForm(formula) ? [] : [keyOf(place)])));
  for (const sheet of new Set(stored.map((cell) => cell.sheet))) {
    const { blocks } = callsInSheetsForm(stored.flatMap((cell) => (cell.sheet === sheet ? [{ ...cell, text: cell.formula }] : [])));
    const formulas = new Map(stored.map((cell) => [keyOf(cell), cell.formula]));
    const filled: CheckedFormula[] = [];
    for (const [first, block] of blocks) {
      if (!entered.has(keyOf(first))) continue;
      for (const at of [...cellsIn(block)].slice(1)) {
        const was = formulas.get(keyOf({ ...at, sheet }));
        if (was !== undefined) filled.push({ ...at, formula: "", was });
      }
    }
    append(refused, await enterFormulas(context, sheet, filled));
  }
  return refused;
}
