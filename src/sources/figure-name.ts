import { capital } from "../contract/text";
import { isIsoDate, type IsoDate } from "../contract/dates";
import { listingOf } from "../contract/functions/listing";
import { isFunctionName } from "../contract/functions";
import { sheetPath } from "../contract/paths";
import { formulaOf, type Question } from "../core/question";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `20 Nov 2026`; a text that is no day stays. */
export function dayWords(day: string): string {
  if (!isIsoDate(day)) return day;
  const [year, month, date] = day.split("-");
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** What a question asks for, in words. */
interface FigureName {
  /** Who or what it is about, as typed: a ticker, a country. Undefined if the figure has no subject. */
  readonly subject: string | undefined;
  /** True if the subject is a ticker. */
  readonly isTicker: boolean;
  /** The figure: "last close", "Treasury constant maturity, 10 years". */
  readonly what: string;
  /** The day that it is asked for. */
  readonly asked: IsoDate | undefined;
}

/** Functions whose first argument is the figure itself, not what the figure is about. */
const OF_ITSELF: ReadonlySet<string> = new Set(["FRED", "FREDH", "YIELD", "MMRATE"]);

function nameOfCall(fn: string, args: readonly unknown[], pathField: string | undefined): FigureName | undefined {
  if (!isFunctionName(fn)) return undefined;
  const { title, fields, parameters, result } = listingOf(fn);
  const words: string[] = [];
  let subject: string | undefined;
  let isTicker = false;
  let field = pathField;
  let asked: IsoDate | undefined;
  for (const [i, parameter] of parameters.entries()) {
    const given = args[i];
    if (given === null || given === undefined) continue;
    const text = String(given);
    const choice = parameter.vocabulary?.choices.find(({ value }) => value === text);
    if (parameter.kind === "ticker") [subject, isTicker] = [text, true];
    else if (fields.some(({ name }) => name === text)) field = text;
    else if (i === 0 && !OF_ITSELF.has(fn)) subject = choice?.title ?? text;
    else if (choice && fn === "YIELD") words.push(choice.value === "AS_OF" ? "Date of the Treasury curve" : `Treasury yield, ${choice.value}`);
    else if (choice) words.push(choice.title);
    else if (isIsoDate(text)) asked = text;
    else if (parameter.kind !== "integer") words.push(text);
  }
  const known = fields.find(({ name }) => name === (field ?? fields[0]?.name));
  const first = field === undefined || field === fields[0]?.name;
  // A value of a list says what the figure is; otherwise its field does, or the function.
  const named = parameters.some(({ vocabulary }, i) => (i > 0 || OF_ITSELF.has(fn)) && vocabulary?.choices.some(({ value }) => value === args[i]));
  const own = named && first ? [] : [known?.about.replaceAll("`", "") ?? result?.about.replaceAll("`", "") ?? title];
  return { subject, isTicker, what: [...words, ...own].join(", "), asked };
}

/** What a question asks for; undefined for a function that this version does not know. */
export function figureName({ cell }: Question): FigureName | undefined {
  if ("fn" in cell) return nameOfCall(cell.fn, cell.args, undefined);
  const path = sheetPath(cell.path);
  return path && nameOfCall(path.fn, [cell.entity], path.field);
}

/**
 * The name of a figure without the day that it is asked for: "Apple Inc. – last close".
 *
 * @param company the name of the company whose ticker the subject is, if it is known
 */
export function undatedWords({ subject, isTicker, what }: FigureName, company?: string): string {
  const who = isTicker && company !== undefined ? company : subject;
  return who === undefined ? capital(what) : `${who} – ${what}`;
}

/** The name of a figure in one line, with the day that it is asked for: "Treasury yield, 10Y, 19 Jun 2024". */
export const figureWords = (name: FigureName, company?: string): string =>
  `${undatedWords(name, company)}${name.asked === undefined ? "" : `, ${dayWords(name.asked)}`}`;

/** Figures of one formula that are named before they are counted. */
const NAMED = 3;

/**
 * The names of the figures that a formula asks for, each once: "GME – days to cover; GME – short shares".
 *
 * @param words the name of a figure, by default with the day that it is asked for
 */
export function figuresWords(questions: readonly Question[], words: (name: FigureName) => string = figureWords): string {
  const names = new Set<string>();
  for (const question of questions) {
    const name = figureName(question);
    names.add(name ? words(name) : formulaOf(question));
  }
  const named = [...names].slice(0, NAMED).join("; ");
  return names.size > NAMED ? `${named} and ${names.size - NAMED} more` : named;
}
