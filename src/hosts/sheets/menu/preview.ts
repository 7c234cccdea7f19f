import type { Read } from "../../../core/question";
import { inSheets, readSheetsCalls } from "../../../workbook/sheets-calls";
import { askAll } from "../ask-all";
import { readCall } from "../read-call";
import type { PreviewArgument, Sourced } from "../sidebar-calls";
import { createCellValues, type CellValues } from "./cell-values";
import { Refusal } from "./refusal";
import { labelOf, sourced } from "./sourced";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const WITHIN_MS = 45_000;

/** The value of a form field; undefined if only the sheet can calculate it. */
function valueOf({ mode, text }: PreviewArgument, values: CellValues, sheet: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "" || mode === "value") return trimmed;
  const formula = `=SERVICE(${trimmed.replace(/^=/, "")})`;
  const [call] = readSheetsCalls(formula);
  const [argument, second] = call?.args ?? [];
  return argument && second === undefined && call?.end === formula.length ? values.of(argument, sheet) : undefined;
}

/** Previews a call before it is in a cell; for a call over a range, its first non-blank cell. */
export function preview(book: Book, id: string, fields: readonly PreviewArgument[]): Sourced {
  if (!/^SERVICE(\.[A-Z\d_]+)?$/.test(id)) throw new Refusal("Choose a function first.");
  const name = inSheets(id);
  const values = createCellValues(book);
  const sheet = book.getActiveSheet().getName();
  const args = fields.map((field) => valueOf(field, values, sheet));
  if (args.includes(undefined)) return { label: name, message: "Only the sheet can calculate an argument. Insert the formula to see its value." };
  let given = args.length;
  while (given > 0 && args[given - 1] === "") given--;
  const call = readCall(id, args.slice(0, given));
  if ("message" in call) return { label: name, message: call.message };
  const read = call.cells.find((cell): cell is Read => cell !== "blank");
  if (!read) return { label: name, message: "The referenced cells are blank. Fill one in, or choose others." };
  if ("outcome" in read) return sourced(name, read.outcome);
  return sourced(labelOf(read.question), askAll([read.question], { within: WITHIN_MS }).outcomes.get(read.question.key));
}
