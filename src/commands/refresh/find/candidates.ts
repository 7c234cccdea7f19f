import { addDays, weekdayOf, type IsoDate } from "../../../contract/dates";
import { CELL_FUNCTIONS, type FunctionName } from "../../../contract/functions";
import { listingOf, type Listing } from "../../../contract/functions/listing";
import { readQuestion, type Question } from "../../../core/question";

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
