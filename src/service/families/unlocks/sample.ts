import type { IsoDate } from "../../../contract/dates";
import { coinSince } from "../../sample/coins";
import { between } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { isoOfParts, monthEnd, monthNumber, monthsFrom, yearOf } from "../../time/calendar";

export const UNLOCK_CATEGORIES = ["team_and_investors", "ecosystem"] as const;

/** Tokens that a contract releases on one day. */
export interface Unlock {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly tokens: number;
  /** Tokens in circulation before it. */
  readonly circulating: number;
  readonly category: (typeof UNLOCK_CATEGORIES)[number];
}

/**
 * Releases of a coin on a day of each month (the last day in a shorter one), from the first to the last month: tokens a month, and tokens in circulation before the
 * first. To the team and investors, unless another category is stated.
 */
type Schedule = readonly [symbol: string, day: number, from: IsoDate, to: IsoDate, monthly: number, circulating: number, category?: Unlock["category"]];

/** Approximate monthly releases, from general knowledge and rounded. Approximations for sample data, not a source. */
const SCHEDULES: readonly Schedule[] = [
  ["APT", 12, "2022-11-01", "2026-10-01", 11_300_000, 130_000_000],
  ["ARB", 16, "2024-04-01", "2027-03-01", 92_600_000, 2_650_000_000],
  ["OP", 31, "2023-06-01", "2026-05-01", 28_000_000, 650_000_000],
  ["SUI", 1, "2024-05-01", "2030-05-01", 60_000_000, 1_250_000_000],
  ["SEI", 15, "2024-08-01", "2028-08-01", 55_500_000, 3_100_000_000],
  ["TIA", 30, "2024-11-01", "2027-10-01", 14_500_000, 410_000_000],
  ["NEAR", 13, "2020-11-01", "2025-10-01", 14_000_000, 200_000_000, "ecosystem"],
  ["AVAX", 9, "2021-03-01", "2030-06-01", 1_800_000, 120_000_000, "ecosystem"],
  ["HYPE", 29, "2025-11-01", "2027-10-01", 9_900_000, 334_000_000],
];

const monthsBetween = (from: IsoDate, to: IsoDate): number => 12 * (yearOf(to) - yearOf(from)) + monthNumber(to) - monthNumber(from);

function unlockIn([symbol, day, from, to, monthly, circulating, category = "team_and_investors"]: Schedule, month: IsoDate): Unlock | undefined {
  if (month < from || month > to) return undefined;
  const end = monthEnd(month);
  const due = isoOfParts(yearOf(month), monthNumber(month), day);
  const tokens = rounded(monthly * between(0.97, 1.03, "unlock", symbol, month), -3);
  return { symbol, date: due < end ? due : end, tokens, circulating: circulating + monthly * monthsBetween(from, month), category };
}

/** Sample releases from `from` to `to`, soonest first. None of a coin that does not trade on `today`. */
export function sampleUnlocks(from: IsoDate, to: IsoDate, today: IsoDate): Unlock[] {
  const months: IsoDate[] = [];
  for (let month = isoOfParts(yearOf(from), monthNumber(from), 1); month <= to; month = monthsFrom(month, 1)) months.push(month);
  return SCHEDULES.filter(([symbol]) => coinSince(symbol) <= today)
    .flatMap((s) => months.flatMap((month) => unlockIn(s, month) ?? []))
    .filter(({ date }) => date >= from && date <= to)
    .sort((a, b) => (a.date === b.date ? (a.symbol < b.symbol ? -1 : 1) : a.date < b.date ? -1 : 1));
}
