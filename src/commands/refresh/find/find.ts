import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { shown } from "../../../contract/arguments";
import { counted, withSeparators } from "../../../contract/counted";
import { isIsoDate, isoOf, type IsoDate } from "../../../contract/dates";
import { UNITS } from "../../../contract/units";
import { endWithNearest } from "../../../contract/nearest";
import type { Client } from "../../../core/client";
import { failureIn, type Answer } from "../../../core/outcome";
import type { Question } from "../../../core/question";
import { valueWords } from "../../../sources/answer-words";
import { addressOf } from "../../../workbook/cell-address";
import { FileRefusal } from "../../../workbook/xlsx/file-refusal";
import { showsDay } from "../../../workbook/xlsx/number-formats";
import { readCells } from "../../../workbook/xlsx/read/read-cells";
import { fileFault } from "../../file-fault";
import { UsageError, type Io } from "../../io";
import { defineCommand } from "../../options";
import { serviceClient } from "../../service-address";
import { REFRESH, terminalWords } from "../../terminal-words";
import { askQuestions } from "../ask-questions";
import { BOOK } from "../books-of";
import { existingService } from "../existing-service";
import { candidates, type Match, matchesOf, type Sought } from "./candidates";

const HELP = `Lists the questions that a typed-in number may be the answer to.

  ${REFRESH} find 4.22
  ${REFRESH} find 4.22 --date 2026-06-19 --unit %
  ${REFRESH} find book.xlsx --date 2026-06-19 --names GME,AAPL

A number matches if an answer is equal to it after rounding to its digits. In a book, every typed number is looked up that has three digits or more, such as 4.22 or 318; 100 and 2500 are too common.

  --date DAY     the day that the number is about; default: today
  --days N       observations up to N days before or after it, 0 to 60; default: 7
  --unit UNIT    only answers in this unit, such as % or USD
  --names NAMES  tickers to ask about, with commas; without it, only what is listed by name: series, tenors, countries, assets
  --data DIR     the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL      asks another service; set its key in SERVICE_API_KEY

Exit status: 0 found, 1 no question has this answer, or a book cannot be read, 2 wrong command line.`;

/** Questions that one search asks. */
const MOST = 40_000;
/** Matches that are listed of one number. */
const LISTED = 8;
const MOST_DAYS = 60;
/** Digits that a number in a book needs: 1, 12 and 100 are in every book. */
const DIGITS = 3;

/** `npm run -s refresh -- find`: lists the questions that numbers are answers to. */
export const findCommand = defineCommand("refresh find", HELP, async ({ values, positionals }, io) => {
  const today = isoOf(io.now());
  const date = dayOf(values.date, today);
  const days = countOf(values.days);
  if (values.unit !== undefined && !/^[A-Z]{3}$/i.test(values.unit) && !UNITS.some((unit) => unit.toLowerCase() === values.unit?.toLowerCase()))
    throw new UsageError(`--unit: expected a unit such as %, USD or days, got ${shown(values.unit)}${endWithNearest(values.unit, UNITS, 2)}`);
  const names = (values.names ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const sought: Sought[] = [];
  for (const word of positionals) {
    const more = soughtIn(word, io);
    if (typeof more === "string") {
      io.err(more);
      return 1;
    }
    for (const one of more) sought.push(one);
  }
  if (sought.length === 0) {
    io.out(`No typed number of ${DIGITS} digits or more in ${positionals.join(", ")}.`);
    return 1;
  }
  const questions = candidates({ names, date, days, today });
  if (questions.length > MOST)
    throw new UsageError(
      `That is ${withSeparators(questions.length)} questions, and find asks at most ${withSeparators(MOST)}. Give fewer --names, or a smaller --days.`,
    );
  const source = await existingService(values, io);
  try {
    const { answers, failure } = await answersTo(questions, serviceClient(source, io, { cacheSize: MOST }));
    if (failure !== undefined) throw new UsageError(failure);
    let found = 0;
    for (const one of sought) {
      const matches = matchesOf(one, answers, date, values.unit);
      if (matches.length > 0) found++;
      linesOf(one, matches).forEach(io.out);
    }
    const asked = `${counted(questions.length, "question")} around ${date} asked`;
    io.out(names.length > 0 ? `${asked}.` : `${asked}. Prices, filings and other figures of companies need --names.`);
    return found > 0 ? 0 : 1;
  } finally {
    await source.close();
  }
});

function dayOf(typed: string | undefined, today: IsoDate): IsoDate {
  if (typed === undefined) return today;
  if (!isIsoDate(typed)) throw new UsageError(`--date: expected a day such as ${today}, got ${shown(typed)}.`);
  if (typed > today) throw new UsageError(`--date: expected a day up to ${today}, got ${shown(typed)}.`);
  return typed;
}

function countOf(typed: string | undefined): number {
  const days = typed === undefined ? 7 : Number(typed);
  if (!Number.isInteger(days) || days < 0 || days > MOST_DAYS)
    throw new UsageError(`--days: expected a whole number from 0 to ${MOST_DAYS}, got ${shown(typed ?? "")}.`);
  return days;
}

/** Digits that are not leading zeros, nor trailing ones of a whole number. */
const digitsIn = (text: string): number =>
  text
    .replace(/e.*$/i, "")
    .replace(/^(-?\d+?)0+$/, "$1")
    .replace(/\D/g, "")
    .replace(/^0+/, "").length;

/** The numbers that a word names: itself, or those of a book. Why a book cannot be read, as a sentence. */
function soughtIn(word: string, io: Io): readonly Sought[] | string {
  const text = word.replaceAll(/[\s,](?=\d{3})/g, "").replace(/%$/, "");
  const file = path.resolve(io.cwd, word);
  if (!BOOK.test(word) && !existsSync(file)) {
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) throw new UsageError(`find: expected a number such as 4.22, or a book, got ${shown(word)}.`);
    return [{ text, value }];
  }
  if (!existsSync(file)) throw new UsageError(`There is no file ${word}. Relative names start from ${io.cwd}.`);
  try {
    return readCells(new Uint8Array(readFileSync(file))).sheets.flatMap(({ name, cells }) =>
      cells.flatMap(({ row, column, value, formula, lostFormula, format }): Sought[] => {
        if (typeof value !== "number" || formula !== undefined || lostFormula !== undefined || digitsIn(String(value)) < DIGITS) return [];
        return format !== undefined && showsDay(format) ? [] : [{ text: String(value), value, where: addressOf({ sheet: name, row, column }) }];
      }),
    );
  } catch (e) {
    if (e instanceof FileRefusal) return `${word}: ${e.message}`;
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    return `${word}: ${fault}.`;
  }
}

/** The numbers that the service answers; and why a question was not answered, in a sentence. */
async function answersTo(questions: readonly Question[], client: Client) {
  const answers = new Map<Question, Answer>();
  let failure: string | undefined;
  for (const [question, outcome] of await askQuestions(questions, client)) {
    if (outcome.kind === "answer" && !outcome.stale) {
      if (typeof outcome.answer.value === "number" && outcome.answer.kind !== "date") answers.set(question, outcome.answer);
      continue;
    }
    const why = failureIn(outcome);
    // A name that has no such figure is no failure of the search.
    if (why && why.code !== "argument" && why.code !== "refused_cell") failure ??= terminalWords(why);
  }
  return { answers, failure };
}

function linesOf({ text, where }: Sought, matches: readonly Match[]): readonly string[] {
  const named = where === undefined ? text : `${where} ${text}`;
  if (matches.length === 0) return [`${named}: no known question has this answer.`];
  const more = matches.length - LISTED;
  return [
    `${named}:`,
    ...matches.slice(0, LISTED).map(({ formula, answer }) => {
      const { observationDate, source, sample } = answer;
      return `  ${formula} → ${valueWords(answer)}${observationDate === undefined ? "" : `, ${observationDate}`}${sample ? ", sample data" : source === undefined ? "" : `, ${source}`}`;
    }),
    ...(more > 0 ? [`  and ${withSeparators(more)} more: narrow it with --unit, or with a smaller --days.`] : []),
  ];
}
