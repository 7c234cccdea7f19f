import { asOfText, type AsOf } from "../../../contract/as-of";
import type { ScriptRefresh, RefreshScope } from "../sidebar-calls";
import { counted } from "../../../contract/counted";

const NOTHING: Readonly<Record<RefreshScope, string>> = {
  sheet: "No SERVICE formula on this sheet. Choose another sheet, or refresh the whole book.",
  book: "No SERVICE formula in this spreadsheet. Create one with Build in the sidebar.",
  errors: "No SERVICE formula shows an error or a reason.",
};

/**
 * The result of a refresh, in sentences.
 * @param found number of formulas in the scope
 * @param entered number of formulas that were entered again
 */
export function refreshWords(
  scope: RefreshScope,
  found: number,
  entered: number,
  { cells, answered, requests, troubles }: Omit<ScriptRefresh, "summary">,
  asOf: AsOf | undefined,
): string {
  if (found === 0) return NOTHING[scope];
  const [first, ...others] = troubles;
  const asked = requests === 0 ? "" : ` ${counted(answered, "question")} answered with ${counted(requests, "request")}.`;
  const done =
    cells === 0
      ? entered === 0
        ? "Nothing was changed."
        : "No formula has a newer answer."
      : `${counted(cells, "formula was", "formulas were")} recalculated${asOf ? `, as of ${asOfText(asOf)}` : ""}.`;
  const failed = first ? ` ${counted(first.cells, "formula")}: ${first.message}` : "";
  const more = others.reduce((n, { cells: more }) => n + more, 0);
  return `${done}${asked}${failed}${more > 0 ? ` ${counted(more, "formula")} for other reasons.` : ""}`;
}
