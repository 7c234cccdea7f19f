import { asOfText } from "../../../contract/as-of";
import { caveatWords } from "../../../contract/caveat-words";
import { counted } from "../../../contract/counted";
import type { Outcome } from "../../../core/outcome";
import { titleOfTable } from "../../../tables/listed-table";
import type { Remembered } from "../../../tables/table-settings";
import type { CellPlace } from "../../../workbook/cell";
import { runsOf } from "../../../workbook/cell-address";
import { spreadsheetAsOf } from "../as-of";
import { askAll } from "../ask-all";
import { isDate, isoOfDate } from "../dates";
import type { CopiedSheet } from "../../../workbook/script-results";
import { isUnsettled, showing } from "../words";
import { createCellValues } from "./cell-values";
import { MenuRefusal, messageOf, sentenceOf } from "./refusal";
import { localMoment } from "./script-ui";
import { isUnknown, questionsByKey, type ServiceFormula, serviceFormulasIn } from "./service-formulas";
import { tablesOn } from "./tables";

/**
 * Lines to quote with the values: sample notice, attributions, caveats, and for how many the source is unknown.
 * @param unknown number of formulas whose questions are unknown
 */
function sourceLines(outcomes: readonly Outcome[], unknown: number): readonly string[] {
  const attributions = new Set<string>();
  const caveats = new Set<string>();
  const unanswered = new Map<string, number>();
  let sample = false;
  for (const outcome of outcomes) {
    if (outcome.kind !== "answer") {
      const why = showing(outcome);
      unanswered.set(why, (unanswered.get(why) ?? 0) + 1);
      continue;
    }
    const { attribution, source, caveats: ids } = outcome.answer;
    const credit = attribution ?? source;
    if (credit !== undefined) attributions.add(credit);
    for (const id of ids) caveats.add(caveatWords(id));
    sample ||= outcome.answer.sample;
  }
  return [
    ...(sample ? ["Sample data: generated, not published; do not quote."] : []),
    ...[...attributions].sort().map((text) => `Source: ${text}`),
    ...[...caveats].sort().map((text) => `Caveat: ${text}`),
    ...[...unanswered].map(([why, n]) => `Source not known for ${counted(n, "question")}: ${why}`),
    ...(unknown > 0 ? [`Source not known for ${counted(unknown, "formula")} whose arguments are calculated within the formula.`] : []),
  ];
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;

const WITHIN_MS = 120_000;
/** Google's limit for the name of a tab. */
const LONGEST_NAME = 100;
/** Empty rows between the data and its sources. */
const GAP = 2;

type Place = Pick<CellPlace, "row" | "column">;

/** `Rates (values)`, with a number if that name is taken. Names are compared without case. */
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

/** The cells of the copy that have a formula or another value than the original. */
function differing(copy: Tab, values: Values, places: readonly Place[]): readonly Place[] {
  const data = copy.getDataRange();
  const [now, formulas] = [data.getValues() as unknown[][], data.getFormulas()];
  return places.filter(({ row, column }) => (formulas[row]?.[column] ?? "") !== "" || !same(now[row]?.[column] ?? "", values[row]?.[column] ?? ""));
}

/** A value to write. Google converts text to numbers, dates and formulas, unless it begins with an apostrophe. */
const written = (value: unknown): unknown => (typeof value === "string" && value !== "" ? `'${value}` : value);

/** Writes these values into the copy's cells; formats stay. */
function paste(original: Tab, copy: Tab, values: Values, places: readonly Place[]): void {
  for (const address of runs(places)) original.getRange(address).copyTo(copy.getRange(address), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
  SpreadsheetApp.flush();
  // Pasting skips rows that a filter hides and closes the gaps, so cells that came out wrong are written one by one.
  const wrong = differing(copy, values, places);
  if (wrong.length === 0) return;
  for (const address of runs(wrong)) {
    const range = copy.getRange(address);
    const [top, column] = [range.getRow() - 1, range.getColumn() - 1];
    range.setValues(Array.from({ length: range.getNumRows() }, (_, i) => [written(values[top + i]?.[column] ?? "")]));
  }
  SpreadsheetApp.flush();
  const left = differing(copy, values, places).length;
  if (left > 0)
    throw new MenuRefusal(
      `${counted(left, "cell differs", "cells differ")} from the original. Remove the tab's filter, or wait until nobody edits it, then copy again.`,
    );
}

/**
 * Replaces the SERVICE formulas of the copy with values, and restores the values that they spilled, which disappear with the formula.
 * @returns the number of cells written
 */
function freeze(original: Tab, copy: Tab, formulas: readonly ServiceFormula[]): number {
  const data = original.getDataRange();
  const [values, own] = [data.getValues() as unknown[][], data.getFormulas()];
  paste(original, copy, values, formulas);
  const left = copy.getRange(1, 1, data.getNumRows(), data.getNumColumns()).getValues() as unknown[][];
  const spilled = values.flatMap((line, row) =>
    line.flatMap((value, column): Place[] => {
      const vanished = value !== "" && own[row]?.[column] === "" && left[row]?.[column] === "";
      return vanished && formulas.some((f) => f.row <= row && f.column <= column) ? [{ row, column }] : [];
    }),
  );
  paste(original, copy, values, spilled);
  const pasted = [...formulas, ...spilled];
  const now = copy.getDataRange().getDisplayValues();
  if (pasted.some(({ row, column }) => isUnsettled(now[row]?.[column])))
    throw new MenuRefusal("Cells recalculated during the copy. Wait until they show values, then copy again.");
  return pasted.length;
}

/** The formulas with a cell that shows another value than its answer, as far as a formula is one call with known arguments. */
function showingOther(formulas: readonly ServiceFormula[], outcomes: ReadonlyMap<string, Outcome>, values: Values): readonly ServiceFormula[] {
  return formulas.filter(({ row, column, calls: [call] }) => {
    if (!call?.alone || !call.asks || "message" in call.asks) return false;
    const { cells, columns } = call.asks;
    return cells.some((cell, i) => {
      const outcome = cell !== "blank" && "question" in cell ? outcomes.get(cell.question.key) : undefined;
      if (outcome?.kind !== "answer") return false;
      const value = values[row + Math.floor(i / columns)]?.[column + (i % columns)];
      return (isDate(value) ? isoOfDate(value) : value) !== (outcome.answer.value ?? showing(outcome));
    });
  });
}

/**
 * Which day the values are of. Nothing that may be later is said to be of it.
 * @param day the spreadsheet's; undefined for now
 * @param others the formulas that show another value than that of the day
 * @param tables those on the tab
 */
function dayLines(
  day: string | undefined,
  others: readonly ServiceFormula[],
  tables: readonly Remembered[],
  moment: (at: number) => string,
): readonly string[] {
  const apart = tables.flatMap((table) => {
    const { memory } = table;
    if (memory ? memory.asOf === day : day === undefined) return [];
    return [`The table ${titleOfTable(table)} is ${memory ? `as of ${memory.asOf ?? moment(memory.at)}` : "of a day that cannot be read"}.`];
  });
  if (day === undefined) return apart;
  const shown =
    others.length === 0 ? [] : [`${counted(others.length, "formula shows", "formulas show")} another value than that of the day: ${runs(others).join(", ")}.`];
  const exceptions = [...shown, ...apart];
  return [`As of ${day}: only what was public by then${exceptions.length > 0 ? ", except for the following" : ""}.`, ...exceptions];
}

function writeSources(copy: Tab, lines: readonly string[]): void {
  const first = copy.getLastRow() + GAP + 1;
  const missing = first + lines.length - 1 - copy.getMaxRows();
  if (missing > 0) copy.insertRowsAfter(copy.getMaxRows(), missing);
  copy.getRange(first, 1, lines.length, 1).setValues(lines.map((line) => [written(line)]));
}

/** Deletes an incomplete copy; returns the refusal to show. */
function discard(book: Book, copy: Tab, e: unknown): MenuRefusal {
  const why = sentenceOf(e);
  try {
    book.deleteSheet(copy);
    return new MenuRefusal(`No copy was made. ${why}`);
  } catch (deletion) {
    return new MenuRefusal(`The copy is incomplete. Delete the tab ${copy.getName()} by hand (${messageOf(deletion)}). ${why}`);
  }
}

/**
 * Copies the active tab, with values instead of SERVICE formulas and the sources below the data. Other formulas stay; the tab itself is not changed. Throws
 * a `MenuRefusal`, and leaves no new tab, if there is nothing to replace or cells are still loading.
 */
export function copyAsValues(book: Book): CopiedSheet {
  const original = book.getActiveSheet();
  const name = original.getName();
  const formulas = serviceFormulasIn(original, createCellValues(book));
  if (formulas.length === 0) throw new MenuRefusal(`Nothing was copied: ${name} has no SERVICE formula. Select a tab that has one.`);
  const unsettled = original.getDataRange().getDisplayValues().flat().filter(isUnsettled).length;
  if (unsettled > 0)
    throw new MenuRefusal(
      `Nothing was copied: ${counted(unsettled, "cell")} on ${name} ${unsettled === 1 ? "is" : "are"} still loading. Wait, or refresh the sheet, then copy again.`,
    );

  const questions = questionsByKey(formulas.flatMap(({ calls }) => calls));
  const { outcomes } = askAll([...questions.values()], { within: WITHIN_MS });
  const title = `Sources of ${name}, values of ${localMoment(Date.now(), book.getSpreadsheetTimeZone())}. Quote the data only with them.`;
  const asOf = spreadsheetAsOf();
  const others = asOf ? showingOther(formulas, outcomes, original.getDataRange().getValues() as unknown[][]) : [];
  const days = dayLines(asOf && asOfText(asOf), others, tablesOn(book, name), (at) => localMoment(at, book.getSpreadsheetTimeZone()));
  const lines = [title, ...days, ...sourceLines([...outcomes.values()], formulas.filter(isUnknown).length)];

  const copy = original.copyTo(book);
  let cells: number;
  let sheet: string;
  try {
    cells = freeze(original, copy, formulas);
    writeSources(copy, lines);
    // Named last, so that an incomplete copy does not look finished.
    sheet = freeName(book, name);
    copy.setName(sheet);
  } catch (e) {
    throw discard(book, copy, e);
  }
  book.setActiveSheet(copy);
  const summary = `${counted(cells, "cell is a value", "cells are values")} in the new tab ${sheet}, with the sources below. ${name} is unchanged.`;
  return { sheet, cells, summary };
}
