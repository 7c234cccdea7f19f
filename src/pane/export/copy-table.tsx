import { counted } from "../../contract/counted";
import { plainText } from "../../contract/text";
import { type CellPlace, isError, type ShownCell } from "../../workbook/cell";
import { columnName } from "../../workbook/cell-address";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { CopyButton, type CopyButtonProps } from "./copy-button";

/** A cell as two table columns, sheet and cell. A sheet name that would be parsed as something else (3-4 is a date) is quoted. */
export const placeColumns = ({ sheet, row, column }: CellPlace): readonly [sheet: string, cell: string] => [
  /^[\p{L}_]/u.test(sheet) ? sheet : `"${sheet}"`,
  `${columnName(column)}${row + 1}`,
];

/** What a cell shows, as content of another cell: numbers as numbers, dates as ISO text, errors as text, so that a table contains no errors. */
export function shownContent({ value, text }: ShownCell): PlainContent {
  if (isError(value)) return `error ${value.error}`;
  if (typeof value === "number") return /^\d{4}-\d\d-\d\d$/.test(text) ? text : value;
  return value ?? "";
}

/** Any cell content; a string stays text as `plainText` says. */
export const plainContent = (content: PlainContent): PlainContent => (typeof content === "string" ? plainText(content) : content);

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

interface CopyTableProps extends Pick<CopyButtonProps, "say" | "small" | "children"> {
  /** The table with its heading; called when the button is pressed. */
  readonly rows: () => readonly (readonly PlainContent[])[];
  /** Number of rows below the heading. */
  readonly count: number;
}

/** Copies a table, which a sheet pastes into its cells. */
export const CopyTable = ({ rows, count, ...button }: CopyTableProps) => (
  <CopyButton {...button} text={() => tabSeparated(rows())} copied={`Copied ${counted(count, "row")}. Paste into a sheet.`} />
);
