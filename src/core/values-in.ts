import { CELL_ERRORS } from "../contract/error-values";
import { isoOfSerial, isYear } from "../contract/dates";
import type { Parameter } from "../contract/functions";

/** One argument from a host: a plain value, an error to pass on, or several values instead of one. */
type ValueIn =
  | { readonly kind: "plain"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: string; readonly original: unknown }
  | { readonly kind: "several" };

const plain = (value: unknown): ValueIn => ({ kind: "plain", value });

/** Excel's error texts. Hosts pass an error as an object with one of them. */
const ERRORS = new Set([...CELL_ERRORS, "#PYTHON!", "#EXTERNAL!"]);

/**
 * Unwraps rich values (a number with a date format, an entity by its text), a range of one cell, error objects of
 * Excel (`{type: "Error", basicValue: "#N/A"}`) and of the custom functions runtime (`{code: "#N/A"}`).
 */
export function valueIn(raw: unknown): ValueIn {
  if (Array.isArray(raw)) {
    if (raw.length === 1) return valueIn(raw[0]);
    return raw.length === 0 ? plain(null) : { kind: "several" };
  }
  if (typeof raw !== "object" || raw === null) return plain(raw);
  const rich = raw as { type?: unknown; basicType?: unknown; basicValue?: unknown; text?: unknown; code?: unknown };
  const error = [rich.basicValue, rich.code].find((e) => typeof e === "string" && ERRORS.has(e)) as string | undefined;
  // An entity's basic value is always #VALUE!; the user sees its text.
  if ((rich.type === "Entity" || rich.type === "LinkedEntity") && typeof rich.text === "string") return plain(rich.text);
  if (rich.type === "Error" || rich.basicType === "Error" || error !== undefined) return { kind: "error", error: error ?? "#VALUE!", original: raw };
  if (rich.type === "Empty") return plain(null);
  return "basicValue" in rich ? plain(rich.basicValue) : plain(raw);
}

/** Converts serial numbers of date arguments to ISO days. 2024 is a year if the function takes years, otherwise 16 July 1905. */
export function dated(parameter: Parameter, value: unknown): unknown {
  if (typeof value !== "number") return value;
  if (parameter.kind === "date") return parameter.bareYear && isYear(value) ? value : (isoOfSerial(value) ?? value);
  if (parameter.kind === "period") return isYear(value) ? value : (isoOfSerial(value) ?? value);
  return value;
}
