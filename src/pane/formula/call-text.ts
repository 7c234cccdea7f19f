import { sheetPath } from "../../contract/paths";
import { quoted } from "../../contract/text";
import { sheetPrefix } from "../../workbook/cell-address";
import type { FormParameter, FormSpec } from "./form-spec";

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
export function literalText(parameter: Pick<FormParameter, "kind" | "declared">, text: string): string {
  const trimmed = text.trim();
  const { kind, declared } = parameter;
  if (kind === "integer" && /^[+-]?\d{1,9}$/.test(trimmed)) return String(Number(trimmed));
  const takesYear = kind === "period" || (declared?.kind === "date" && declared.bareYear);
  return takesYear && /^\d{4}$/.test(trimmed) ? trimmed : quoted(trimmed);
}

/** Part of a formula as written on this sheet. */
function expressionText({ text, sheet }: FieldInput, onSheet: string | undefined): string {
  const plain = text.trim().replace(/^=/, "");
  return sheet === undefined || onSheet === undefined || sheet === onSheet || plain.includes("!") ? plain : `${sheetPrefix(sheet)}${plain}`;
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
