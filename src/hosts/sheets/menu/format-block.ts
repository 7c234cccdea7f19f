import type { Block } from "../../../workbook/book";
import { isReplaceable } from "../../../workbook/replaceable-format";

type Tab = GoogleAppsScript.Spreadsheet.Sheet;

/** Number formats by row and column; null where a cell keeps its own. */
export type BlockFormats = readonly (readonly (string | null)[])[];

/** What Google reports as the number format of a cell without one. */
const AUTOMATIC: ReadonlySet<string> = new Set(["", "General", "0.###############"]);

/** Sets number formats; cells that the user formatted keep theirs. */
export function formatBlock(tab: Tab, { row, column, rows, columns }: Block, formats: BlockFormats): void {
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
