import type { RefreshResult, RefreshState, RefreshWhat } from "./refresher";
import { counted, withSeparators } from "../../contract/counted";

/** The scopes of a refresh, in display order. */
export const SCOPES: readonly { readonly what: RefreshWhat; readonly label: string; readonly meaning: string }[] = [
  { what: "workbook", label: "Workbook", meaning: "all SERVICE cells, on all sheets" },
  { what: "sheet", label: "This sheet", meaning: "all SERVICE cells on this sheet" },
  { what: "selection", label: "Selection", meaning: "the selected cells" },
  { what: "problems", label: "Errors and reasons", meaning: "cells that show an error or n/a, on all sheets" },
  { what: "stale", label: "Stale only", meaning: "cells with expired answers, on all sheets" },
];

const NOTHING: Readonly<Record<RefreshWhat, string>> = {
  workbook: "No SERVICE cells in this workbook. Create one in Build.",
  sheet: "No SERVICE cells on this sheet. Choose another sheet, or the workbook.",
  selection: "No SERVICE cells in the selection. Select some, or choose another scope.",
  problems: "No SERVICE cell shows an error or a reason.",
  stale: "No SERVICE cell is stale.",
};

/** The result of a refresh, in one or more sentences. */
export function resultWords({ what, cells, answered, changes, notAnswered, refused, stopped, failure }: RefreshResult): string {
  if (failure !== undefined && answered === 0) return failure;
  if (cells === 0) return stopped ? "Stopped. Nothing was changed." : NOTHING[what];
  const counts = [`${counted(cells, "cell")} asked`, `${withSeparators(changes.length)} changed`];
  if (notAnswered.length > 0) counts.push(`${withSeparators(notAnswered.length)} got no answer`);
  if (refused.length > 0) counts.push(`${withSeparators(refused.length)} could not be calculated`);
  const whole = `${counts.join(", ")}.`;
  if (stopped) return `Stopped. ${answered === 0 ? "Nothing was changed." : whole}`;
  return failure === undefined ? whole : `${failure} ${whole}`;
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
  }
}
