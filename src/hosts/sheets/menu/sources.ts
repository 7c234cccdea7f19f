import type { Read } from "../../../core/question";
import { addressOf } from "../../../workbook/cell-address";
import { askAll } from "../ask-all";
import type { Sources, Sourced } from "../sidebar-calls";
import { unwrapped } from "./wrapper";
import { createCellValues } from "./cell-values";
import { callsOf, formulasOf, type AskingCall, type ServiceFormula } from "./service-formulas";
import { currentCell } from "./selected";
import { labelOf, sourced } from "./sourced";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const MOST = 20;
const WITHIN_MS = 45_000;

const UNKNOWN = "The source is unknown, because the formula calculates the arguments. Put them in cells and refer to those.";
const BLANK = "No value is requested, because the referenced cells are blank.";

/** An entry of the list: a question to fetch, or one known without fetching. */
type Item = { readonly read: Read; readonly text: string } | { readonly known: Sourced };

/** The entry for one cell of a call's result. */
function itemAt({ text, asks }: AskingCall, row: number, column: number): Item {
  if (asks === undefined) return { known: { label: text, message: UNKNOWN } };
  if ("message" in asks) return { known: { label: text, message: asks.message } };
  const cell = asks.cells[row * asks.columns + column];
  return cell === undefined || cell === "blank" ? { known: { label: text, message: BLANK } } : { read: cell, text };
}

/** The entries of a call within a larger formula. */
function itemsOf(call: AskingCall): readonly Item[] {
  const { asks, text } = call;
  if (asks === undefined || "message" in asks || asks.cells.length === 1) return [itemAt(call, 0, 0)];
  return asks.cells.flatMap((read): Item[] => (read === "blank" ? [] : [{ read, text }]));
}

/** Lists each question and each message once, with answers from the cache or the service. */
function listed(items: readonly Item[]): { readonly questions: readonly Sourced[]; readonly more: number } {
  const distinct = new Map<string, Item>();
  for (const item of items) distinct.set("known" in item ? `${item.known.label}\n${item.known.message}` : keyOf(item.read, item.text), item);
  const shown = [...distinct.values()].slice(0, MOST);
  const { outcomes } = askAll(
    shown.flatMap((item) => ("read" in item && "question" in item.read ? [item.read.question] : [])),
    { within: WITHIN_MS },
  );
  const questions = shown.map((item) => {
    if ("known" in item) return item.known;
    if ("outcome" in item.read) return sourced(item.text, item.read.outcome);
    const { question } = item.read;
    return sourced(labelOf(question), outcomes.get(question.key));
  });
  return { questions, more: distinct.size - shown.length };
}

const keyOf = (read: Read, text: string): string => ("question" in read ? read.question.key : `${text}\n${JSON.stringify(read.outcome)}`);

/** The formula, a single call, whose block of results contains this cell. */
function fillerOf(formulas: readonly ServiceFormula[], row: number, column: number): ServiceFormula | undefined {
  return formulas.find((formula) => {
    const call = formula.calls[0];
    if (!call?.alone || !call.asks || "message" in call.asks) return false;
    const [down, right] = [row - formula.row, column - formula.column];
    return down >= 0 && right >= 0 && down < call.asks.rows && right < call.asks.columns;
  });
}

/** Sources of the selected cell's value: from the cache, or from the service with the user's key. */
export function sources(book: Book): Sources {
  const cell = currentCell(book);
  const tab = cell.getSheet();
  const sheet = tab.getName();
  const [row, column] = [cell.getRow() - 1, cell.getColumn() - 1];
  const base = { address: addressOf({ sheet, row, column }), shown: cell.getDisplayValue() };
  const values = createCellValues(book);

  const stored = cell.getFormula();
  if (stored !== "") {
    const formula = unwrapped(stored) ?? stored;
    const calls = callsOf(formula, sheet, values);
    if (calls.length === 0) return { ...base, formula: "", questions: [], more: 0 };
    return { ...base, formula, ...listed(calls.flatMap((call) => (call.alone ? [itemAt(call, 0, 0)] : itemsOf(call)))) };
  }
  const filler = base.shown === "" ? undefined : fillerOf(formulasOf(tab, values), row, column);
  const [call] = filler?.calls ?? [];
  if (!filler || !call) return { ...base, formula: "", questions: [], more: 0 };
  const filledFrom = addressOf({ sheet, row: filler.row, column: filler.column });
  return { ...base, formula: filler.formula, filledFrom, ...listed([itemAt(call, row - filler.row, column - filler.column)]) };
}
