import type { RefreshResult, RefreshScope } from "../sidebar-calls";
import { counted } from "../../../contract/counted";

const NOTHING: Readonly<Record<RefreshScope, string>> = {
  sheet: "There is no SERVICE formula on this sheet. Choose another sheet, or refresh the whole book.",
  book: "There is no SERVICE formula in this spreadsheet. The sidebar's Insert makes one.",
  errors: "No SERVICE formula shows an error or a reason.",
};

/** What a refresh has come to, in a few sentences. */
export function refreshWords(scope: RefreshScope, found: number, { cells, answered, requests, troubles }: Omit<RefreshResult, "summary">): string {
  if (found === 0) return NOTHING[scope];
  const [first, ...others] = troubles;
  const asked = requests === 0 ? "" : ` ${counted(answered, "question")} answered with ${counted(requests, "request")}.`;
  const done = cells === 0 ? "Nothing was changed." : `${counted(cells, "formula was", "formulas were")} calculated anew.`;
  const kept = first ? ` ${counted(first.cells, "formula")}: ${first.message}` : "";
  const more = others.reduce((n, { cells: more }) => n + more, 0);
  return `${done}${asked}${kept}${more > 0 ? ` ${counted(more, "formula")} for other reasons.` : ""}`;
}
