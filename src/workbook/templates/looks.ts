import { entry, type Entry, type EntryLook } from "./sheet-of";

/** Rows at the top of each sheet. */
export const intro = (title: string, ...leads: readonly string[]): Entry[][] => [[entry(title, TITLE)], ...leads.map((lead) => [entry(lead, LEAD)])];

/** A row of results over these rows of some columns; a dash where they have no number. */
export const foot = (
  label: string,
  fn: string,
  columns: readonly string[],
  [first, last]: readonly [number, number],
  formatOf: (column: string) => string,
): Entry[] => [
  entry(label, SUMMARY_LABEL),
  ...columns.map((c) => entry(`=IF(COUNT(${c}${first}:${c}${last})>0,${fn}(${c}${first}:${c}${last}),"–")`, summary(formatOf(c)))),
];

/** Notes below each sheet: how to read reasons, and where to find more. */
export const notes = (...own: readonly string[]): Entry[][] => [
  [entry("How to read this sheet", LABEL)],
  ...[
    ...own,
    "A cell that begins with n/a: has no value, and says why. It is text: SUM, AVERAGE, MEDIAN and RANK ignore it, and ISNUMBER is FALSE. It is never 0.",
    "Change the yellow cells; everything else updates. Select a cell to see its source, date and caveats in the pane's Inspect tab.",
  ].map((text) => [entry(text, LEAD)]),
];

const DARK = "#1F3864";

const TITLE: EntryLook = { style: { bold: true, size: 16, color: DARK } };
export const LEAD: EntryLook = { style: { color: "#595959" } };
export const SECTION: EntryLook = { style: { bold: true, size: 12, color: DARK } };
export const HEAD: EntryLook = { style: { bold: true, color: "#FFFFFF", fill: DARK, wrap: true, horizontal: "center", vertical: "center" } };
/** Cells for the user to change. */
const INPUT_STYLE = { color: "#1F3FBF", fill: "#FFF2CC" } as const;
export const INPUT: EntryLook = { style: INPUT_STYLE };
export const INPUT_DATE: EntryLook = { format: "yyyy-mm-dd", style: { ...INPUT_STYLE, bold: true, horizontal: "right" } };
export const INPUT_PERCENT: EntryLook = { format: "0.0%", style: INPUT_STYLE };
export const LABEL: EntryLook = { style: { bold: true } };
export const UNIT: EntryLook = { style: { color: "#595959" } };

export const numbers = (format: string): EntryLook => ({ format });
/** A result of adjacent cells; a dash if one of them is not a number. */
export const derived = (format: string): EntryLook => ({ format, style: { horizontal: "right" } });
/** A result of formulas over the table. */
export const summary = (format: string): EntryLook => ({ format, style: { bold: true, fill: "#E7EEF7", horizontal: "right" } });
export const SUMMARY_LABEL: EntryLook = { style: { bold: true, fill: "#E7EEF7" } };

export const DATE: EntryLook = { format: "yyyy-mm-dd" };
export const DATE_HEAD: EntryLook = { format: "yyyy-mm-dd", style: { bold: true, fill: "#E7EEF7", horizontal: "right" } };
export const PLAIN_2: EntryLook = numbers("#,##0.00");
/** Any series: from 1,000 on without decimals, as counts, dollars and index levels that large need none. */
export const LEVEL: EntryLook = numbers("[>=1000]#,##0;[<=-1000]-#,##0;0.00");
export const BASIS_POINTS = "+0;-0;0";
export const SIGNED_2 = "+#,##0.00;-#,##0.00;0.00";
