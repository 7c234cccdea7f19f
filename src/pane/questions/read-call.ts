import { isFunctionName } from "../../contract/functions";
import { type Question, type Read, readPathQuestion, readQuestion } from "../../core/question";
import { type CellValue, isError } from "../../workbook/cell";

/** Converts a cell's value to what a function receives as its argument. */
export const asArgument = (value: CellValue): unknown => (isError(value) ? { type: "Error", basicValue: value.error } : value);

/**
 * Reads a call of a formula as the function itself would.
 * @param id the function, such as `SERVICE.FRED` or `SERVICE`
 * @param values its arguments, as a host passes them
 * @returns undefined if there is no such function
 */
export function readCall(id: string, values: readonly unknown[]): Read | undefined {
  if (id === "SERVICE" || id === "SERVICE.GET") return readPathQuestion(values[0], values[1]);
  const fn = id.replace(/^SERVICE\./, "");
  return isFunctionName(fn) ? readQuestion(fn, values) : undefined;
}

/** True if a call of this function can have this question. An undefined argument is unknown and matches any. */
export function matchesCall(question: Question, id: string, values: readonly (CellValue | undefined)[]): boolean {
  const { cell } = question;
  if ("fn" in cell ? id !== `SERVICE.${cell.fn}` : id !== "SERVICE" && id !== "SERVICE.GET") return false;
  const own: readonly unknown[] = "fn" in cell ? cell.args : [cell.entity, cell.path];
  const args = values.map((value, i) => (value === undefined ? own[i] : asArgument(value)));
  const read = readCall(id, args);
  return read !== undefined && "question" in read && read.question.key === question.key;
}
