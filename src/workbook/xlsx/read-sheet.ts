import { readXml, xmlText, isTrue, type Attributes } from "./read-xml";
import { cellText } from "./xml-edits";
import { DAY_MS, DAYS_1904 } from "../../contract/dates";
import type { Block, BookCell, ColumnSize, RowSize, SheetFilter } from "../book";
import { BUSY, type CellValue } from "../cell";
import type { ConditionalFormat } from "../conditional-format";
import { blockIn, LAST_COLUMN, LAST_ROW, placeOf } from "../cell-reference";
import { mayTakeSeveralCells, withSingleCells } from "../implicit-intersection";
import { shiftFormula } from "../shift-formula";
import { mayFillCells, needsArray } from "../stored-formula";
import { hasStuckName } from "../stored-names";
import { createBounds, TALLEST_ROW, WIDEST_COLUMN } from "./bounds";
import type { FormatReader } from "./formats/format-reader";
import type { FilterReader } from "./filter-xml";
import type { CellLook } from "./read-styles";

/** The workbook's shared strings in order, without rich-text formatting and phonetic readings. */
export function readStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (!part) return strings;
  let text = "";
  let inText = false;
  let aside = 0;
  readXml(xmlText(part), "of its texts", {
    open: (name) => {
      if (name === "si") text = "";
      else if (name === "rPh") aside++;
      else if (name === "t") inText = aside === 0;
    },
    text: (t) => {
      if (inText) text += t;
    },
    close: (name) => {
      if (name === "si") strings.push(cellText(text));
      else if (name === "rPh") aside--;
      else if (name === "t") inText = false;
    },
  });
  return strings;
}

/** Shared data that a sheet's cells refer to. */
interface SheetContext {
  readonly strings: readonly string[];
  readonly looks: readonly CellLook[];
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
  readonly cells: BookCell[];
  readonly columns: ColumnSize[];
  readonly rows: RowSize[];
  readonly merges: Block[];
  readonly frozen?: { readonly rows: number; readonly columns: number };
  readonly filter?: SheetFilter;
  readonly formats: readonly ConditionalFormat[];
  /** Number of conditional formats that were not understood. */
  readonly formatsUnknown: number;
  /** Number of formulas of which only the value was read. */
  readonly formulasLost: number;
  /** Names of other elements of the sheet, such as `dataValidations`. */
  readonly elements: ReadonlySet<string>;
  /** The sheet is calculated by the rules of Lotus 1-2-3. */
  readonly asLotus: boolean;
}

type Loose<T> = { -readonly [K in keyof T]: T[K] };
type Cell = Loose<BookCell>;

interface Formula {
  readonly kind: string;
  readonly text: string;
  readonly ref: string | undefined;
  readonly group: string | undefined;
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

/** Reads one sheet's XML. */
export function readSheet(xml: string, where: string, { strings, looks, errors, from1904, counted, seen, filterReader, rules }: SheetContext): SheetContent {
  const bounds = createBounds(where, xml.length);
  const read: Cell[] = [];
  let isOrdered = true;
  const formulas: { cell: Cell; formula: Formula }[] = [];
  const columns: ColumnSize[] = [];
  const rows: RowSize[] = [];
  const merges: Block[] = [];
  const elements = new Set<string>();
  let frozen: SheetContent["frozen"];
  let formulasLost = 0;
  let asLotus = false;

  let row = -1;
  let column = -1;
  let attributes: Attributes | undefined;
  let formula: Attributes | undefined;
  let formulaText = "";
  let value: string | undefined;
  let inline: string | undefined;
  let reading: "v" | "f" | "t" | undefined;
  let aside = 0;
  let depth = 0;

  const endCell = (): void => {
    if (!attributes) return;
    const look = looks[Number(attributes["s"] ?? 0)] ?? {};
    const rich = attributes["t"] === "e" ? errors.get(attributes["vm"] ?? "") : undefined;
    const given = valueOf(attributes["t"] ?? "n", rich ?? value, inline, strings);
    const isIsoDay = attributes["t"] === "d" && typeof given === "number";
    const cell: Cell = { row, column, value: isIsoDay && from1904 ? given - DAYS_1904 : given, ...look };
    if (formula) {
      const { t: kind = "normal", ref, si: group } = formula;
      formulas.push({ cell, formula: { kind, text: formulaText, ref, group, isDynamic: attributes["cm"] !== undefined } });
    }
    if (cell.value === null && !formula && !look.format && !look.style) return;
    counted();
    const last = read.at(-1);
    if (last && (last.row > row || (last.row === row && last.column >= column))) isOrdered = false;
    read.push(cell);
  };

  readXml(xml, where, {
    open: (name, a) => {
      if (++depth === 2) elements.add(name);
      if (name === "row") {
        row = a["r"] === undefined ? row + 1 : bounds.row(a["r"]);
        column = -1;
        const height = isTrue(a["customHeight"]) ? sizeOf(a["ht"], TALLEST_ROW) : undefined;
        const hidden = isTrue(a["hidden"]);
        if (height !== undefined || hidden) rows.push({ row, ...(height === undefined ? {} : { height }), ...(hidden ? { hidden } : {}) });
      } else if (name === "c") {
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
      } else if (!attributes) {
        rules?.open(name, a);
        if (name === "sheetPr") asLotus = [a["transitionEvaluation"], a["transitionEntry"]].some(isTrue);
        else if (name === "col") {
          const width = sizeOf(a["width"], WIDEST_COLUMN);
          const hidden = isTrue(a["hidden"]);
          const [from, to] = bounds.columns(a["min"], a["max"]);
          if (width !== undefined || hidden) columns.push({ from, to, ...(width === undefined ? {} : { width }), ...(hidden ? { hidden } : {}) });
        } else if (name === "mergeCell") {
          const block = blockIn(a["ref"] ?? "");
          if (block) {
            bounds.merge(a["ref"] ?? "", block);
            merges.push(block);
          }
        } else if (name === "pane" && /^frozen/.test(a["state"] ?? "")) {
          frozen ??= { rows: splitOf(a["ySplit"], LAST_ROW), columns: splitOf(a["xSplit"], LAST_COLUMN) };
        } else filterReader?.open(name, a, depth);
      } else if (name === "f") {
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
    },
    text: (text) => {
      if (reading === "v") value += text;
      else if (reading === "f") formulaText += text;
      else if (reading === "t") inline += text;
      else if (!attributes) rules?.text(text);
    },
    close: (name) => {
      depth--;
      if (name === "c") {
        endCell();
        attributes = undefined;
      } else if (!attributes) {
        rules?.close(name);
        if (name === "autoFilter") filterReader?.close(name);
      } else if (name === "rPh") aside--;
      else if (name === "f" || name === "v" || name === "t") reading = undefined;
    },
  });

  // Of two cells with one address, the second counts.
  const cells = isOrdered
    ? read
    : [...new Map(read.map((cell) => [placeOf(cell.row, cell.column), cell])).values()].sort((a, b) => placeOf(a.row, a.column) - placeOf(b.row, b.column));
  /** Cells without a look that an array fills: they are in its block only. */
  const taken = new Set<Cell>();
  const cellAt = (r: number, c: number): Cell | undefined => {
    const wanted = placeOf(r, c);
    let [from, to] = [0, cells.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (placeOf(cells[middle]!.row, cells[middle]!.column) < wanted) from = middle + 1;
      else to = middle;
    }
    const found = cells[from];
    return found && placeOf(found.row, found.column) === wanted && !taken.has(found) ? found : undefined;
  };

  const masters = new Map<string, { readonly cell: Cell; readonly text: string }>();
  for (const { cell, formula: f } of formulas) if (f.kind === "shared" && f.group !== undefined && f.text !== "") masters.set(f.group, { cell, text: f.text });
  const masterOf = ({ kind, text, group }: Formula) => (kind === "shared" && text === "" && group !== undefined ? masters.get(group) : undefined);
  for (const { formula: f } of formulas) bounds.formula(masterOf(f)?.text ?? f.text);
  for (const { cell, formula: f } of formulas) {
    const master = masterOf(f);
    const stored = master ? shiftFormula(master.text, cell.row - master.cell.row, cell.column - master.cell.column) : f.text;
    const text = stored.trim() === "" || f.kind === "dataTable" ? undefined : seen(cellText(stored).replace(/^\s*=/, ""), cell);
    if (text === undefined) {
      // Other cells of an array may have an empty formula element.
      if (stored.trim() !== "" || f.kind === "dataTable") {
        formulasLost++;
        cell.lostFormula = f.kind === "dataTable" ? "" : stored;
      }
      continue;
    }
    cell.formula = text;
    if (hasStuckName(stored)) cell.stuckName = true;
    if (f.kind !== "array") {
      if (mayFillCells(text) || (mayTakeSeveralCells(text) && withSingleCells(text, cell) !== text)) cell.takesOneCell = true;
      continue;
    }
    if (!f.isDynamic) cell.fixedBlock = true;
    const block = blockIn(f.ref ?? "") ?? { row: cell.row, column: cell.column, rows: 1, columns: 1 };
    // When written again, such a formula becomes an array anyway.
    if (block.rows === 1 && block.columns === 1 && needsArray(text)) continue;
    bounds.arrayBlock(f.ref ?? "", block);
    cell.spill = Array.from({ length: block.rows }, (_, r) =>
      Array.from({ length: block.columns }, (_, c) => {
        const filled = cellAt(block.row + r, block.column + c);
        if (!filled || filled === cell) return filled?.value ?? null;
        const { value: held } = filled;
        if (filled.style || filled.format) filled.value = null;
        else taken.add(filled);
        return held;
      }),
    );
  }

  const filter = filterReader?.filter();
  if (filter?.columns.every(({ criterion }) => criterion.kind !== "other")) elements.delete("autoFilter");
  const conditional = rules?.formats() ?? { formats: [], unknown: 0 };
  return {
    cells: taken.size > 0 ? cells.filter((cell) => !taken.has(cell)) : cells,
    columns,
    rows,
    merges,
    ...(frozen && (frozen.rows > 0 || frozen.columns > 0) ? { frozen } : {}),
    ...(filter ? { filter } : {}),
    formats: conditional.formats,
    formatsUnknown: conditional.unknown,
    formulasLost,
    elements,
    asLotus,
  };
}
