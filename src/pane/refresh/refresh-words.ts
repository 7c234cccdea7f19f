import type { RefreshedTable } from "../../tables/table-work";
import type { RefreshResult, RefreshWhat, RefreshPhase } from "./refresh-result";
import type { RadioOption } from "../fields/radio-choice";
import type { SpreadsheetScope } from "../../workbook/script-results";
import { counted, withSeparators } from "../../contract/counted";

/** The scopes of a refresh, in display order; those of a spreadsheet's script have a name there. */
export const SCOPES: readonly (RadioOption<RefreshWhat> & { readonly script?: SpreadsheetScope })[] = [
  { value: "workbook", label: "Workbook", about: "all SERVICE cells and tables, on all sheets", script: "book" },
  { value: "sheet", label: "This sheet", about: "all SERVICE cells and tables on this sheet", script: "sheet" },
  { value: "selection", label: "Selection", about: "the selected cells, and tables in the selection" },
  { value: "problems", label: "Errors and reasons", about: "cells that show an error or n/a, on all sheets", script: "errors" },
  { value: "stale", label: "Stale only", about: "cells with expired answers, and tables older than an hour" },
];

const NOTHING: Readonly<Record<RefreshWhat, string>> = {
  workbook: "No SERVICE cells or tables were found in this workbook. Create one in Build.",
  sheet: "No SERVICE cells or tables were found on this sheet. Choose another sheet, or the workbook.",
  selection: "No SERVICE cells or tables were found in the selection. Select some, or choose another scope.",
  problems: "No SERVICE cell showed an error or a reason.",
  stale: "No SERVICE cell or table was stale.",
};

/** True if a refresh changed a table's cells. */
export const isChanged = ({ result: { report } }: RefreshedTable): boolean =>
  report !== undefined && (report.restored > 0 || [report.added, report.revised, report.removed, report.struck].some((list) => list.length > 0));

function tablesWords(tables: readonly RefreshedTable[]): string {
  if (tables.length === 0) return "";
  const refused = tables.filter(({ result }) => !result.ok);
  const done = refused.length === 0 ? counted(tables.length, "table") : `${tables.length - refused.length} of ${counted(tables.length, "table")}`;
  const not = refused.length === 0 ? "" : ` Not refreshed: ${refused.map(({ title }) => title).join("; ")}.`;
  return `${done} refreshed, ${tables.filter(isChanged).length} changed.${not}`;
}

function cellsWords({ cells, answered, changes, notAnswered, refused, stopped, failure }: RefreshResult): string {
  if (failure !== undefined && answered === 0) return failure;
  if (cells === 0) return "";
  const counts = [`${counted(cells, "cell")} asked`, `${withSeparators(changes.length)} changed`];
  if (notAnswered.length > 0) counts.push(`${withSeparators(notAnswered.length)} got no answer`);
  if (refused.length > 0) counts.push(`${withSeparators(refused.length)} could not be calculated`);
  const whole = `${counts.join(", ")}.`;
  if (stopped) return answered === 0 ? "" : whole;
  return failure === undefined ? whole : `${failure} ${whole}`;
}

/** The result of a refresh, in one or more sentences. */
export function resultWords(result: RefreshResult): string {
  if (result.script) return result.script.summary;
  const words = [cellsWords(result), tablesWords(result.tables)].filter(Boolean).join(" ");
  if (result.stopped) return `Stopped. ${words === "" ? "Nothing was changed." : words}`;
  return words === "" ? NOTHING[result.what] : words;
}

/** The phases of a refresh, in words. */
export const PHASE_WORDS: Readonly<Record<RefreshPhase, string>> = {
  reading: "Reading the formulas",
  asking: "Fetching answers",
  calculating: "Calculating the cells",
  tables: "Refreshing the tables",
  script: "Refreshing",
  waiting: "Waiting: a cell is being edited",
};
