import type { CellValue } from "../../../workbook/cell";
import { readSheetsCalls } from "../../../workbook/sheets-calls";
import type { ArgumentValue } from "../sidebar-calls";
import { createCellValues } from "./cell-values";
import { createValueReader } from "./shown-cells";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** The value of an expression as an argument of a formula on this sheet, for a range that of its first filled cell; `known: false` if only the sheet can calculate it. */
export function argument(book: Book, text: string, sheet: string): ArgumentValue {
  const formula = `=SERVICE(${text.trim().replace(/^=/, "")})`;
  const [call] = readSheetsCalls(formula);
  const [first, second] = call?.args ?? [];
  const raw = first && second === undefined && call?.end === formula.length ? createCellValues(book).of(first, sheet) : undefined;
  if (raw === undefined) return { known: false };
  const read = createValueReader(book);
  const values = (Array.isArray(raw) ? raw.flat() : [raw]).map((value): CellValue => read(value, ""));
  return { known: true, value: values.find((value) => value !== null) ?? null };
}
