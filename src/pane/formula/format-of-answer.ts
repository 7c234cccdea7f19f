import { listingOf } from "../../contract/functions/listing";
import { outputIn } from "../../contract/functions/output-in";
import { sheetPath } from "../../contract/paths";
import type { Answer } from "../../core/outcome";
import { DAY_FORMAT, formatOf, formatOfNumber } from "../../tables/number-formats";
import type { FieldInput } from "./call-text";
import type { FormSpec } from "./form-spec";

/** What the call of a form returns by its declaration; undefined if only a cell knows its field or path. */
function declaredOutput({ fn, parameters }: FormSpec, inputs: readonly FieldInput[]) {
  const at = fn === undefined ? 1 : parameters.findIndex((p) => p.name === "field");
  const chosen = inputs[at];
  if (chosen?.mode === "cell") return undefined;
  const text = chosen?.text.trim() || undefined;
  if (fn !== undefined) return outputIn(listingOf(fn), text);
  const path = sheetPath(text?.toLowerCase() ?? "");
  return path && outputIn(listingOf(path.fn), path.field);
}

/** The unit of a call's declaration, if it is the same for every row. */
export function declaredUnit(spec: FormSpec, inputs: readonly FieldInput[]): string | undefined {
  const output = declaredOutput(spec, inputs);
  return output?.type === "number" && output.unit !== "varies" ? output.unit : undefined;
}

/**
 * The number format of a formula by the unit of its answer, or by the unit that is declared if there is no value yet. Undefined for text, and if no unit is
 * known.
 */
export function formatOfAnswer(spec: FormSpec, inputs: readonly FieldInput[], answer: Answer | undefined): string | undefined {
  const { value } = answer ?? {};
  if (answer?.kind === "date") return DAY_FORMAT;
  if (typeof value === "string" || typeof value === "boolean") return undefined;
  const unit = answer?.unit ?? declaredUnit(spec, inputs);
  if (unit === undefined) return undefined;
  return typeof value === "number" ? formatOfNumber(unit, value) : formatOf(unit);
}
