import { isoOfSerial } from "../contract/dates";
import type { PlainContent } from "../workbook/edits/sheet-edits";
import type { TableColumn } from "./memory";

/** True for the number format of a day or a moment. */
export const isDayFormat = (format: string | undefined): boolean => format !== undefined && /y/i.test(format);

/** A content as a person reads it: a date as a date, nothing as "empty". */
export function contentWords(content: PlainContent, format?: string): string {
  if (content === null || content === "") return "empty";
  if (typeof content === "number" && isDayFormat(format)) return isoOfSerial(content) ?? String(content);
  return String(content);
}

/** The key of a row as a person reads it. */
export const rowWords = (columns: readonly TableColumn[], row: readonly PlainContent[]): string =>
  columns.flatMap(({ key, format }, c) => (key ? [contentWords(row[c] ?? null, format)] : [])).join(", ");

const MOMENTS = /h/i;

/** Most values of a row that are listed. */
const LISTED = 4;

/** A content as its number format shows it. */
export function shownText(content: PlainContent, format?: string): string {
  if (content === null) return "";
  if (typeof content === "boolean") return content ? "TRUE" : "FALSE";
  if (typeof content === "string" || format === undefined) return String(content);
  if (isDayFormat(format)) {
    const day = isoOfSerial(content) ?? String(content);
    return MOMENTS.test(format) ? `${day} ${new Date(Math.round((content % 1) * 86_400_000)).toISOString().slice(11, 16)}` : day;
  }
  const decimals = /\.(0+)/.exec(format)?.[1]?.length ?? 0;
  const number = content.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: format.includes(",") });
  return format.includes('"%"') ? `${number}%` : number;
}

/** A row with its values: `2025-11-01: 325.031`; with the headings if there are several. */
export function rowWithValues(columns: readonly TableColumn[], row: readonly PlainContent[]): string {
  const values = columns.flatMap(({ key, heading, format }, c) => (key ? [] : [{ heading, text: shownText(row[c] ?? null, format) || "empty" }]));
  const listed = values.slice(0, LISTED).map(({ heading, text }) => (values.length === 1 ? text : `${heading} ${text}`));
  return `${rowWords(columns, row)}${listed.length > 0 ? `: ${listed.join(", ")}` : ""}${values.length > LISTED ? ", …" : ""}`;
}
