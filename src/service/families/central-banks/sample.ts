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

/**
 * Rough public levels from 2019 on, in percent, by year with its fraction: what a bank's rate moves along, straight between them, and level after the last. Of
 * those that begin with an equals sign each level is decided at once. Before 2019 a bank goes by its manner.
 */
const LEVELS: Partial<Record<Bank, string>> = {
  AU: "2019:1.5 2019.9:.75 2020.9:.25 2022.3:.25 2023.5:4.1 2023.9:4.35 2025.1:4.35 2025.65:3.6",
  BR: "2019:6.5 2020.6:2 2021.2:2 2022.6:13.75 2023.5:13.75 2024.1:10.5 2024.7:10.5 2025.5:15",
  CA: "2019:1.75 2020.15:1.75 2020.25:.25 2022.1:.25 2023.5:5 2024.4:5 2025.2:2.75 2025.8:2.25",
  CH: "2019:-.75 2022.4:-.75 2023.05:1.75 2024.2:1.75 2025.5:0",
  CL: "2019:3 2019.8:1.75 2020.25:.5 2021.5:.5 2022.8:11.25 2023.5:11.25 2024.5:5.75 2025.9:4.5",
  CN: "2019:4.35 2020.3:3.85 2022:3.7 2024.5:3.5 2025.4:3",
  CO: "2019:4.25 2020.2:4.25 2020.7:1.75 2021.7:1.75 2023.3:13.25 2023.9:13.25 2024.5:11.5 2025.3:9.25",
  CZ: "2019:1.75 2020.1:2.25 2020.4:.25 2021.4:.25 2022.5:7 2023.9:7 2024.5:4.75 2025.4:3.5",
  GB: "2019:.75 2020.15:.75 2020.25:.25 2021.9:.25 2023.6:5.25 2024.55:5.25 2025.6:4 2025.9:3.75",
  HU: "2019:1 2020.5:.5 2021.5:.75 2022.8:13 2023.4:13 2024.5:7 2024.75:6.5",
  ID: "2019:6 2021.1:3.5 2022.6:3.5 2023.1:5.75 2024.3:6.25 2024.7:6 2025.75:4.75",
  IL: "2019:.25 2022.3:.25 2023.4:4.75 2024:4.5 2025.8:4.5 2025.9:4.25",
  IN: "2019:6.5 2020.4:4 2022.35:4 2023.1:6.5 2025.1:6.5 2025.9:5.25",
  IS: "2019:4.5 2020.9:.75 2021.4:.75 2023.65:9.25 2024.75:9.25 2025.4:7.5 2025.9:7.25",
  JP: "= 2019:-.1 2024.2:.1 2024.55:.25 2025.05:.5 2025.9:.75",
  KR: "2019:1.75 2020.4:.5 2021.6:.5 2023.05:3.5 2024.75:3.5 2025.4:2.5",
  MA: "2019:2.25 2020.5:1.5 2022.7:1.5 2023.2:3 2024.5:3 2025.2:2.25",
  MK: "2019:2.5 2021.2:1.25 2022.2:1.25 2023.7:6.25 2024.7:6.25 2025.1:5.5",
  MX: "2019:8.25 2021:4.25 2021.4:4 2023.25:11.25 2024.15:11.25 2024.25:11 2024.6:11 2025.85:7.25",
  MY: "2019:3.25 2020.5:1.75 2022.35:1.75 2023.35:3 2025.5:3 2025.55:2.75",
  NO: "2019:.75 2019.75:1.5 2020.15:1.5 2020.4:0 2021.7:0 2023.97:4.5 2025.45:4.5 2025.7:4",
  NZ: "2019:1.75 2019.6:1 2020.2:.25 2021.75:.25 2023.4:5.5 2024.6:5.5 2025.85:2.25",
  PE: "2019:2.75 2020.3:.25 2021.6:.25 2023.05:7.75 2023.6:7.75 2024.5:5.5 2025.7:4.25",
  PH: "2019:4.75 2020.9:2 2022.35:2 2023.8:6.5 2024.6:6.5 2025.85:4.75",
  PL: "2019:1.5 2020.4:0 2021.75:0 2022.7:6.75 2023.65:6.75 2023.75:5.75 2025.3:5.75 2025.9:4",
  RO: "2019:2.5 2021.1:1.25 2021.75:1.25 2023.05:7 2024.5:7 2024.6:6.5",
  RS: "2019:3 2021:1 2022.25:1 2023.3:6.5 2024.5:6.5 2024.75:5.75",
  RU: "= 2019:7.75 2019.9:6.25 2020.55:4.25 2021.5:6.5 2021.9:8.5 2022.16:20 2022.3:14 2022.6:7.5 2023.6:12 2023.7:15 2023.9:16 2024.57:18 2024.8:21 2025.43:20 2025.57:18 2025.7:17 2025.9:16",
  SE: "2019:-.25 2020:0 2022.3:0 2023.7:4 2024.5:4 2025.75:1.75",
  TH: "2019:1.75 2020.4:.5 2022.6:.5 2023.75:2.5 2024.75:2.5 2025.85:1.5",
  TR: "= 2019:24 2019.5:19.75 2019.9:12 2020.4:8.25 2020.7:10.25 2020.85:17 2021.15:19 2021.7:16 2021.9:14 2022.6:12 2022.85:9 2023.1:8.5 2023.45:15 2023.6:25 2023.8:35 2023.9:42.5 2024.05:45 2024.2:50 2024.9:47.5 2025.15:42.5 2025.3:46 2025.5:43 2025.65:40.5 2025.9:38",
  XM: "2019:-.5 2022.5:-.5 2023.7:4 2024.5:4 2025.45:2",
  ZA: "2019:6.75 2020.55:3.5 2021.85:3.5 2023.4:8.25 2024.7:8.25 2025.85:7",
};

interface Level {
  readonly year: number;
  readonly rate: number;
}

function levelsOf(bank: Bank): { readonly atOnce: boolean; readonly levels: readonly Level[] } {
  const words = (LEVELS[bank] ?? "").split(" ").filter((word) => word !== "");
  const levels = words.filter((word) => word !== "=").map((word) => word.split(":").map(Number) as [number, number]);
  return { atOnce: words[0] === "=", levels: levels.map(([year, rate]) => ({ year, rate })) };
}

/** The level that a bank heads for; undefined before the first. */
function levelAt(levels: readonly Level[], atOnce: boolean, year: number): number | undefined {
  const index = levels.findLastIndex((level) => level.year <= year);
  const [from, to] = [levels[index], levels[index + 1]];
  if (!from || !to || atOnce) return from?.rate;
  return from.rate + ((to.rate - from.rate) * (year - from.year)) / (to.year - from.year);
}

interface Move {
  readonly date: IsoDate;
  readonly rate: number;
  readonly points: number;
}

const FIRST_YEAR = 1988;
const LAST_YEAR = 2040;
const STEP = 0.25;
const HALF_RANGE = STEP / 2;
const FAR_OFF = 1.5;

/** Every other month has a decision, or every month but August and October. */
function meetings(bank: Bank, year: number): IsoDate[] {
  const months = integerBetween(0, 2, "meetings", bank) > 0 ? [1, 3, 5, 6, 7, 9, 11, 12] : [1, 2, 3, 4, 5, 6, 7, 9, 11, 12];
  const weekday = integerBetween(2, 4, "weekday", bank);
  return months.map((month) => nthWeekday(year, month, weekday, integerBetween(2, 4, "week", bank, month)));
}

/** How far a bank moves at one meeting: by a quarter or a half point, by all that is missing where its rate is far off. */
function sizeOf(gap: number, wholly: boolean): number {
  if (wholly) return gap;
  // A move is worth making only when it brings the rate nearer: below an eighth of a point it would overshoot.
  return gap >= FAR_OFF ? Math.floor(gap / STEP) * STEP : gap >= 0.8 ? 2 * STEP : gap >= 0.2 ? STEP : 0;
}

function decided(bank: Bank, [share, distance, own, floor]: Manner): Move[] {
  const { atOnce, levels } = levelsOf(bank);
  const byManner = (date: IsoDate) => Math.max(floor, share * worldRate(yearsOf(date)) + distance + own * wave(`policy ${bank}`, date, 2600));
  const start = isoOfParts(FIRST_YEAR, 1, 1);
  let rate = Math.max(floor, Math.round(byManner(start) / STEP) * STEP);
  const moves: Move[] = [{ date: start, rate, points: 0 }];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
    for (const date of meetings(bank, year)) {
      const level = levelAt(levels, atOnce, yearsOf(date));
      const gap = (level ?? byManner(date)) - rate;
      const next = rounded(rate + Math.sign(gap) * sizeOf(Math.abs(gap), atOnce && level !== undefined), 4);
      const held = level === undefined ? Math.max(floor, next) : next;
      if (held === rate) continue;
      moves.push({ date, rate: held, points: held - rate });
      rate = held;
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
