import { addDays } from "../../../src/contract/dates";

/*
 * Every question has a number, and every answer says which question it answers and of which edition it is: what a cell shows tells whether it is right. The
 * service publishes a new edition from time to time; its answers are fresh for MAX_AGE_S.
 */

const MAX_AGE_S = 60;
/** Each window asks for a series of its own, so that the service knows the window of a request. */
export const SERIES = ["DGS10", "DGS2"] as const;
const FIRST_DAY = "1990-01-01";
const EDITIONS = 1_000;
const OF_SERIES = 100_000;

export const dayOf = (row: number): string => addDays(FIRST_DAY, row);

/** Number of a question, from 1; undefined if it is not one of the test's. */
export function numberOf(series: unknown, day: unknown): number | undefined {
  const window = SERIES.indexOf(series as (typeof SERIES)[number]);
  const days = (Date.parse(String(day)) - Date.parse(FIRST_DAY)) / 86_400_000;
  return window < 0 || !Number.isInteger(days) ? undefined : window * OF_SERIES + days + 1;
}

/** The window that asks this question. */
export const windowOf = (question: number): number => Math.floor((question - 1) / OF_SERIES);

/** Some questions are answered with a reason. */
const hasReason = (question: number): boolean => question % 11 === 5;

/** The service's answer as a line of its reply. */
export const answerLine = (id: number, question: number, edition: number): string =>
  `{"id":${id},"max_age_s":${MAX_AGE_S},${
    hasReason(question) ? `"value":null,"code":"no_observation","reason":"edition ${edition} of ${question}"` : `"value":${question * EDITIONS + edition}`
  }}`;

/** What a cell shows for this answer. */
export const shownFor = (question: number, edition: number): number | string =>
  hasReason(question) ? `n/a: edition ${edition} of ${question}` : question * EDITIONS + edition;

/** The edition of an answer to this question; undefined if the value is no answer to it. */
export function editionOf(value: unknown, question: number): number | undefined {
  const edition = typeof value === "number" ? value - question * EDITIONS : Number(/^n\/a: edition (\d+) of/.exec(String(value))?.[1]);
  return Number.isInteger(edition) && edition > 0 && edition < EDITIONS && value === shownFor(question, edition) ? edition : undefined;
}
