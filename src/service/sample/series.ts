import { addDays, daysBetween, weekdayOf, type IsoDate } from "../../contract/dates";
import { seriesOf, TENOR_SERIES, type Series } from "../../contract/series";
import { sessionOnOrBefore } from "./calendar";
import { jitter, sampleYield, targetUpper, wander } from "./rates";

/** First day of the sample history of series that began late, and of tenors that were not issued yet. */
const START: Readonly<Record<string, IsoDate>> = {
  DGS1MO: "2001-07-31",
  DGS3MO: "1981-09-01",
  DGS6MO: "1981-09-01",
  DGS2: "1976-06-01",
  DGS7: "1969-07-01",
  DGS20: "1993-10-01",
  DGS30: "1977-02-15",
  DFII10: "2003-01-02",
  SOFR: "2018-04-03",
  SOFR30DAYAVG: "2020-03-02",
  SOFR90DAYAVG: "2020-03-02",
  SOFR180DAYAVG: "2020-03-02",
  SOFRINDEX: "2020-03-02",
  EFFR: "2000-07-03",
  OBFR: "2016-03-01",
  IORB: "2021-07-29",
  RRPONTSYD: "2013-09-23",
  RPONTSYD: "2000-07-07",
  RRPONTSYAWARD: "2013-09-23",
  DTB4WK: "2001-07-31",
  DPCREDIT: "2003-01-09",
  DFEDTARU: "2008-12-16",
  DFEDTARL: "2008-12-16",
  DTWEXBGS: "2006-01-02",
  WALCL: "2002-12-18",
  WTREGEN: "2002-12-18",
  WRESBAL: "2002-12-18",
  MORTGAGE30US: "1971-04-02",
  STLFSI4: "1993-12-31",
  NFCI: "1971-01-08",
};
const DEFAULT_START = "1962-01-02";

/** The 30-year bond was not issued for four years: its curve point is missing then, and never interpolated. */
const GAPS: Readonly<Record<string, readonly [IsoDate, IsoDate]>> = { DGS30: ["2002-02-19", "2006-02-08"] };

const years = (date: IsoDate, since: IsoDate): number => daysBetween(since, date) / 365.25;
const bill = (tenor: "1M" | "3M" | "6M" | "1Y", date: IsoDate): number => sampleYield(tenor, date) * 0.965;
const overnight = (name: string, date: IsoDate, above: number): number => Math.max(0.01, targetUpper(date) - 0.25 + above + 0.015 * jitter(name, date));
const averageOver = (days: number, date: IsoDate): number =>
  [0, 0.25, 0.5, 0.75, 1].reduce((sum, part) => sum + overnight("SOFR", addDays(date, -Math.round(days * part)), 0.06), 0) / 5;
const around = (name: string, level: number, amplitude: number) => (date: IsoDate) =>
  level + amplitude * wander(name, date) + 0.06 * amplitude * jitter(name, date);
const positive = (of: (date: IsoDate) => number, floor: number) => (date: IsoDate) => Math.max(floor, of(date));

/** Balance-sheet style level: a path through the years with a wander, in $M. */
const balance = (name: string, from: number, peak: number, now: number) => (date: IsoDate) => {
  const t = years(date, "2002-12-18");
  const level = t < 5.8 ? from : t < 19.3 ? from + ((peak - from) * (t - 5.8)) / 13.5 : Math.max(now, peak - (peak - now) * ((t - 19.3) / 3.6));
  return level * (1 + 0.02 * wander(name, date) + 0.002 * jitter(name, date));
};

const VALUE: Readonly<Record<string, (date: IsoDate) => number>> = {
  ...Object.fromEntries(Object.entries(TENOR_SERIES).map(([tenor, id]) => [id, (date: IsoDate) => sampleYield(tenor as keyof typeof TENOR_SERIES, date)])),
  DFII10: (date) => sampleYield("10Y", date) - 2.25 - 0.2 * wander("breakeven", date),
  DTB4WK: (date) => bill("1M", date),
  DTB3: (date) => bill("3M", date),
  DTB6: (date) => bill("6M", date),
  DTB1YR: (date) => bill("1Y", date),
  DCPN30: (date) => overnight("DCPN30", date, 0.12),
  RIFSPPNAAD90NB: (date) => overnight("CPN", date, 0.16),
  RIFSPPFAAD90NB: (date) => overnight("CPF", date, 0.2),
  IORB: (date) => targetUpper(date) - 0.1,
  DPCREDIT: targetUpper,
  DFEDTARU: targetUpper,
  DFEDTARL: (date) => targetUpper(date) - 0.25,
  FEDFUNDS: (date) => overnight("FEDFUNDS", addDays(date, 15), 0.08),
  SOFR: (date) => overnight("SOFR", date, 0.06),
  EFFR: (date) => overnight("EFFR", date, 0.08),
  OBFR: (date) => overnight("OBFR", date, 0.07),
  RRPONTSYAWARD: (date) => targetUpper(date) - 0.2,
  SOFR30DAYAVG: (date) => averageOver(30, date),
  SOFR90DAYAVG: (date) => averageOver(90, date),
  SOFR180DAYAVG: (date) => averageOver(180, date),
  SOFRINDEX: (date) => Math.exp(0.0245 * years(date, "2018-04-03")) * (1 + 1e-6 * jitter("SOFRINDEX", date)),
  RRPONTSYD: positive(around("RRPONTSYD", 320, 300), 0.5),
  RPONTSYD: (date) => Math.max(0.001, 0.02 + 0.02 * jitter("RPONTSYD", date)),
  MORTGAGE30US: (date) => sampleYield("10Y", date) + 1.9 + 0.15 * wander("mortgage", date),
  IRLTLT01EZM156N: (date) => Math.max(-0.2, sampleYield("10Y", date) - 1.2 + 0.3 * wander("bund", date)),
  IRLTLT01JPM156N: (date) => Math.max(-0.1, 0.25 * sampleYield("10Y", date) + 0.2 * wander("jgb", date)),
  NFCI: around("NFCI", -0.35, 0.3),
  STLFSI4: around("STLFSI4", -0.4, 0.6),
  UMCSENT: around("UMCSENT", 82, 14),
  CPIAUCSL: (date) => 30.2 * Math.exp(0.0373 * years(date, "1962-01-01")) * (1 + 0.004 * wander("cpi", date)),
  DTWEXBGS: around("DTWEXBGS", 116, 9),
  VIXCLS: positive(around("VIXCLS", 18, 7), 9),
  WALCL: balance("WALCL", 800_000, 8_900_000, 6_600_000),
  WTREGEN: positive((date) => 520_000 + 260_000 * wander("tga", date), 20_000),
  WRESBAL: balance("WRESBAL", 20_000, 4_000_000, 3_200_000),
  M2SL: (date) => 300 * Math.exp(0.0672 * years(date, "1962-01-01")),
  ICSA: positive((date) => Math.round((260 + 60 * wander("icsa", date) + 8 * jitter("icsa", date)) * 1000), 150_000),
};

/** Monthly figures are published around the middle of the month after; until then the row does not exist. */
const MONTHLY_LAG_DAYS = 43;

const firstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 7)}-01`;
const monthBefore = (first: IsoDate): IsoDate => firstOfMonth(addDays(first, -1));

/** The newest day on or before `date` on which this series is observed. */
function observedOnOrBefore(series: Series, date: IsoDate): IsoDate {
  if (series.frequency === "daily") return sessionOnOrBefore(date);
  if (series.frequency === "weekly") return addDays(date, -((weekdayOf(date) - (series.weekday ?? 5) + 7) % 7));
  return firstOfMonth(date);
}

const observedBefore = (series: Series, observed: IsoDate): IsoDate =>
  series.frequency === "monthly" ? monthBefore(observed) : observedOnOrBefore(series, addDays(observed, -1));

const round = (value: number, decimals: number): number => Number(value.toFixed(Math.min(decimals, 8)));

/** The generated value of a day, or null where the series has none (before it began, in a gap). Undefined when the series is not observed on that day. */
export function sampleValue(id: string, date: IsoDate): number | null | undefined {
  const series = seriesOf(id);
  const of = VALUE[id];
  if (!series || !of || observedOnOrBefore(series, date) !== date) return undefined;
  const gap = GAPS[id];
  if (date < (START[id] ?? DEFAULT_START) || (gap && date >= gap[0] && date < gap[1])) return null;
  return round(of(date), series.decimals);
}

/** The newest generated observations that exist by `upTo`, newest first, only those with a value. */
export function sampleLatest(id: string, upTo: IsoDate, count: number, today: IsoDate): { date: IsoDate; value: number }[] {
  const series = seriesOf(id);
  if (!series) return [];
  const found: { date: IsoDate; value: number }[] = [];
  const limit = series.frequency === "monthly" && upTo > addDays(today, -MONTHLY_LAG_DAYS) ? addDays(today, -MONTHLY_LAG_DAYS) : upTo;
  const start = START[id] ?? DEFAULT_START;
  for (let date = observedOnOrBefore(series, limit); date >= start && found.length < count; date = observedBefore(series, date)) {
    const value = sampleValue(id, date);
    if (typeof value === "number") found.push({ date, value });
  }
  return found;
}

/** The oldest generated observation with a value from `from` on that exists by `upTo`. */
export function sampleNext(id: string, from: IsoDate, upTo: IsoDate, today: IsoDate): { date: IsoDate; value: number } | undefined {
  const newest = sampleLatest(id, upTo, 1, today)[0];
  const start = START[id] ?? DEFAULT_START;
  for (let date = from < start ? start : from; newest && date <= newest.date; date = addDays(date, 1)) {
    const value = sampleValue(id, date);
    if (typeof value === "number") return { date, value };
  }
  return undefined;
}
