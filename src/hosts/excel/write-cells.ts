import { bySheet, giveBack, type Overwritten } from "./enter-formulas";
import { blockToWrite, type SheetLook, type WriteFormat, type WriteOptions, type WriteSheetOptions } from "../../pane/workbook";
import { type Content, enteredContent } from "../../workbook/edits/sheet-edits";
import { CellsTaken, WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { Area } from "../../workbook/areas";
import type { CellPlace } from "../../workbook/cell";
import { addressOf, areaText, blockText, columnName } from "../../workbook/cell-address";
import { notEmptyWords } from "../../workbook/block";
import { isReplaceable } from "../../workbook/replaceable-format";
import { freeSheetName, sheetName } from "../../workbook/sheet-name";
import { refuseFiltered } from "./filtered-rows";
import { refuseMerged } from "./merged-cells";
import { send, setNumberFormat, sheetNames } from "./office";
import { CONTENT_PROPERTIES, contentAt, FORMULA_PROPERTIES, formulaAt, readBlocks } from "./read-blocks";

type Rows = readonly (readonly Content[])[];

/** Cells and characters per request; Excel on the web rejects requests of more than 5 MB. */
const CELLS = 20_000;
const CHARACTERS = 1_000_000;

const isFormula = (content: Content | undefined): boolean => typeof content === "object" && content !== null;

/** What a block holds before it is written. */
interface Held {
  /** Cells that are not empty. */
  readonly taken: readonly string[];
  /** The number format of each cell, by row and column from the block's corner. */
  readonly formats: readonly (readonly string[])[];
}

/** @param over whether cells that are not empty are of no concern */
async function readHeld(context: Excel.RequestContext, block: Area, over = false): Promise<Held> {
  const taken: string[] = [];
  const formats = Array.from({ length: block.rows }, (): string[] => []);
  await readBlocks(context, [block], over ? "numberFormat" : "formulas,values,numberFormat", (at, range, r, c) => {
    formats[at.row - block.row]![at.column - block.column] = String((range.numberFormat as unknown[][])[r]?.[c]);
    if (!over && isHeld(range, r, c)) taken.push(addressOf(at));
  });
  return { taken, formats };
}

/** Whether a cell of a loaded range holds something. A spilled cell has a value but no formula. */
const isHeld = (range: Excel.Range, r: number, c: number): boolean =>
  (range.formulas as unknown[][])[r]?.[c] !== "" || (range.values as unknown[][])[r]?.[c] !== "";

/** A new sheet holds nothing. */
const NEW: Held = { taken: [], formats: [] };

/** Cells of one column whose number format changes. */
interface FormatRun {
  readonly block: Area;
  readonly format: string;
  readonly old: string;
}

/**
 * The number formats that the block's formulas, or its cells, get where their own give way, by runs of cells down a column. The format Text gives way to every
 * formula and number: Excel would store them as text.
 */
function formatRuns(block: Area, rows: Rows, { formats }: Held, format: WriteFormat | undefined): FormatRun[] {
  const formatAt = (r: number, c: number): string | undefined => {
    const [content, old] = [rows[r]?.[c], formats[r]?.[c] ?? "General"];
    const own = format === undefined || typeof format === "string" ? (isFormula(content) ? format : undefined) : format[r]?.[c];
    if (old === "@" && content !== undefined && content !== null && typeof content !== "string") return own ?? "General";
    return own !== undefined && isReplaceable(old, own) ? own : undefined;
  };
  const runs: FormatRun[] = [];
  for (let c = 0; c < block.columns; c++)
    for (let r = 0; r < block.rows; r++) {
      const [own, old] = [formatAt(r, c), formats[r]?.[c] ?? "General"];
      if (own === undefined) continue;
      const last = runs[runs.length - 1];
      const at = { row: block.row + r, column: block.column + c };
      if (last && last.format === own && last.old === old && last.block.column === at.column && last.block.row + last.block.rows === at.row)
        runs[runs.length - 1] = { ...last, block: { ...last.block, rows: last.block.rows + 1 } };
      else runs.push({ block: { sheet: block.sheet, ...at, rows: 1, columns: 1 }, format: own, old });
    }
  return runs;
}

/** Before the formulas: Excel formats a cell itself as soon as its function returns a formatted value. `old` gives the cells back the formats that they had. */
const formatBlock = (context: Excel.RequestContext, runs: readonly FormatRun[], which: "format" | "old" = "format"): Promise<void> =>
  send(context, () => {
    for (const { block, ...formats } of runs) setNumberFormat(context.workbook.worksheets.getItem(block.sheet).getRange(blockText(block)), formats[which]);
  });

/** Cells that someone else filled between the check and the write, with what they held; and cells in which Excel keeps a formula as text. */
interface Unexpected {
  readonly filled: readonly Overwritten[];
  readonly asText: readonly string[];
}

/**
 * Writes the rows in slices; shorter rows are padded with empty cells. Stops at the first slice with something unexpected. `isEmpty`: the cells were empty
 * before. Each request reads what it overwrites and what it wrote, because the user, or a co-author, may type meanwhile.
 */
async function fill(context: Excel.RequestContext, block: Area, rows: Rows, isEmpty = false): Promise<Unexpected | undefined> {
  let slice: (string | number | boolean)[][] = [];
  let characters = 0;
  let from = 0;
  const write = async (): Promise<Unexpected | undefined> => {
    const part = { ...block, row: block.row + from, rows: slice.length };
    const { before, after } = await send(context, () => {
      const range = () => context.workbook.worksheets.getItem(block.sheet).getRange(blockText(part));
      const held = isEmpty ? range().load(CONTENT_PROPERTIES) : undefined;
      range().formulas = slice;
      const hasFormulas = rows.slice(from, from + slice.length).some((row) => row.some(isFormula));
      return { before: held, after: hasFormulas ? range().load(FORMULA_PROPERTIES) : undefined };
    });
    const filled: Overwritten[] = [];
    const asText: string[] = [];
    for (let r = 0; r < part.rows; r++)
      for (let c = 0; c < part.columns; c++) {
        const at = { row: part.row + r, column: block.column + c };
        if (before && isHeld(before, r, c)) filled.push({ ...at, content: contentAt(before, r, c) });
        if (after && isFormula(rows[from + r]?.[c]) && formulaAt(after, r, c) === "" && isHeld(after, r, c))
          asText.push(addressOf({ sheet: block.sheet, ...at }));
      }
    from += slice.length;
    slice = [];
    characters = 0;
    return filled.length + asText.length > 0 ? { filled, asText } : undefined;
  };
  for (const row of rows) {
    const cells = Array.from({ length: block.columns }, (_, c) => enteredContent(row[c] ?? null));
    slice.push(cells);
    characters += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (slice.length * block.columns < CELLS && characters < CHARACTERS) continue;
    const unexpected = await write();
    if (unexpected) return unexpected;
  }
  return slice.length > 0 ? write() : undefined;
}

/** Empties the block again, and gives back what someone else had typed into it. */
async function takeBack(context: Excel.RequestContext, block: Area, runs: readonly FormatRun[], { filled }: Unexpected): Promise<void> {
  await giveBack(context, block.sheet, filled, block);
  await formatBlock(context, runs, "old");
}

const keptAsText = ([first = ""]: readonly string[], end: string): string =>
  `Excel keeps the formula in ${first} as text${end}. Set the format of the cell to General, then try again.`;

/**
 * Writes a block with its top left corner at `at`; returns its address. Rejects and writes nothing if a target cell is not empty, unless `over`. Formulas, or
 * the given cells, get `format` where the cells have the format General.
 */
export async function writeCells(
  context: Excel.RequestContext,
  at: CellPlace,
  rows: Rows,
  { over = false, format, headings = false }: WriteOptions,
): Promise<string> {
  const { sheets } = await bySheet(context, [at], (place) => place);
  const [sheet] = [...sheets.keys()];
  if (sheet === undefined) throw new WorkbookRefusal(`The sheet ${at.sheet} no longer exists. Select a cell, then try again.`);
  const block = blockToWrite({ ...at, sheet }, rows);
  const held = await readHeld(context, block, over);
  if (held.taken.length > 0) throw new CellsTaken(notEmptyWords(held.taken, block));
  await refuseMerged(context, sheet, [block]);
  await refuseFiltered(context, sheet, [block]);
  const runs = formatRuns(block, rows, held, format);
  if (runs.length > 0) await formatBlock(context, runs);
  if (headings) await send(context, () => (context.workbook.worksheets.getItem(block.sheet).getRange(blockText({ ...block, rows: 1 })).format.wrapText = true));
  const unexpected = await fill(context, block, rows, !over);
  if (unexpected && !over) {
    await takeBack(context, block, runs, unexpected);
    if (unexpected.filled.length > 0)
      throw new CellsTaken(
        notEmptyWords(
          unexpected.filled.map(({ row, column }) => addressOf({ sheet: block.sheet, row, column })),
          block,
        ),
      );
    throw new WorkbookRefusal(keptAsText(unexpected.asText, ", so nothing was written"));
  }
  if (unexpected) throw new WorkbookRefusal(keptAsText(unexpected.asText, ""));
  return areaText(block);
}

/** Points of a column of this many characters in Excel's default font: 7 pixels each and 5 of margin, at 96 pixels to 72 points. */
const points = (characters: number): number => (characters * 7 + 5) * 0.75;

async function dress(context: Excel.RequestContext, name: string, { widths, head }: SheetLook): Promise<void> {
  const sheet = context.workbook.worksheets.getItem(name);
  await send(context, () => {
    // The width of one cell is that of its column.
    widths.forEach((characters, column) => (sheet.getRange(`${columnName(column)}1`).format.columnWidth = points(characters)));
    sheet.getRange(blockText({ row: head, column: 0, rows: 1, columns: widths.length })).format.font.bold = true;
    sheet.freezePanes.freezeRows(head + 1);
  });
}

/** Creates a sheet with this content and look, or replaces all content of an existing one; returns its name. */
export async function writeWholeSheet(
  context: Excel.RequestContext,
  wanted: string,
  rows: Rows,
  { replace = false, look, format }: WriteSheetOptions,
): Promise<string> {
  const { worksheets } = context.workbook;
  const names = await sheetNames(context);
  const existing = replace ? names.find((name) => name.toLowerCase() === sheetName(wanted).toLowerCase()) : undefined;
  const block = blockToWrite({ sheet: existing ?? freeSheetName(wanted, names), row: 0, column: 0 }, rows);
  if (existing !== undefined) {
    await refuseFiltered(context, existing, [block]);
    await send(context, () => worksheets.getItem(existing).getRange().clear(Excel.ClearApplyTo.contents));
    await formatBlock(context, formatRuns(block, rows, await readHeld(context, block, true), format));
    await fill(context, block, rows);
    return existing;
  }
  worksheets.add(block.sheet);
  await context.sync();
  try {
    await formatBlock(context, formatRuns(block, rows, NEW, format));
    await fill(context, block, rows);
    if (look) await dress(context, block.sheet, look);
  } catch (e) {
    // An incomplete sheet is removed. If that fails too, the first failure is reported.
    await send(context, () => worksheets.getItem(block.sheet).delete()).catch(() => undefined);
    throw e;
  }
  return block.sheet;
}
