import type { Read } from "../../../core/question";
import { addressOf } from "../../../workbook/cell-address";
import { formulaOf } from "../../../core/question";
import { inSheets } from "../../../workbook/formulas/sheets-calls";
import { askAll } from "../ask-all";
import type { CallsReply, KnownCall } from "../sidebar-calls";
import { errorIn, sheetsWords } from "../words";
import { createCellValues } from "./cell-values";
import { currentCell, formulaIn, placeOfRange } from "./selected";
import { callsOf, serviceFormulasIn, type AskingCall, type ServiceFormula } from "./service-formulas";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;

const MOST = 20;
const WITHIN_MS = 45_000;

const UNKNOWN = "The source is unknown, because the formula calculates the arguments. Put them in cells and refer to those.";
const BLANK = "No value is requested, because the referenced cells are blank.";

/** One cell of a call's result: what it asks, or why it asks nothing. */
interface Item {
  readonly call: AskingCall;
  readonly asks: Read | Exclude<KnownCall["asks"], { kind: "question" }>;
}

/** The entry for one cell of a call's result. */
function itemAt(call: AskingCall, row: number, column: number): Item {
  const { asks } = call;
  if (asks === undefined) return { call, asks: { kind: "unknown", why: UNKNOWN } };
  if ("message" in asks) return { call, asks: { kind: "wrong", message: asks.message } };
  const cell = asks.cells[row * asks.columns + column];
  return { call, asks: cell === undefined || cell === "blank" ? { kind: "wrong", message: BLANK, blank: true } : cell };
}

/** The entries of a call within a larger formula. */
function itemsOf(call: AskingCall): readonly Item[] {
  const { asks } = call;
  if (asks === undefined || "message" in asks || asks.cells.length === 1) return [itemAt(call, 0, 0)];
  return asks.cells.flatMap((read): Item[] => (read === "blank" ? [] : [{ call, asks: read }]));
}

/** Why a call asks nothing, as the sidebar shows it. */
function withoutQuestion(read: Exclude<Read, { question: unknown }>): KnownCall["asks"] {
  const { outcome } = read;
  if (outcome.kind === "error_in") return { kind: "error_in", error: errorIn(outcome.error, outcome.original) };
  if (outcome.kind !== "failure") return { kind: "unknown", why: UNKNOWN };
  const message = sheetsWords(outcome.failure);
  return outcome.failure.code === "no_argument" ? { kind: "wrong", message, blank: true } : { kind: "wrong", message };
}

/** Lists each question and each message once, with answers from the cache or the service. */
function listed(items: readonly Item[]): Pick<CallsReply, "calls" | "more"> {
  const distinct = new Map(items.map((item) => ["question" in item.asks ? item.asks.question.key : `${item.call.text}\n${JSON.stringify(item.asks)}`, item]));
  const shown = [...distinct.values()].slice(0, MOST);
  const { outcomes } = askAll(
    shown.flatMap(({ asks }) => ("question" in asks ? [asks.question] : [])),
    { within: WITHIN_MS },
  );
  const calls = shown.map(({ call: { id, text, alone }, asks }): KnownCall => {
    if ("kind" in asks) return { id, text, alone, asks };
    if ("outcome" in asks) return { id, text, alone, asks: withoutQuestion(asks) };
    const { question } = asks;
    const { key, name } = question;
    const outcome = outcomes.get(key);
    return { id, text: inSheets(formulaOf(question)), alone, asks: { kind: "question", question: { key, name } }, ...(outcome ? { outcome } : {}) };
  });
  return { calls, more: distinct.size - shown.length };
}

/** What may be around a call, without spaces and texts, so that the formula fills as many cells as the call: `ARRAYFORMULA(…)`, `IFERROR(…;)`. */
const BEFORE = /^=(?:(?:ARRAYFORMULA|IFERROR|IFNA)\()*$/i;
const AFTER = /^(?:[,;]?[^"(){},;]*\))*$/;

/** True if a formula fills the cells of its only call. */
function keepsShape({ formula, calls: [call, ...others] }: ServiceFormula): boolean {
  if (!call || others.length > 0) return false;
  const [before = "", after = ""] = formula.split(call.text).map((part) => part.replace(/"[^"]*"|\s/g, ""));
  return call.alone || (BEFORE.test(before) && AFTER.test(after));
}

/** The formula whose block of results contains this cell. */
function fillerOf(formulas: readonly ServiceFormula[], row: number, column: number): ServiceFormula | undefined {
  return formulas.find((formula) => {
    const [call] = formula.calls;
    if (!call?.asks || "message" in call.asks || !keepsShape(formula)) return false;
    const [down, right] = [row - formula.row, column - formula.column];
    return down >= 0 && right >= 0 && down < call.asks.rows && right < call.asks.columns;
  });
}

/** The calls behind the selected cell's value with their answers: from the cache, or from the service with the user's key. For a formula over a range only the cell's own. */
export function calls(book: Book): CallsReply {
  const cell = currentCell(book);
  const tab = cell.getSheet();
  const place = placeOfRange(cell);
  const { sheet, row, column } = place;
  const none = { place, formula: "", calls: [], more: 0 };
  const values = createCellValues(book);
  const formula = formulaIn(cell);
  if (formula !== "") {
    const all = callsOf(formula, sheet, values);
    return all.length === 0 ? none : { place, formula, ...listed(all.flatMap((call) => (call.alone ? [itemAt(call, 0, 0)] : itemsOf(call)))) };
  }
  const filler = cell.getDisplayValue() === "" ? undefined : fillerOf(serviceFormulasIn(tab, values), row, column);
  const [call] = filler?.calls ?? [];
  if (!filler || !call) return none;
  const from = { sheet, row: filler.row, column: filler.column };
  return { place: from, filledFrom: addressOf(from), formula: filler.formula, ...listed([itemAt(call, row - filler.row, column - filler.column)]) };
}
