import type { Look } from "./sheet-of";

const DARK = "#1F3864";

export const TITLE: Look = { style: { bold: true, size: 16, color: DARK } };
export const LEAD: Look = { style: { color: "#595959" } };
export const SECTION: Look = { style: { bold: true, size: 12, color: DARK } };
export const HEAD: Look = { style: { bold: true, color: "#FFFFFF", fill: DARK, wrap: true, horizontal: "center", vertical: "center" } };
/** Cells for the user to change. */
const INPUT_STYLE = { color: "#1F3FBF", fill: "#FFF2CC" } as const;
export const INPUT: Look = { style: INPUT_STYLE };
export const INPUT_DATE: Look = { format: "yyyy-mm-dd", style: { ...INPUT_STYLE, bold: true, horizontal: "right" } };
export const INPUT_PERCENT: Look = { format: "0.0%", style: INPUT_STYLE };
export const LABEL: Look = { style: { bold: true } };
export const UNIT: Look = { style: { color: "#595959" } };

export const numbers = (format: string): Look => ({ format });
/** A result of adjacent cells; a dash if one of them is not a number. */
export const derived = (format: string): Look => ({ format, style: { horizontal: "right" } });
/** A result of formulas over the table. */
export const summary = (format: string): Look => ({ format, style: { bold: true, fill: "#E7EEF7", horizontal: "right" } });
export const SUMMARY_LABEL: Look = { style: { bold: true, fill: "#E7EEF7" } };

export const DATE: Look = { format: "yyyy-mm-dd" };
export const DATE_HEAD: Look = { format: "yyyy-mm-dd", style: { bold: true, fill: "#E7EEF7", horizontal: "right" } };
export const PLAIN_2: Look = numbers("#,##0.00");
/** Any series: from 1,000 on without decimals, as counts, dollars and index levels that large need none. */
export const LEVEL: Look = numbers("[>=1000]#,##0;[<=-1000]-#,##0;0.00");
export const BASIS_POINTS = "+0;-0;0";
export const SIGNED_2 = "+#,##0.00;-#,##0.00;0.00";
