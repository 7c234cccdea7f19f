import type { CellWriter } from "../../core/evaluator";
import { write } from "../../core/evaluator";
import { failed, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import { askAll } from "./ask-all";
import { dateOf } from "./dates";
import { readCall, type CallCells } from "./read-call";
import { errorIn, sheetsWords, showing } from "./words";

/** What a cell of Google Sheets takes. */
type SheetValue = number | string | boolean | Date;

/** Google ends a custom function after 30 s; by this time every cell has its answer or says why not. */
const WITHIN_MS = 20_000;

/** One cell: a failure is thrown, so that the cell is an error and no total over it is silently short. */
const alone: CellWriter<SheetValue> = {
  answer: (answer) => {
    const { value, kind } = answer;
    if (value === null) return showing({ kind: "answer", answer });
    return kind === "date" && typeof value === "string" ? dateOf(value) : value;
  },
  failure: (_, failure) => {
    throw new Error(sheetsWords(failure));
  },
  held: ({ value }) => value,
  noKey: (failure) => showing({ kind: "no_key", failure }),
  errorIn: (error, original) => {
    throw new Error(`An argument is ${errorIn(error, original)}`);
  },
};

/** A cell among others: one alone cannot be an error here, so that a failure is text that begins with the error's name. */
const amongOthers: CellWriter<SheetValue> = {
  ...alone,
  failure: (_, failure) => showing(failed(failure)),
  errorIn: (error, original) => errorIn(error, original),
};

function outcomesOf({ cells }: CallCells): readonly (Outcome | "blank")[] {
  const questions: Question[] = [];
  for (const cell of cells) if (cell !== "blank" && "question" in cell) questions.push(cell.question);
  const { outcomes } = askAll(questions, { within: WITHIN_MS });
  return cells.map((cell) => {
    if (cell === "blank") return cell;
    if ("outcome" in cell) return cell.outcome;
    return outcomes.get(cell.question.key) ?? failed({ code: "broken_reply" });
  });
}

/**
 * One call of a custom function, as Google makes it: the value, or for ranges a block of them. Throws a sentence where one cell was asked and there is no
 * value for it.
 * @param id the function, such as `SERVICE.FRED`
 * @param args its arguments as they came
 */
export function evaluateCell(id: string, args: ArrayLike<unknown>): SheetValue | SheetValue[][] {
  const call = readCall(id, Array.from(args));
  if ("message" in call) throw new Error(call.message);
  const outcomes = outcomesOf(call);
  const writer = call.single ? alone : amongOthers;
  const shown = outcomes.map((outcome) => (outcome === "blank" ? "" : write(writer, outcome)));
  if (call.single) return shown[0] ?? "";
  return Array.from({ length: call.rows }, (_, row) => shown.slice(row * call.columns, (row + 1) * call.columns));
}
