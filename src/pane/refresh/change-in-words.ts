import { counted } from "../../contract/counted";
import { type Question, formulaOf } from "../../core/question";
import { CHANGE_WORDS } from "../../proof/change-words";
import { numberWords, unitWords } from "../../sources/answer-words";
import { formatOfNumber } from "../../tables/number-formats";
import { shownText } from "../../tables/row-words";
import { isError, type ShownCell } from "../../workbook/cell";
import { figuresWords, undatedWords } from "../../sources/figure-name";
import { isInterestRate } from "../words/values-in-words";
import type { Change } from "./refresh-result";
import { listingOf } from "../../contract/functions/listing";
import { isFunctionName } from "../../contract/functions";

/** A change as a person reads it. */
interface ChangeInWords {
  /** What the formula asks for. */
  readonly figure: string;
  readonly before: string;
  readonly after: string;
  /** Empty if there is none. */
  readonly difference: string;
  /** The unit of all three. Empty if it is not known, or if the numbers have it. */
  readonly unit: string;
}

/** Removes the rounding error of binary fractions: 4.31 − 4.25 is 0.06. */
export const withoutBinaryError = (difference: number): number => Number(difference.toPrecision(12));

const signed = (difference: number, words: string): string => `${difference > 0 ? "+" : difference < 0 ? "\u2212" : ""}${words}`;

const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/. ])(?:\d{1,2}|[A-Za-z]{3,9})\2\d{2,4})$/;
/** What formats such as `#,##0.0,,` and `0.0%` divide a number by before they show it. */
const SCALES = [1, 1e3, 1e6, 1e9, 1e12, 0.01];
/** What numbers of a unit end with. Other units are too long for each number. */
const SUFFIX: Readonly<Record<string, string>> = { "%": "%", "% per interval": "%", pp: " pp" };
/** A cell without a number format shows more decimals. */
const FORMATTED_DECIMALS = 6;

/** How a cell shows its number: divided by what, and with how many decimals. Undefined for a text with more than a number in it. */
function displayOf({ text, value }: ShownCell): { readonly scale: number; readonly decimals: number } | undefined {
  const digits = /^[-+\u2212(]?\s*[$€£]?([\d,]+(?:\.(\d+))?)\s*%?\)?$/.exec(text.trim());
  if (!digits || typeof value !== "number" || value === 0) return undefined;
  const [shown, decimals] = [Number(digits[1]!.replaceAll(",", "")), digits[2]?.length ?? 0];
  const scale = SCALES.find((by) => Math.abs(Math.abs(value) / by - shown) <= 0.5000001 / 10 ** decimals);
  return scale === undefined ? undefined : { scale, decimals };
}

/** What a difference of percentages is stated in. */
const differenceUnit = (unit: string | undefined, isRate: boolean, { text }: ShownCell): "bp" | "pp" | undefined =>
  unit === "%" && isRate ? "bp" : (unit === undefined ? text.trim().endsWith("%") : Object.hasOwn(SUFFIX, unit)) ? "pp" : undefined;

/**
 * The difference of a change, in the unit that its cell shows: millions, percent or days. Empty if there is none.
 *
 * @param isRate true for an interest rate, whose changes are in basis points
 */
export function differenceWords({ difference, before, after }: Pick<Change, "after" | "before" | "difference">, unit?: string, isRate = false): string {
  if (difference === undefined) return "";
  if (DATE.test(before.text) && DATE.test(after.text) && Number.isInteger(difference)) return signed(difference, counted(Math.abs(difference), "day"));
  const [was, is] = [displayOf(before), displayOf(after)];
  const stated = differenceUnit(unit, isRate, after);
  const scale = stated === "bp" ? 0.01 : was && is && was.scale !== is.scale ? 1 : ((was ?? is)?.scale ?? 1);
  const scaled = Math.abs(difference) / scale;
  const decimals = Math.max(0, Math.max(was?.decimals ?? 0, is?.decimals ?? 0) - (stated === "bp" ? 2 : 0));
  // As many decimals as the cell shows; more where these would show 0.
  const isShort = (was ?? is) !== undefined && Number(scaled.toFixed(decimals)) !== 0;
  const words = isShort
    ? scaled.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    : numberWords(withoutBinaryError(scaled));
  return signed(difference, `${words}${stated === undefined ? "" : ` ${stated}`}`);
}

/** A cell's displayed text, or "(empty)". */
export const shownWords = ({ text, value }: ShownCell): string =>
  text !== "" ? text : isError(value) ? value.error : value === null || value === "" ? "(empty)" : String(value);

/** A number without its percent sign, as its cell shows it; in the format of its unit if the cell has no format, or one that divides. */
function numberText(cell: ShownCell, value: number, unit: string): string {
  const display = displayOf(cell);
  const isFormatted = display?.scale === 1 && display.decimals <= FORMATTED_DECIMALS && cell.text !== String(value);
  const format = formatOfNumber(unit, value);
  const text = isFormatted ? cell.text.trim() : format === undefined ? numberWords(value) : shownText(value, format);
  return text.replace(/\s*%$/, "");
}

/** A change of a number in words, in the unit of its figure. */
function ofFigure({ before, after, difference, questions }: Change, was: number, is: number, unit: string): Omit<ChangeInWords, "figure"> {
  const texts = [numberText(before, was, unit), numberText(after, is, unit)] as const;
  // Digits that the format hides are all that changed.
  const [a, b] = texts[0] === texts[1] && was !== is ? [numberWords(was), numberWords(is)] : texts;
  const suffix = SUFFIX[unit] ?? "";
  const shown = { before: { value: was, text: a }, after: { value: is, text: b }, ...(difference === undefined ? {} : { difference }) };
  return {
    before: `${a}${suffix}`,
    after: `${b}${suffix}`,
    difference: differenceWords(shown, unit, questions.length === 1 && isInterestRate(questions[0]!)),
    unit: suffix.trim() === unit ? "" : unitWords(unit),
  };
}

/** The unit of a change for a column: `USD`; `$M → USD` if it changed. */
export const unitOfChange = ({ units: { before, after } }: Pick<Change, "units">): string =>
  before !== undefined && after !== undefined && before !== after ? `${unitWords(before)} → ${unitWords(after)}` : unitWords(after ?? before ?? "");

/** What a formula asks for: without the day if that is what changed; what it asked before and asks now if these are other figures. */
export function figureOfChange({ questions, formerQuestions }: Pick<Change, "formerQuestions" | "questions">): string {
  if (!formerQuestions) return figuresWords(questions);
  const undated = (some: readonly Question[]): string => figuresWords(some, (name) => undatedWords(name));
  const is = undated(questions);
  return undated(formerQuestions) === is ? is : `${figuresWords(formerQuestions)} → ${figuresWords(questions)}`;
}

/** A change in words: the figure, old and new value, difference and unit. */
export function changeInWords(change: Change): ChangeInWords {
  const { before, after, units } = change;
  const figure = figureOfChange(change);
  const [was, is] = [units.before, units.after];
  if (typeof before.value === "number" && typeof after.value === "number" && is !== undefined && was === is)
    return { figure, ...ofFigure(change, before.value, after.value, is) };
  const side = (cell: ShownCell, unit: string | undefined): string => {
    if (unit === undefined || typeof cell.value !== "number") return shownWords(cell);
    return `${numberText(cell, cell.value, unit)}${SUFFIX[unit] ?? (was !== undefined && is !== undefined ? ` ${unitWords(unit)}` : "")}`;
  };
  const own = was ?? is;
  const unit = (was !== undefined && is !== undefined) || own === undefined || SUFFIX[own]?.trim() === own ? "" : unitWords(own);
  return { figure, before: side(before, was), after: side(after, is), difference: differenceWords(change), unit };
}

/** Why a cell changed, in words; empty if it is not known. */
export const causeWords = ({ causes }: Pick<Change, "causes">): string => causes.map((one) => CHANGE_WORDS[one].label).join(", ");

/** The function of a question, and its arguments by name. */
function argumentsOf({ cell }: Question): { readonly fn: string; readonly named: ReadonlyMap<string, string> } {
  if ("path" in cell) return { fn: cell.path, named: new Map([["entity", cell.entity]]) };
  const names = isFunctionName(cell.fn) ? listingOf(cell.fn).parameters : [];
  return { fn: cell.fn, named: new Map(cell.args.map((arg, i) => [names[i]?.name ?? "argument", arg === null ? "(empty)" : String(arg)])) };
}

/** `date 2025-12-26 → 2025-12-30`; both questions whole if they have another function. */
function argumentDifference(before: Question, after: Question): string {
  const [a, b] = [argumentsOf(before), argumentsOf(after)];
  if (a.fn !== b.fn) return `${formulaOf(before)} → ${formulaOf(after)}`;
  return [...b.named].flatMap(([name, is]) => (a.named.get(name) === is ? [] : [`${name} ${a.named.get(name) ?? "(empty)"} → ${is}`])).join(", ");
}

/** The arguments with which a formula asks something else than before, each change once. Empty if it asks the same. */
export function argumentWords({ formerQuestions = [], questions }: Pick<Change, "formerQuestions" | "questions">): string {
  const without = (some: readonly Question[], others: readonly Question[]) => some.filter(({ key }) => others.every((other) => other.key !== key));
  if (formerQuestions.length === 0) return "";
  const [was, is] = [without(formerQuestions, questions), without(questions, formerQuestions)];
  if (was.length === is.length) return [...new Set(was.map((before, i) => argumentDifference(before, is[i]!)))].join("; ");
  const asked = (some: readonly Question[]): string => some.map(formulaOf).join(", ") || "nothing";
  return `${asked(formerQuestions)} → ${asked(questions)}`;
}
