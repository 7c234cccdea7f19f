import { REASON_PREFIX } from "../../../core/outcome";
import type { Question } from "../../../core/question";
import { findServiceCalls } from "../../../workbook/formulas/service-calls";
import { readSheetsCalls } from "../../../workbook/formulas/sheets-calls";
import { type CallCells, cellsOfCall } from "../read-call";
import type { SpreadsheetScope } from "../../../workbook/script-results";
import { ASKING_AGAIN, isUnsettled } from "../words";
import { type CellValues, createCellValues, isGrid } from "./cell-values";

/** Google writes names and separators of a formula in the spreadsheet's locale; it does not change the text. */
const WRAPPER = new RegExp(String.raw`^=\s*[\p{L}.]+\(\s*\p{L}+\s*[,;]\s*"${ASKING_AGAIN}"\s*[,;]([\s\S]*)\)\s*$`, "u");

/**
 * Wraps a formula so that it is not calculated. Sheets recalculates a formula only if it is edited, and this edit loses nothing even if the script is cut
 * short. Semicolons separate arguments in every locale.
 */
export const wrapped = (formula: string): string => `=IF(TRUE;"${ASKING_AGAIN}";${formula.replace(/^\s*=/, "")})`;

/** The formula inside a wrapper; undefined if there is no wrapper. */
export function withoutWrapper(formula: string): string | undefined {
  const inner = WRAPPER.exec(formula)?.[1];
  return inner === undefined ? undefined : `=${inner.trimStart()}`;
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** One SERVICE call of a formula, with its questions. */
export interface AskingCall {
  /** Such as `SERVICE.FRED`. */
  readonly id: string;
  /** As written in the formula. */
  readonly text: string;
  /** The formula is only this call. */
  readonly alone: boolean;
  /** The question of each cell of the result; a message if the ranges do not fit together; undefined if arguments are unknown. */
  readonly asks: CallCells | { readonly message: string } | undefined;
}

/** A cell whose formula calls SERVICE functions; row and column count from zero. */
export interface ServiceFormula {
  readonly tab: Tab;
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Without the wrapper that an interrupted refresh may have left. */
  readonly formula: string;
  /** True if it had such a wrapper. */
  readonly interrupted: boolean;
  readonly calls: readonly AskingCall[];
}

/** The calls of a formula on this sheet. */
export function callsOf(formula: string, sheet: string, values: CellValues): readonly AskingCall[] {
  return readSheetsCalls(formula).map((call) => {
    const args = call.args.map((argument) => values.of(argument, sheet));
    return {
      id: call.id,
      text: formula.slice(call.start, call.end),
      alone: call.alone,
      asks: args.includes(undefined) ? undefined : cellsOfCall(call.id, args),
    };
  });
}

/** All SERVICE formulas of a sheet, row by row. */
export function serviceFormulasIn(tab: Tab, values: CellValues, formulas = isGrid(tab) ? tab.getDataRange().getFormulas() : []): ServiceFormula[] {
  const sheet = tab.getName();
  const found: ServiceFormula[] = [];
  for (const [row, line] of formulas.entries())
    for (const [column, stored] of line.entries()) {
      if (!/service/i.test(stored)) continue;
      const inner = withoutWrapper(stored);
      const formula = inner ?? stored;
      const calls = callsOf(formula, sheet, values);
      if (calls.length > 0) found.push({ tab, sheet, row, column, formula, interrupted: inner !== undefined, calls });
    }
  return found;
}

/** The distinct questions of calls with known arguments, by key. */
export function questionsByKey(calls: readonly AskingCall[]): Map<string, Question> {
  const questions = new Map<string, Question>();
  for (const { asks } of calls)
    for (const cell of asks && "cells" in asks ? asks.cells : []) if (cell !== "blank" && "question" in cell) questions.set(cell.question.key, cell.question);
  return questions;
}

export const isUnknown = ({ calls }: ServiceFormula): boolean => calls.some(({ asks }) => asks === undefined);

// A cell that stays "Loading..." needs to be entered again, too.
const isTrouble = (shown: string | undefined): boolean =>
  shown !== undefined && (shown.startsWith("#") || shown.startsWith(REASON_PREFIX) || isUnsettled(shown));

/** True if the formula's cell, or a cell that it fills, shows an error or a reason. */
function showsTrouble({ row, column, calls }: ServiceFormula, shown: readonly (readonly string[])[], formulas: readonly (readonly string[])[]): boolean {
  const [call] = calls;
  const known = call?.alone && call.asks && "cells" in call.asks ? call.asks : undefined;
  // A larger formula fills the neighbours that show something without a formula of their own.
  const fills = (r: number, c: number): boolean => (shown[r]?.[c] ?? "") !== "" && formulas[r]?.[c] === "";
  let rows = known?.rows ?? 1;
  let columns = known?.columns ?? 1;
  if (!known) {
    while (fills(row + rows, column)) rows++;
    while (fills(row, column + columns)) columns++;
  }
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) if (isTrouble(shown[row + r]?.[column + c])) return true;
  return false;
}

const isOfExcel = (formula: string): boolean => findServiceCalls(formula).length > 0 && readSheetsCalls(formula).length === 0;

/**
 * The SERVICE formulas of a scope. Formulas of an interrupted refresh count as errors. `ofExcel` is the number of those as Excel writes them, such as in an
 * uploaded file: Google Sheets shows #NAME? for each.
 */
export function serviceFormulas(book: Book, scope: SpreadsheetScope): { readonly formulas: ServiceFormula[]; readonly ofExcel: number } {
  const values = createCellValues(book);
  let ofExcel = 0;
  const tabs = scope === "sheet" ? [book.getActiveSheet()] : book.getSheets();
  const formulas = tabs.filter(isGrid).flatMap((tab) => {
    const stored = tab.getDataRange().getFormulas();
    ofExcel += stored.flat().filter(isOfExcel).length;
    const found = serviceFormulasIn(tab, values, stored);
    if (scope !== "errors" || found.length === 0) return found;
    const shown = tab.getDataRange().getDisplayValues();
    return found.filter((formula) => formula.interrupted || showsTrouble(formula, shown, stored));
  });
  return { formulas, ofExcel };
}
