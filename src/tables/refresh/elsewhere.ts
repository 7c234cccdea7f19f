import { append, groupedBy } from "../../contract/lists";
import type { Area } from "../../workbook/areas";
import { addressOf } from "../../workbook/cell-address";
import { overlap } from "../../workbook/cell-reference";
import type { Reference } from "../../workbook/formulas/count-references";
import type { SheetReading } from "../../workbook/edits/sheet-edits";
import type { ChangedFormula, FormulaChange } from "./follow-formulas";
import type { FormulaElsewhere } from "./row-mentions";
import { type Steps, wait } from "../steps";
import type { Blocks } from "../table-book";
import { cellAt, sheetEdit, joinedWrites } from "../table-sheet";
import type { CellPlace } from "../../workbook/cell";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";

/** A sheet as read, under the name of one of its blocks. */
interface NamedReading {
  readonly name: string;
  readonly read: SheetReading;
}

/** The name of a block of a sheet while its formulas are read or changed. */
const ANY_SHEET = "_service_table_formulas";

/** Reads a sheet without a table, and works on it; undefined if the sheet does not exist. */
function* onSheet<T>(blocks: Blocks, sheet: string, work: (reading: NamedReading) => Steps<T>): Steps<T | undefined> {
  yield* wait(blocks.set(ANY_SHEET, { sheet, row: 0, column: 0, rows: 1, columns: 1 }));
  try {
    const read = yield* wait(blocks.read(ANY_SHEET));
    return read && (yield* work({ name: ANY_SHEET, read }));
  } finally {
    yield* wait(blocks.set(ANY_SHEET, undefined));
  }
}

/** The result of work that the host may refuse; undefined if it does. */
function* unlessRefused<T>(work: () => Steps<T>): Steps<T | undefined> {
  try {
    return yield* work();
  } catch (e) {
    if (e instanceof WorkbookRefusal) return undefined;
    throw e;
  }
}

/** A sheet without a table; undefined if it does not exist, or cannot be read. */
const readSheet = (blocks: Blocks, sheet: string): Steps<SheetReading | undefined> => unlessRefused(() => onSheet(blocks, sheet, ({ read }) => wait(read)));

/** Writes formulas to a sheet. */
function* writeFormulas(
  blocks: Blocks,
  { name, read }: NamedReading,
  formulas: readonly { readonly cell: CellPlace; readonly formula: string }[],
): Steps<void> {
  if (formulas.length === 0) return;
  const cells = formulas.map(({ cell, formula }) => ({ line: cell.row, field: cell.column, content: { formula } }));
  const edits = joinedWrites(cells).map((edit) => sheetEdit(edit, "down"));
  yield* wait(blocks.edit(name, read, edits, read.block));
}

const formulasIn = ({ block: { sheet }, area, cells }: SheetReading): FormulaElsewhere[] =>
  cells.flatMap((line, r) => line.flatMap(({ formula }, c) => (formula === "" ? [] : [{ sheet, row: area.row + r, column: area.column + c, formula }])));

/** Reads the formulas of other sheets, and the names, that refer to some of these cells. */
export function* readElsewhere(blocks: Blocks, to: Area) {
  const references: readonly Reference[] = (yield* wait(blocks.references(to.sheet))).filter((area) => overlap(area, to));
  const homes = new Set(references.flatMap((area) => area.homes.filter((home) => home !== "" && home !== to.sheet)));
  const formulas: FormulaElsewhere[] = [];
  for (const home of homes) {
    const read = yield* readSheet(blocks, home);
    if (read) append(formulas, formulasIn(read));
  }
  return { formulas, names: references.filter(({ homes: of }) => of.includes("")) };
}

interface Written {
  readonly done: readonly FormulaChange[];
  readonly refused: readonly FormulaChange[];
}

/** Changes formulas of other sheets, sheet by sheet; a host may refuse it, such as on a protected sheet. */
export function* changeElsewhere(blocks: Blocks, changes: readonly FormulaChange[]): Steps<Written> {
  const [done, refused]: [FormulaChange[], FormulaChange[]] = [[], []];
  for (const [home, here] of groupedBy(changes, ({ cell }) => cell.sheet)) {
    const read = yield* unlessRefused(() =>
      onSheet(blocks, home, function* (other) {
        const formulas = here.filter(({ cell, after }) => cellAt(other.read, cell)?.formula !== after).map(({ cell, after }) => ({ cell, formula: after }));
        yield* writeFormulas(blocks, other, formulas);
        return yield* wait(blocks.read(other.name));
      }),
    );
    for (const change of here) (read && cellAt(read, change.cell)?.formula === change.after ? done : refused).push(change);
  }
  return { done, refused };
}

/** Undoes a refresh, and gives formulas of other sheets their former text if nobody changed them since. */
export function* restoringElsewhere(blocks: Blocks, formulas: readonly ChangedFormula[], undo: () => Steps<void>): Steps<void> {
  const unchanged = new Set<string>();
  const sheets = groupedBy(formulas, ({ cell }) => cell.sheet);
  for (const [sheet, here] of sheets) {
    const read = yield* readSheet(blocks, sheet);
    for (const { cell, after } of here) if (read && cellAt(read, cell)?.formula === after) unchanged.add(addressOf(cell));
  }
  yield* undo();
  for (const [sheet, all] of sheets)
    yield* unlessRefused(() =>
      onSheet(blocks, sheet, (other) => {
        const here = all.filter(({ cell, before }) => unchanged.has(addressOf(cell)) && cellAt(other.read, cell)?.formula !== before);
        return writeFormulas(
          blocks,
          other,
          here.map(({ cell, before: formula }) => ({ cell, formula })),
        );
      }),
    );
}
