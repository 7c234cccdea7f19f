import type { FUniver } from "@univerjs/core/facade";
import { SetSelectionsOperation, SetWorksheetActiveOperation } from "@univerjs/sheets";
import type { FWorkbook } from "@univerjs/sheets/facade";
import { referenceOr } from "../../../engine/book/book-data";
import { blockOfRange } from "../../../engine/book/ranges";
import type { Block } from "../../../workbook/block";
import { hasCell } from "../../../workbook/cell-reference";
import { onceUntil } from "../once-until";
import type { Grid } from "../page-grid";
import { STOPPED } from "../../../pane/work/until-stopped";
import { yieldToPage } from "../../../pane/work/yield-to-page";
import { FRESHNESS_SETTING } from "../../../pane/freshness";
import { hiddenSheetWords, type Refused, type Scope, type Selection, type Watch, type Workbook } from "../../../pane/workbook";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { type CellPlace, type FormulaCell, GONE_CELL } from "../../../workbook/cell";
import { addressOf, areaText } from "../../../workbook/cell-address";
import { hasServiceCall } from "../../../workbook/formulas/service-calls";
import { createGridSheets, formulaCellOf, gridFormulaAt, gridFormulas, type GridSheets, insertName, selectCell } from "./grid-sheets";
import { createGridBlocks } from "./grid-blocks";
import { createGridCharts } from "../charts/grid-charts";
import { createGridWriting } from "./grid-writing";

/** What the workbook needs from the page around the grid. */
interface GridWorkbookParts extends Pick<Grid, "api" | "functions"> {
  /** Settings saved in the book. */
  readonly settings: Map<string, string>;
  /** Reports a change that is not an event of the grid. */
  readonly touched: () => void;
  /** The book as a file. */
  readonly save: () => Uint8Array;
  /** Offers a file to the user. */
  readonly offer: (file: Uint8Array, name: string) => void;
}

/** Cells after which long work yields to the page. */
const SLICE = 2_000;
const SELECTING: ReadonlySet<string> = new Set([SetSelectionsOperation.id, SetWorksheetActiveOperation.id]);
/** Commands that change cells or where they are; also those of undo and of calculations. */
const CHANGING = /^sheet\.mutation\./;

const NAME = /^[\p{L}_\\][\p{L}\d_.\\]{0,254}$/u;
const READS_LIKE_A_CELL = /^([A-Z]{1,3}\d+|R\d*C\d*|R|C)$/i;

/** The selected areas; in the grid's order, the one with the active cell is last. */
function selectedAreas(book: FWorkbook): Block[] {
  const areas = book.getActiveSheet().getSelection()?.getActiveRangeList() ?? [];
  const ranges = areas.length > 0 ? areas : [book.getActiveRange()].filter((r) => r !== null);
  return ranges.map((range) => blockOfRange(range.getRange()));
}

function selection(sheets: GridSheets): Selection | undefined {
  const sheet = sheets.book().getActiveSheet();
  const cell = sheets.book().getActiveCell();
  const areas = selectedAreas(sheets.book());
  if (!cell || areas.length === 0) return undefined;
  const active = { sheet: sheet.getSheetName(), row: cell.getRow(), column: cell.getColumn() };
  const main = areas.find((area) => hasCell(area, active.row, active.column)) ?? areas[0];
  return {
    address: areas.map((area) => areaText({ ...area, sheet: active.sheet })).join(","),
    rows: main?.rows ?? 1,
    columns: main?.columns ?? 1,
    active,
    formula: gridFormulaAt(sheet, active.row, active.column),
    shown: sheets.shown(sheet, active.row, active.column),
  };
}

/** Calls the listener once for many changes. Dragging over cells causes one change for each cell, and a calculation one for each of its results. */
function followSelection(api: FUniver, listener: () => void): () => void {
  let isOver = false;
  const tell = onceUntil(
    (work) => void setTimeout(work, 0),
    () => isOver || listener(),
  );
  // The grid's selection event misses the first selection of a sheet.
  const ends = [api.onCommandExecuted(({ id }) => (SELECTING.has(id) || CHANGING.test(id)) && tell()), api.addEvent(api.Event.WorkbookCreated, tell)];
  return () => {
    isOver = true;
    for (const end of ends) end.dispose();
  };
}

async function serviceCells(api: FUniver, { book }: GridSheets, scope: Scope, { signal, progress }: Watch = {}): Promise<readonly FormulaCell[]> {
  const stop = (): void => {
    if (signal?.aborted) throw new WorkbookRefusal(STOPPED);
    book();
  };
  stop();
  const within = scope === "selection" ? selectedAreas(book()) : undefined;
  const all = scope === "workbook" ? book().getSheets() : [book().getActiveSheet()];
  const cells: FormulaCell[] = [];
  for (const [i, sheet] of all.entries()) {
    let seen = 0;
    for (const cell of gridFormulas(api, sheet)) {
      if (++seen % SLICE === 0) await yieldToPage();
      stop();
      if (within && !within.some((area) => hasCell(area, cell.row, cell.column))) continue;
      if (hasServiceCall(cell.formula)) cells.push(formulaCellOf(sheet, cell));
    }
    progress?.(i + 1, all.length);
  }
  return cells;
}

function goTo(sheets: GridSheets, place: CellPlace): "hidden" | void {
  const sheet = sheets.of(place);
  if (sheet.isSheetHidden()) throw new WorkbookRefusal(hiddenSheetWords(sheet.getSheetName(), Boolean(sheet.getCustomMetadata()?.veryHidden)));
  if (place.row >= sheet.getMaxRows() || place.column >= sheet.getMaxColumns())
    throw new WorkbookRefusal(`The cell ${addressOf(place)} no longer exists. Rescan, then try again.`);
  selectCell(sheets.book(), sheet, place);
  const worksheet = sheet.getSheet();
  if (!worksheet.getRowVisible(place.row) || !worksheet.getColVisible(place.column)) return "hidden";
}

/** Defines a name for a formula. False if it is defined so already. */
function defineName(api: FUniver, book: FWorkbook, name: string, formula: string): boolean {
  if (!NAME.test(name) || READS_LIKE_A_CELL.test(name))
    throw new WorkbookRefusal(`${name} is not a valid name. Use letters, digits, dots and underscores, start with a letter, and do not use a cell address.`);
  const existing = book.getDefinedName(name);
  if (existing) {
    if (`=${existing.getFormulaOrRefString().replace(/^=/, "")}` === formula) return false;
    throw new WorkbookRefusal(`The name ${name} is already defined in this workbook. Delete it in Formulas, Name Manager, then try again.`);
  }
  if (!insertName(api, book, name, referenceOr(formula))) throw new WorkbookRefusal(`The grid rejected the name ${name}. Define it in Formulas, Name Manager.`);
  return true;
}

/** The pane's workbook over the book that the grid shows now. It refuses every call once another book is open. */
export function createGridWorkbook({ api, functions, settings, touched, save, offer }: GridWorkbookParts): Workbook {
  const sheets = createGridSheets(api, functions);
  return {
    ...createGridWriting(sheets, functions),
    selection: async () => selection(sheets),
    onSelection: (listener) => followSelection(api, listener),
    serviceCells: (scope, watch) => serviceCells(api, sheets, scope, watch),
    shown: async (places) =>
      places.map((place) => {
        const sheet = sheets.named(place.sheet);
        return sheet ? sheets.shown(sheet, place.row, place.column) : GONE_CELL;
      }),
    recalculate: async (places) => {
      const refused: Refused[] = [];
      const groups = sheets.grouped(places, (p) => p, refused);
      functions.recalculate([...groups].flatMap(([sheet, own]) => own.map((place) => sheets.engineCell(sheet, place))));
      return refused;
    },
    goTo: async (place) => goTo(sheets, place),
    file: async ({ signal, progress } = {}) => {
      await yieldToPage();
      if (signal?.aborted) throw new WorkbookRefusal(STOPPED);
      sheets.book();
      const file = save();
      progress?.(1, 1);
      return file;
    },
    open: async (file, name) => offer(file, name),
    defineName: async (name, formula) => {
      if (defineName(api, sheets.book(), name, formula)) touched();
    },
    isEditing: async () => api.getActiveWorkbook()?.isCellEditing() ?? false,
    arrays: () => true,
    blocks: createGridBlocks(api, sheets, functions, touched),
    charts: createGridCharts(api, sheets),
    settings: {
      read: (name) => settings.get(name),
      write: async (name, text) => {
        if (text === undefined) settings.delete(name);
        else settings.set(name, text);
        // The dates of answers follow each calculation: nobody has changed the book.
        if (name !== FRESHNESS_SETTING) touched();
      },
    },
  };
}
