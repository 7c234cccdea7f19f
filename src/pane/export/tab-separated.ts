import type { PlainContent } from "../workbook";
import { plainContent } from "./plain-text";

/** A table in clipboard format: tabs between cells, quotes around cells with a tab, quote or line break. Texts stay text. */
export const tabSeparated = (rows: readonly (readonly PlainContent[])[]): string =>
  rows
    .map((row) =>
      row
        .map(plainContent)
        .map((content) => {
          const text = content === null ? "" : typeof content === "boolean" ? (content ? "TRUE" : "FALSE") : String(content);
          return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        })
        .join("\t"),
    )
    .join("\r\n");
