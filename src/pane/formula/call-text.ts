import { parsedJson } from "../../contract/json";
import { sheetPath } from "../../contract/paths";
import { quoted } from "../../contract/text";
import { argumentSpans } from "../../workbook/formulas/call-texts";
import { type CallInFormula, readCalls } from "../../workbook/formulas/call-arguments";
import type { CellPlace } from "../../workbook/cell";
import { localSheetPrefix } from "../../workbook/cell-address";
import { visibleText } from "../../workbook/formulas/service-calls";
import { type FormParameter, type FormSpec, formSpec } from "./form-spec";

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
  const read = parsedJson(what) as Handed | undefined;
  return typeof read?.formula === "string" ? read : undefined;
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

/** Content of one form field: a typed value, or part of a formula (a cell such as `A2`, or any expression). */
export interface FieldInput {
  readonly mode: "value" | "cell";
  readonly text: string;
  /** Sheet of a cell that was picked, not typed; written into the formula if that is on another sheet. */
  readonly sheet?: string;
}

export const BLANK: FieldInput = { mode: "value", text: "" };

const isBlank = (input: FieldInput | undefined): boolean => !input || input.text.trim() === "";

/** A value as a formula writes it; years and counts as numbers, as a person would type them. */
function literalText(parameter: Pick<FormParameter, "kind" | "declared">, text: string): string {
  const trimmed = text.trim();
  const { kind, declared } = parameter;
  if (kind === "integer" && /^[+-]?\d{1,9}$/.test(trimmed)) return String(Number(trimmed));
  const takesYear = kind === "period" || (declared?.kind === "date" && declared.bareYear);
  return takesYear && /^\d{4}$/.test(trimmed) ? trimmed : quoted(trimmed);
}

/** Part of a formula as written on this sheet. */
function expressionText({ text, sheet }: FieldInput, onSheet: string | undefined): string {
  const plain = text.trim().replace(/^=/, "");
  return sheet === undefined || onSheet === undefined || sheet === onSheet || plain.includes("!") ? plain : `${localSheetPrefix(sheet)}${plain}`;
}

/** The call as written in a formula of this sheet in Excel, without the equals sign: `SERVICE.FREDH("DGS10",A2)`. Trailing blank arguments are omitted. */
export function callText(spec: Pick<FormSpec, "id" | "parameters">, inputs: readonly FieldInput[], onSheet?: string): string {
  const texts = spec.parameters.map((p, i) => {
    const input = inputs[i] ?? BLANK;
    return isBlank(input) ? "" : input.mode === "cell" ? expressionText(input, onSheet) : literalText(p, input.text);
  });
  const given = texts.reduce((n, text, i) => (text === "" ? n : i + 1), 0);
  return `${spec.id}(${texts.slice(0, given).join(",")})`;
}

/** The regime is the same for every entity. */
const needsNoEntity = (spec: FormSpec, inputs: readonly FieldInput[]): boolean =>
  spec.fn === undefined && inputs[1]?.mode === "value" && sheetPath(inputs[1].text.trim().toLowerCase())?.fn === "REGIME";

/** Required arguments that are missing. */
export const missingOf = (spec: FormSpec, inputs: readonly FieldInput[]): readonly FormParameter[] =>
  spec.parameters.filter((p, i) => p.required && isBlank(inputs[i]) && !(p.name === "entity" && needsNoEntity(spec, inputs)));
