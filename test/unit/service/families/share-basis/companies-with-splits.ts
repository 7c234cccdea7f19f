import { readArguments } from "../../../../../src/contract/arguments";
import { addDays, weekdayOf, type IsoDate } from "../../../../../src/contract/dates";
import type { FunctionName } from "../../../../../src/contract/functions";
import type { Metric } from "../../../../../src/contract/vocabulary";
import { createClock } from "../../../../../src/service/time/clock";
import { byField, COMPANY_FAMILIES } from "../../../../../src/service/families/families";
import type { FamilyAnswer, EvaluateField } from "../../../../../src/service/answers/family";
import type { StatedPeriod, Vintage } from "../../../../../src/service/records/filings";
import type { RecordRow } from "../../../../../src/service/records/record";
import type { Store } from "../../../../../src/service/store/store";
import { recordRow } from "../../../../record-row";
import { storeWith } from "../../../../stored";

export { said } from "../ask-store";

const CIK = "77";

export const storeOf = (records: readonly RecordRow[]): Store => storeWith("2026-11-20", { records });

export function ask(store: Store, day: IsoDate, fn: FunctionName, ...args: string[]): FamilyAnswer {
  const read = readArguments(fn, args);
  if (!read.ok) throw new Error(read.message);
  const evaluate = COMPANY_FAMILIES.find((f) => f.functions[fn])?.functions[fn]?.evaluate as EvaluateField | undefined;
  if (!evaluate) throw new Error(`no family answers ${fn}`);
  return byField(fn, evaluate)(read.args, { clock: createClock(day, () => 0), store });
}

/** Weekdays from a day on. */
export function sessions(from: IsoDate, count: number): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; days.length < count; day = addDays(day, 1)) if (weekdayOf(day) % 6 !== 0) days.push(day);
  return days;
}

export const price = (symbol: string, date: IsoDate, close: number, adjusted?: number): RecordRow =>
  recordRow("price", symbol, date, "user", { close, ...(adjusted === undefined ? {} : { adjusted }), volume: null });
export const split = (symbol: string, date: IsoDate, ratio: number): RecordRow => recordRow("split", symbol, date, "user", { ratio });
export const filer = (symbol: string, cik = CIK): RecordRow => recordRow("filer", symbol, "1993-01-01", "sec", { cik, name: symbol });

/** One filing of a full year: the figures of a company with `times` as many shares. */
interface Filed {
  readonly on: IsoDate;
  readonly times: number;
  readonly form?: string;
}

/** Earnings, dividends and price per share, and the share count, before any split. */
const A_SHARE: Partial<Record<Metric, number>> = { eps_basic: 1000, eps_diluted: 1000, dividends_per_share: 200 };
const COUNTS: Partial<Record<Metric, number>> = { shares_outstanding: 1_000_000, shares_diluted: 1_000_000 };
const AMOUNTS: Partial<Record<Metric, number>> = { revenue: 5e9, net_income: 1e9, equity: 4e9 };

/** A year's statement with the values stated by each filing. */
export function year(filings: readonly Filed[], cik = CIK, end: IsoDate = "2023-12-31"): RecordRow {
  const list = (value: number, times: (n: number) => number): Vintage[][] => [
    filings.map(({ on, times: n, form = "10-K" }): Vintage => [on, times(n) * value, `${cik}-${on}`, form, "tag"]),
  ];
  const stated: Record<string, Vintage[][]> = {};
  for (const [metric, value] of Object.entries(A_SHARE)) stated[metric] = list(value, (n) => 1 / n);
  for (const [metric, value] of Object.entries(COUNTS)) stated[metric] = list(value, (n) => n);
  for (const [metric, value] of Object.entries(AMOUNTS)) stated[metric] = list(value, () => 1);
  const body: StatedPeriod = { period: `FY${end.slice(0, 4)}`, annual: true, currency: "USD", stated };
  return recordRow("statement", cik, end, "sec", body, { known: filings[0]!.on });
}
