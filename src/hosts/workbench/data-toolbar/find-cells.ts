import { CellValueType, type ICellData, ICommandService, type Injector, IUndoRedoService } from "@univerjs/core";
import { SetRangeValuesCommand } from "@univerjs/sheets";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import { modesIn } from "../../../engine/book/book-modes";
import { gridValueOf } from "../../../engine/book/cell-data";
import { hasText, patternOf, withReplaced, type Wanted } from "../../../workbook/find-text";
import { tokensOf } from "../../../workbook/formulas/formula-tokens";
import type { Grid } from "../page-grid";
import { createGridSheets, gridFormulas, type GridSheets, patternAt, selectCell, shownCell } from "../workbook/grid-sheets";
import { contentData } from "../workbook/grid-writing";
import { typedNumber, typedText } from "../numbers/typed-text";

/** What is looked for, and where. */
export interface Search extends Wanted {
  /** `formulas`: formulas, and values as they are typed; `values`: what cells show. */
  readonly lookIn: "formulas" | "values";
  readonly within: "sheet" | "workbook";
}

/** A cell that has the text. */
interface Match {
  readonly sheet: FWorksheet;
  readonly row: number;
  readonly column: number;
  /** What a replacement changes; undefined for a value that a formula gives. */
  readonly content: string | undefined;
}

/** What a replacement has done. */
export interface ReplacedCells {
  readonly cells: number;
  /** Cells that have the text but were not changed, because a formula would be broken. */
  readonly broken: number;
}

export type Finder = ReturnType<typeof createFinder>;

/** True for a formula that ends: its quotes and parentheses are closed, and something follows each operator. */
function isWhole(formula: string): boolean {
  const tokens = tokensOf(formula.slice(1)).filter(({ kind }) => kind !== "blank");
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind === "open") depth++;
    if ((kind === "close" && --depth < 0) || (kind === "mark" && text === '"')) return false;
  }
  const last = tokens.at(-1);
  return depth === 0 && last !== undefined && last.kind !== "comma" && (last.kind !== "mark" || /[%#}\]]/.test(last.text));
}

/** The data of a cell into which this text is typed, or undefined if it is an unfinished formula. */
function dataOfTyped(text: string, was: ICellData, pattern: string | undefined, from1904: boolean): ICellData | undefined {
  if (text.startsWith("=")) return isWhole(text) ? contentData({ formula: text }) : undefined;
  // A cell for text stays one.
  if (pattern === "@" || was.t === CellValueType.FORCE_STRING) return contentData(text);
  if (/^(true|false)$/i.test(text)) return contentData(/^true$/i.test(text));
  const typed = typedNumber(text, from1904);
  if (!typed) return contentData(text);
  return {
    ...contentData(typed.value),
    ...(typed.format !== undefined && (pattern ?? "General") === "General" ? { s: { n: { pattern: typed.format } } } : {}),
  };
}

/** The open workbook in which is found and replaced. */
interface Searched extends Pick<Grid, "api" | "functions"> {
  readonly sheets: GridSheets;
  readonly from1904: boolean;
}

/** A value as the formula bar has it. */
function typedIn(sheet: FWorksheet, row: number, column: number, cell: ICellData, from1904: boolean): string {
  const { value, text } = shownCell(sheet, row, column, cell);
  return typeof value === "number" ? typedText(value, patternAt(sheet, row, column) ?? "General", text, from1904) : text;
}

/** The cells that the formula of a cell fills, without that cell. */
function* spilledFrom({ sheets, functions }: Searched, sheet: FWorksheet, row: number, column: number) {
  const block = functions.spillOf(sheets.engineCell(sheet, { row, column }));
  for (let r = row; block && r <= block.endRow; r++)
    for (let c = column; c <= block.endColumn; c++) {
      const cell = r === row && c === column ? undefined : functions.spilled(sheets.engineCell(sheet, { row: r, column: c }));
      if (cell) yield { row: r, column: c, cell };
    }
}

/** The cells of a sheet that have the text, by rows and columns. */
function matchesIn(searched: Searched, sheet: FWorksheet, pattern: RegExp, lookIn: Search["lookIn"]): Match[] {
  const found: Match[] = [];
  const formulas = [...gridFormulas(searched.api, sheet)];
  const formulaOf = new Map(formulas.map(({ row, column, formula }) => [`${row}|${column}`, formula]));
  const look = (row: number, column: number, cell: ICellData, isOwn: boolean): void => {
    if (sheet.getSheet().getRowFiltered(row)) return;
    const content = formulaOf.get(`${row}|${column}`) ?? (isOwn ? typedIn(sheet, row, column, cell, searched.from1904) : undefined);
    const text = lookIn === "formulas" ? content : shownCell(sheet, row, column, cell).text;
    if (text !== undefined && text !== "" && hasText(text, pattern)) found.push({ sheet, row, column, content: lookIn === "formulas" ? content : undefined });
  };
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (cell && (gridValueOf(cell) !== null || formulaOf.has(`${row}|${column}`))) look(row, column, cell, true);
    });
  if (lookIn === "values")
    for (const at of formulas) for (const { row, column, cell } of spilledFrom(searched, sheet, at.row, at.column)) look(row, column, cell, false);
  return found.sort((a, b) => a.row - b.row || a.column - b.column);
}

/** All cells that have the text, by sheets, rows and columns. */
function matchesOf(searched: Searched, { lookIn, within, ...wanted }: Search): readonly Match[] {
  if (wanted.text === "") return [];
  const book = searched.sheets.book();
  const all = within === "workbook" ? book.getSheets() : [book.getActiveSheet()];
  return all.filter((sheet) => !sheet.isSheetHidden()).flatMap((sheet) => matchesIn(searched, sheet, patternOf(wanted), lookIn));
}

/** Replaces in these cells, in one step to undo. */
function replaceIn(injector: Injector, { sheets, from1904 }: Searched, matches: readonly Match[], search: Search, replacement: string): ReplacedCells {
  const pattern = patternOf(search);
  const bySheet = new Map<FWorksheet, Record<number, Record<number, ICellData>>>();
  let [cells, broken] = [0, 0];
  for (const { sheet, row, column, content } of matches) {
    const now = content === undefined ? undefined : withReplaced(content, pattern, replacement);
    if (now === undefined || now === content) continue;
    const data = dataOfTyped(now, sheet.getSheet().getCellRaw(row, column) ?? {}, patternAt(sheet, row, column), from1904);
    if (!data || (content!.startsWith("=") && !now.startsWith("="))) {
      broken++;
      continue;
    }
    cells++;
    const rows = bySheet.get(sheet) ?? {};
    (rows[row] ??= {})[column] = data;
    bySheet.set(sheet, rows);
  }
  const unitId = sheets.book().getId();
  const together = injector.get(IUndoRedoService).__tempBatchingUndoRedo(unitId);
  for (const [sheet, value] of bySheet)
    injector.get(ICommandService).syncExecuteCommand(SetRangeValuesCommand.id, { unitId, subUnitId: sheet.getSheetId(), value });
  together.dispose();
  return { cells, broken };
}

/** The next of these cells after the active one, or the one before it, after the end from the start. */
function nextOf(book: FWorkbook, found: readonly Match[], back: boolean): Match | undefined {
  const order = book.getSheets().map((one) => one.getSheetId());
  const active = book.getActiveCell();
  const here = order.indexOf(book.getActiveSheet().getSheetId());
  const compare = ({ sheet, row, column }: Match): number =>
    order.indexOf(sheet.getSheetId()) - here || row - (active?.getRow() ?? 0) || column - (active?.getColumn() ?? 0);
  return (back ? found.filter((m) => compare(m) < 0).at(-1) : found.find((m) => compare(m) > 0)) ?? found.at(back ? -1 : 0);
}

/** Finds and replaces as Excel does, not in rows that a filter hides: a replacement changes formulas and typed values, never the value that a formula gives. */
export function createFinder({ api, injector, functions }: Grid) {
  const searched = (): Searched => {
    const sheets = createGridSheets(api, functions);
    return { api, functions, sheets, from1904: modesIn(sheets.book().getWorkbook().getSnapshot()).from1904 === true };
  };
  return {
    /** The number of cells that have the text, in all. */
    count: (search: Search): number => matchesOf(searched(), search).length,
    /** Selects the next or the previous cell with the text; after the last one comes the first. Returns its address, or undefined if no cell has the text. */
    go: (search: Search, back: boolean): string | undefined => {
      const now = searched();
      const next = nextOf(now.sheets.book(), matchesOf(now, search), back);
      if (!next) return undefined;
      selectCell(now.sheets.book(), next.sheet, next);
      return next.sheet.getRange(next.row, next.column).getA1Notation();
    },
    /** Replaces the text in the active cell, if it has it. */
    replace: (search: Search, replacement: string): ReplacedCells => {
      const now = searched();
      const active = now.sheets.book().getActiveCell();
      const sheet = now.sheets.book().getActiveSheet().getSheetId();
      const own = matchesOf(now, search).filter(
        (m) => m.sheet.getSheetId() === sheet && m.row === (active?.getRow() ?? 0) && m.column === (active?.getColumn() ?? 0),
      );
      return replaceIn(injector, now, own, search, replacement);
    },
    /** Replaces the text in all cells, in one step to undo. */
    replaceAll: (search: Search, replacement: string): ReplacedCells => {
      const now = searched();
      return replaceIn(injector, now, matchesOf(now, search), search, replacement);
    },
  };
}
