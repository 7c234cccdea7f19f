import type { CellWriter } from "../../core/evaluator";
import { write } from "../../core/evaluator";
import { failed, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import { askAll } from "./ask-all";
import { reportCall } from "./cell-reports";
import { dateOf } from "./dates";
import { cellsOfCall, type CallCells } from "./read-call";
import { errorIn, sheetsWords, showing, troubleIn } from "./words";

/** A value of a Google Sheets cell. */
type SheetValue = number | string | boolean | Date;

/** Time limit for a call's answers. Google ends a custom function after 30 s. */
const WITHIN_MS = 20_000;
/** Longest duration of a refresh, Google's limit for a run from the menu. */
const REFRESH_MS = 360_000;

/** A single cell. A failure is thrown, so that the cell is an error and a total over it does not silently leave it out. */
const singleCell: CellWriter<SheetValue> = {
  answer: (answer) => {
    const { value, kind } = answer;
    if (value === null) return showing({ kind: "answer", answer });
    return kind === "date" && typeof value === "string" ? dateOf(value) : value;
  },
  failure: (_, failure) => {
    if (failure.code === "no_argument") return showing(failed(failure));
    throw new Error(sheetsWords(failure));
  },
  held: ({ value }) => value,
  noKey: (failure) => showing({ kind: "no_key", failure }),
  errorIn: (error, original) => {
    throw new Error(`An argument is ${errorIn(error, original)}`);
  },
};

/** A cell of a range. It cannot be an error by itself, so a failure is text that begins with the error's name. */
const rangeCell: CellWriter<SheetValue> = {
  ...singleCell,
  failure: (_, failure) => showing(failed(failure)),
  errorIn: (error, original) => errorIn(error, original),
};

function outcomesOf(id: string, { cells }: CallCells): readonly (Outcome | "blank")[] {
  const questions: Question[] = [];
  for (const cell of cells) if (cell !== "blank" && "question" in cell) questions.push(cell.question);
  const { outcomes, renewed } = askAll(questions, { within: WITHIN_MS });
  if (renewed !== undefined && Date.now() - renewed < REFRESH_MS) {
    const [trouble] = [...outcomes.values()].flatMap((outcome) => troubleIn(outcome) ?? []);
    reportCall(id, trouble && sheetsWords(trouble), Date.now());
  }
  return cells.map((cell) => {
    if (cell === "blank") return cell;
    if ("outcome" in cell) return cell.outcome;
    return outcomes.get(cell.question.key) ?? failed({ code: "broken_reply" });
  });
}

/**
 * Evaluates one call of a custom function: a value, or for ranges a block of values. Throws an `Error` with a message if a single cell's call fails.
 * @param id the function, such as `SERVICE.FRED`
 * @param args its arguments, as Google passes them
 */
export function evaluateCell(id: string, args: ArrayLike<unknown>): SheetValue | SheetValue[][] {
  const call = cellsOfCall(id, Array.from(args));
  if ("message" in call) throw new Error(call.message);
  const outcomes = outcomesOf(id, call);
  const writer = call.single ? singleCell : rangeCell;
  const shown = outcomes.map((outcome) => (outcome === "blank" ? "" : write(writer, outcome)));
  if (call.single) return shown[0] ?? "";
  return Array.from({ length: call.rows }, (_, row) => shown.slice(row * call.columns, (row + 1) * call.columns));
}
