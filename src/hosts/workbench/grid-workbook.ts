import type { ICellData, Nullable } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { FRange, FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import { WorkbookRefusal, type Content, type Refused, type Scope, type Watch, type Workbook } from "../../pane/workbook";
import type { EngineCell } from "../../engine/calls";
import { dataOf, valueOf } from "../../engine/cell-data";
import type { EngineFunctions } from "../../engine/univer";
import type { CellPlace, FormulaCell } from "../../workbook/cell";
import { addressOf, columnName } from "../../workbook/cell-address";
import { hasServiceCall } from "../../workbook/service-calls";
import { freeSheetName, sheetName } from "../../workbook/sheet-name";
import { formulaCellOf, formulaCells, shownCell } from "./sheet-cells";

/** What of the page around the grid a workbook needs. */
export interface GridWorkbookParts {
  readonly api: FUniver;
  readonly functions: EngineFunctions;
  /** The small texts that travel with the book that is open. */
  readonly settings: Map<string, string>;
  /** Something changed that the grid does not hear of. */
  readonly touched: () => void;
  /** The book as a file. */
  readonly save: () => Uint8Array;
  /** Offers a file to the person. */
  readonly offer: (file: Uint8Array, name: string) => void;
}

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** After how many cells long work lets the page breathe. */
const SLICE = 2_000;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const STOPPED = "Stopped. Nothing was changed.";

/** How a content is written: formulas to be calculated, everything else as the value that it is. A format stays. */
function contentData(content: Content): ICellData {
  const empty = { f: null, si: null, p: null };
  if (typeof content === "string" && content.startsWith("=") && content.length > 1) return { ...empty, f: content, v: null, t: null };
  return { ...empty, ...dataOf(content === "" ? null : content) };
}

/** The workbook of the grid, as the pane sees it. */
export function createGridWorkbook({ api, functions, settings, touched, save, offer }: GridWorkbookParts): Workbook {
  const book = (): FWorkbook => {
    const open = api.getActiveWorkbook();
    if (!open) throw new WorkbookRefusal("No workbook is open. Open one, or reload the page.");
    return open;
  };
  const sheetNamed = (name: string): FWorksheet | undefined =>
    book()
      .getSheets()
      .find((s) => s.getSheetName().toLowerCase() === name.toLowerCase());
  const sheetOf = ({ sheet: name }: Pick<CellPlace, "sheet">): FWorksheet => {
    const sheet = sheetNamed(name);
    if (!sheet) throw new WorkbookRefusal(`There is no sheet "${name}" in this workbook. It may have been renamed or removed; look again.`);
    return sheet;
  };
  const engineCell = (sheet: FWorksheet, { row, column }: CellPlace): EngineCell => ({ unit: book().getId(), sheet: sheet.getSheetId(), row, column });
  /** A cell's own content, or what another cell's formula has put there. */
  const cellAt = (sheet: FWorksheet, row: number, column: number): Nullable<ICellData> => {
    const own = sheet.getSheet().getCellRaw(row, column);
    return own && (own.f || own.si || own.p || valueOf(own) !== null)
      ? own
      : (functions.spilled({ unit: book().getId(), sheet: sheet.getSheetId(), row, column }) ?? own);
  };

  /** Rows and columns that a sheet lacks are added; Excel's sheets are as large as sheets can be. */
  function makeRoom(sheet: FWorksheet, rows: number, columns: number): void {
    if (rows > MOST_ROWS || columns > MOST_COLUMNS)
      throw new WorkbookRefusal(
        `This would reach beyond the end of a sheet (${MOST_ROWS} rows, ${columnName(MOST_COLUMNS - 1)} the last column). Begin further up or left.`,
      );
    if (sheet.getMaxRows() < rows) sheet.insertRowsAfter(sheet.getMaxRows() - 1, rows - sheet.getMaxRows());
    if (sheet.getMaxColumns() < columns) sheet.insertColumnsAfter(sheet.getMaxColumns() - 1, columns - sheet.getMaxColumns());
  }

  const blockAddress = (sheet: FWorksheet, row: number, column: number, rows: number, columns: number): string => {
    const from = addressOf({ sheet: sheet.getSheetName(), row, column });
    return rows === 1 && columns === 1 ? from : `${from}:${columnName(column + columns - 1)}${row + rows}`;
  };

  function put(sheet: FWorksheet, row: number, column: number, rows: readonly (readonly Content[])[]): string {
    const width = Math.max(0, ...rows.map((r) => r.length));
    if (width === 0) throw new WorkbookRefusal("There is nothing to write.");
    makeRoom(sheet, row + rows.length, column + width);
    const data = rows.map((cells) => Array.from({ length: width }, (_, i) => contentData(cells[i] ?? null)));
    sheet.getRange(row, column, rows.length, width).setValues(data);
    return blockAddress(sheet, row, column, rows.length, width);
  }

  /** The first cell of the block that holds something, a value that another formula has spilled there included. */
  function inTheWay(sheet: FWorksheet, at: CellPlace, rows: number, columns: number): string | undefined {
    for (let r = at.row; r < at.row + rows; r++)
      for (let c = at.column; c < at.column + columns; c++) {
        const cell = cellAt(sheet, r, c);
        if (cell?.f || cell?.si || valueOf(cell) !== null) return `${columnName(c)}${r + 1}`;
      }
    return undefined;
  }

  const selectedRanges = (): FRange[] => {
    const active = book().getActiveSheet().getSelection()?.getActiveRangeList() ?? [];
    return active.length > 0 ? active : [book().getActiveRange()].filter((r) => r !== null);
  };

  async function serviceCells(scope: Scope, watch: Watch = {}): Promise<readonly FormulaCell[]> {
    const sheets = scope === "workbook" ? book().getSheets() : [book().getActiveSheet()];
    const within = scope === "selection" ? selectedRanges().map((r) => r.getRange()) : undefined;
    const cells: FormulaCell[] = [];
    for (const [i, sheet] of sheets.entries()) {
      let seen = 0;
      for (const cell of formulaCells(api, sheet)) {
        if (++seen % SLICE === 0) await breathe();
        if (watch.signal?.aborted) throw new WorkbookRefusal(STOPPED);
        if (within && !within.some((r) => cell.row >= r.startRow && cell.row <= r.endRow && cell.column >= r.startColumn && cell.column <= r.endColumn))
          continue;
        if (hasServiceCall(cell.formula)) cells.push(formulaCellOf(sheet, cell));
      }
      watch.progress?.(i + 1, sheets.length);
    }
    return cells;
  }

  /** Groups cells by sheet, in their order; cells of sheets that are not there come back refused. */
  function bySheet<T>(items: readonly T[], placeOf: (item: T) => CellPlace, refused: Refused[]): Map<FWorksheet, T[]> {
    const byName = new Map<string, { readonly sheet: FWorksheet | undefined; readonly items: T[] }>();
    for (const item of items) {
      const place = placeOf(item);
      let group = byName.get(place.sheet);
      if (!group) byName.set(place.sheet, (group = { sheet: sheetNamed(place.sheet), items: [] }));
      if (group.sheet) group.items.push(item);
      else refused.push({ place, why: `There is no sheet "${place.sheet}" any more. Read the workbook again.` });
    }
    return new Map([...byName.values()].flatMap(({ sheet, items: own }) => (sheet ? [[sheet, own] as const] : [])));
  }

  return {
    selection: async () => {
      const sheet = book().getActiveSheet();
      const range = book().getActiveRange();
      const active = book().getActiveCell() ?? range;
      if (!range || !active) return undefined;
      const [row, column] = [active.getRow(), active.getColumn()];
      const { startRow, startColumn } = range.getRange();
      return {
        address: blockAddress(sheet, startRow, startColumn, range.getHeight(), range.getWidth()),
        rows: range.getHeight(),
        columns: range.getWidth(),
        active: { sheet: sheet.getSheetName(), row, column },
        formula: sheet.getRange(row, column).getFormula(),
        shown: shownCell(sheet, row, column, cellAt(sheet, row, column)),
      };
    },
    onSelection: (listener) => {
      const ends = [
        api.addEvent(api.Event.SelectionChanged, () => listener()),
        api.addEvent(api.Event.ActiveSheetChanged, () => listener()),
        api.addEvent(api.Event.WorkbookCreated, () => listener()),
      ];
      return () => ends.forEach((end) => end.dispose());
    },
    serviceCells,
    shown: async (places) =>
      places.map((place) => {
        const sheet = sheetOf(place);
        return shownCell(sheet, place.row, place.column, cellAt(sheet, place.row, place.column));
      }),
    recalculate: async (places) => {
      const refused: Refused[] = [];
      const cells = [...bySheet(places, (p) => p, refused)].flatMap(([sheet, own]) => own.map((place) => engineCell(sheet, place)));
      functions.recalculate(cells);
      return refused;
    },
    write: async (at, rows, { over = false } = {}) => {
      const sheet = sheetOf(at);
      const blocked = over ? undefined : inTheWay(sheet, at, rows.length, Math.max(0, ...rows.map((r) => r.length)));
      if (blocked) throw new WorkbookRefusal(`Cell ${blocked} is not empty. Choose another place, or write over it.`);
      return put(sheet, at.row, at.column, rows);
    },
    writeSheet: async (wanted, rows, { replace = false } = {}) => {
      const there = replace ? sheetNamed(sheetName(wanted)) : undefined;
      if (there) {
        there.clear();
        if (rows.length > 0) put(there, 0, 0, rows);
        return there.getSheetName();
      }
      const was = book().getActiveSheet();
      const name = freeSheetName(
        wanted,
        book()
          .getSheets()
          .map((s) => s.getSheetName()),
      );
      const sheet = book().insertSheet(name);
      if (rows.length > 0) put(sheet, 0, 0, rows);
      book().setActiveSheet(was);
      return sheet.getSheetName();
    },
    goTo: async (place) => {
      const sheet = sheetOf(place);
      if (sheet.isSheetHidden()) throw new WorkbookRefusal(`The sheet "${sheet.getSheetName()}" is hidden. Show it first: right-click a sheet's tab.`);
      if (place.row >= sheet.getMaxRows() || place.column >= sheet.getMaxColumns())
        throw new WorkbookRefusal(
          `The sheet "${sheet.getSheetName()}" has no cell ${columnName(place.column)}${place.row + 1} any more. Read the workbook again.`,
        );
      book().setActiveSheet(sheet);
      sheet.getRange(place.row, place.column).activate();
      sheet.scrollToCell(Math.max(0, place.row - 3), Math.max(0, place.column - 2));
    },
    reenter: async (cells) => {
      const refused: Refused[] = [];
      for (const [sheet, own] of bySheet(cells, (c) => c.place, refused)) {
        functions.forget(own.map(({ place }) => engineCell(sheet, place)));
        for (const { place, formula } of own) {
          try {
            sheet.getRange(place.row, place.column).setValue(contentData(formula));
          } catch {
            refused.push({ place, why: "The grid did not take the formula. Type it again in its cell." });
          }
        }
      }
      return refused;
    },
    file: async ({ signal, progress } = {}) => {
      await breathe();
      if (signal?.aborted) throw new WorkbookRefusal(STOPPED);
      const file = save();
      progress?.(1, 1);
      return file;
    },
    open: async (file, name) => offer(file, name),
    defineName: async (name, formula) => {
      if (!/^[\p{L}_\\][\p{L}\d_.\\]{0,254}$/u.test(name) || /^([A-Z]{1,3}\d+|R\d*C\d*|R|C)$/i.test(name))
        throw new WorkbookRefusal(
          `"${name}" cannot be a name in a workbook. Use letters, digits, dots and underscores, beginning with a letter, and nothing that reads like a cell.`,
        );
      book().getDefinedName(name)?.delete();
      book().insertDefinedName(name, formula);
      touched();
    },
    settings: {
      read: (name) => settings.get(name),
      write: async (name, text) => {
        if (text === undefined) settings.delete(name);
        else settings.set(name, text);
        touched();
      },
    },
  };
}
