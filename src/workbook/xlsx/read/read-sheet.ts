import { countBefore } from "../../../contract/rounded";
import { DAY_MS, DAYS_1904 } from "../../../contract/dates";
import { CELL_ERRORS } from "../../../contract/error-values";
import type { Block } from "../../block";
import type { BookCell, ColumnSize, RowSize, SheetFilter } from "../../book";
import { BUSY, type CellValue } from "../../cell";
import { blockIn, LAST_COLUMN, LAST_ROW, placeOf } from "../../cell-reference";
import type { ConditionalFormat } from "../../conditional-format";
import { mayTakeSeveralCells, withSingleCells } from "../../formulas/implicit-intersection";
import { mayBeInSheetsForm } from "../../formulas/called-in-sheets";
import { callsInSheetsForm } from "../../formulas/sheets-form";
import { hasStuckName, mayFillCells, needsArray } from "../../formulas/stored-formula";
import { type Bounds, createBounds, TALLEST_ROW, WIDEST_COLUMN } from "../bounds";
import type { FilterReader } from "../filter-xml";
import type { FormatReader } from "../formats/format-reader";
import { expandedFormulas, type StoredText } from "../formula-cells";
import type { StyleMeaning } from "./read-styles";
import { type Attributes, elementsInText, isTrue, readXml, xmlText } from "../read-xml";
import { cellText } from "../xml-edits";

/** The workbook's shared strings in order, without rich-text formatting and phonetic readings. */
export function readStrings(part: Uint8Array | undefined): string[] {
  if (!part) return [];
  const strings: string[] = [];
  let readingEnd = 0;
  for (const { name, start, end, text } of elementsInText(xmlText(part), "of its texts", (one) => /^(?:si|t|rPh)$/.test(one)))
    if (name === "si") strings.push("");
    else if (name === "rPh") readingEnd = end;
    else if (start >= readingEnd) strings[strings.length - 1] += text;
  return strings.map(cellText);
}

/** Shared data that a sheet's cells refer to. */
interface SheetContext {
  readonly strings: readonly string[];
  readonly looks: readonly StyleMeaning[];
  /** Newer error values by a cell's `vm`. */
  readonly errors: ReadonlyMap<string, string>;
  /** Dates use the 1904 system. */
  readonly from1904: boolean;
  /** Called for each cell that is read. */
  readonly counted: () => void;
  /** Converts a cell's stored formula to its displayed form; undefined if it has no meaning outside this file. */
  readonly seen: (stored: string, at: { readonly row: number; readonly column: number }) => string | undefined;
  readonly filterReader: FilterReader | undefined;
  readonly rules: FormatReader | undefined;
}

interface SheetContent {
  readonly cells: readonly BookCell[];
  readonly columns: ColumnSize[];
  readonly rows: RowSize[];
  readonly merges: Block[];
  readonly frozen?: { readonly rows: number; readonly columns: number };
  readonly filter: SheetFilter | undefined;
  readonly formats: readonly ConditionalFormat[];
  /** Number of conditional formats that were not understood. */
  readonly formatsUnknown: number;
  /** Number of formulas of which only the value was read. */
  readonly formulasLost: number;
  /** Names of other elements of the sheet, such as `dataValidations`. */
  readonly elements: Set<string>;
  /** The sheet is calculated by the rules of Lotus 1-2-3. */
  readonly asLotus: boolean;
}

type Loose<T> = { -readonly [K in keyof T]: T[K] };
type Cell = Loose<BookCell>;

/** A formula as its cell stores it. */
interface StoredFormula extends StoredText {
  readonly cell: Cell;
  readonly kind: string;
  readonly ref: string | undefined;
  /** The cell has metadata: the array grows and shrinks with its result. */
  readonly isDynamic: boolean;
}

/** `2024-06-25T12:00:00` as a serial number; undefined for an invalid date. */
function serialOfIso(text: string): number | undefined {
  const m = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/.exec(text.trim());
  if (!m) return undefined;
  const [y, mo, d, h = 0, mi = 0] = m.slice(1, 6).map((part) => Number(part ?? 0)) as [number, number, number, number, number];
  const days = Date.UTC(y, mo - 1, d) / DAY_MS + 25_569;
  return (days <= 60 ? days - 1 : days) + h / 24 + mi / 1440 + Number(m[6] ?? 0) / 86_400;
}

function valueOf(type: string, text: string | undefined, inline: string | undefined, strings: readonly string[]): CellValue {
  if (type === "inlineStr") return inline === undefined ? null : cellText(inline);
  if (text === undefined) return null;
  if (type === "str") return cellText(text);
  if (text.trim() === "") return null;
  if (type === "s") return strings[Number(text)] ?? null;
  if (type === "b") return /^\s*(1|true)\s*$/i.test(text);
  if (type === "e") return { error: /^#(GETTING_DATA|BUSY!)$/i.test(text.trim()) ? BUSY : text.trim() };
  if (type === "d") return serialOfIso(text) ?? text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** A row's height or a column's width; undefined if invalid. */
function sizeOf(text: string | undefined, most: number): number | undefined {
  const size = text === undefined ? Number.NaN : Number(text);
  return size >= 0 ? Math.min(size, most) : undefined;
}

/** Number of frozen rows or columns. */
const splitOf = (text: string | undefined, most: number): number => Math.min(Math.max(0, Math.round(Number(text ?? 0)) || 0), most);

/** Cells by their places. Of two cells with one address, the second counts. */
const inOrder = (cells: readonly Cell[]): readonly Cell[] =>
  [...new Map(cells.map((cell) => [placeOf(cell.row, cell.column), cell]))].sort(([a], [b]) => a - b).map(([, cell]) => cell);

/** Reads the cells of a sheet from the elements of its text. `open` and `close` are true for an element that belongs to a cell. */
function createCellReader({ strings, looks, errors, from1904, counted }: SheetContext, bounds: Bounds) {
  const cells: Cell[] = [];
  const formulas: StoredFormula[] = [];
  let isOrdered = true;
  let [row, column, aside] = [-1, -1, 0];
  let attributes: Attributes | undefined;
  let formula: Attributes | undefined;
  let formulaText = "";
  let value: string | undefined;
  let inline: string | undefined;
  let reading: "v" | "f" | "t" | undefined;
  const endCell = (a: Attributes): void => {
    const look = looks[Number(a["s"] ?? 0)] ?? {};
    const rich = a["t"] === "e" ? errors.get(a["vm"] ?? "") : undefined;
    const given = valueOf(a["t"] ?? "n", rich ?? value, inline, strings);
    const isIsoDay = a["t"] === "d" && typeof given === "number";
    const cell: Cell = { row, column, value: isIsoDay && from1904 ? given - DAYS_1904 : given, ...look };
    if (formula) {
      const { t: kind = "normal", ref, si } = formula;
      formulas.push({ cell, row, column, kind, ref, group: kind === "shared" ? si : undefined, text: formulaText, isDynamic: a["cm"] !== undefined });
    }
    if (cell.value === null && !formula && !look.format && !look.style) return;
    counted();
    const last = cells.at(-1);
    if (last && (last.row > row || (last.row === row && last.column >= column))) isOrdered = false;
    cells.push(cell);
  };
  return {
    formulas,
    openRow: (a: Attributes): number => {
      row = a["r"] === undefined ? row + 1 : bounds.row(a["r"]);
      column = -1;
      return row;
    },
    open: (name: string, a: Attributes): boolean => {
      if (name === "c") {
        attributes = a;
        const at = a["r"] === undefined ? undefined : bounds.cell(a["r"]);
        // Without an address, a cell is to the right of the previous one, and a row below the previous row.
        if (at) ({ row, column } = at);
        else {
          bounds.row(String(row + 1));
          bounds.column(String(++column + 1));
        }
        formula = value = inline = undefined;
        formulaText = "";
      } else if (!attributes) return false;
      else if (name === "f") {
        formula = a;
        reading = "f";
      } else if (name === "v") {
        value = "";
        reading = "v";
      } else if (name === "rPh") aside++;
      else if (name === "t" && aside === 0) {
        inline ??= "";
        reading = "t";
      }
      return true;
    },
    text: (text: string): boolean => {
      if (reading === "v") value += text;
      else if (reading === "f") formulaText += text;
      else if (reading === "t") inline += text;
      return attributes !== undefined;
    },
    close: (name: string): boolean => {
      if (!attributes) return false;
      if (name === "c") {
        endCell(attributes);
        attributes = undefined;
      } else if (name === "rPh") aside--;
      else if (name === "f" || name === "v" || name === "t") reading = undefined;
      return true;
    },
    cells: (): readonly Cell[] => (isOrdered ? cells : inOrder(cells)),
  };
}

/** Reads the sizes of rows and columns, merged cells, frozen panes and the rules of calculation. */
function createLayoutReader(bounds: Bounds) {
  const columns: ColumnSize[] = [];
  const rows: RowSize[] = [];
  const merges: Block[] = [];
  let frozen: SheetContent["frozen"];
  let asLotus = false;
  const visibility = (a: Attributes): { readonly hidden?: true } => (isTrue(a["hidden"]) ? { hidden: true } : {});
  return {
    openRow: (row: number, a: Attributes): void => {
      const height = isTrue(a["customHeight"]) ? sizeOf(a["ht"], TALLEST_ROW) : undefined;
      const size = { ...(height === undefined ? {} : { height }), ...visibility(a) };
      if (Object.keys(size).length > 0) rows.push({ row, ...size });
    },
    open: (name: string, a: Attributes): boolean => {
      if (name === "sheetPr") asLotus = [a["transitionEvaluation"], a["transitionEntry"]].some(isTrue);
      else if (name === "col") {
        const [from, to] = bounds.columns(a["min"], a["max"]);
        const width = sizeOf(a["width"], WIDEST_COLUMN);
        const size = { ...(width === undefined ? {} : { width }), ...visibility(a) };
        if (Object.keys(size).length > 0) columns.push({ from, to, ...size });
      } else if (name === "mergeCell") {
        const block = blockIn(a["ref"] ?? "");
        if (!block) return true;
        bounds.merge(a["ref"] ?? "", block);
        merges.push(block);
      } else if (name === "pane" && /^frozen/.test(a["state"] ?? ""))
        frozen ??= { rows: splitOf(a["ySplit"], LAST_ROW), columns: splitOf(a["xSplit"], LAST_COLUMN) };
      else return false;
      return true;
    },
    layout: () => ({ columns, rows, merges, asLotus, ...(frozen && (frozen.rows > 0 || frozen.columns > 0) ? { frozen } : {}) }),
  };
}

/** Finds the cell at a place among sorted ones. */
function cellFinder(cells: readonly Cell[]): (row: number, column: number) => Cell | undefined {
  return (row, column) => {
    const wanted = placeOf(row, column);
    const found = cells[countBefore(cells.length, (i) => placeOf(cells[i]!.row, cells[i]!.column) < wanted)];
    return found && placeOf(found.row, found.column) === wanted ? found : undefined;
  };
}

const ERRORS: ReadonlySet<string> = new Set(CELL_ERRORS);
/** Google Sheets stores an error as a text. */
const valueInSheets = (value: CellValue): CellValue => (typeof value === "string" && ERRORS.has(value) ? { error: value } : value);

/**
 * Gives cells their formulas, and array formulas the values of their blocks.
 *
 * @returns the cells without those that only show a part of an array, and the number of formulas of which only the value was read
 */
function withFormulas(cells: readonly Cell[], formulas: readonly StoredFormula[], bounds: Bounds, seen: SheetContext["seen"]) {
  /** Cells without a look that an array fills: they are in its block only. */
  const taken = new Set<Cell>();
  const cellAt = cellFinder(cells);
  let formulasLost = 0;
  const spillOf = (cell: Cell, block: Block): CellValue[][] =>
    Array.from({ length: block.rows }, (_, r) =>
      Array.from({ length: block.columns }, (_, c) => {
        const filled = cellAt(block.row + r, block.column + c);
        if (!filled || taken.has(filled)) return null;
        const { value } = filled;
        if (filled === cell) return value;
        if (filled.style || filled.format) filled.value = null;
        else taken.add(filled);
        return value;
      }),
    );
  const texts = expandedFormulas(formulas, bounds);
  const inSheets = callsInSheetsForm(
    formulas.flatMap(({ cell }, i) => (mayBeInSheetsForm(texts[i]!) ? [{ cell, row: cell.row, column: cell.column, text: cellText(texts[i]!) }] : [])),
  );
  const filledBy = new Map([...inSheets.blocks].map(([{ cell }, block]) => [cell, block]));
  for (const [i, { cell, kind, ref = "", isDynamic }] of formulas.entries()) {
    // A cell of an array has its own formula in the form of Google Sheets.
    if (inSheets.filled.has(placeOf(cell.row, cell.column))) continue;
    const stored = texts[i]!;
    const isTable = kind === "dataTable";
    const text = stored.trim() === "" || isTable ? undefined : seen(cellText(stored).replace(/^\s*=/, ""), cell);
    if (text === undefined) {
      // Other cells of an array may have an empty formula element.
      if (stored.trim() === "" && !isTable) continue;
      formulasLost++;
      cell.lostFormula = isTable ? "" : stored;
      continue;
    }
    cell.formula = text;
    const filled = filledBy.get(cell);
    if (filled) {
      cell.inSheetsForm = true;
      cell.value = valueInSheets(cell.value);
      if (filled.rows > 1 || filled.columns > 1) cell.spill = spillOf(cell, filled).map((line) => line.map(valueInSheets));
      continue;
    }
    if (hasStuckName(stored)) cell.stuckName = true;
    if (kind !== "array") {
      if (mayFillCells(text) || (mayTakeSeveralCells(text) && withSingleCells(text, cell) !== text)) cell.takesOneCell = true;
      continue;
    }
    if (!isDynamic) cell.fixedBlock = true;
    const block = blockIn(ref) ?? { row: cell.row, column: cell.column, rows: 1, columns: 1 };
    // When written again, such a formula becomes an array anyway.
    if (block.rows === 1 && block.columns === 1 && needsArray(text)) continue;
    bounds.arrayBlock(ref, block);
    cell.spill = spillOf(cell, block);
  }
  return { cells: taken.size > 0 ? cells.filter((cell) => !taken.has(cell)) : cells, formulasLost };
}

/** Reads one sheet's XML. */
export function readSheet(xml: string, where: string, context: SheetContext): SheetContent {
  const { seen, filterReader, rules } = context;
  const bounds = createBounds(where, xml.length);
  const cells = createCellReader(context, bounds);
  const layout = createLayoutReader(bounds);
  const elements = new Set<string>();
  let depth = 0;
  readXml(xml, where, {
    open: (name, a) => {
      if (++depth === 2) elements.add(name);
      if (name === "row") layout.openRow(cells.openRow(a), a);
      else if (!cells.open(name, a)) {
        rules?.open(name, a);
        if (!layout.open(name, a)) filterReader?.open(name, a, depth);
      }
    },
    text: (text) => {
      if (!cells.text(text)) rules?.text(text);
    },
    close: (name) => {
      depth--;
      if (cells.close(name)) return;
      rules?.close(name);
      filterReader?.close(name);
    },
  });
  const filter = filterReader?.filter();
  if (filter?.columns.every(({ criterion }) => criterion.kind !== "other")) elements.delete("autoFilter");
  const conditional = rules?.formats() ?? { formats: [], unknown: 0 };
  return {
    ...layout.layout(),
    ...withFormulas(cells.cells(), cells.formulas, bounds, seen),
    filter,
    formats: conditional.formats,
    formatsUnknown: conditional.unknown,
    elements,
  };
}
