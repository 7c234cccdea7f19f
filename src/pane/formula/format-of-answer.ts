import { isFunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { outputIn } from "../../contract/functions/output-in";
import type { Answer } from "../../core/outcome";
import { DAY, formatOf, formatOfNumber } from "../../tables/number-formats";
import type { Input } from "./call-text";
import type { FormSpec } from "./form-spec";

/** The unit of a function's declaration, if it is the same for every row. */
export function declaredUnit({ fn, parameters }: FormSpec, inputs: readonly Input[]): string | undefined {
  if (fn === undefined || !isFunctionName(fn)) return undefined;
  const at = parameters.findIndex((p) => p.name === "field");
  const field = inputs[at];
  if (field?.mode === "cell") return undefined;
  const { unit, type } = outputIn(listingOf(fn), field?.text.trim() || undefined);
  return type === "number" && unit !== "varies" ? unit : undefined;
}

/**
 * The number format of a formula by the unit of its answer, or by the unit that is declared if there is no value yet. Undefined for text, and if no unit is
 * known.
 */
export function formatOfAnswer(spec: FormSpec, inputs: readonly Input[], answer: Answer | undefined): string | undefined {
  const { value } = answer ?? {};
  if (answer?.kind === "date") return DAY;
  if (typeof value === "string" || typeof value === "boolean") return undefined;
  const unit = answer?.unit ?? declaredUnit(spec, inputs);
  if (unit === undefined) return undefined;
  return typeof value === "number" ? formatOfNumber(unit, value) : formatOf(unit);
}
