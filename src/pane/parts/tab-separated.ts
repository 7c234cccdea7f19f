import type { Content } from "../workbook";

/** A table as the clipboard of a spreadsheet has it: tabs between cells, quotes around what holds a tab, a quote or a new line. */
export const tabSeparated = (rows: readonly (readonly Content[])[]): string =>
  rows
    .map((row) =>
      row
        .map((content) => {
          const text = content === null ? "" : typeof content === "boolean" ? (content ? "TRUE" : "FALSE") : String(content);
          return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        })
        .join("\t"),
    )
    .join("\r\n");
