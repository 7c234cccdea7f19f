import { columnName } from "../cell-address";
import { createBounds } from "./bounds";
import { type Attributes, readXml, type Span } from "./read-xml";
import { type Edit, prefixOf, withContent } from "./xml-edits";

/** A cell element in the text. */
export interface CellInText {
  readonly column: number;
  readonly tag: Span;
  end: number;
  formula?: { readonly tag: Span; readonly attributes: Attributes; end: number };
  /** Elements that hold the value: `v` or `is`. */
  readonly values: Span[];
}

export interface RowInText {
  readonly tag: Span;
  end: number;
  readonly attributes: Attributes;
  readonly cells: CellInText[];
}

/** A column's cells without an element of their own have this style. */
export interface ColumnStyle {
  readonly from: number;
  readonly to: number;
  readonly style: string;
}

export interface SheetInText {
  /** Rows with a new value, by index. */
  readonly rows: ReadonlyMap<number, RowInText>;
  /** Where a row that is not there belongs. */
  readonly places: ReadonlyMap<number, number>;
  readonly dimension: (Span & { readonly ref: string }) | undefined;
  readonly columnStyles: readonly ColumnStyle[];
  /** The element of a sheet without rows, `<sheetData/>`. */
  readonly emptyData: Span | undefined;
}

const ONCE = "each row and each cell once";

/** Finds the rows of these indices, with all their cells, in one pass over the text. */
export function findRows(xml: string, where: string, wanted: ReadonlySet<number>): SheetInText {
  const bounds = createBounds(where, xml.length);
  const rows = new Map<number, RowInText>();
  const places = new Map<number, number>();
  const missing = [...wanted].sort((a, b) => a - b);
  let dimension: SheetInText["dimension"];
  let emptyData: Span | undefined;
  const columnStyles: ColumnStyle[] = [];
  let columns = new Set<number>();
  let [at, column] = [-1, -1];
  let row: RowInText | undefined;
  let cell: CellInText | undefined;
  /** The element of the cell's formula or value. */
  let part: { readonly name: string; readonly start: number } | undefined;
  let [isInData, hasData, isInRow, isInCell] = [false, false, false, false];
  const placeUntil = (index: number, position: number): void => {
    while (missing.length > 0 && missing[0]! < index) places.set(missing.shift()!, position);
  };
  readXml(xml, where, {
    open: (name, a, start, end) => {
      if (name === "sheetData") {
        if (hasData) bounds.refuse(ONCE, "its data twice");
        isInData = hasData = true;
      } else if (name === "dimension" && !isInData) dimension = { start, end, ref: a["ref"] ?? "" };
      else if (!isInData) {
        if (name === "col" && a["style"] !== undefined) {
          const [from, to] = bounds.columns(a["min"], a["max"]);
          columnStyles.push({ from, to, style: a["style"] });
        }
      } else if ((name === "row" && isInRow) || (name === "c" && isInCell))
        bounds.refuse(ONCE, `one within another near ${columnName(Math.max(0, column))}${at + 1}`);
      else if (name === "row") {
        isInRow = true;
        at = a["r"] === undefined ? at + 1 : bounds.row(a["r"]);
        column = -1;
        placeUntil(at, start);
        if (missing[0] === at) missing.shift();
        columns = new Set();
        if (rows.has(at)) bounds.refuse(ONCE, `row ${at + 1} twice`);
        row = wanted.has(at) ? { tag: { start, end }, end, attributes: a, cells: [] } : undefined;
        if (row) rows.set(at, row);
      } else if (name === "c") {
        isInCell = true;
        // A cell in another row than its address says could be the one that changes.
        if (a["r"] !== undefined) bounds.inRow(a["r"], at);
        if (!row) return;
        column = a["r"] === undefined ? column + 1 : bounds.cell(a["r"]).column;
        if (columns.has(column)) bounds.refuse(ONCE, `${columnName(column)}${at + 1} twice`);
        columns.add(column);
        cell = { column, tag: { start, end }, end, values: [] };
        row.cells.push(cell);
      } else if (cell && (name === "f" || name === "v" || name === "is")) {
        if (part) bounds.refuse(ONCE, `${name} within ${part.name} in ${columnName(column)}${at + 1}`);
        part = { name, start };
        if (name === "f") cell.formula = { tag: { start, end }, attributes: a, end };
      }
    },
    close: (name, start, end) => {
      if (name === "row") isInRow = false;
      else if (name === "c") isInCell = false;
      if (name === "sheetData") {
        isInData = false;
        if (xml[start + 1] === "/") placeUntil(Infinity, start);
        else emptyData = { start, end };
      } else if (!row) return;
      else if (name === "row") {
        row.end = end;
        row = undefined;
      } else if (name === "c" && cell) {
        cell.end = end;
        cell = undefined;
      } else if (cell && part?.name === name) {
        if (name !== "f") cell.values.push({ start: part.start, end });
        else if (cell.formula) cell.formula.end = end;
        part = undefined;
      }
    },
  });
  return { rows, places, dimension, columnStyles, emptyData };
}

/** Adds a row that a sheet's text does not have, written with the prefix of its elements. A part without data for rows gets none. */
export function addedRow(xml: string, { places, emptyData }: SheetInText, index: number, write: (prefix: string) => string): Edit[] {
  const start = places.get(index) ?? emptyData?.start;
  if (start === undefined) return [];
  // At the end of the sheet's data.
  const tag = xml[start + 1] === "/" ? `<${xml.slice(start + 2, start + 80)}` : xml.slice(start, start + 80);
  return [{ start, end: start, text: write(prefixOf(tag)) }];
}

/** Edits of rows, in their order, as one edit if the sheet has no rows. */
export const inData = (xml: string, { emptyData }: SheetInText, edits: readonly Edit[]): readonly Edit[] =>
  emptyData && edits.length > 0
    ? [{ ...emptyData, text: withContent(xml.slice(emptyData.start, emptyData.end), edits.map(({ text }) => text).join("")) }]
    : edits;
