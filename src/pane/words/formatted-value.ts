import type { Answer } from "../../core/outcome";
import { numberWords, unitWords, valueWords } from "../../sources/answer-words";
import { formatOfNumber } from "../../tables/number-formats";
import { shownText } from "../../tables/row-words";

/** Units that say nothing after a number. */
const UNITLESS = new Set(["ratio", "score", "count"]);

type Value = Pick<Answer, "value" | "unit" | "reason">;

/** A number as a cell with the number format of its unit shows it, without its unit. */
function digitsOf(value: number, unit: string): string {
  const format = formatOfNumber(unit, value);
  return format === undefined ? numberWords(value) : shownText(value, format).replace(/%$/, "");
}

/** An answer's value in the number format of its unit, with the unit if it says something: "4.14%", "273.50 USD", "39.66". Else the reason. */
export function formattedValue(answer: Value): string {
  const { value, unit } = answer;
  if (typeof value !== "number" || unit === undefined) return valueWords(answer);
  const digits = digitsOf(value, unit);
  return UNITLESS.has(unit) ? digits : unit.startsWith("%") ? `${digits}${unit}` : `${digits} ${unitWords(unit)}`;
}

/** The number that a cell holds, to copy, if the format of its unit hides some of its digits. */
export function exactValue({ value, unit }: Value): string | undefined {
  if (typeof value !== "number" || unit === undefined) return undefined;
  const exact = Number(value.toPrecision(15));
  return Number(digitsOf(value, unit).replaceAll(",", "")) === exact ? undefined : String(exact);
}

/** What a number of percent is for a formula; undefined for another unit. */
export function percentWords({ value, unit }: Value): string | undefined {
  if (typeof value !== "number" || (unit !== "%" && unit !== "% per interval" && unit !== "pp")) return undefined;
  return `The number is ${numberWords(value)}, not ${numberWords(value / 100)}: divide it by 100 before you multiply an amount by it.`;
}
