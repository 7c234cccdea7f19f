import {
  BooleanNumber,
  type ICellData,
  type IRange,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
  LocaleType,
  type Nullable,
  RANGE_TYPE,
} from "@univerjs/core";
import { filled } from "../../workbook/filled";
import { runsBy } from "../../contract/lists";
import type { Book, BookCell, BookSheet, ColumnSize, DefinedName } from "../../workbook/book";
import type { Block } from "../../workbook/block";
import { isError, type CellValue } from "../../workbook/cell";
import { isWholeColumns, isWholeRows } from "../../workbook/xlsx/bounds";
import { filteredRows } from "../../workbook/sheet-filter";
import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { dataOf, markOf, mayGiveArray, takesOneCell, gridValueOf } from "./cell-data";
import { customOf, modesIn } from "./book-modes";
import { isFitted, characters, COLUMN_WIDTH, COLUMNS, heightsOfFonts, sheetSizeOf, pixels, pixelsOfPoints, ROW_HEIGHT } from "./sheet-size";
import { lookOf, styleData } from "./cell-style";
import { blockOfRange, rangeOfBlock } from "./ranges";
import { featureData, featureFields } from "./sheet-features";

const NAMES_RESOURCE = "SHEET_DEFINED_NAME_PLUGIN";
const WHOLE_BOOK = "AllDefaultWorkbook";

/** Merged cells. The grid stores merged whole rows and columns as such, and all others cell by cell. */
function mergeRange(block: Block): IRange {
  if (isWholeRows(block) && isWholeColumns(block)) return { ...rangeOfBlock(block), rangeType: RANGE_TYPE.ALL };
  if (isWholeRows(block)) return { ...rangeOfBlock(block), rangeType: RANGE_TYPE.ROW };
  return isWholeColumns(block) ? { ...rangeOfBlock(block), rangeType: RANGE_TYPE.COLUMN } : rangeOfBlock(block);
}

/**
 * A formula with a known value shows it, as in Excel; otherwise the engine calculates it. The other cells of an array exist only after calculation. A value
 * that was pending or unknown when the file was saved does not count.
 */
function cachedValue({ value, formula, spill }: BookCell): CellValue {
  if (formula === undefined) return value;
  if (spill && (spill.length > 1 || (spill[0]?.length ?? 0) > 1)) return null;
  if (value !== null && isError(value) && (/^#(BUSY!|GETTING_DATA|CONNECT!)$/.test(value.error) || (value.error === "#NAME?" && hasServiceCall(formula))))
    return null;
  return value;
}

function sheetData(sheet: BookSheet, id: string): Partial<IWorksheetData> {
  const cellData: Record<number, Record<number, ICellData>> = {};
  const { rows, columns } = sheetSizeOf(sheet);
  for (const cell of sheet.cells) {
    const s = styleData(cell);
    (cellData[cell.row] ??= {})[cell.column] = {
      ...dataOf(cachedValue(cell)),
      ...(cell.formula ? { f: cell.formula, ...markOf(cell) } : {}),
      ...(s ? { s } : {}),
    };
  }
  const rowData: IWorksheetData["rowData"] = {};
  for (const [row, h] of heightsOfFonts(sheet)) rowData[row] = { h };
  // The filter itself hides its rows.
  const filtered = new Set(filteredRows(sheet));
  for (const { row, height, hidden } of sheet.rows ?? [])
    rowData[row] = {
      ...(height ? { h: pixelsOfPoints(height), ia: BooleanNumber.FALSE } : {}),
      ...(hidden && !filtered.has(row) ? { hd: BooleanNumber.TRUE } : {}),
    };
  const columnData: IWorksheetData["columnData"] = {};
  for (const { from, to, width, hidden } of sheet.columns ?? [])
    for (let c = from; c <= Math.min(to, Math.max(columns - 26, COLUMNS)); c++)
      columnData[c] = { ...(width === undefined ? {} : { w: pixels(width) }), ...(hidden ? { hd: BooleanNumber.TRUE } : {}) };
  const { frozen } = sheet;
  return {
    id,
    name: sheet.name,
    cellData,
    rowData,
    columnData,
    rowCount: rows,
    columnCount: columns,
    defaultRowHeight: ROW_HEIGHT,
    defaultColumnWidth: COLUMN_WIDTH,
    hidden: sheet.visibility ? BooleanNumber.TRUE : BooleanNumber.FALSE,
    mergeData: (sheet.merges ?? []).map(mergeRange),
    ...(sheet.visibility === "veryHidden" || sheet.charts || sheet.notes
      ? { custom: { ...(sheet.visibility === "veryHidden" ? { veryHidden: true } : {}), ...storedIn(sheet) } }
      : {}),
    ...(frozen && (frozen.rows > 0 || frozen.columns > 0)
      ? { freeze: { startRow: frozen.rows || -1, startColumn: frozen.columns || -1, xSplit: frozen.columns, ySplit: frozen.rows } }
      : {}),
  };
}

const REFERENCE = /^=((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\d_.]*)!\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)$/u;

/** A name's formula in the engine's form: a plain reference has no equals sign. */
export const referenceOr = (formula: string): string => REFERENCE.exec(formula)?.[1] ?? formula;

/** The engine's id of a book's sheet, by its index; and the index of the sheet with this id, undefined for one that was added later. */
export const sheetId = (index: number): string => `s${index + 1}`;
export const sheetIndex = (id: string): number | undefined => (/^s\d+$/.test(id) ? Number(id.slice(1)) - 1 : undefined);

/** Converts a book to the engine's workbook data. */
export function dataOfBook(book: Book, unit: string): IWorkbookData {
  const ids = book.sheets.map((_, i) => sheetId(i));
  const names = Object.fromEntries(
    book.names.map(({ name, formula, sheet, hidden }, i) => {
      const local = sheet === undefined ? WHOLE_BOOK : ids[book.sheets.findIndex((s) => s.name === sheet)];
      const id = `n${i + 1}`;
      return [id, { id, name, formulaOrRefString: referenceOr(formula), localSheetId: local ?? WHOLE_BOOK, hidden: hidden ?? false }];
    }),
  );
  return {
    id: unit,
    name: "",
    appVersion: "",
    locale: LocaleType.EN_US,
    styles: {},
    sheetOrder: ids,
    sheets: Object.fromEntries(book.sheets.map((sheet, i) => [ids[i], sheetData(sheet, ids[i] ?? "")])),
    ...customOf(book),
    resources: [{ name: NAMES_RESOURCE, data: JSON.stringify(names) }, ...featureData(book, sheetId)],
  };
}

/** What a book is made from: the engine's workbook, and what only the host knows. */
export interface BookSource {
  readonly data: IWorkbookData;
  readonly activeSheet: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The formula of a cell whose formula is stored in another cell. */
  readonly sharedFormula: (sheet: string, row: number, column: number) => string | undefined;
  /** The block that a cell's formula fills, by rows. */
  readonly spill: (sheet: string, row: number, column: number) => readonly (readonly CellValue[])[] | undefined;
}

function bookCell(source: BookSource, sheet: string, row: number, column: number, cell: ICellData, style: Nullable<IStyleData>): BookCell | undefined {
  const formula = cell.f ?? (cell.si ? source.sharedFormula(sheet, row, column) : undefined);
  const value = gridValueOf(cell);
  const look = lookOf(style);
  if (!formula && value === null && !look.style && !look.format) return undefined;
  const given = formula ? source.spill(sheet, row, column) : undefined;
  const one = formula !== undefined && given === undefined && takesOneCell(cell);
  const spill = given ?? (formula && !one && mayGiveArray(formula) ? [[value]] : undefined);
  return { row, column, value, ...(formula ? { formula } : {}), ...(spill ? { spill } : {}), ...(one ? { takesOneCell: true as const } : {}), ...look };
}

const indices = (record: object | undefined): number[] =>
  Object.keys(record ?? {})
    .map(Number)
    .sort((a, b) => a - b);

function bookSheet(source: BookSource, id: string, sheet: Partial<IWorksheetData>): BookSheet {
  const { styles } = source.data;
  const styleOf = (s: ICellData["s"]): Nullable<IStyleData> => (typeof s === "string" ? styles[s] : s);
  const cells = indices(sheet.cellData).flatMap((row) =>
    indices(sheet.cellData?.[row]).flatMap((column) => {
      const cell = sheet.cellData?.[row]?.[column];
      return (cell && bookCell(source, id, row, column, cell, styleOf(cell.s))) ?? [];
    }),
  );
  const columns = indices(sheet.columnData).flatMap((c) => {
    const data = sheet.columnData?.[c] ?? {};
    const { w, hd } = data;
    if (w === undefined && !hd) return [];
    const fitted = isFitted(data) ? { fitted: true as const } : {};
    return [{ from: c, to: c, ...(w === undefined ? {} : { width: characters(w) }), ...(hd ? { hidden: true as const } : {}), ...fitted }];
  });
  const rows = indices(sheet.rowData).flatMap((row) => {
    const { h, ia, hd } = sheet.rowData?.[row] ?? {};
    const height = h !== undefined && ia === BooleanNumber.FALSE ? Math.round(h * 0.75 * 100) / 100 : undefined;
    return height === undefined && !hd ? [] : [{ row, ...(height === undefined ? {} : { height }), ...(hd ? { hidden: true as const } : {}) }];
  });
  const merges = (sheet.mergeData ?? []).map(blockOfRange);
  const frozen = { rows: sheet.freeze?.ySplit ?? 0, columns: sheet.freeze?.xSplit ?? 0 };
  return {
    name: sheet.name ?? "",
    cells,
    ...(sheet.hidden ? { visibility: sheet.custom?.veryHidden ? ("veryHidden" as const) : ("hidden" as const) } : {}),
    ...filled({ columns: joined(columns), rows, merges, frozen: (frozen.rows > 0 || frozen.columns > 0) && frozen }),
    ...storedFields(sheet),
  };
}

/** Fields for which the grid has no place of its own. They are stored with the sheet itself, so that its copies have them, and a deleted sheet that is restored. */
export type StoredFields = Pick<BookSheet, "charts" | "notes">;

const storedIn = ({ charts, notes }: StoredFields): StoredFields => filled({ charts, notes });

/** What `sheetData` stored with a sheet. */
export const storedFields = ({ custom }: Pick<Partial<IWorksheetData>, "custom">): StoredFields => storedIn((custom ?? {}) as StoredFields);

/** Joins adjacent equal columns into one entry, as in files. */
const joined = (columns: readonly ColumnSize[]): ColumnSize[] =>
  runsBy(columns, (a, b) => a.to + 1 === b.from && a.width === b.width && a.hidden === b.hidden && a.fitted === b.fitted).map((run) => ({
    ...run[0],
    to: run.at(-1)!.to,
  }));

/** Converts the engine's workbook to a book, for writing a file. */
export function bookOfData(source: BookSource): Book {
  const { data } = source;
  const fieldsOf = featureFields(data.resources);
  const text = data.resources?.find(({ name }) => name === NAMES_RESOURCE)?.data;
  const stored = Object.values(
    (text ? JSON.parse(text) : {}) as Record<string, { name: string; formulaOrRefString: string; localSheetId?: string; hidden?: boolean }>,
  );
  const names = stored.map(({ name, formulaOrRefString, localSheetId, hidden }): DefinedName => {
    const sheet = localSheetId && localSheetId !== WHOLE_BOOK ? data.sheets[localSheetId]?.name : undefined;
    return { name, formula: `=${formulaOrRefString.replace(/^=/, "")}`, ...(sheet ? { sheet } : {}), ...(hidden ? { hidden: true } : {}) };
  });
  return {
    sheets: data.sheetOrder.map((id) => fieldsOf(id, bookSheet(source, id, data.sheets[id] ?? {}))),
    active: Math.max(0, data.sheetOrder.indexOf(source.activeSheet)),
    names,
    settings: source.settings,
    ...modesIn(data),
  };
}
