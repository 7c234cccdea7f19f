import type { IsoDate } from "../../../src/contract/dates";
import type { Metric, RvMetric } from "../../../src/contract/vocabulary";
import { UNIVERSE, type Instrument } from "../../../src/service/instruments/universe";
import { partOf, TESTED } from "../../corpus";
import { valueOrCode } from "./families/company-questions";

/** Early, middle, recent and late days of the sample years. */
export const WORLD_DAYS: readonly IsoDate[] = ["1976-03-01", "1999-12-31", "2024-06-25", "2026-11-20"];

export const COMPANIES = UNIVERSE.filter((i) => i.instrumentType !== "etf");

/** For slow tests: an eighth of these names, or all of them in `npm run corpus`. */
export const someOf = (names: readonly Instrument[]): readonly Instrument[] => partOf(names, 0.125, ({ ticker }) => ticker);

/** The number, or undefined for a reason. */
const numberIn = (value: number | string | boolean): number | undefined => (typeof value === "number" ? value : undefined);

export const fin = (day: IsoDate, ticker: string, metric: Metric, period: string | null = null): number | undefined =>
  numberIn(valueOrCode(day, "FIN", ticker, metric, period));
export const rv = (day: IsoDate, ticker: string, metric: RvMetric): number | undefined => numberIn(valueOrCode(day, "RV", ticker, metric, "value"));
export const priceOn = (day: IsoDate, ticker: string): number | undefined => numberIn(valueOrCode(day, "PRICE", ticker, "last"));

/** Fails with at most twenty of the faults, and names what was tested. */
export const expectNone = (faults: readonly string[]): void => expect({ tested: TESTED, faults: faults.slice(0, 20) }).toEqual({ tested: TESTED, faults: [] });

export const near = (a: number | undefined, b: number | undefined, tolerance = 0): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= Math.max(6e-5, tolerance, 1e-6 * Math.abs(b));
