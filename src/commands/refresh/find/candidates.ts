import { addDays, type IsoDate, weekdayOf } from "../../../contract/dates";
import { CELL_FUNCTIONS, type FunctionName } from "../../../contract/functions";
import { type Listing, listingOf } from "../../../contract/functions/listing";
import type { Answer } from "../../../core/outcome";
import { formulaOf, type Question, readQuestion } from "../../../core/question";

/** A number to look for. */
export interface Sought {
  /** As typed, or as a cell holds it. */
  readonly text: string;
  readonly value: number;
  /** Where it stands; missing for one that was typed. */
  readonly where?: string;
}

/** A question whose answer is the number. */
export interface Match {
  /** `=SERVICE.FRED("DGS10")`; ends in `/100` if the number is the answer's percentage as a fraction. */
  readonly formula: string;
  readonly answer: Answer;
}

/** The formula of a question, without its field if that is the default. */
function shortFormula(question: Question): string {
  const [field] = listingOf(question.name as FunctionName).fields;
  const formula = `=${formulaOf(question)}`;
  const end = `"${field?.name}")`;
  return field && formula.endsWith(end) ? `${formula.slice(0, -end.length).replace(/,$/, "")})` : formula;
}

/** The digits after the point. */
function decimalsOf(text: string): number {
  const [digits = "", exponent = "0"] = text.toLowerCase().split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** Half a unit of the last digit, and what binary fractions add to it. */
const isRoundedTo = (exact: number, value: number, decimals: number): boolean =>
  Math.abs(exact - value) <= 0.5 * 10 ** -decimals + 1e-9 * Math.max(Math.abs(exact), 1);

function formulaFor({ value, text }: Sought, question: Question, { value: answer, unit }: Answer): string | undefined {
  if (typeof answer !== "number" || (answer === 0) !== (value === 0)) return undefined;
  const decimals = decimalsOf(text);
  if (isRoundedTo(answer, value, decimals)) return shortFormula(question);
  return unit === "%" && decimals >= 3 && isRoundedTo(answer / 100, value, decimals) ? `${shortFormula(question)}/100` : undefined;
}

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** How near an answer is: to the day, then to the exact number. */
const distance = ({ answer }: Match, date: string, { value }: Sought): number =>
  daysBetween(answer.observationDate ?? date, date) * 1000 + Math.min(999, Math.abs(Number(answer.value) - value) * 100);

/**
 * The questions whose answer is the number, rounded as it is; the nearest observation date first. Of questions with the same function, name and observation, one.
 *
 * @param unit only answers in this unit
 */
export function matchesOf(sought: Sought, answers: ReadonlyMap<Question, Answer>, date: string, unit: string | undefined): readonly Match[] {
  const found = new Map<string, Match>();
  for (const [question, answer] of answers) {
    if (unit !== undefined && answer.unit?.toLowerCase() !== unit.toLowerCase()) continue;
    const formula = formulaFor(sought, question, answer);
    if (formula === undefined) continue;
    const { observationDate = "" } = answer;
    const same = `${formula.split(",")[0]} ${observationDate} ${answer.source}`;
    // A weekly or monthly figure answers for each day of its period.
    const before = found.get(same);
    if (!before || (formula.includes(observationDate) && !before.formula.includes(observationDate))) found.set(same, { formula, answer });
  }
  return [...found.values()].sort((a, b) => distance(a, date, sought) - distance(b, date, sought) || (a.formula < b.formula ? -1 : 1));
}

/** Where to look for a number. */
interface Where {
  /** Tickers, coins or other names for functions that have no list of names. */
  readonly names: readonly string[];
  /** The day that the number is about, and how many days before and after it count. */
  readonly date: IsoDate;
  readonly days: number;
  /** The last day that can be asked. */
  readonly today: IsoDate;
}

/** Fiscal years and quarters around a day that a figure may be of. */
const YEARS_BACK = 3;

const isWeekend = (day: IsoDate): boolean => [0, 6].includes(weekdayOf(day));

/** The working days of the window, the nearest first. */
function daysOf({ date, days, today }: Where): readonly IsoDate[] {
  const around = Array.from({ length: 2 * days + 1 }, (_, i) => addDays(date, (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2)));
  return around.filter((day) => day <= today && !isWeekend(day));
}

function periodsOf({ date }: Where): readonly string[] {
  const year = Number(date.slice(0, 4));
  const years = Array.from({ length: YEARS_BACK + 1 }, (_, i) => year - i);
  return years.flatMap((y) => [`FY${y}`, ...[4, 3, 2, 1].map((q) => `${y}Q${q}`)]);
}

/** The values of one argument to try; undefined if the function cannot be asked without a name that nobody gave. */
function valuesOf(parameter: Listing["parameters"][number], { fields }: Listing, where: Where): readonly (string | null)[] | undefined {
  if (parameter.name === "field" && fields.length > 0) return fields.filter(({ type }) => type === "number").map(({ name }) => name);
  const listed = parameter.vocabulary?.choices.map(({ value }) => value);
  switch (parameter.kind) {
    case "choice":
      return parameter.of;
    case "name":
      return listed ?? (where.names.length > 0 ? where.names : parameter.optional ? [null] : undefined);
    case "ticker":
      return where.names.length > 0 ? where.names : undefined;
    case "text":
      return undefined;
    case "date":
      return parameter.optional ? [null, ...daysOf(where)] : daysOf(where);
    case "period":
      return periodsOf(where);
    case "integer":
      return [null];
  }
}

const product = (lists: readonly (readonly (string | null)[])[]): readonly (readonly (string | null)[])[] =>
  lists.reduce<readonly (readonly (string | null)[])[]>((all, list) => all.flatMap((args) => list.map((value) => [...args, value])), [[]]);

function questionsOf(name: FunctionName, where: Where): readonly Question[] {
  const listing = listingOf(name);
  const isNumber = listing.result ? listing.result.type === "number" : listing.fields.some(({ type }) => type === "number");
  if (!isNumber) return [];
  const lists = listing.parameters.map((parameter) => valuesOf(parameter, listing, where));
  if (lists.some((list) => list === undefined)) return [];
  return product(lists as (readonly (string | null)[])[]).flatMap((args) => {
    const read = readQuestion(name, args);
    return "question" in read ? [read.question] : [];
  });
}

/** Every question about the listed names, and about the given ones, around a day; each once. */
export function candidates(where: Where): readonly Question[] {
  const all = CELL_FUNCTIONS.flatMap((name) => questionsOf(name, where));
  return [...new Map(all.map((question) => [question.key, question])).values()];
}
