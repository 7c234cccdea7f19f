import { CellValueType, type ICellData, WrapStrategy } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { type Block, cellsIn, notEmptyWords } from "../../../workbook/block";
import { writtenOverMerged } from "../../../workbook/merged-cells";
import { largest } from "../../../contract/lists";
import { gridValueOf } from "../../../engine/book/cell-data";
import { blockOfRange } from "../../../engine/book/ranges";
import { pixels } from "../../../engine/book/sheet-size";
import type { EngineFunctions } from "../../../engine/univer";
import { blockToWrite, CELL_CHANGED, type Refused, type Workbook, type WriteOptions } from "../../../pane/workbook";
import { CellsTaken, WorkbookRefusal } from "../../../workbook/workbook-refusal";
import type { Content } from "../../../workbook/edits/sheet-edits";
import { areaText, refOf } from "../../../workbook/cell-address";
import { hasServiceCall } from "../../../workbook/formulas/service-calls";
import { isReplaceable } from "../../../workbook/replaceable-format";
import { freeSheetName, sheetName } from "../../../workbook/sheet-name";
import { gridFormulaAt, type GridSheets, patternAt } from "./grid-sheets";

/** Converts a content to cell data: a formula to calculate, or a plain value. The cell keeps its format. */
export function contentData(content: Content): ICellData {
  const empty = { f: null, si: null, p: null };
  if (content === null || content === "") return { ...empty, v: null, t: null };
  if (typeof content === "number") return { ...empty, v: content, t: CellValueType.NUMBER };
  if (typeof content === "boolean") return { ...empty, v: content ? 1 : 0, t: CellValueType.BOOLEAN };
  if (typeof content === "object") return { ...empty, f: content.formula, v: null, t: null };
  // A text that looks like a formula, number, boolean or error would be converted.
  const readsAsOther = /^[\s+-]*[\d.]|^(true|false)$|^[#=+@'-]/i.test(content);
  return { ...empty, v: content, t: readsAsOther ? CellValueType.FORCE_STRING : CellValueType.STRING };
}

/** Adds missing rows and columns; Excel's sheets always have the maximum size. */
export function growGridSheet(sheet: FWorksheet, rows: number, columns: number): void {
  if (sheet.getMaxRows() < rows) sheet.setRowCount(rows);
  if (sheet.getMaxColumns() < columns) sheet.setColumnCount(columns);
}

export const mergedCells = (sheet: FWorksheet): Block[] => sheet.getSheet().getMergeData().map(blockOfRange);

/** Throws a `WorkbookRefusal` if merged cells are where blocks are to be written: the grid would hide what is written to any but the first of them. */
export function guardMerged(sheet: FWorksheet, blocks: readonly Block[]): void {
  const words = writtenOverMerged(sheet.getSheetName(), blocks, mergedCells(sheet));
  if (words !== undefined) throw new WorkbookRefusal(words);
}

function put(
  sheet: FWorksheet,
  { row, column, columns }: Pick<Block, "row" | "column" | "columns">,
  rows: readonly (readonly Content[])[],
  { format, headings = false }: Pick<WriteOptions, "format" | "headings"> = {},
): void {
  growGridSheet(sheet, row + rows.length, column + columns);
  const formatAt = (content: Content, r: number, c: number): string | undefined =>
    typeof format !== "string" ? format?.[r]?.[c] : typeof content === "object" && content !== null ? format : undefined;
  /** A content with its number format: one step to undo. */
  const data = (content: Content, r: number, c: number): ICellData => {
    const pattern = formatAt(content, r, c);
    const style = {
      ...(pattern !== undefined && isReplaceable(patternAt(sheet, row + r, column + c) ?? "General", pattern) ? { n: { pattern } } : {}),
      ...(headings && r === 0 ? { tb: WrapStrategy.WRAP } : {}),
    };
    return { ...contentData(content), ...(Object.keys(style).length > 0 ? { s: style } : {}) };
  };
  sheet.getRange(row, column, rows.length, columns).setValues(rows.map((cells, r) => Array.from({ length: columns }, (_, c) => data(cells[c] ?? null, r, c))));
}

/** The calls of a workbook that write cells. */
export function createGridWriting(sheets: GridSheets, functions: EngineFunctions): Pick<Workbook, "write" | "writeSheet" | "reenter"> {
  /** The cells of the block that are not empty, including spilled values. */
  const inTheWay = (sheet: FWorksheet, block: Block): string[] =>
    [...cellsIn(block)].flatMap((at) => {
      const cell = sheets.content(sheet, at.row, at.column);
      return cell?.f || cell?.si || gridValueOf(cell) !== null ? [refOf(at)] : [];
    });

  return {
    write: async (at, rows, { over = false, ...look } = {}) => {
      const sheet = sheets.of(at);
      const block = blockToWrite({ ...at, sheet: sheet.getSheetName() }, rows);
      const taken = over ? [] : inTheWay(sheet, block);
      if (taken.length > 0) throw new CellsTaken(notEmptyWords(taken, block));
      guardMerged(sheet, [block]);
      put(sheet, block, rows, look);
      return areaText(block);
    },
    writeSheet: async (wanted, rows, { replace = false, look, ...options } = {}) => {
      const existing = replace ? sheets.named(sheetName(wanted)) : undefined;
      const columns = largest(
        rows.map((r) => r.length),
        0,
      );
      if (existing) existing.clear();
      const book = sheets.book();
      const front = book.getActiveSheet();
      const names = book.getSheets().map((s) => s.getSheetName());
      const sheet = existing ?? book.insertSheet(freeSheetName(wanted, names));
      if (!existing) book.setActiveSheet(front);
      if (columns > 0) put(sheet, { row: 0, column: 0, columns }, rows, options);
      if (look && !existing) {
        look.widths.forEach((characters, column) => sheet.setColumnWidth(column, pixels(characters)));
        sheet.getRange(look.head, 0, 1, look.widths.length).setFontWeight("bold");
        sheet.setFrozenRows(look.head + 1);
      }
      return sheet.getSheetName();
    },
    reenter: async (cells) => {
      const refused: Refused[] = [];
      for (const [sheet, own] of sheets.grouped(cells, (c) => c.place, refused))
        for (const { place, formula, was } of own) {
          // The cell may have been changed since it was read.
          const now = gridFormulaAt(sheet, place.row, place.column);
          if (!hasServiceCall(now) || (was !== undefined && now !== was)) {
            refused.push({ place, why: CELL_CHANGED });
            continue;
          }
          functions.forget([sheets.engineCell(sheet, place)]);
          sheet.getRange(place.row, place.column).setValue(contentData({ formula }));
        }
      return refused;
    },
  };
}
