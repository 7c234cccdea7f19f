import type { Area } from "../../workbook/areas";
import { append } from "../../contract/lists";
import { around, type Block, cellsIn } from "../../workbook/block";
import { type CellValue, isError, sameValue } from "../../workbook/cell";
import { blockText, fixedText, localSheetPrefix, refOf } from "../../workbook/cell-address";
import { hasCell } from "../../workbook/cell-reference";
import { countReferences, type Reference } from "../../workbook/formulas/count-references";
import {
  CHANGED_MEANWHILE,
  EMPTY_CELL,
  enteredContent,
  type HeldCell,
  movesCells,
  type MovingEdit,
  type PlainContent,
  refuseChanged,
  type SheetEdit,
  type SheetReading,
  writtenBlocks,
} from "../../workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { giveBack, type Overwritten, PROTECTED_SHEET, protectedSheets } from "./enter-formulas";
import { codeOf, INACTIVE, requireSet } from "./excel-refusal";
import { findFormulaCells } from "./formula-cells";
import { refuseFiltered } from "./filtered-rows";
import { CONTENT_PROPERTIES, contentAt, formulaAt, RANGE_SHAPE, readBlocks, shapeOfRange } from "./read-blocks";
import { refuseMerged } from "./merged-cells";
import { isSetSupported, send, setNumberFormat } from "./office";
import { cellValue } from "./shown-cells";

/** A reference that stays where it is: `'My sheet'!$A$1:$B$3`. */
const fixedReference = (block: Area): string => `=${localSheetPrefix(block.sheet)}${fixedText(block)}`;

/** The blocks of these names; undefined for a missing name, and for one whose cells were deleted. */
export async function findNamedBlocks(context: Excel.RequestContext, names: readonly string[]): Promise<(Area | undefined)[]> {
  requireSet(isSetSupported("ExcelApi", "1.9"));
  const ranges = await send(context, () =>
    names.map((name) => {
      const range = context.workbook.names.getItemOrNullObject(name).getRangeOrNullObject();
      range.load(RANGE_SHAPE);
      range.worksheet.load("name");
      return range;
    }),
  );
  return ranges.map((range) => (range.isNullObject ? undefined : { sheet: range.worksheet.name, ...shapeOfRange(range) }));
}

/** The value of cell `r`, `c` of a range; the range must be loaded with `CONTENT_PROPERTIES`. */
const heldValueAt = (range: Excel.Range, r: number, c: number): CellValue =>
  cellValue((range.values as unknown[][])[r]?.[c], (range.valueTypes as string[][])[r]?.[c] ?? "");

/** The block of a name, with the used cells of its sheet. */
export async function readNamedBlock(context: Excel.RequestContext, name: string): Promise<SheetReading | undefined> {
  const [block] = await findNamedBlocks(context, [name]);
  if (!block) return undefined;
  const used = await send(context, () => context.workbook.worksheets.getItem(block.sheet).getUsedRangeOrNullObject().load(RANGE_SHAPE));
  const area = around(used.isNullObject ? [block] : [block, shapeOfRange(used)]);
  const cells: HeldCell[][] = Array.from({ length: area.rows }, () => []);
  await readBlocks(context, [{ sheet: block.sheet, ...area }], CONTENT_PROPERTIES, (at, range, r, c) => {
    cells[at.row - area.row]![at.column - area.column] = { value: heldValueAt(range, r, c), formula: formulaAt(range, r, c) };
  });
  return { block, area, cells };
}

/** Names a block with a hidden name of the workbook, moves the name, or removes it. */
export async function setNamedBlock(context: Excel.RequestContext, name: string, block: Area | undefined): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.9"));
  const existing = await send(context, () => context.workbook.names.getItemOrNullObject(name));
  await send(context, () => {
    if (!block) {
      if (!existing.isNullObject) existing.delete();
    } else if (existing.isNullObject) context.workbook.names.add(name, fixedReference(block)).visible = false;
    else existing.formula = fixedReference(block);
  });
}

const isInPlace = (edit: SheetEdit): edit is Exclude<SheetEdit, MovingEdit> => !movesCells(edit);

function move(sheet: Excel.Worksheet, kind: MovingEdit["kind"], { block, along }: MovingEdit): void {
  const range = sheet.getRange(blockText(block));
  if (kind === "insert") range.insert(along === "rows" ? Excel.InsertShiftDirection.down : Excel.InsertShiftDirection.right);
  else range.delete(along === "rows" ? Excel.DeleteShiftDirection.up : Excel.DeleteShiftDirection.left);
}

/** Moves cells, step by step, and returns what takes it back. If Excel refuses a step, such as at merged cells, the steps before it are taken back. */
async function moveCells(context: Excel.RequestContext, name: string, read: SheetReading, steps: readonly MovingEdit[]): Promise<() => Promise<void>> {
  const sheet = context.workbook.worksheets.getItem(read.block.sheet);
  const done: MovingEdit[] = [];
  const takeBack = async (): Promise<void> => {
    if (done.length === 0) return;
    await send(context, () => {
      for (const step of [...done].reverse()) move(sheet, step.kind === "insert" ? "delete" : "insert", step);
    });
    // All cells are back at their places; deleted ones are empty.
    const now = await readNamedBlock(context, name);
    await send(context, () =>
      read.cells.forEach((row, r) =>
        row.forEach(({ value, formula }, c) => {
          const [y, x] = [read.area.row + r, read.area.column + c];
          const there = now?.cells[y - now.area.row]?.[x - now.area.column];
          if (there && (there.value !== null || there.formula !== "")) return;
          if (formula !== "" || (value !== null && typeof value !== "object"))
            sheet.getRange(refOf({ row: y, column: x })).formulas = [[formula || enteredContent(value as PlainContent)]];
        }),
      ),
    );
  };
  try {
    for (const step of steps) {
      await send(context, () => move(sheet, step.kind, step));
      done.push(step);
    }
  } catch (e) {
    await takeBack();
    throw e;
  }
  return takeBack;
}

/** What a cell held when the sheet was read, before cells were moved in steps, the last first; undefined for a cell that was inserted. */
function heldBefore({ area, cells }: SheetReading, backwards: readonly MovingEdit[], cell: Pick<Block, "row" | "column">): HeldCell | undefined {
  const at = { ...cell };
  for (const { kind, along, block } of backwards) {
    const [line, across, count, width] = along === "rows" ? (["row", "column", "rows", "columns"] as const) : (["column", "row", "columns", "rows"] as const);
    if (at[line] < block[line] || at[across] < block[across] || at[across] >= block[across] + block[width]) continue;
    if (kind === "delete") at[line] += block[count];
    else if (at[line] < block[line] + block[count]) return undefined;
    else at[line] -= block[count];
  }
  return cells[at.row - area.row]?.[at.column - area.column] ?? EMPTY_CELL;
}

/** True if a cell of a loaded range holds something that was typed since. Formulas follow moved cells, and calculate. */
function isTyped(range: Excel.Range, r: number, c: number, { value, formula }: HeldCell): boolean {
  if ((range.formulas as unknown[][])[r]?.[c] === "") return false;
  const now = heldValueAt(range, r, c);
  if (formula !== "" || formulaAt(range, r, c) !== "") return formula === "" || formulaAt(range, r, c) === "";
  return !sameValue(now, value) && !(isError(now) && isError(value));
}

/** Cells written per request. */
const CELLS = 20_000;

/** Splits a large write by rows, because Excel on the web rejects large requests. */
function inSlices(edit: Exclude<SheetEdit, MovingEdit>): Exclude<SheetEdit, MovingEdit>[] {
  const { block } = edit;
  const rows = Math.max(1, Math.floor(CELLS / block.columns));
  if (edit.kind !== "write" || block.rows <= rows) return [edit];
  return Array.from({ length: Math.ceil(block.rows / rows) }, (_, i) => {
    const slice = edit.rows.slice(i * rows, (i + 1) * rows);
    return { kind: "write", block: { ...block, row: block.row + i * rows, rows: slice.length }, rows: slice };
  });
}

function dress(sheet: Excel.Worksheet, edit: Extract<SheetEdit, { kind: "look" }>): void {
  const { format } = sheet.getRange(blockText(edit.block));
  const { font } = format;
  if (edit.look === "title" || edit.look === "heading") font.bold = true;
  else if (edit.look === "right") format.horizontalAlignment = Excel.HorizontalAlignment.right;
  else if (edit.look === "note") font.color = "#666666";
  else font.strikethrough = edit.look === "struck";
}

/** Gives cells the number formats that others have. */
async function carryFormats(context: Excel.RequestContext, sheet: Excel.Worksheet, { from, to }: Extract<SheetEdit, { kind: "carry" }>): Promise<void> {
  const sources = await send(context, () => from.map((block) => sheet.getRange(blockText(block)).load("numberFormat")));
  const formats = sources.map(({ numberFormat }) => (numberFormat as string[][])[0]?.[0]);
  await send(context, () =>
    formats.forEach((format, i) => {
      const block = to[i];
      if (block) setNumberFormat(sheet.getRange(blockText(block)), format ?? "General");
    }),
  );
}

/** Queues an edit. */
function apply(sheet: Excel.Worksheet, edit: Exclude<SheetEdit, MovingEdit | { kind: "carry" }>): void {
  const range = sheet.getRange(blockText(edit.block));
  if (edit.kind === "write") range.formulas = edit.rows.map((row) => row.map(enteredContent));
  else if (edit.kind === "format") setNumberFormat(range, edit.format);
  else if (edit.kind === "fill") range.copyFrom(sheet.getRange(blockText(edit.from)));
  else if (edit.kind === "fit") range.format.autofitColumns();
  else dress(sheet, edit);
}

/** Cells that were written, with what they held just before. */
interface WrittenBlock {
  readonly block: Block;
  readonly held: Excel.Range;
}

/** Gives written cells their earlier contents, with what somebody typed into them between the reading and the write. */
async function unwrite(context: Excel.RequestContext, sheet: Excel.Worksheet, written: readonly WrittenBlock[]): Promise<void> {
  for (const { block, held } of [...written].reverse())
    await send(context, () => {
      sheet.getRange(blockText(block)).formulas = Array.from({ length: block.rows }, (_, r) =>
        Array.from({ length: block.columns }, (__, c) => contentAt(held, r, c)),
      );
    });
}

/**
 * Applies the steps to the sheet, then moves the name. A cell that somebody fills between the reading and its write keeps that. All is taken back then, unless the
 * cell was inserted here and would be lost.
 */
export async function editNamedBlock(context: Excel.RequestContext, name: string, read: SheetReading, edits: readonly SheetEdit[], block: Area): Promise<void> {
  if ((await protectedSheets(context, [block.sheet])).has(block.sheet)) throw new WorkbookRefusal(PROTECTED_SHEET);
  await refuseFiltered(context, block.sheet, [read.block, block, ...edits.map((edit) => edit.block)]);
  refuseChanged(read, await readNamedBlock(context, name));
  const steps = edits.filter(movesCells);
  // Merged cells that move are Excel's to refuse.
  await refuseMerged(context, block.sheet, steps.length > 0 ? [read.block] : writtenBlocks(edits));
  const takeBack = await moveCells(context, name, read, steps);
  const sheet = context.workbook.worksheets.getItem(block.sheet);
  const written: WrittenBlock[] = [];
  const backwards = [...steps].reverse();
  const typedInto = ({ block: at, held }: WrittenBlock, earlier: readonly WrittenBlock[]) => {
    const typed: (Overwritten & { readonly isInserted: boolean })[] = [];
    for (const { row, column } of cellsIn(at)) {
      const [r, c] = [row - at.row, column - at.column];
      const was = heldBefore(read, backwards, { row, column });
      if (isTyped(held, r, c, was ?? EMPTY_CELL) && !earlier.some((one) => hasCell(one.block, row, column)))
        typed.push({ row, column, content: contentAt(held, r, c), isInserted: was === undefined });
    }
    return typed;
  };
  let queued: Parameters<typeof apply>[1][] = [];
  let cells = 0;
  const sendQueued = async () => {
    const now = queued;
    [queued, cells] = [[], 0];
    if (now.length === 0) return;
    const before = [...written];
    const loaded = await send(context, () => {
      const held = writtenBlocks(now).map((at): WrittenBlock => ({ block: at, held: sheet.getRange(blockText(at)).load(CONTENT_PROPERTIES) }));
      for (const edit of now) apply(sheet, edit);
      return held;
    });
    append(written, loaded);
    const typed = loaded.flatMap((one) => typedInto(one, before));
    if (typed.every(({ isInserted }) => isInserted)) {
      if (typed.length > 0) await giveBack(context, block.sheet, typed);
      return;
    }
    await unwrite(context, sheet, written);
    await takeBack();
    throw new WorkbookRefusal(CHANGED_MEANWHILE);
  };
  for (const edit of edits.filter(isInPlace).flatMap(inSlices)) {
    if (edit.kind === "carry") {
      await sendQueued();
      await carryFormats(context, sheet, edit);
      continue;
    }
    queued.push(edit);
    cells += edit.block.rows * edit.block.columns;
    if (cells >= CELLS) await sendQueued();
  }
  await sendQueued();
  await setNamedBlock(context, name, block);
}

/** The formulas of all names. The workbook's names are without those of one sheet; a sheet's names may be with those of the workbook (office-js issue 1011). */
async function namedFormulas(context: Excel.RequestContext): Promise<string[]> {
  const { worksheets, names } = context.workbook;
  const PROPERTIES = "items/name,items/formula";
  await send(context, () => [names.load(PROPERTIES), worksheets.load("items/name")]);
  try {
    const ofSheets = await send(context, () => worksheets.items.map((sheet) => sheet.names.load(PROPERTIES)));
    const ofBook = new Set(names.items.map(({ name, formula }) => `${name} ${String(formula)}`));
    const own = ofSheets.flatMap(({ items }) => items.filter(({ name, formula }) => !ofBook.has(`${name} ${String(formula)}`)));
    return [...names.items, ...own].map(({ formula }) => String(formula));
  } catch (e) {
    // What Excel says if another workbook is in front (office-js issue 6365).
    if (codeOf(e) === "InvalidSelection") throw new WorkbookRefusal(INACTIVE, { cause: e });
    throw e;
  }
}

/** The blocks of this sheet that formulas and names refer to. */
export async function referencesTo(context: Excel.RequestContext, sheet: string): Promise<readonly Reference[]> {
  const found = countReferences(sheet);
  for (const formula of await namedFormulas(context)) found.addFormula(formula, "");
  for (const { sheet: home, formula } of await findFormulaCells(context, "workbook", () => true)) found.addFormula(formula, home);
  return found.list();
}
