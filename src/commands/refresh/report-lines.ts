import { counted } from "../../contract/counted";
import { isoOf } from "../../contract/dates";
import { groupedBy } from "../../contract/lists";
import { doubtOf } from "../../core/outcome";
import type { KeptFormula } from "../../hosts/refresh/changes";
import type { RefreshedBook } from "../../hosts/refresh/refresh-book";
import type { CellValue } from "../../workbook/cell";
import { valueText } from "../../workbook/value-text";
import type { Io } from "../io";
import { terminalWords } from "../terminal-words";
import type { BookReport, ReportedBook } from "./book-report";
import type { Choices } from "./choices";
import { sampleFormulas } from "./unwanted";

/**
 * Prints what became of a book.
 *
 * @param at the moment for a line of JSON, in milliseconds
 */
export function sayReport(report: BookReport, choices: Choices, { out, err }: Pick<Io, "out" | "err">, at?: number): void {
  const { name, status, why, result, requests, repaired, copy, forSheets, savedAsOf } = report;
  const { json, dryRun } = choices;
  if (json) return out(jsonLine(report, at));
  if (result && status !== "refused") {
    changeLines(name, result, requests, dryRun).forEach(out);
    asOfLines(name, savedAsOf, result, choices).forEach(out);
    markLines(name, result, dryRun).forEach(err);
    notComparedLines(name, result).forEach(out);
    keptLines(name, result).forEach(err);
    outsideLines(name, result).forEach(err);
    tableLines(name, result).forEach(err);
    repairLines(name, repaired, forSheets ? { ...result, inSheetsForm: 0 } : result, dryRun).forEach(repaired ? out : err);
    if (copy) {
      out(copyLine(name, copy, dryRun));
      copyKeptLines(copy).forEach(err);
    }
    if (forSheets) {
      out(sheetsLine(name, forSheets, dryRun));
      copyKeptLines(forSheets).forEach(err);
    }
  }
  if (why !== undefined) err(`${name}: ${why}`);
}

const MARKS = [
  ["signed", "signed"],
  ["final", "final"],
  ["readOnlyRecommended", "read_only_recommended"],
  ["passwordToChange", "password_to_change"],
] as const;

/** A report of one book as one line of JSON, with the moment if it is one of many refreshes. `lock` is that of docs/book-lock.schema.json. */
function jsonLine({ name, status, why, result, requests, repaired, copy, forSheets, lock, savedAsOf }: BookReport, at?: number): string {
  const notRefreshed = [
    ...(result?.outsideCalls ?? []).map(({ what: [kind], where }) => ({ kind, where })),
    ...(result && result.tables.length > 0 ? [{ kind: "table", where: result.tables }] : []),
  ];
  const marks = MARKS.flatMap(([mark, word]) => (result?.book.marks?.[mark] ? [word] : []));
  return JSON.stringify({
    ...(at === undefined ? {} : { at: isoOf(at) }),
    book: name,
    status,
    ...(why === undefined ? {} : { why }),
    requests,
    ...(savedAsOf === undefined ? {} : { saved_as_of: savedAsOf }),
    ...(result
      ? {
          service_cells: result.serviceCells,
          formulas: result.calculated,
          changed: result.changed.map(({ where, before, after }) => ({ cell: where, before, after })),
          kept: result.kept.map(({ where, why: reason, differs }) => ({ cell: where, why: reason, ...(differs === undefined ? {} : { differs }) })),
          ...(result.notCompared === undefined ? {} : { not_compared: result.notCompared }),
          ...(notRefreshed.length > 0 ? { not_refreshed: notRefreshed } : {}),
          ...(marks.length > 0 ? { marks } : {}),
          failures: result.failures.map(terminalWords),
        }
      : {}),
    ...(repaired ? { repaired } : {}),
    ...(copy ? { copy: { file: copy.name, values: copy.frozen, marked_as_sample: copy.marked, sources_sheet: copy.sources ?? null, kept: copy.kept } } : {}),
    ...(forSheets ? { for_sheets: { file: forSheets.name, formulas: forSheets.rewritten, kept: forSheets.kept } } : {}),
    ...(lock ? { lock } : {}),
  });
}

/** Cells that a line names before it counts. */
const NAMED = 5;

/** "Model!B2, Model!B3 and 7 more". */
function someOf(all: readonly string[]): string {
  const named = all.slice(0, NAMED);
  const more = all.length - named.length;
  if (more > 0) return `${named.join(", ")} and ${more} more`;
  return all.length === 1 ? named[0]! : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

/** "Model!B2 keeps its value." or "Model!B2 (stored 1, calculated 2), Model!B3 (stored 3, calculated 4) and 7 more keep their values." */
function placesOf(kept: readonly KeptFormula[]): string {
  const named = kept.map(({ where, differs }) => (differs === undefined ? where : `${where} (${differs})`));
  return `${someOf(named)} ${kept.length === 1 ? "keeps its value" : "keep their values"}.`;
}

/** The reason without what differs in one cell. */
const commonReason = ({ why, differs }: KeptFormula): string => (differs === undefined ? why : why.replace(` (${differs})`, ""));

/** A value as a line shows it. */
const shown = (value: CellValue): string => (value === null ? "(empty)" : valueText(value));

/** How many cells show sample data. */
function sampleWords(refreshed: Pick<RefreshedBook, "formulas" | "answers">): string {
  const cells = sampleFormulas(refreshed).length;
  return cells === 0 ? "" : ` ${counted(cells, "cell")} ${cells === 1 ? "shows" : "show"} sample data.`;
}

/** Which cells show a value that the service doubts. */
function doubtWords({ formulas, answers }: Pick<RefreshedBook, "formulas" | "answers">): string {
  const cells = formulas.filter(({ questions }) => questions.some((key) => doubtOf(answers.get(key)) !== undefined)).map(({ where }) => where);
  return cells.length === 0
    ? ""
    : ` ${someOf(cells)} ${cells.length === 1 ? "shows a value" : "show values"} in doubt. Inspect in the task pane names the numbers compared.`;
}

/** What a refresh did, in a line; for a trial, with a line for each cell that would change. */
function changeLines(name: string, { serviceCells, calculated, changed, formulas, answers }: ReportedBook, requests: number, dryRun: boolean): string[] {
  const other = counted(calculated - serviceCells, "other formula");
  const done = dryRun ? "would change" : "changed";
  const line = `${name}: ${counted(serviceCells, "SERVICE cell")} and ${other}, ${counted(requests, "request")}; ${counted(changed.length, "cell")} ${done}.${sampleWords({ formulas, answers })}${doubtWords({ formulas, answers })}`;
  return [line, ...(dryRun ? changed.map(({ where, before, after }) => `  ${where}: ${shown(before)} → ${shown(after)}`) : [])];
}

/** A line about the as-of date saved in the workbook, if it has calls. `typed` is that of the command line. */
function asOfLines(
  name: string,
  saved: string | undefined,
  { serviceCells }: ReportedBook,
  { asOf: typed, replay }: Pick<Choices, "asOf" | "replay">,
): readonly string[] {
  const isOther = typed !== undefined || (replay !== undefined && replay.service.as_of !== saved);
  if (saved === undefined || serviceCells === 0 || saved === typed) return [];
  if (!isOther)
    return [`${name}: Its cells are as of ${saved}, the date saved in the workbook. For other figures, clear it in the task pane, or type --as-of.`];
  return [`${name}: The as-of date saved in the workbook is ${saved}, and was not used. Excel with the add-in will show the figures of that date.`];
}

/** A line for each mark against changes that a written book has. */
function markLines(name: string, { book: { marks = {} }, changed }: ReportedBook, dryRun: boolean): readonly string[] {
  if (changed.length === 0) return [];
  const written = dryRun ? "would be written" : "were written";
  return [
    ...(marks.signed ? [`${name}: Its digital signature ${dryRun ? "would be" : "is"} removed. Sign it again in Excel if somebody relies on it.`] : []),
    ...(marks.final ? [`${name}: It is marked as final. The new values ${written} all the same; the mark stays.`] : []),
    ...(marks.readOnlyRecommended ? [`${name}: Excel recommends opening it read-only. The new values ${written} all the same.`] : []),
    ...(marks.passwordToChange ? [`${name}: Excel asks for a password before it saves changes. A refresh does not: the new values ${written}.`] : []),
  ];
}

/** A line for each reason why formulas kept their values. */
const keptLines = (name: string, { kept }: ReportedBook): readonly string[] =>
  [...groupedBy(kept, commonReason)].map(([why, places]) => `${name}: ${placesOf(places)} ${places.length === 1 ? why : why.replace(/^It /, "Each ")}`);

/** A line about formulas that were not compared with their stored values. */
const notComparedLines = (name: string, { notCompared }: ReportedBook): readonly string[] => (notCompared === undefined ? [] : [`${name}: ${notCompared}`]);

/** A line for each kind of calls that are not in cells. */
const outsideLines = (name: string, { outsideCalls }: ReportedBook): readonly string[] =>
  outsideCalls.map(({ what, where }) => {
    const [calls, are, them] = where.length === 1 ? ["calls", "is", "it"] : ["call", "are", "them"];
    return `${name}: ${counted(where.length, ...what)} ${calls} SERVICE and ${are} not refreshed: ${someOf(where)}. Excel calculates ${them} when it opens the book with the add-in.`;
  });

/** A line for the tables of the pane, whose rows only the pane can add and remove. */
function tableLines(name: string, { tables }: ReportedBook): readonly string[] {
  if (tables.length === 0) return [];
  const stay = counted(tables.length, "table of the pane stays as it was", "tables of the pane stay as they were");
  return [
    `${name}: ${stay}: ${someOf(tables)}. To refresh ${tables.length === 1 ? "it" : "them"}, open the book in Excel with the add-in, and choose Refresh in the pane.`,
  ];
}

/** What a copy for people without the add-in has, in a line. */
function copyLine(name: string, { name: copy, frozen, marked, sources }: NonNullable<BookReport["copy"]>, dryRun: boolean): string {
  const values = counted(frozen, `SERVICE formula ${dryRun ? "would be" : "is"} a value`, `SERVICE formulas ${dryRun ? "would be" : "are"} values`);
  const samples = marked > 0 ? ` ${counted(marked, "cell shows", "cells show")} sample data and ${marked === 1 ? "says" : "say"} so.` : "";
  return `${name}: ${values} in ${copy}.${samples}${sources === undefined ? "" : ` The sheet ${sources} lists the sources.`}`;
}

/** What a copy for Google Sheets has, in a line. */
function sheetsLine(name: string, { name: copy, rewritten }: NonNullable<BookReport["forSheets"]>, dryRun: boolean): string {
  const formulas = counted(rewritten, `SERVICE formula ${dryRun ? "would be" : "is"}`, `SERVICE formulas ${dryRun ? "would be" : "are"}`);
  return `${name}: ${formulas} rewritten in ${copy} for Google Sheets with the script.`;
}

/** A line for each reason why something in the copy still needs the add-in. */
const copyKeptLines = ({ name, kept }: Pick<NonNullable<BookReport["copy"]>, "name" | "kept">): readonly string[] =>
  [...groupedBy(kept, commonReason)].map(([why, places]) => `${name}: ${someOf(places.map(({ where }) => where))}: ${why}`);

/** What a repair rewrote, in a line; for a trial, with the cells. Without a repair, what it would be for, if there is anything. */
function repairLines(name: string, repaired: readonly string[] | undefined, { stuckNames, inSheetsForm }: ReportedBook, dryRun: boolean): readonly string[] {
  if (repaired) {
    const line = `${name}: ${counted(repaired.length, `formula ${dryRun ? "would be" : "is"} rewritten`, `formulas ${dryRun ? "would be" : "are"} rewritten`)} in the form that Excel calculates.`;
    return [line, ...(dryRun ? repaired.map((where) => `  ${where}`) : [])];
  }
  const lines: string[] = [];
  const rewrites = (cells: number): string => `--repair rewrites ${cells === 1 ? "it" : "them"}`;
  if (stuckNames > 0) {
    const them =
      stuckNames === 1 ? "calls a function under a name that Excel does not find, and shows" : "call functions under names that Excel does not find, and show";
    lines.push(`${name}: ${counted(stuckNames, "cell")} ${them} #NAME? once calculated. ${rewrites(stuckNames)}.`);
  }
  if (inSheetsForm > 0)
    lines.push(
      `${name}: ${counted(inSheetsForm, "cell is", "cells are")} stored in the form of Google Sheets, and can be uploaded there again. Excel shows the refreshed value, but does not calculate it. ${rewrites(inSheetsForm)} for Excel.`,
    );
  return lines;
}
