import { CLASSIC_ERRORS } from "../../contract/error-values";
import { append, largest, smallest, groupedBy } from "../../contract/lists";
import type { CellValue } from "../cell";
import { blockText, refOf } from "../cell-address";
import { blockIn, hasCell } from "../cell-reference";
import { around } from "../block";
import { mayBeInSheetsForm } from "../formulas/called-in-sheets";
import { withoutChainCells } from "./calc-chain";
import { cellEdits, type CellPatch, isFormula, newCell, type NewValue } from "./cell-patch";
import { formulaCells, writtenOut } from "./formula-cells";
import { datedStyle } from "./mark-cells";
import { partText, relatedPart, sheetParts, workbookPart } from "./package-parts";
import { withContents } from "./edit-package";
import { addedRow, type ColumnStyle, findRows, inData, type RowInText, type SheetInText } from "./rows-in-text";
import { stylesOf, withStyles } from "./styles-part";
import { repacked, unpack } from "./unpack";
import { type Edit, edited, prefixOf, withAttribute, withContent } from "./xml-edits";

/**
 * Writes values into cells of an .xlsx file, in place of their old ones. Only the elements of these cells change, and cells that an array newly fills are
 * added. A style is added for dates in cells that show no date. Every other part of the file stays byte for byte, also compressed. Returns the same file if
 * nothing changes. Throws a `FileRefusal` for unreadable files.
 *
 * @param values by sheet name; at most one for each cell, each one that `isWritable`
 */
export function patchValues(file: Uint8Array, values: ReadonlyMap<string, readonly NewValue[]>): Uint8Array {
  const parts = unpack(file);
  const changed = new Map<string, string>();
  const workbook = workbookPart(parts);
  const hasDates = [...values.values()].some((changes) => changes.some(({ isDate }) => isDate));
  const styled = hasDates && relatedPart(parts, workbook, "styles") ? stylesOf(parts, workbook) : undefined;
  const dated = (style: number): number => (styled && datedStyle(styled.styles, style)) ?? style;
  const unchained = new Map<string, ReadonlySet<string>>();
  for (const { name, id, part } of sheetParts(parts, workbook)) {
    const changes = values.get(name);
    if (!changes || changes.length === 0) continue;
    const xml = partText(parts, part);
    const patched = patchSheet(xml, part, styled ? changes.map(({ isDate, ...change }) => (isDate ? { ...change, style: dated } : change)) : changes);
    if (patched !== xml) changed.set(part, patched);
    // The chain says of a formula that it was an array. A cell that an array of Google Sheets no longer fills loses its formula.
    const isFromSheets = mayBeInSheetsForm(xml);
    const gone = changes.filter(({ value, content }) => content !== undefined || (isFromSheets && value === null));
    if (gone.length > 0) unchained.set(id, new Set(gone.map(refOf)));
  }
  const written = changed.size > 0 ? withContents(parts, changed) : parts;
  const after = styled ? withStyles(written, styled.part, styled.styles) : written;
  return repacked(file, parts, unchained.size > 0 ? withoutChainCells(after, workbook, unchained) : after);
}

/** True if `patchSheet` can write this value. Newer errors, such as `#SPILL!`, need a further part. */
export const isWritable = (value: CellValue): boolean =>
  typeof value === "number" ? Number.isFinite(value) : value === null || typeof value !== "object" || CLASSIC_ERRORS.includes(value.error);

/** A row's `spans`, such as `1:7`, with these columns. */
function wider(spans: string, columns: readonly number[]): string {
  const m = /^(\d+):(\d+)$/.exec(spans.trim());
  if (!m) return spans;
  return `${smallest(columns, Number(m[1]) - 1) + 1}:${largest(columns, Number(m[2]) - 1) + 1}`;
}

function rowEdits(xml: string, row: RowInText, changes: readonly CellPatch[], styles: readonly ColumnStyle[]): Edit[] {
  const edits: Edit[] = [];
  const open = xml.slice(row.tag.start, row.tag.end);
  const isEmpty = open.endsWith("/>");
  const p = prefixOf(open);
  const added: { readonly column: number; readonly text: string }[] = [];
  const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]));
  for (const change of changes) {
    const cell = byColumn.get(change.column);
    const text = cell ? "" : newCell(p, change, styles, row.attributes);
    if (cell) append(edits, cellEdits(xml, cell, change));
    else if (text !== "") added.push({ column: change.column, text });
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
  if (isEmpty) return [{ ...row.tag, text: withContent(tag, added.map(({ text }) => text).join("")) }];
  if (tag !== open) edits.push({ ...row.tag, text: tag });
  for (const { column: at, text } of added) {
    // Before the first cell further right; otherwise after the last cell.
    const next = row.cells.find(({ column }) => column > at);
    const place = next ? next.tag.start : (row.cells.at(-1)?.end ?? row.tag.end);
    edits.push({ start: place, end: place, text });
  }
  return edits;
}

/** The sheet's dimension with these cells; as it was if they are within it. */
function wideDimension(ref: string, changes: readonly CellPatch[]): string {
  const block = blockIn(ref);
  if (!block) return ref;
  const cells = changes.filter(({ row, column }) => !hasCell(block, row, column));
  return cells.length === 0 ? ref : blockText(around([block, ...cells]));
}

/** Edits that keep the formulas of cells that share the formula of one whose content changes. */
function sharedEdits(xml: string, where: string, rows: SheetInText["rows"], byRow: ReadonlyMap<number, readonly CellPatch[]>): Edit[] {
  const isShared = (row: number, { column, content }: CellPatch): boolean =>
    content !== undefined && rows.get(row)?.cells.find((cell) => cell.column === column)?.formula?.attributes["t"] === "shared";
  if (![...byRow].some(([row, changes]) => changes.some((change) => isShared(row, change)))) return [];
  const changed = new Set([...byRow.values()].flatMap((changes) => changes.filter(({ content }) => content !== undefined).map(refOf)));
  return writtenOut(xml, formulaCells(xml, where), ({ reference }) => changed.has(reference));
}

/**
 * Writes values into a sheet's text, and formulas and styles where changes state them. Everything else stays as written; only the elements of these cells change, and cells and rows
 * that are missing are added. A shared formula whose first cell changes is written out in the others. Throws a `FileRefusal` for invalid XML.
 *
 * @param where the part's name, for refusals
 * @param changes at most one for each cell, with values for which `isWritable` is true
 */
export function patchSheet(xml: string, where: string, changes: readonly CellPatch[]): string {
  for (const { content, value } of changes)
    if (content === undefined && value !== undefined && !isWritable(value)) throw new Error(`A cell cannot hold ${JSON.stringify(value)}.`);
  const sorted = [...changes].sort((a, b) => a.row - b.row || a.column - b.column);
  const byRow = groupedBy(sorted, ({ row }) => row);
  const sheet = findRows(xml, where, new Set(byRow.keys()));
  const { rows, dimension, columnStyles } = sheet;
  const edits = sharedEdits(xml, where, rows, byRow);
  const shown = changes.filter(({ value, style }) => (value !== null && value !== undefined) || style !== undefined);
  for (const [index, all] of byRow) {
    const row = rows.get(index);
    if (row) append(edits, rowEdits(xml, row, all, columnStyles));
    else if (!all.every(({ value, style, content }) => value === null && style === undefined && !isFormula(content))) {
      if (!sheet.places.has(index) && !sheet.emptyData) throw new Error(`${where} has no cells.`);
      const write = (p: string): string => `<${p}row r="${index + 1}">${all.map((change) => newCell(p, change, columnStyles)).join("")}</${p}row>`;
      append(edits, addedRow(xml, sheet, index, write));
    }
  }
  const placed = [...inData(xml, sheet, edits)];
  if (placed.length > 0 && dimension) {
    const ref = wideDimension(dimension.ref, shown);
    if (ref !== dimension.ref)
      placed.push({ start: dimension.start, end: dimension.end, text: withAttribute(xml.slice(dimension.start, dimension.end), "ref", ref) });
  }
  return placed.length > 0 ? edited(xml, placed) : xml;
}
