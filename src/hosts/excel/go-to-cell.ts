import { blockText } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import { WorkbookRefusal } from "../../pane/workbook";
import { bySheet } from "./by-sheet";

/** Activates the cell's sheet, selects the cell and scrolls to it. */
export async function selectCell(context: Excel.RequestContext, place: CellPlace): Promise<void> {
  const { sheets } = await bySheet(context, [place], (p) => p);
  const [name] = [...sheets.keys()];
  if (name === undefined) throw new WorkbookRefusal(`The sheet ${place.sheet} no longer exists. Rescan, then choose another cell.`);
  const sheet = context.workbook.worksheets.getItem(name);
  sheet.load("visibility");
  await context.sync();
  if (sheet.visibility !== Excel.SheetVisibility.visible)
    throw new WorkbookRefusal(
      sheet.visibility === Excel.SheetVisibility.veryHidden
        ? `The sheet ${name} is hidden by the workbook's author and can be shown only with VBA. Contact the author.`
        : `The sheet ${name} is hidden. Right-click any sheet tab, choose Unhide, then try again.`,
    );
  sheet.activate();
  sheet.getRange(blockText({ ...place, rows: 1, columns: 1 })).select();
  await context.sync();
}
