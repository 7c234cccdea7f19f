import { append, groupedBy } from "../../../contract/lists";
import { runsOf, type CellAt } from "../../../workbook/cell-address";
import { type ServiceFormula, withoutWrapper, wrapped } from "./service-formulas";
import { messageOf } from "./refusal";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** The result of recalculating formulas. */
interface Recalculated {
  /** The formulas that were entered again. */
  readonly done: ServiceFormula[];
  /** Numbers of cells. Not started, because the time limit was reached. */
  left: number;
  /** Skipped, because they were edited or moved after they were read. */
  edited: number;
  /** Cells that Google did not let the script change, by message. */
  readonly refused: Map<string, number>;
}

/** Most cells, and runs of cells, that are wrapped at one time. Each run is one round trip to Google. */
const SLICE = 400;
const RUNS = 50;
/** Passes over a sheet to find wrapped formulas that moved during the previous pass. */
const PASSES = 3;

const count = (counts: Map<string, number>, message: string, cells: number): void => void counts.set(message, (counts.get(message) ?? 0) + cells);

const PROTECTED = "The cell is protected. Get edit access, or have the spreadsheet's owner refresh it.";

const wordsOf = (e: unknown): string =>
  /protected|permission/i.test(messageOf(e)) ? PROTECTED : `Google Sheets rejected the change: ${messageOf(e).replace(/[.\s]+$/, "")}. Refresh again.`;

/** The user's formula, without the wrapper. */
const plain = (stored: string): string => withoutWrapper(stored) ?? stored;

/**
 * Rewrites formulas in their cells in another form. Google knows cells only by address, and an inserted row moves them, so each run is read again right before
 * the write, and only cells that still have this formula are written, wrapped or not. Google offers no way to protect the moment between read and write.
 * @returns the cells that had changed and were not written
 */
function write(tab: Tab, cells: readonly CellAt[], form: (formula: string) => string): CellAt[] {
  const changed: CellAt[] = [];
  for (const { address, formulas } of runsOf(cells)) {
    const range = tab.getRange(address);
    const now = range.getFormulas().map(([stored = ""]) => plain(stored));
    if (formulas.every((formula, i) => now[i] === formula)) range.setFormulas(formulas.map((formula) => [form(formula)]));
    else {
      const [top, column] = [range.getRow() - 1, range.getColumn() - 1];
      const run = formulas.map((formula, i): CellAt => ({ row: top + i, column, formula }));
      const unchanged = run.filter(({ formula }, i) => now[i] === formula);
      append(changed, [...run.filter(({ formula }, i) => now[i] !== formula), ...write(tab, unchanged, form)]);
    }
  }
  return changed;
}

/** Splits cells into slices that each take only seconds. */
function slicesOf<T extends CellAt>(cells: readonly T[]): readonly (readonly T[])[] {
  if (cells.length > SLICE) return [...slicesOf(cells.slice(0, SLICE)), ...slicesOf(cells.slice(SLICE))];
  if (runsOf(cells).length <= RUNS) return cells.length === 0 ? [] : [cells];
  const half = Math.ceil(cells.length / 2);
  return [...slicesOf(cells.slice(0, half)), ...slicesOf(cells.slice(half))];
}

/** The wrapped cells of a sheet, with their own formulas. */
function wrappedCells(tab: Tab): CellAt[] {
  return tab
    .getDataRange()
    .getFormulas()
    .flatMap((line, row) =>
      line.flatMap((stored, column) => {
        const formula = withoutWrapper(stored);
        return formula === undefined ? [] : [{ row, column, formula }];
      }),
    );
}

/**
 * Unwraps every wrapped formula of a sheet, including those of earlier runs and those in rows that have moved.
 * @returns the number of cells that could not be unwrapped, and why
 */
function unwrapAll(tab: Tab): { readonly stuck: number; readonly why: string } {
  let why = "It was moved at the same time. Refresh again.";
  let moved = 0;
  const attempt = (cells: readonly CellAt[]): number => {
    if (cells.length === 0) return 0;
    try {
      moved += write(tab, cells, (formula) => formula).length;
      SpreadsheetApp.flush();
      return 0;
    } catch (e) {
      why = wordsOf(e);
      const half = Math.ceil(cells.length / 2);
      return cells.length === 1 ? 1 : attempt(cells.slice(0, half)) + attempt(cells.slice(half));
    }
  };
  for (let pass = 0; pass < PASSES; pass++) {
    moved = 0;
    const failed = attempt(wrappedCells(tab));
    if (moved === 0) return { stuck: failed, why };
  }
  return { stuck: wrappedCells(tab).length, why };
}

/** The cells that the user may edit. Tested cell by cell only if a part of the sheet is protected. */
function editable(tab: Tab, cells: readonly ServiceFormula[]): readonly ServiceFormula[] {
  return tab.getDataRange().canEdit() ? cells : cells.filter(({ row, column }) => tab.getRange(row + 1, column + 1).canEdit());
}

/**
 * Recalculates formulas. Sheets calls a function again only if its formula is edited, so each formula is wrapped and unwrapped; it is in its cell at every
 * moment. Cells that cannot be edited are skipped.
 * @param until wall milliseconds after which no further slice starts
 */
export function recalculate(formulas: readonly ServiceFormula[], until: number): Recalculated {
  const result: Recalculated = { done: [], left: 0, edited: 0, refused: new Map() };

  function slice(tab: Tab, cells: readonly ServiceFormula[]): void {
    if (Date.now() >= until) {
      result.left += cells.length;
      return;
    }
    let changed: CellAt[];
    try {
      changed = write(tab, cells, wrapped);
      SpreadsheetApp.flush();
    } catch (e) {
      unwrapAll(tab);
      if (cells.length === 1) count(result.refused, wordsOf(e), 1);
      else {
        const half = Math.ceil(cells.length / 2);
        slice(tab, cells.slice(0, half));
        slice(tab, cells.slice(half));
      }
      return;
    }
    unwrapAll(tab);
    result.edited += changed.length;
    const skipped = new Set(changed.map(({ row, column }) => `${row} ${column}`));
    const written = cells.filter(({ row, column }) => !skipped.has(`${row} ${column}`));
    append(result.done, written);
  }

  for (const cells of groupedBy(formulas, ({ sheet }) => sheet).values()) {
    const { tab } = cells[0]!;
    const allowed = editable(tab, cells);
    if (allowed.length < cells.length) count(result.refused, PROTECTED, cells.length - allowed.length);
    for (const some of slicesOf(allowed)) slice(tab, some);
    // Another attempt for cells that could not be unwrapped before.
    const { stuck, why } = unwrapAll(tab);
    if (stuck > 0) count(result.refused, `The formula is still inside IF(TRUE;"asking again …"; …), which you can remove by hand. ${why}`, stuck);
  }
  return result;
}
