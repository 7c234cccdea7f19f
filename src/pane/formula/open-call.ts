import { argumentSpans } from "../../workbook/argument-spans";
import { readCalls, type CallInFormula } from "../../workbook/call-arguments";
import type { CellPlace } from "../../workbook/cell";
import { visibleText } from "../../workbook/service-calls";
import { BLANK, literalText, type FieldInput } from "./call-text";
import { formSpec, type FormParameter, type FormSpec } from "./form-spec";

/** A formula to open, with its cell if it has one. `start` is the offset of the call to open. */
export interface Handed {
  readonly formula: string;
  readonly place?: CellPlace;
  readonly start?: number;
}

/** What Inspect passes to Build. */
export const handOver = (handed: Handed): string => JSON.stringify(handed);

/** Parses what another tab passed: the text of `handOver`, or a formula alone. */
export function readHanded(what: string): Handed | undefined {
  if (!what.startsWith("{")) return what.trim() === "" ? undefined : { formula: what };
  try {
    const read = JSON.parse(what) as Handed;
    return typeof read.formula === "string" ? read : undefined;
  } catch {
    return undefined;
  }
}

/** A formula's call as the form shows it. */
export interface OpenedCall {
  readonly spec: FormSpec;
  readonly inputs: readonly FieldInput[];
  readonly start: number;
  readonly end: number;
  /** The call as written in the formula. */
  readonly text: string;
}

function inputOf(call: CallInFormula, parameter: FormParameter, i: number, text: string): FieldInput {
  const argument = call.args[i];
  if (text === "" || !argument) return BLANK;
  if (argument.kind !== "literal") return { mode: "cell", text };
  const { value } = argument;
  // TRUE without quotes is an error that the service explains; as a value it would become text and hide the error.
  if (typeof value === "boolean") return { mode: "cell", text };
  // A date serial, or any number that would not come out unchanged.
  if (typeof value === "number" && ["date", "period", "integer"].includes(parameter.kind) && literalText(parameter, text) !== text)
    return { mode: "cell", text };
  return value === null ? BLANK : { mode: "value", text: String(value) };
}

/** Every call of the formula that the form supports. */
export function openCalls(formula: string): readonly OpenedCall[] {
  const calls = readCalls(formula);
  if (calls.length === 0) return [];
  const parentheses = argumentSpans(visibleText(formula));
  return calls.flatMap((call) => {
    const spec = formSpec(call.id);
    if (!spec) return [];
    const text = formula.slice(call.start, call.end);
    const spans = parentheses.get(formula.indexOf("(", call.start))?.spans ?? [];
    const texts = spans.map((span) => formula.slice(span.start, span.end).trim());
    return [{ spec, inputs: spec.parameters.map((p, i) => inputOf(call, p, i, texts[i] ?? "")), start: call.start, end: call.end, text }];
  });
}

/** The formula with the opened call replaced by this one; the rest does not change. */
export const replaceCall = (formula: string, { start, end }: Pick<OpenedCall, "start" | "end">, call: string): string =>
  `${formula.slice(0, start)}${call}${formula.slice(end)}`;
