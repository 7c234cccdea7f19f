import { runsOf, type CellAt } from "../../../workbook/cell-address";
import { unwrapped, wrapped } from "./asking-again";
import { messageOf } from "./refusal";
import type { ServiceFormula } from "./service-formulas";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** What became of formulas that were to ask again. */
export interface AskedAgain {
  cells: number;
  /** Not begun, because time was over. */
  left: number;
  /** Not as they were read, because somebody edited them meanwhile: that alone makes them ask. */
  edited: number;
  /** What Google did not let be changed, in words, with how many cells each. */
  readonly refused: Map<string, number>;
}

/** Cells that are in their wrappers at one time. */
const SLICE = 400;

const count = (counts: Map<string, number>, message: string, cells: number): void => void counts.set(message, (counts.get(message) ?? 0) + cells);

const PROTECTED = "The cell is protected. Ask the owner of the spreadsheet to refresh it, or to let you edit it.";

const wordsOf = (e: unknown): string =>
  /protected|permission/i.test(messageOf(e)) ? PROTECTED : `Google Sheets did not take the change: ${messageOf(e).replace(/[.\s]+$/, "")}. Refresh again.`;

function write(tab: Tab, cells: readonly CellAt[]): void {
  for (const { address, formulas } of runsOf(cells)) tab.getRange(address).setFormulas(formulas.map((formula) => [formula]));
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
 * Gives every formula of a sheet back that stands in a wrapper, whoever put it there. What is written is read from the cell itself at that moment: rows that
 * moved meanwhile, and edits, stay as they are.
 * @returns how many could not be given back, and why
 */
function giveBack(tab: Tab): { readonly stuck: number; readonly why: string } {
  let why = "";
  const attempt = (cells: readonly CellAt[]): number => {
    if (cells.length === 0) return 0;
    try {
      write(tab, cells);
      SpreadsheetApp.flush();
      return 0;
    } catch (e) {
      why = wordsOf(e);
      const half = Math.ceil(cells.length / 2);
      return cells.length === 1 ? 1 : attempt(cells.slice(0, half)) + attempt(cells.slice(half));
    }
  };
  return { stuck: attempt(inWrappers(tab)), why };
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
    const stored = tab.getDataRange().getFormulas();
    const same = cells.filter(({ row, column, formula }) => {
      const now = stored[row]?.[column] ?? "";
      return (unwrapped(now) ?? now) === formula;
    });
    result.edited += cells.length - same.length;
    if (same.length === 0) return;
    try {
      write(
        tab,
        same.map(({ row, column, formula }) => ({ row, column, formula: wrapped(formula) })),
      );
      SpreadsheetApp.flush();
    } catch (e) {
      giveBack(tab);
      if (same.length === 1) count(result.refused, wordsOf(e), 1);
      else {
        const half = Math.ceil(same.length / 2);
        slice(tab, same.slice(0, half));
        slice(tab, same.slice(half));
      }
      return;
    }
    giveBack(tab);
    result.cells += same.length;
  }

  const bySheet = new Map<string, ServiceFormula[]>();
  for (const formula of formulas) {
    const some = bySheet.get(formula.sheet);
    if (some) some.push(formula);
    else bySheet.set(formula.sheet, [formula]);
  }
  for (const cells of bySheet.values()) {
    const { tab } = cells[0]!;
    const own = editable(tab, cells);
    if (own.length < cells.length) count(result.refused, PROTECTED, cells.length - own.length);
    for (let from = 0; from < own.length; from += SLICE) slice(tab, own.slice(from, from + SLICE));
    // Once more: what failed a moment ago may succeed now.
    const { stuck, why } = giveBack(tab);
    if (stuck > 0) count(result.refused, `A formula still stands in IF(TRUE;"asking again …"; …), which can be taken off by hand. ${why}`, stuck);
  }
  return result;
}
