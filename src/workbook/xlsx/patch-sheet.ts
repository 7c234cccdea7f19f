import { append, largest, smallest } from "../../contract/lists";
import { blockText, columnName } from "../cell-address";
import type { CellValue } from "../cell";
import { isError } from "../cell";
import { blockIn } from "../cell-reference";
import { createBounds } from "./bounds";
import { readXml, type Attributes } from "./read-xml";
import { edited, prefixOf, withAttribute, withoutAttribute, type Edit, type Span } from "./xml-edits";
import { escapeCellText } from "./xml-text";

/** What a cell shows from now on. */
export interface NewValue {
  /** Zero-based. */
  readonly row: number;
  readonly column: number;
  /** null empties the cell: its formula no longer fills it. */
  readonly value: CellValue;
  /** The cells that its array formula fills from now on, `B2:B9`. Missing: as before. */
  readonly fills?: string;
  /** The value is a day. A cell in the General format gets one that shows it. */
  readonly isDate?: true;
}

/** The style that shows a date in place of another one; undefined if that has a format of its own. */
type Dated = (style: number) => number | undefined;

/** Error values that a cell can hold without a further part. Newer ones, such as `#SPILL!`, need metadata. */
const PLAIN_ERRORS: ReadonlySet<string> = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** True if `patchSheet` can write this value. */
export const isWritable = (value: CellValue): boolean =>
  typeof value === "number" ? Number.isFinite(value) : value === null || typeof value !== "object" || PLAIN_ERRORS.has(value.error);

/** A value's type attribute and the content of its `v`. */
function stored(value: Exclude<CellValue, null>): { readonly type: string | undefined; readonly text: string } {
  if (typeof value === "number") return { type: undefined, text: String(value).replace("e", "E") };
  if (typeof value === "boolean") return { type: "b", text: value ? "1" : "0" };
  if (isError(value)) return { type: "e", text: value.error };
  return { type: "str", text: escapeCellText(value) };
}

/** A cell element in the text. */
interface CellInText {
  readonly column: number;
  readonly style: number;
  readonly tag: Span;
  end: number;
  formula?: { readonly tag: Span; readonly attributes: Attributes; end: number };
  /** Elements that hold the value: `v` or `is`. */
  readonly values: Span[];
}

interface RowInText {
  readonly tag: Span;
  end: number;
  readonly attributes: Attributes;
  readonly cells: CellInText[];
}

/** A column's cells without an element of their own have this style. */
interface ColumnStyle {
  readonly from: number;
  readonly to: number;
  readonly style: string;
}

interface SheetInText {
  /** Rows with a new value, by index. */
  readonly rows: ReadonlyMap<number, RowInText>;
  /** Where a row that is not there belongs. */
  readonly places: ReadonlyMap<number, number>;
  readonly dimension: (Span & { readonly ref: string }) | undefined;
  readonly columnStyles: readonly ColumnStyle[];
}

const ONCE = "each row and each cell once";

/** Finds the rows of these indices, with all their cells, in one pass over the text. */
function findRows(xml: string, where: string, wanted: ReadonlySet<number>): SheetInText {
  const bounds = createBounds(where, xml.length);
  const rows = new Map<number, RowInText>();
  const places = new Map<number, number>();
  const missing = [...wanted].sort((a, b) => a - b);
  let dimension: SheetInText["dimension"];
  const columnStyles: ColumnStyle[] = [];
  let columns = new Set<number>();
  let at = -1;
  let column = -1;
  let row: RowInText | undefined;
  let cell: CellInText | undefined;
  /** The element of the cell's formula or value. */
  let part: { readonly name: string; readonly start: number } | undefined;
  let isInData = false;
  let hasData = false;
  let isInRow = false;
  let isInCell = false;
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
        cell = { column, style: Number(a["s"] ?? 0), tag: { start, end }, end, values: [] };
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
  return { rows, places, dimension, columnStyles };
}

/** Edits that give a cell its new value. All other attributes and elements stay. */
function cellEdits(xml: string, { tag, end, formula, values, style }: CellInText, { value, fills, isDate }: NewValue, dated: Dated): Edit[] {
  const open = xml.slice(tag.start, tag.end);
  const p = prefixOf(open);
  const is = value === null ? undefined : stored(value);
  // `vm` describes the old value.
  let newTag = withoutAttribute(open, "vm");
  newTag = is?.type === undefined ? withoutAttribute(newTag, "t") : withAttribute(newTag, "t", is.type);
  const date = isDate ? dated(style) : undefined;
  if (date !== undefined) newTag = withAttribute(newTag, "s", String(date));
  const v = is ? `<${p}v>${is.text}</${p}v>` : "";
  if (open.endsWith("/>")) return [{ ...tag, text: v === "" ? newTag : `${newTag.replace(/\s*\/>$/, ">")}${v}</${p}c>` }];
  const edits: Edit[] = newTag === open ? [] : [{ ...tag, text: newTag }];
  if (formula && fills !== undefined && formula.attributes["ref"] !== fills)
    edits.push({ ...formula.tag, text: withAttribute(xml.slice(formula.tag.start, formula.tag.end), "ref", fills) });
  const [first, ...others] = values;
  const place = formula ? formula.end : tag.end;
  edits.push(first ? { ...first, text: v } : { start: place, end: place, text: v });
  for (const other of others) edits.push({ ...other, text: "" });
  return edits.filter(({ start, end: to, text }) => xml.slice(start, to) !== text && start <= end);
}

/** A new cell with the style of its row, if it has one, or of its column. */
const newCell = (prefix: string, { row, column, value }: NewValue, styles: readonly ColumnStyle[], inRow?: Attributes): string => {
  if (value === null) return "";
  const { type, text } = stored(value);
  const style = /^(1|true)$/.test(inRow?.["customFormat"] ?? "") ? inRow?.["s"] : styles.find(({ from, to }) => column >= from && column <= to)?.style;
  const attributes = `${style === undefined || Number(style) === 0 ? "" : ` s="${style}"`}${type === undefined ? "" : ` t="${type}"`}`;
  return `<${prefix}c r="${columnName(column)}${row + 1}"${attributes}><${prefix}v>${text}</${prefix}v></${prefix}c>`;
};

/** A row's `spans`, such as `1:7`, with these columns. */
function wider(spans: string, columns: readonly number[]): string {
  const m = /^(\d+):(\d+)$/.exec(spans.trim());
  if (!m) return spans;
  return `${smallest(columns, Number(m[1]) - 1) + 1}:${largest(columns, Number(m[2]) - 1) + 1}`;
}

function rowEdits(xml: string, row: RowInText, changes: readonly NewValue[], styles: readonly ColumnStyle[], dated: Dated): Edit[] {
  const edits: Edit[] = [];
  const open = xml.slice(row.tag.start, row.tag.end);
  const isEmpty = open.endsWith("/>");
  const p = prefixOf(open);
  const added: NewValue[] = [];
  const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]));
  for (const change of changes) {
    const cell = byColumn.get(change.column);
    if (cell) append(edits, cellEdits(xml, cell, change, dated));
    else if (change.value !== null) added.push(change);
  }
  if (added.length === 0) return edits;
  const spans = row.attributes["spans"];
  let tag = open;
  if (spans !== undefined) {
    const wide = wider(
      spans,
      added.map(({ column }) => column),
    );
    if (wide !== spans) tag = withAttribute(tag, "spans", wide);
  }
  const cellOf = (change: NewValue): string => newCell(p, change, styles, row.attributes);
  if (isEmpty) return [{ ...row.tag, text: `${tag.replace(/\s*\/>$/, ">")}${added.map(cellOf).join("")}</${p}row>` }];
  if (tag !== open) edits.push({ ...row.tag, text: tag });
  for (const change of added) {
    // Before the first cell further right; otherwise after the last cell.
    const next = row.cells.find(({ column }) => column > change.column);
    const place = next ? next.tag.start : (row.cells.at(-1)?.end ?? row.tag.end);
    edits.push({ start: place, end: place, text: cellOf(change) });
  }
  return edits;
}

/** The sheet's dimension with these cells; as it was if they are within it. */
function wideDimension(ref: string, changes: readonly NewValue[]): string {
  const block = blockIn(ref);
  if (!block) return ref;
  let [top, left, bottom, right] = [block.row, block.column, block.row + block.rows - 1, block.column + block.columns - 1];
  const isWithin = changes.every(({ row, column }) => row >= top && row <= bottom && column >= left && column <= right);
  if (isWithin) return ref;
  for (const { row, column } of changes) {
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
  }
  return blockText({ row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 });
}

/**
 * Writes values into a sheet's text. Formulas, styles and everything else stay as written; only the elements of these cells change, and cells and rows that
 * an array newly fills are added. Throws a `FileRefusal` for invalid XML.
 *
 * @param where the part's name, for refusals
 * @param changes at most one for each cell, with values for which `isWritable` is true
 * @param dated finds or adds the style in which a date is shown
 */
export function patchSheet(xml: string, where: string, changes: readonly NewValue[], dated: Dated = () => undefined): string {
  const byRow = new Map<number, NewValue[]>();
  for (const change of [...changes].sort((a, b) => a.row - b.row || a.column - b.column)) {
    if (!isWritable(change.value)) throw new Error(`A cell cannot hold ${JSON.stringify(change.value)}.`);
    const row = byRow.get(change.row);
    if (row) row.push(change);
    else byRow.set(change.row, [change]);
  }
  const { rows, places, dimension, columnStyles } = findRows(xml, where, new Set(byRow.keys()));
  const edits: Edit[] = [];
  const shown = changes.filter(({ value }) => value !== null);
  for (const [index, all] of byRow) {
    const row = rows.get(index);
    if (row) append(edits, rowEdits(xml, row, all, columnStyles, dated));
    else {
      const place = places.get(index);
      const filled = all.filter(({ value }) => value !== null);
      if (filled.length === 0) continue;
      if (place === undefined) throw new Error(`${where} has no cells.`);
      const p = prefixOf(xml.slice(place));
      const prefix = p === "" && xml[place + 1] === "/" ? prefixOf(`<${xml.slice(place + 2, place + 80)}`) : p;
      edits.push({
        start: place,
        end: place,
        text: `<${prefix}row r="${index + 1}">${filled.map((change) => newCell(prefix, change, columnStyles)).join("")}</${prefix}row>`,
      });
    }
  }
  if (edits.length > 0 && dimension) {
    const ref = wideDimension(dimension.ref, shown);
    if (ref !== dimension.ref)
      edits.push({ start: dimension.start, end: dimension.end, text: withAttribute(xml.slice(dimension.start, dimension.end), "ref", ref) });
  }
  return edits.length > 0 ? edited(xml, edits) : xml;
}
