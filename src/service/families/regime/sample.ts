import type { IsoDate } from "../../../contract/dates";
import { sessionsBack } from "../../sample/calendar";
import { wave } from "../../sample/waves";
import type { RegimeInput, RegimeRow, RegimeRows } from "./rows";

const INPUTS: readonly (readonly [RegimeInput["name"], number])[] = [
  ["growth", 0.3],
  ["labour", 0.2],
  ["credit", 0.2],
  ["liquidity", 0.15],
  ["risk appetite", 0.15],
];
const CYCLE_DAYS = 2300;
const OWN_DAYS = 700;
const QUARTER_SESSIONS = 63;

const bounded = (x: number) => Math.max(-1, Math.min(1, x));

function rowOf(date: IsoDate): RegimeRow {
  const cycle = wave("macro cycle", date, CYCLE_DAYS);
  return {
    date,
    inputs: INPUTS.map(([name, weight]) => ({ name, weight, reading: bounded(0.85 * cycle + 0.45 * wave(`regime ${name}`, date, OWN_DAYS)) })),
    inflation: bounded(1.1 * wave("macro inflation", date, 3100)),
  };
}

/** The last session on or before `today`, and the one a quarter of a year earlier. */
export const sampleRegimeRows = (today: IsoDate): RegimeRows => ({
  latest: rowOf(sessionsBack(today, 0)),
  quarterBefore: rowOf(sessionsBack(today, QUARTER_SESSIONS)),
});
