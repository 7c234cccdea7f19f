import type { RefreshedTable } from "../../tables/table-work";
import type { RefreshResult, RefreshWhat, RefreshState } from "./refresh-result";
import type { SpreadsheetScope } from "../spreadsheet";
import { counted, withSeparators } from "../../contract/counted";

/** The scopes of a refresh, in display order. */
export const SCOPES: readonly { readonly what: RefreshWhat; readonly label: string; readonly meaning: string; readonly script?: SpreadsheetScope }[] = [
  { what: "workbook", label: "Workbook", meaning: "all SERVICE cells and tables, on all sheets", script: "book" },
  { what: "sheet", label: "This sheet", meaning: "all SERVICE cells and tables on this sheet", script: "sheet" },
  { what: "selection", label: "Selection", meaning: "the selected cells, and tables in the selection" },
  { what: "problems", label: "Errors and reasons", meaning: "cells that show an error or n/a, on all sheets", script: "errors" },
  { what: "stale", label: "Stale only", meaning: "cells with expired answers, and tables older than an hour" },
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

/** The current phase of a refresh, in words. */
export function phaseWords(state: RefreshState): string {
  switch (state.phase) {
    case "idle":
      return "";
    case "reading":
      return "Reading the formulas";
    case "asking":
      return "Fetching answers";
    case "calculating":
      return "Calculating the cells";
    case "tables":
      return "Refreshing the tables";
    case "script":
      return "Refreshing";
    case "waiting":
      return "Waiting: a cell is being edited";
  }
}
