import { runsOf } from "../../../workbook/cell-address";
import { askAll } from "../ask-all";
import { isDate } from "../dates";
import type { Copied } from "../sidebar-calls";
import { isUnsettled } from "../unsettled";
import { createCellValues } from "./cell-values";
import { messageOf, Refusal, sentenceOf } from "./refusal";
import { formulasOf, isUnknown, questionsOf, type ServiceFormula } from "./service-formulas";
import { sourceLines } from "./source-lines";
import { counted } from "../../../contract/counted";
import { momentWords } from "./words";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;

const WITHIN_MS = 120_000;
/** Longest name that Google gives a tab. */
const LONGEST_NAME = 100;
/** Empty rows between the data and its sources. */
const GAP = 2;

interface Place {
  readonly row: number;
  readonly column: number;
}

/** `Rates (values)`, with a number where there is such a tab; names do not differ by case alone. */
function freeName(book: Book, name: string): string {
  const taken = new Set(book.getSheets().map((tab) => tab.getName().toLowerCase()));
  for (let n = 1; ; n++) {
    const end = n === 1 ? " (values)" : ` (values ${n})`;
    const free = `${name.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

type Values = readonly (readonly unknown[])[];

const runs = (places: readonly Place[]): readonly string[] => runsOf(places.map(({ row, column }) => ({ row, column, formula: "" }))).map((run) => run.address);

const same = (a: unknown, b: unknown): boolean => (isDate(a) && isDate(b) ? a.getTime() === b.getTime() : a === b);

/** Where the copy holds a formula, or another value than is wanted there. */
function unlike(copy: Tab, values: Values, places: readonly Place[]): readonly Place[] {
  const data = copy.getDataRange();
  const [now, formulas] = [data.getValues() as unknown[][], data.getFormulas()];
  return places.filter(({ row, column }) => (formulas[row]?.[column] ?? "") !== "" || !same(now[row]?.[column] ?? "", values[row]?.[column] ?? ""));
}

/** A value as it is to be written: Google reads numbers, days and formulas out of text, but not after an apostrophe. */
const written = (value: unknown): unknown => (typeof value === "string" && value !== "" ? `'${value}` : value);

/** Puts these values into the cells of the copy, in place of what is there; formats stay. */
function paste(original: Tab, copy: Tab, values: Values, places: readonly Place[]): void {
  for (const address of runs(places)) original.getRange(address).copyTo(copy.getRange(address), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
  SpreadsheetApp.flush();
  // Pasting passes over rows that a filter hides, and moves the others together: whatever came out otherwise is written cell by cell.
  const astray = unlike(copy, values, places);
  if (astray.length === 0) return;
  for (const address of runs(astray)) {
    const range = copy.getRange(address);
    const [top, column] = [range.getRow() - 1, range.getColumn() - 1];
    range.setValues(Array.from({ length: range.getNumRows() }, (_, i) => [written(values[top + i]?.[column] ?? "")]));
  }
  SpreadsheetApp.flush();
  const left = unlike(copy, values, places).length;
  if (left > 0)
    throw new Refusal(
      `${counted(left, "cell")} of the copy did not come out as on the tab. Take off its filter, or wait until nobody edits it, and copy again.`,
    );
}

/**
 * Values in place of the SERVICE formulas, and of what they spilled: with its formula that is gone from the copy, and is put there from the original.
 * @returns how many cells were written
 */
function freeze(original: Tab, copy: Tab, formulas: readonly ServiceFormula[]): number {
  const data = original.getDataRange();
  const [values, own] = [data.getValues() as unknown[][], data.getFormulas()];
  paste(original, copy, values, formulas);
  const left = copy.getRange(1, 1, data.getNumRows(), data.getNumColumns()).getValues() as unknown[][];
  const gone = values.flatMap((line, row) =>
    line.flatMap((value, column): Place[] => {
      const vanished = value !== "" && own[row]?.[column] === "" && left[row]?.[column] === "";
      return vanished && formulas.some((f) => f.row <= row && f.column <= column) ? [{ row, column }] : [];
    }),
  );
  paste(original, copy, values, gone);
  const pasted = [...formulas, ...gone];
  const now = copy.getDataRange().getDisplayValues();
  if (pasted.some(({ row, column }) => isUnsettled(now[row]?.[column])))
    throw new Refusal("Cells began to ask again while they were copied. Wait until they show values, and copy again.");
  return pasted.length;
}

function writeSources(copy: Tab, lines: readonly string[]): void {
  const first = copy.getLastRow() + GAP + 1;
  const missing = first + lines.length - 1 - copy.getMaxRows();
  if (missing > 0) copy.insertRowsAfter(copy.getMaxRows(), missing);
  copy.getRange(first, 1, lines.length, 1).setValues(lines.map((line) => [written(line)]));
}

/** Removes a copy that was not finished, and says why there is none. */
function givenUp(book: Book, copy: Tab, e: unknown): Refusal {
  const why = sentenceOf(e);
  try {
    book.deleteSheet(copy);
    return new Refusal(`No copy was made. ${why}`);
  } catch (again) {
    return new Refusal(`The copy is not complete and could not be removed (${messageOf(again)}): delete the tab ${copy.getName()} by hand. ${why}`);
  }
}

/**
 * Copies the active tab, with values in place of SERVICE formulas and the sources below the data. The tab itself is only read; other formulas stay formulas.
 * Throws a `Refusal` where there is nothing to replace, or cells have not come to anything yet; no tab is left behind then.
 */
export function copyAsValues(book: Book): Copied {
  const original = book.getActiveSheet();
  const name = original.getName();
  const formulas = formulasOf(original, createCellValues(book));
  if (formulas.length === 0) throw new Refusal(`There is no SERVICE formula on ${name}, so nothing was copied. Choose the tab that has them.`);
  const unsettled = original.getDataRange().getDisplayValues().flat().filter(isUnsettled).length;
  if (unsettled > 0)
    throw new Refusal(
      `${counted(unsettled, "cell")} of ${name} still wait for a value, so nothing was copied. Wait until they show one, or refresh the sheet, and copy again.`,
    );

  const questions = questionsOf(formulas.flatMap(({ calls }) => calls));
  const { outcomes } = askAll([...questions.values()], { within: WITHIN_MS });
  const title = `Sources of ${name}, values of ${momentWords(Date.now(), book.getSpreadsheetTimeZone())}. They must stay with the data when it is quoted.`;
  const lines = [title, ...sourceLines([...outcomes.values()], formulas.filter(isUnknown).length)];

  const copy = original.copyTo(book);
  let cells: number;
  let sheet: string;
  try {
    cells = freeze(original, copy, formulas);
    writeSources(copy, lines);
    // Last: a copy that Google cut short has no name that looks finished.
    sheet = freeName(book, name);
    copy.setName(sheet);
  } catch (e) {
    throw givenUp(book, copy, e);
  }
  book.setActiveSheet(copy);
  const summary = `${counted(cells, "cell is a value", "cells are values")} in the new tab ${sheet}, with the sources below. ${name} is as it was.`;
  return { sheet, cells, summary };
}
