import { runsOf, type CellAt } from "../../../workbook/cell-address";
import { unwrapped, wrapped } from "./asking-again";
import { messageOf } from "./refusal";
import type { ServiceFormula } from "./service-formulas";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** What became of formulas that were to ask again. */
interface AskedAgain {
  cells: number;
  /** Not begun, because time was over. */
  left: number;
  /** Not where they were read, because somebody edited or moved them meanwhile: they are left as they are. */
  edited: number;
  /** What Google did not let be changed, in words, with how many cells each. */
  readonly refused: Map<string, number>;
}

/** Cells that are in their wrappers at one time, and runs of cells: each run is a trip to Google, there and back. */
const SLICE = 400;
const RUNS = 50;
/** How often wrappers are looked for that moved while others were taken off. */
const TURNS = 3;

const count = (counts: Map<string, number>, message: string, cells: number): void => void counts.set(message, (counts.get(message) ?? 0) + cells);

const PROTECTED = "The cell is protected. Ask the owner of the spreadsheet to refresh it, or to let you edit it.";

const wordsOf = (e: unknown): string =>
  /protected|permission/i.test(messageOf(e)) ? PROTECTED : `Google Sheets did not take the change: ${messageOf(e).replace(/[.\s]+$/, "")}. Refresh again.`;

const own = (stored: string): string => unwrapped(stored) ?? stored;

/**
 * Writes formulas in a form of their own into the cells that hold them. Google knows cells by address alone, and rows that somebody inserts move them: so each
 * run is read again right before it is written, and a cell is written only where this formula stands in it, wrapped or not. What is not protected is the
 * moment between that read and the write, which Google lets no script close.
 * @returns how many cells held something else by then, and were left alone
 */
function write(tab: Tab, cells: readonly CellAt[], form: (formula: string) => string): number {
  let others = 0;
  for (const { address, formulas } of runsOf(cells)) {
    const range = tab.getRange(address);
    const now = range.getFormulas().map(([stored = ""]) => own(stored));
    if (formulas.every((formula, i) => now[i] === formula)) range.setFormulas(formulas.map((formula) => [form(formula)]));
    else {
      const [top, column] = [range.getRow() - 1, range.getColumn() - 1];
      const still = formulas.flatMap((formula, i): CellAt[] => (now[i] === formula ? [{ row: top + i, column, formula }] : []));
      others += formulas.length - still.length + write(tab, still, form);
    }
  }
  return others;
}

/** Cells in pieces of which each is through in seconds. */
function slicesOf<T extends CellAt>(cells: readonly T[]): readonly (readonly T[])[] {
  if (cells.length > SLICE) return [...slicesOf(cells.slice(0, SLICE)), ...slicesOf(cells.slice(SLICE))];
  if (runsOf(cells).length <= RUNS) return cells.length === 0 ? [] : [cells];
  const half = Math.ceil(cells.length / 2);
  return [...slicesOf(cells.slice(0, half)), ...slicesOf(cells.slice(half))];
}

/** The cells of a sheet that stand in a wrapper, with the formula that it holds. */
function inWrappers(tab: Tab): CellAt[] {
  return tab
    .getDataRange()
    .getFormulas()
    .flatMap((line, row) =>
      line.flatMap((stored, column) => {
        const formula = unwrapped(stored);
        return formula === undefined ? [] : [{ row, column, formula }];
      }),
    );
}

/**
 * Gives every formula of a sheet back that stands in a wrapper, whoever put it there, and wherever rows that moved meanwhile have taken it.
 * @returns how many could not be given back, and why
 */
function giveBack(tab: Tab): { readonly stuck: number; readonly why: string } {
  let why = "Somebody moved it at that moment. Refresh again.";
  let moved = 0;
  const attempt = (cells: readonly CellAt[]): number => {
    if (cells.length === 0) return 0;
    try {
      moved += write(tab, cells, (formula) => formula);
      SpreadsheetApp.flush();
      return 0;
    } catch (e) {
      why = wordsOf(e);
      const half = Math.ceil(cells.length / 2);
      return cells.length === 1 ? 1 : attempt(cells.slice(0, half)) + attempt(cells.slice(half));
    }
  };
  for (let turn = 0; turn < TURNS; turn++) {
    moved = 0;
    const failed = attempt(inWrappers(tab));
    if (moved === 0) return { stuck: failed, why };
  }
  return { stuck: inWrappers(tab).length, why };
}

/** Which of these the person may edit; asked cell by cell only where something of the sheet is protected from them. */
function editable(tab: Tab, cells: readonly ServiceFormula[]): readonly ServiceFormula[] {
  return tab.getDataRange().canEdit() ? cells : cells.filter(({ row, column }) => tab.getRange(row + 1, column + 1).canEdit());
}

/**
 * Makes formulas ask again: Sheets calls a function again only when its formula is edited, so each is wrapped, and given back. The formula is in its cell at
 * every moment. Cells that cannot be edited are left as they are, and the others go on.
 * @param until wall milliseconds after which nothing new is begun
 */
export function askAgain(formulas: readonly ServiceFormula[], until: number): AskedAgain {
  const result: AskedAgain = { cells: 0, left: 0, edited: 0, refused: new Map() };

  function slice(tab: Tab, cells: readonly ServiceFormula[]): void {
    if (Date.now() >= until) {
      result.left += cells.length;
      return;
    }
    let others: number;
    try {
      others = write(tab, cells, wrapped);
      SpreadsheetApp.flush();
    } catch (e) {
      giveBack(tab);
      if (cells.length === 1) count(result.refused, wordsOf(e), 1);
      else {
        const half = Math.ceil(cells.length / 2);
        slice(tab, cells.slice(0, half));
        slice(tab, cells.slice(half));
      }
      return;
    }
    giveBack(tab);
    result.edited += others;
    result.cells += cells.length - others;
  }

  const bySheet = new Map<string, ServiceFormula[]>();
  for (const formula of formulas) {
    const some = bySheet.get(formula.sheet);
    if (some) some.push(formula);
    else bySheet.set(formula.sheet, [formula]);
  }
  for (const cells of bySheet.values()) {
    const { tab } = cells[0]!;
    const ours = editable(tab, cells);
    if (ours.length < cells.length) count(result.refused, PROTECTED, cells.length - ours.length);
    for (const some of slicesOf(ours)) slice(tab, some);
    // Once more: what failed a moment ago may succeed now.
    const { stuck, why } = giveBack(tab);
    if (stuck > 0) count(result.refused, `A formula still stands in IF(TRUE;"asking again …"; …), which can be taken off by hand. ${why}`, stuck);
  }
  return result;
}
