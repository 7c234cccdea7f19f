import { smallest } from "../../../contract/lists";
import { shown } from "../../../contract/arguments";
import type { ReportHour } from "../../records/report-hour";
import { requiredNumber, textIn, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { HOUR_MS } from "../../time/durations";

export const GDELT_TITLE = "GDELT's timeline of article counts";
/** GDELT's steps are quarters of an hour in windows up to three days, hours up to a week, days beyond. */
export const WINDOW_DAYS = 6;
const QUARTER_MS = HOUR_MS / 4;

interface Step {
  readonly at: number;
  readonly reports: number;
  readonly monitored: number;
}

function count(row: JsonObject, member: string): number {
  const value = requiredNumber(row, member, GDELT_TITLE);
  if (!Number.isInteger(value) || value < 0)
    throw new RefusedFile(
      `expected a whole number as ${member} of ${GDELT_TITLE}, got ${value}: shares and smoothed counts are not accepted; fetch it with mode=timelinevolraw`,
    );
  return value;
}

function stepOf(row: JsonObject): Step {
  const text = textIn(row, "date", GDELT_TITLE);
  const m = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  const at = m ? Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new RefusedFile(`expected a time such as 20240625T140000Z as date of ${GDELT_TITLE}, got ${shown(text)}; fetch it again`);
  const step = { at, reports: count(row, "value"), monitored: count(row, "norm") };
  if (step.reports > step.monitored)
    throw new RefusedFile(`${text} has ${step.reports} matching reports but only ${step.monitored} monitored ones; fetch it again`);
  return step;
}

/** The length of a step in milliseconds: an hour, or a quarter of one. */
function lengthOf(steps: readonly Step[]): number {
  const gaps = steps.slice(1).map((step, i) => step.at - (steps[i]?.at ?? 0));
  const least = smallest(gaps);
  if (gaps.some((gap) => gap <= 0)) throw new RefusedFile("the steps are not in order of time; fetch it again");
  if (![QUARTER_MS, HOUR_MS].includes(least) || steps.some((step) => step.at % least !== 0))
    throw new RefusedFile(
      gaps.length === 0
        ? "there is only one step, so its length is unknown; fetch a window of at least a day"
        : `expected steps of an hour or a quarter of an hour, got steps of ${least / 60_000} minutes; fetch a window of at most ${WINDOW_DAYS} days`,
    );
  return least;
}

/**
 * Sums a timeline's steps to full hours. The first and last step are left out: the window cuts through them, and the last may not be over. An hour of quarters
 * needs all four. A missing step, or one in which nothing was monitored, is not zero.
 *
 * @throws RefusedFile for steps that are not whole counts, not in order, or neither hours nor quarters.
 */
export function fullHours(data: readonly JsonObject[]): ReportHour[] {
  const steps = data.map(stepOf);
  const parts = HOUR_MS / lengthOf(steps);
  const hours = new Map<number, Step[]>();
  for (const step of steps.slice(1, -1)) {
    if (step.monitored === 0) continue;
    const hour = Math.floor(step.at / HOUR_MS) * HOUR_MS;
    hours.set(hour, [...(hours.get(hour) ?? []), step]);
  }
  const sum = (of: readonly Step[], what: "reports" | "monitored"): number => of.reduce((n, step) => n + step[what], 0);
  return [...hours].flatMap(([hour_ms, of]) => (of.length === parts ? [{ hour_ms, reports: sum(of, "reports"), monitored: sum(of, "monitored") }] : []));
}
