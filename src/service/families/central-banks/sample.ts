import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { Bank } from "../../../contract/vocabulary";
import { isoOfParts, monthsFrom, nthWeekday, yearOf } from "../../sample/calendar";
import { integerBetween, rounded } from "../../sample/random";
import { targetUpper } from "../../sample/rates";
import { wave, yearsOf } from "../../sample/waves";
import { bankFacts } from "./banks";
import { worldRate } from "./cycle";
import type { BankRow } from "./rows";

/** How a bank's rate follows the world's: share of its swings, constant distance, own swings, lowest rate; all in percent. */
type Manner = readonly [share: number, distance: number, own: number, floor: number];

/** A bank that follows another's moves a day later, at a constant distance. */
interface Peg {
  readonly peg: Bank;
  readonly distance: number;
}

/** The United States' rate is not drawn here: it is the midpoint of the target range that the sample series show. */
const MANNERS: Record<Exclude<Bank, "US">, Manner | Peg> = {
  AR: [1.4, 18, 14, 4],
  AU: [0.9, 0.7, 0.6, 0],
  BR: [0.9, 7, 3, 2],
  CA: [0.95, 0.1, 0.5, 0.25],
  CH: [0.6, -1, 0.5, -0.75],
  CL: [0.9, 1.2, 1.2, 0.5],
  CN: [0.4, 2.2, 0.5, 1.5],
  CO: [1, 3, 2, 1.75],
  CZ: [1, 0.3, 1, 0],
  DK: { peg: "XM", distance: -0.4 },
  GB: [1, 0.4, 0.5, 0],
  HK: { peg: "US", distance: 0.375 },
  HU: [1.1, 3, 2, 0.5],
  ID: [0.5, 4.5, 1.2, 3.5],
  IL: [0.9, 0.4, 1, 0],
  IN: [0.4, 4.6, 0.8, 3.5],
  IS: [0.9, 3.4, 2, 0.75],
  JP: [0.3, -0.9, 0.3, 0],
  KR: [0.7, 1, 0.6, 0.5],
  MA: [0.3, 1.6, 0.3, 1.5],
  MK: [0.6, 1.5, 0.8, 1],
  MX: [0.9, 3.6, 1.4, 3],
  MY: [0.3, 1.9, 0.4, 1.75],
  NO: [0.9, 0.6, 0.6, 0],
  NZ: [1, 0.9, 0.7, 0.25],
  PE: [0.8, 1.6, 1, 0.25],
  PH: [0.7, 2.4, 0.8, 2],
  PL: [0.9, 2, 1.2, 0],
  RO: [0.8, 2.2, 1.2, 1.25],
  RS: [0.7, 2.4, 1.4, 1],
  RU: [0.8, 6, 3.5, 4.25],
  SA: { peg: "US", distance: 0.625 },
  SE: [0.9, -0.2, 0.5, -0.5],
  TH: [0.4, 0.9, 0.5, 0.5],
  TR: [1.2, 11, 7, 4.5],
  XM: [0.9, -0.5, 0.4, -0.5],
  ZA: [0.7, 4.4, 1.2, 3.5],
};

interface Move {
  readonly date: IsoDate;
  readonly rate: number;
  readonly points: number;
}

const FIRST_YEAR = 1988;
const LAST_YEAR = 2040;
const STEP = 0.25;
const HALF_RANGE = STEP / 2;

/** Every other month has a decision, or every month but August and October. */
function meetings(bank: Bank, year: number): IsoDate[] {
  const months = integerBetween(0, 2, "meetings", bank) > 0 ? [1, 3, 5, 6, 7, 9, 11, 12] : [1, 2, 3, 4, 5, 6, 7, 9, 11, 12];
  const weekday = integerBetween(2, 4, "weekday", bank);
  return months.map((month) => nthWeekday(year, month, weekday, integerBetween(2, 4, "week", bank, month)));
}

function decided(bank: Bank, [share, distance, own, floor]: Manner): Move[] {
  const target = (date: IsoDate) => Math.max(floor, share * worldRate(yearsOf(date)) + distance + own * wave(`policy ${bank}`, date, 2600));
  const start = isoOfParts(FIRST_YEAR, 1, 1);
  let rate = Math.max(floor, Math.round(target(start) / STEP) * STEP);
  const moves: Move[] = [{ date: start, rate, points: 0 }];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
    for (const date of meetings(bank, year)) {
      const gap = target(date) - rate;
      // A move is worth making only when it brings the rate nearer: below an eighth of a point it would overshoot.
      const size = Math.abs(gap) >= 0.8 ? 2 * STEP : Math.abs(gap) >= 0.2 ? STEP : 0;
      const next = Math.max(floor, rate + Math.sign(gap) * size);
      if (next === rate) continue;
      moves.push({ date, rate: next, points: next - rate });
      rate = next;
    }
  return moves;
}

/** The midpoint of the United States' target range, moved whenever the range moves. */
function midpoints(): Move[] {
  const start = isoOfParts(FIRST_YEAR, 1, 1);
  const end = isoOfParts(LAST_YEAR, 12, 31);
  const moves: Move[] = [{ date: start, rate: targetUpper(start) - HALF_RANGE, points: 0 }];
  for (let date = addDays(start, 1); date <= end; date = addDays(date, 1)) {
    const rate = targetUpper(date) - HALF_RANGE;
    const last = moves[moves.length - 1]!.rate;
    if (rate !== last) moves.push({ date, rate, points: rate - last });
  }
  return moves;
}

const followed = ({ peg, distance }: Peg): Move[] =>
  pathOf(peg).map(({ date, rate, points }) => ({ date: addDays(date, 1), rate: rounded(rate + distance, 4), points }));

const paths = new Map<Bank, readonly Move[]>();

/** Every level of a bank from 1988 on, oldest first; made once a bank. */
function pathOf(bank: Bank): readonly Move[] {
  const known = paths.get(bank);
  if (known) return known;
  const manner = bank === "US" ? undefined : MANNERS[bank];
  const path = !manner ? midpoints() : "peg" in manner ? followed(manner) : decided(bank, manner);
  paths.set(bank, path);
  return path;
}

function moveInForce(bank: Bank, date: IsoDate): Move {
  const path = pathOf(bank);
  let low = 0;
  for (let high = path.length - 1; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    if (path[middle]!.date <= date) low = middle;
    else high = middle - 1;
  }
  return path[low]!;
}

/** The policy rate in force on a day, in percent, whatever the clock. */
export const policyRateOn = (bank: Bank, date: IsoDate): number => moveInForce(bank, date).rate;

/** Days by which the lagging source trails. */
const lagOf = (bank: Bank): number => integerBetween(3, 9, "bis lag", bank);
/** Changes older than this are known to their month only, as the source's long history is monthly. */
export const DAILY_WINDOW_DAYS = 3 * 365;

function lastChange(bank: Bank, date: IsoDate, since: IsoDate, monthly: boolean) {
  const move = moveInForce(bank, date);
  if (move.points === 0 || move.date <= since) return null;
  const precision = monthly || daysBetween(move.date, date) > DAILY_WINDOW_DAYS ? ("month" as const) : ("day" as const);
  return { points: rounded(move.points, 4), date: precision === "month" ? monthsFrom(move.date, 0) : move.date, precision };
}

/** What is known of a bank's rate on the evening of `today`. */
export function sampleBankRow(bank: Bank, today: IsoDate): BankRow {
  const { source, since, stopped, monthPrecision } = bankFacts(bank);
  const lagging = addDays(today, -lagOf(bank));
  const date = source === "bis" ? lagging : today;
  if (stopped && lagging > stopped) return { kind: "stopped", bank, last: stopped };
  if (date < since) return { kind: "not_yet", bank, first: since };
  const rate = policyRateOn(bank, date);
  const yearBefore = isoOfParts(yearOf(date) - 1, Number(date.slice(5, 7)), Math.min(28, Number(date.slice(8))));
  return {
    kind: "row",
    bank,
    date,
    rate,
    rate_source: source,
    superseded: source === "bis" || lagging < since ? null : { rate: policyRateOn(bank, lagging), date: lagging, source: "sample" },
    change_over_year: yearBefore < since ? null : rounded(rate - policyRateOn(bank, yearBefore), 4),
    last_change: lastChange(bank, date, since, monthPrecision),
  };
}
