import type { TableData } from "./kind";
import { asOfWords } from "../contract/moment-words";
import { LONGEST_TEXT } from "../workbook/excel-limits";

/** The two lines above a table: its title, and its sources. */
export function notesOf({ title, attribution, sample, retrieved, notes, rows }: TableData, asOf: string | undefined): [string, string] {
  const sources = [
    sample ? "SAMPLE DATA, not real." : "",
    rows.length === 0 ? "No rows." : "",
    attribution.length > 0 ? `Source: ${attribution.join("; ")}.`.replace(/\.\.$/, ".") : "",
    asOf === undefined ? "" : `As of ${asOfWords(asOf)}.`,
    retrieved === undefined ? "" : `Retrieved ${asOfWords(retrieved)}.`,
    ...notes,
  ];
  return [title, sources.filter(Boolean).join(" ").slice(0, LONGEST_TEXT)];
}
