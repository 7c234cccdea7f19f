import { isIsoDate, type IsoDate } from "../../contract/dates";
import { seriesOf } from "../../contract/series";
import type { Answer, AnswerComponent } from "../../core/outcome";
import type { Question } from "../../core/question";
import { numberWords, unitWords, valueWords } from "../../sources/answer-words";
import { dayWords, figureName, figureWords, undatedWords } from "../../sources/figure-name";
import { formatOfNumber } from "../../tables/number-formats";
import { shownText } from "../../tables/row-words";

/** A number without the rounding error of binary fractions. */
const figure = (value: number): string => numberWords(Number(value.toPrecision(12)));
const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A component in one line, such as `6,661,912 USD million of 2025-07-09, from board`; for an absent one, why. */
export function componentWords({ value, unit, observationDate, source, sample, direction, weight, contribution, evidence, absent }: AnswerComponent): string {
  if (absent !== undefined) return `not included: ${absent}`;
  const what = [
    value === undefined ? "" : `${figure(value)}${unit === undefined ? "" : ` ${unitWords(unit)}`}`,
    direction ?? "",
    observationDate === undefined ? "" : `of ${observationDate}`,
  ];
  const parts = [
    what.filter(Boolean).join(" "),
    weight === undefined ? "" : `weight ${percent(weight)}`,
    contribution === undefined ? "" : `adds ${figure(contribution)}`,
    evidence ?? "",
    sample ? "sample data" : source === undefined ? "" : `from ${source}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What to say of a day that is asked for and is not the observation date. */
const instead = (fn: string, asked: string): string => (fn === "YIELD" ? `no curve on ${asked}` : `asked for ${asked}`);

/** The observation date of an answer, and the day that the question asks for if it is another one: `2024-06-18 (no curve on 2024-06-19; this is the last one before)`. */
export function observationWords(observed: IsoDate, { cell }: Pick<Question, "cell">): string {
  const asked = "fn" in cell ? cell.args.find((argument): argument is IsoDate => typeof argument === "string" && isIsoDate(argument)) : undefined;
  if (!("fn" in cell) || asked === undefined || asked === observed) return observed;
  return `${observed} (${instead(cell.fn, asked)}${cell.fn === "YIELD" ? "; this is the last one before" : ""})`;
}

/**
 * The name of an answer's figure with its observation date: "Treasury yield, 10Y, 18 Jun 2024 (no curve on 19 Jun 2024)". Undefined for a function that this
 * version does not know.
 */
export function titleWords(question: Question, observed: string | undefined, company?: string): string | undefined {
  const name = figureName(question);
  if (!name || observed === undefined) return name && figureWords(name, company);
  const title = `${undatedWords(name, company)}, ${dayWords(observed)}`;
  return name.asked === undefined || name.asked === observed ? title : `${title} (${instead(question.name, dayWords(name.asked))})`;
}

/** Figures of these functions, by field, that are a rate in percent a year. */
const RATES: Readonly<Record<string, readonly string[]>> = {
  CBRATE: ["rate", "superseded_rate_pct"],
  MMRATE: ["rate", "percentile_1", "percentile_99", "target_lower", "target_upper"],
};

/** True if a figure in percent is an interest rate, whose changes are stated in basis points. All curated series in percent are such rates. */
export function isInterestRate({ cell }: Question): boolean {
  if (!("fn" in cell)) return false;
  const { fn, args } = cell;
  if (fn === "YIELD") return true;
  if (fn === "FRED" || fn === "FREDH") return seriesOf(String(args[0]))?.unit === "%" && !args.includes("change_pct");
  const rates = RATES[fn];
  return rates !== undefined && rates.includes(String(args[1] ?? rates[0]));
}

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

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const MONTH = "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
/** `19 June 2024`, `June 19, 2024`, `June 2024`. Month and day in digits are left alone: 06/07/2024 is another day in London than in New York. */
const IN_WORDS: readonly (readonly [RegExp, readonly [day: number | undefined, month: number, year: number]])[] = [
  [new RegExp(`\\b${DAY}(?:\\s+of)?[\\s-]+${MONTH}(?:[\\s-]+|,\\s*)${YEAR}\\b`, "gi"), [1, 2, 3]],
  [new RegExp(`\\b${MONTH}\\s+${DAY}(?:,\\s*|\\s+)${YEAR}\\b`, "gi"), [2, 1, 3]],
  [new RegExp(`\\b${MONTH}(?:,\\s*|[\\s-]+)${YEAR}\\b`, "gi"), [undefined, 1, 2]],
];

/** A text with its dates in words as `YYYY-MM-DD`; a month becomes its last day. A day that does not exist, such as 31 June, stays as it is. */
export function withIsoDates(text: string): string {
  let read = text;
  for (const [pattern, [dayAt, monthAt, yearAt]] of IN_WORDS)
    read = read.replace(pattern, (...found: string[]) => {
      const month = MONTHS.findIndex((name) => found[monthAt]!.toLowerCase().startsWith(name)) + 1;
      const year = Number(found[yearAt]);
      const day = dayAt === undefined ? new Date(Date.UTC(year, month, 0)).getUTCDate() : Number(found[dayAt]);
      const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isIsoDate(iso) ? iso : found[0]!;
    });
  return read;
}
