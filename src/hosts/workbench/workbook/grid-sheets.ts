import type { ICellData, Nullable } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import type { EngineCell } from "../../../engine/calls/calls";
import { valueOf } from "../../../engine/book/cell-data";
import type { EngineFunctions } from "../../../engine/univer";
import { WorkbookRefusal, type Refused } from "../../../pane/workbook";
import type { CellPlace, ShownCell } from "../../../workbook/cell";
import { addressOf, columnName } from "../../../workbook/cell-address";
import { shownCell } from "./sheet-cells";

/** Finds sheets and cells of one workbook of the grid by the pane's addresses. Throws a `WorkbookRefusal` once another one is open. */
export interface GridSheets {
  book(): FWorkbook;
  named(name: string): FWorksheet | undefined;
  /** Throws a `WorkbookRefusal` if there is no sheet of this name. */
  of(place: Pick<CellPlace, "sheet">): FWorksheet;
  engineCell(sheet: FWorksheet, place: { readonly row: number; readonly column: number }): EngineCell;
  /** A cell's own content, or what another cell's formula spilled into it. */
  content(sheet: FWorksheet, row: number, column: number): Nullable<ICellData>;
  shown(sheet: FWorksheet, row: number, column: number): ShownCell;
  /** Groups items by sheet, in the given order; adds items of missing sheets to `refused`. */
  grouped<T>(items: readonly T[], placeOf: (item: T) => CellPlace, refused: Refused[]): Map<FWorksheet, T[]>;
}

const ANOTHER = "Another workbook was opened, so this has stopped. Start it again in the open workbook.";
const SHEET_GONE = "The sheet no longer exists. Rescan, or select another cell.";

/** The address of a block with its sheet. */
export function gridAddress(sheet: FWorksheet, row: number, column: number, rows: number, columns: number): string {
  const from = addressOf({ sheet: sheet.getSheetName(), row, column });
  return rows === 1 && columns === 1 ? from : `${from}:${columnName(column + columns - 1)}${row + rows}`;
}

/** The sheets of the workbook that is open now. */
export function createGridSheets(api: FUniver, functions: EngineFunctions): GridSheets {
  const unit = api.getActiveWorkbook()?.getId();
  const book = (): FWorkbook => {
    const open = api.getActiveWorkbook();
    if (!open) throw new WorkbookRefusal("No workbook is open. Open one, or reload the page.");
    if (open.getId() !== unit) throw new WorkbookRefusal(ANOTHER);
    return open;
  };
  const named = (name: string): FWorksheet | undefined =>
    book()
      .getSheets()
      .find((s) => s.getSheetName().toLowerCase() === name.toLowerCase());
  const engineCell: GridSheets["engineCell"] = (sheet, { row, column }) => ({ unit: book().getId(), sheet: sheet.getSheetId(), row, column });
  const content: GridSheets["content"] = (sheet, row, column) => {
    const own = sheet.getSheet().getCellRaw(row, column);
    const holds = own && (own.f || own.si || own.p || valueOf(own) !== null);
    return holds ? own : (functions.spilled(engineCell(sheet, { row, column })) ?? own);
  };
  return {
    book,
    named,
    of: ({ sheet: name }) => {
      const sheet = named(name);
      if (!sheet) throw new WorkbookRefusal(`The sheet ${name} no longer exists. Select a cell, then try again.`);
      return sheet;
    },
    engineCell,
    content,
    shown: (sheet, row, column) => shownCell(sheet, row, column, content(sheet, row, column)),
    grouped: (items, placeOf, refused) => {
      const byName = new Map<string, { readonly sheet: FWorksheet | undefined; readonly items: (typeof items)[number][] }>();
      for (const item of items) {
        const place = placeOf(item);
        let group = byName.get(place.sheet);
        if (!group) byName.set(place.sheet, (group = { sheet: named(place.sheet), items: [] }));
        if (group.sheet) group.items.push(item);
        else refused.push({ place, why: SHEET_GONE });
      }
      return new Map([...byName.values()].flatMap(({ sheet, items: own }) => (sheet ? [[sheet, own] as const] : [])));
    },
  };
}
