import type { BookCell, BookSheet } from "../book";
import { placeOf } from "../cell-reference";
import { CLASSIC_ERRORS } from "../../contract/error-values";
import { LONGEST_TEXT } from "../excel-limits";
import { BUSY, type CellValue, isError } from "../cell";
import { blockText, columnName, refOf } from "../cell-address";
import { needsArray, type StoredOptions, toStoredFormula, unstorable } from "../formulas/stored-formula";
import { formatsXml, type RuleNeeds } from "./formats/rule-xml";
import { filterXml } from "./filter-xml";
import { escapeCellText, escapeXml } from "./xml-edits";

/** A cell with what it shows. */
export interface PlacedCell {
  readonly cell: BookCell;
  /** The cell whose array fills it; it has no formula then. Missing for any other. */
  readonly filledBy?: BookCell;
}

/** All cells of a sheet by place, including those that arrays fill. */
export function placedCells({ cells }: Pick<BookSheet, "cells">): Map<number, PlacedCell> {
  const placed = new Map<number, PlacedCell>();
  for (const cell of cells) placed.set(placeOf(cell.row, cell.column), { cell });
  for (const first of cells) {
    const { row, column, spill } = first;
    spill?.forEach((values, r) =>
      values.forEach((value, c) => {
        if (r === 0 && c === 0) return;
        const at = placeOf(row + r, column + c);
        const there = placed.get(at)?.cell;
        // A cell in the way of an array is the user's.
        if (!there || (there.value === null && there.formula === undefined))
          placed.set(at, { cell: { ...there, row: row + r, column: column + c, value }, filledBy: first });
      }),
    );
  }
  return placed;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** State shared by the cells of all sheets. */
interface SheetNeeds {
  readonly options: StoredOptions;
  /** The number of a shared text. Missing: texts are stored in their cells. */
  readonly stringNumber?: (text: string) => number;
  readonly styleNumber: (cell: Pick<BookCell, "format" | "style">) => number;
  /** The number of a look of conditional formats. */
  readonly lookNumber: RuleNeeds["lookNumber"];
  /** Called for each cell stored as a dynamic array. Returns the number of the metadata that marks it. */
  readonly arrayUsed: () => number;
  /** Called for each formula without a known value. */
  readonly notCalculated: () => void;
}

/** Error values that every version of Excel can read. Excel reports a file with another one as damaged. */
const STORED_ERRORS = new Set([...CLASSIC_ERRORS, "#GETTING_DATA"]);

interface Stored {
  readonly type: string;
  readonly value: string;
}

/** An error in the form that every version of Excel can read. */
export function storedError(error: string): string {
  if (error === BUSY) return "#GETTING_DATA";
  return STORED_ERRORS.has(error) ? error : "#VALUE!";
}

/** A value without a formula; undefined for an empty cell. */
function storedValue(value: CellValue, stringNumber: SheetNeeds["stringNumber"]): Stored | undefined {
  if (value === null) return undefined;
  if (isError(value)) return { type: ` t="e"`, value: storedError(value.error) };
  if (typeof value === "boolean") return { type: ` t="b"`, value: value ? "1" : "0" };
  if (typeof value === "number") return Number.isFinite(value) ? { type: "", value: String(value) } : { type: ` t="e"`, value: "#NUM!" };
  const text = value.slice(0, LONGEST_TEXT);
  return stringNumber ? { type: ` t="s"`, value: String(stringNumber(text)) } : { type: ` t="inlineStr"`, value: escapeCellText(text) };
}

/** A formula's last result; texts are stored in the cell itself. */
function calculatedValue(value: CellValue): Stored | undefined {
  if (typeof value === "string") return { type: ` t="str"`, value: escapeCellText(value.slice(0, LONGEST_TEXT)) };
  return storedValue(value, () => 0);
}

function formulaCell(cell: BookCell, at: string, style: string, needs: SheetNeeds): string {
  const { formula = "", value, spill } = cell;
  // Without a value, applications that do not calculate would show an empty cell or 0.
  const { type, value: shown } = calculatedValue(value) ?? { type: ` t="e"`, value: storedError(BUSY) };
  if (value === null || (isError(value) && storedError(value.error) !== value.error)) needs.notCalculated();
  const text = escapeXml(toStoredFormula(formula, needs.options));
  const v = `<v>${shown}</v>`;
  if (!spill && (cell.takesOneCell || !needsArray(formula))) return `<c r="${at}"${style}${type}><f>${text}</f>${v}</c>`;
  const mark = needs.arrayUsed();
  const [rows, columns] = [Math.max(1, spill?.length ?? 1), Math.max(1, spill?.[0]?.length ?? 1)];
  return `<c r="${at}"${style}${type} cm="${mark}"><f t="array" ref="${blockText({ ...cell, rows, columns })}">${text}</f>${v}</c>`;
}

/** All cells, including those that arrays fill, by rows and columns. */
const allCells = (sheet: BookSheet): BookCell[] => [...placedCells(sheet)].sort(([a], [b]) => a - b).map(([, { cell }]) => cell);

/** The frozen panes of a sheet's view; nothing without any. */
export function paneXml({ frozen }: Pick<BookSheet, "frozen">, p = ""): string {
  if (!frozen || (frozen.rows <= 0 && frozen.columns <= 0)) return "";
  const { rows, columns } = frozen;
  const pane = rows > 0 && columns > 0 ? "bottomRight" : rows > 0 ? "bottomLeft" : "topRight";
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ""}${rows > 0 ? ` ySplit="${rows}"` : ""}`;
  const corner = `${columnName(columns)}${rows + 1}`;
  return `<${p}pane${splits} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><${p}selection pane="${pane}" activeCell="${corner}" sqref="${corner}"/>`;
}

function viewXml(sheet: BookSheet, inFront: boolean): string {
  const front = inFront ? ` tabSelected="1"` : "";
  const pane = paneXml(sheet);
  return pane === ""
    ? `<sheetViews><sheetView${front} workbookViewId="0"/></sheetViews>`
    : `<sheetViews><sheetView${front} workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

/** One sheet's part. */
export function sheetXml(sheet: BookSheet, inFront: boolean, needs: SheetNeeds): string {
  const rows = new Map<number, string[]>();
  for (const { row } of sheet.rows ?? []) rows.set(row, []);
  for (const cell of allCells(sheet)) {
    const number = needs.styleNumber(cell);
    const style = number === 0 ? "" : ` s="${number}"`;
    const at = refOf(cell);
    let xml: string;
    if (cell.formula !== undefined && unstorable(cell.formula) === undefined) xml = formulaCell(cell, at, style, needs);
    else {
      // A formula that no file can hold stays readable as text.
      const stored = storedValue(cell.formula ?? cell.value, needs.stringNumber);
      if (!stored && style === "") continue;
      const isInline = stored !== undefined && needs.stringNumber === undefined && stored.type.includes("inlineStr");
      const content = isInline ? `<is><t xml:space="preserve">${stored.value}</t></is>` : `<v>${stored?.value}</v>`;
      xml = stored ? `<c r="${at}"${style}${stored.type}>${content}</c>` : `<c r="${at}"${style}/>`;
    }
    const row = rows.get(cell.row);
    if (row) row.push(xml);
    else rows.set(cell.row, [xml]);
  }
  const sizes = new Map((sheet.rows ?? []).map((size) => [size.row, size]));
  const rowXml = [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => {
      const size = sizes.get(row);
      const height = size?.height === undefined ? "" : ` ht="${size.height}" customHeight="1"`;
      return `<row r="${row + 1}"${height}${size?.hidden ? ` hidden="1"` : ""}>${cells.join("")}</row>`;
    });
  const columns = (sheet.columns ?? []).map(
    ({ from, to, width, hidden }) =>
      `<col min="${from + 1}" max="${to + 1}"${width === undefined ? "" : ` width="${width}" customWidth="1"`}${hidden ? ` hidden="1"` : ""}/>`,
  );
  const merges = (sheet.merges ?? []).map((m) => `<mergeCell ref="${blockText(m)}"/>`);
  const formats = formatsXml(sheet.formats ?? [], needs);
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}"${sheet.charts || sheet.notes ? ` xmlns:r="${RELATIONSHIPS}"` : ""}>` +
    (sheet.filter && sheet.filter.columns.length > 0 ? `<sheetPr filterMode="1"/>` : "") +
    viewXml(sheet, inFront) +
    `<sheetFormatPr defaultRowHeight="15"/>` +
    (columns.length > 0 ? `<cols>${columns.join("")}</cols>` : "") +
    `<sheetData>${rowXml.join("")}</sheetData>` +
    (sheet.filter ? filterXml(sheet.filter) : "") +
    (merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join("")}</mergeCells>` : "") +
    formats.own +
    `<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>${sheet.charts ? `<drawing r:id="rId1"/>` : ""}` +
    `${sheet.notes ? `<legacyDrawing r:id="rId${sheet.charts ? 2 : 1}"/>` : ""}${formats.extension}</worksheet>`
  );
}
