import type { CellPlace } from "../../workbook/cell";
import { WorkbookRefusal, type Content, type Workbook } from "../workbook";

export type Written = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly message: string };

const refusal = (e: unknown): Written => ({
  ok: false,
  message: e instanceof WorkbookRefusal ? e.message : "The workbook did not take the formula. Try again; if it stays, reload the pane.",
});

/** Writes a block; what the workbook refuses comes back in its words. */
export async function writeBlock(workbook: Workbook, at: CellPlace, rows: readonly (readonly Content[])[], over: boolean): Promise<Written> {
  try {
    return { ok: true, address: await workbook.write(at, rows, { over }) };
  } catch (e) {
    return refusal(e);
  }
}

/** Puts a formula in the place of this one, provided that it still stands there. */
export async function replaceFormula(workbook: Workbook, place: CellPlace, before: string, after: string): Promise<Written> {
  try {
    await workbook.goTo(place);
    const now = await workbook.selection();
    const same = now && now.active.row === place.row && now.active.column === place.column && now.active.sheet === place.sheet;
    if (!same || now.formula !== before)
      return { ok: false, message: "The cell's formula has changed since it was opened here. Select the cell and open its formula again." };
    return { ok: true, address: await workbook.write(place, [[after]], { over: true }) };
  } catch (e) {
    return refusal(e);
  }
}
