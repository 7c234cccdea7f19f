import { quoted } from "../../contract/text";
import type { CallResult } from "../../engine/calls/service-function";
import { isError, type CellValue } from "../../workbook/cell";
import { callTexts } from "../../workbook/call-texts";
import { findServiceCalls, visibleText } from "../../workbook/service-calls";

function literal(value: CellValue): string {
  if (value === null) return '""';
  if (isError(value)) return value.error;
  if (typeof value === "string") return quoted(value);
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function literals(values: CallResult["values"]): string {
  const [first = null] = values[0] ?? [];
  if (values.length === 1 && values[0]?.length === 1) return typeof first === "number" && first < 0 ? `(${first})` : literal(first);
  return `{${values.map((line) => line.map(literal).join(",")).join(";")}}`;
}

/**
 * A formula with the results of its SERVICE calls in place of the calls. Undefined if it is not certain which result belongs to which call, as with a call that
 * is calculated several times, or not at all.
 *
 * @param answers in the order in which the calls ended: an inner call before the outer one
 */
export function withAnswers(formula: string, answers: readonly CallResult[]): string | undefined {
  const calls = [...callTexts(formula, findServiceCalls(formula), visibleText(formula))].sort((a, b) => a.end - b.end);
  const found = calls.map((call) => {
    const [same, given] = [calls.filter(({ id }) => id === call.id), answers.filter(({ id }) => id === call.id)];
    return same.length === 1 ? given.at(-1) : same.length === given.length ? given[same.indexOf(call)] : undefined;
  });
  let text = formula;
  let from = formula.length;
  for (let i = calls.length - 1; i >= 0; i--) {
    const { start, end } = calls[i]!;
    const answer = found[i];
    // Inside of a call that is replaced already.
    if (start >= from) continue;
    if (!answer) return undefined;
    text = text.slice(0, start) + literals(answer.values) + text.slice(end);
    from = start;
  }
  return text;
}
