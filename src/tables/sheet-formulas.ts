import type { CellPlace } from "../workbook/cell";
import type { SheetReading } from "../workbook/sheet-edits";
import { WorkbookRefusal } from "../workbook/workbook-refusal";
import { joinedWrites } from "./joined-writes";
import { wait, type Steps } from "./steps";
import type { Blocks } from "./table-book";
import { sheetEdit } from "./table-sheet";

/** A sheet as read, under the name of one of its blocks. */
interface NamedReading {
  readonly name: string;
  readonly read: SheetReading;
}

/** The name of a block of a sheet while its formulas are read or changed. */
const ANY_SHEET = "_service_table_formulas";

/** Reads a sheet without a table, and works on it; undefined if the sheet does not exist. */
export function* onSheet<T>(blocks: Blocks, sheet: string, work: (reading: NamedReading) => Steps<T>): Steps<T | undefined> {
  yield* wait(blocks.set(ANY_SHEET, { sheet, row: 0, column: 0, rows: 1, columns: 1 }));
  try {
    const read = yield* wait(blocks.read(ANY_SHEET));
    return read && (yield* work({ name: ANY_SHEET, read }));
  } finally {
    yield* wait(blocks.set(ANY_SHEET, undefined));
  }
}

/** The result of work that the host may refuse; undefined if it does. */
export function* unlessRefused<T>(work: () => Steps<T>): Steps<T | undefined> {
  try {
    return yield* work();
  } catch (e) {
    if (e instanceof WorkbookRefusal) return undefined;
    throw e;
  }
}

/** A sheet without a table; undefined if it does not exist, or cannot be read. */
export const readSheet = (blocks: Blocks, sheet: string): Steps<SheetReading | undefined> =>
  unlessRefused(() => onSheet(blocks, sheet, ({ read }) => wait(read)));

/** Writes formulas to a sheet. */
export function* writeFormulas(
  blocks: Blocks,
  { name, read }: NamedReading,
  formulas: readonly { readonly cell: CellPlace; readonly formula: string }[],
): Steps<void> {
  if (formulas.length === 0) return;
  const cells = formulas.map(({ cell, formula }) => ({ line: cell.row, field: cell.column, content: { formula } }));
  const edits = joinedWrites(cells).map((edit) => sheetEdit(edit, "down"));
  yield* wait(blocks.edit(name, read, edits, read.block));
}
