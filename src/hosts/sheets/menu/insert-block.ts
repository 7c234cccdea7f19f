import { isFunctionName } from "../../../contract/functions";
import { failed, type Outcome } from "../../../core/outcome";
import { type Question, type Read, readPathQuestion, readQuestion } from "../../../core/question";
import type { Block } from "../../../workbook/block";
import type { CellPlace } from "../../../workbook/cell";
import { addressOf, areaText } from "../../../workbook/cell-address";
import { isReplaceable } from "../../../workbook/replaceable-format";
import { withSemicolons } from "../../../workbook/formulas/sheets-calls";
import { type Content, enteredContent } from "../../../workbook/edits/sheet-edits";
import { askAll } from "../ask-all";
import { MenuRefusal } from "./refusal";
import { tabOf } from "./selected";
import { growSheet } from "./sheet-blocks";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** Number formats by row and column; null where a cell keeps its own. */
type BlockFormats = readonly (readonly (string | null)[])[];

/** What Google reports as the number format of a cell without one. */
const AUTOMATIC: ReadonlySet<string> = new Set(["", "General", "0.###############"]);

/** Sets number formats; cells that the user formatted keep theirs. */
function formatBlock(tab: Tab, { row, column, rows, columns }: Block, formats: BlockFormats): void {
  if (!formats.some((line) => line.some((format) => format !== null))) return;
  const old = tab.getRange(row + 1, column + 1, rows, columns).getNumberFormats();
  const formatAt = (r: number, c: number): string | undefined => {
    const [was = "", next] = [old[r]?.[c], formats[r]?.[c] ?? undefined];
    return next !== undefined && isReplaceable(AUTOMATIC.has(was) ? "General" : was, next) ? next : undefined;
  };
  // Down each column: a column of one unit takes one call.
  for (let c = 0; c < columns; c++)
    for (let first = 0, end = 0; first < rows; first = end) {
      const format = formatAt(first, c);
      do end++;
      while (end < rows && formatAt(end, c) === format);
      if (format !== undefined) tab.getRange(row + 1 + first, column + 1 + c, end - first, 1).setNumberFormat(format);
    }
}

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Time limit for a preview's answers. */
const WITHIN_MS = 45_000;

/**
 * Writes a block into empty cells, or over their content, with its top left corner at this cell; returns the address of the block. Strings stay text.
 * Cells whose number format is automatic get that of `formats`. Throws a `MenuRefusal`, and writes nothing, if a cell is not empty, unless `over`.
 */
export function insertBlock(book: Book, at: CellPlace, rows: readonly (readonly Content[])[], over: boolean, formats: BlockFormats): string {
  const tab = tabOf(book, at.sheet);
  const block = { row: at.row, column: at.column, rows: rows.length, columns: rows[0]?.length ?? 0 };
  growSheet(tab, block.row + block.rows, block.column + block.columns);
  const range = tab.getRange(block.row + 1, block.column + 1, block.rows, block.columns);
  if (!range.canEdit()) throw new MenuRefusal("These cells are protected. Select other cells, or get edit access from the owner.");
  const [values, formulas] = [range.getValues() as unknown[][], range.getFormulas()];
  for (const [r, row] of over ? [] : values.entries())
    for (const [c, value] of row.entries())
      if (value !== "" || formulas[r]?.[c] !== "")
        throw new MenuRefusal(
          `${addressOf({ sheet: tab.getName(), row: block.row + r, column: block.column + c })} is not empty, so nothing was written. ${block.rows * block.columns === 1 ? "Select an empty cell" : "Select a cell with enough empty cells below and to its right"}, or choose Overwrite.`,
          true,
        );
  range.setValues(
    rows.map((row) => row.map((content) => enteredContent(typeof content === "object" && content ? { formula: withSemicolons(content.formula) } : content))),
  );
  formatBlock(tab, block, formats);
  SpreadsheetApp.flush();
  return areaText({ sheet: at.sheet, ...block });
}

/** Answers of questions as the sidebar sends them, in their order. */
export function answers(cells: readonly Question["cell"][], renew: boolean): Outcome[] {
  const reads = cells.map((cell): Read => {
    if ("path" in cell) return readPathQuestion(cell.entity, cell.path);
    if (!isFunctionName(cell.fn)) throw new MenuRefusal("The sidebar and the script are different versions. Close the sidebar and open it again.");
    return readQuestion(cell.fn, cell.args);
  });
  const { outcomes } = askAll(
    reads.flatMap((read) => ("question" in read ? [read.question] : [])),
    { within: WITHIN_MS, renew },
  );
  return reads.map((read) => ("outcome" in read ? read.outcome : (outcomes.get(read.question.key) ?? failed({ code: "broken_reply" }))));
}
