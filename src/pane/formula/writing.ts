import type { CellPlace } from "../../workbook/cell";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { refusalMessage, type Workbook } from "../workbook";
import type { Content } from "../../workbook/edits/sheet-edits";

/** Why cells were not written, if the workbook does not say. */
export const REJECTED = "The workbook rejected the formula. Try again; if this persists, reload the pane.";

/** The formulas of a block, one piece per stretch without empty cells; cells between stretches are not written. */
function stretches(rows: readonly (readonly Content[])[]): { readonly row: number; readonly column: number; readonly rows: Content[][] }[] {
  const across = rows.length === 1;
  const found: { row: number; column: number; rows: Content[][] }[] = [];
  let open = false;
  rows.forEach((cells, row) => {
    cells.forEach((content, column) => {
      const last = found[found.length - 1];
      if (content === null) open = false;
      else if (!open || !last) {
        found.push({ row, column, rows: [[content]] });
        open = true;
      } else if (across) last.rows[0]?.push(content);
      else last.rows.push([content]);
    });
  });
  return found;
}

/** Writes one row or column of formulas over existing content; skips cells without a formula. May reject with a `WorkbookRefusal`. */
export async function writeOver(workbook: Workbook, at: CellPlace, rows: readonly (readonly Content[])[], format: string | undefined): Promise<void> {
  let address = "";
  for (const stretch of stretches(rows))
    try {
      address = await workbook.write({ ...at, row: at.row + stretch.row, column: at.column + stretch.column }, stretch.rows, { over: true, format });
    } catch (e) {
      if (address === "") throw e;
      throw new WorkbookRefusal(`Written only up to ${address}. ${refusalMessage(e, REJECTED)}`, { cause: e });
    }
}

/** Replaces the formula of a cell, unless it has changed. May reject with a `WorkbookRefusal`. */
export async function replaceFormula(workbook: Workbook, place: CellPlace, oldFormula: string, newFormula: string): Promise<void> {
  await workbook.goTo(place);
  const now = await workbook.selection();
  const same = now && now.active.row === place.row && now.active.column === place.column && now.active.sheet === place.sheet;
  if (!same || now.formula !== oldFormula)
    throw new WorkbookRefusal("The cell's formula has changed since it was opened here. Select the cell and open its formula again.");
  // Compares again, because the user or a co-author may change the cell meanwhile.
  const [refused] = await workbook.reenter([{ place, formula: newFormula, was: oldFormula }]);
  if (refused) throw new WorkbookRefusal(refused.why);
}
