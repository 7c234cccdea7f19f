import { addDays, isoOf, msOf, weekdayOf, type IsoDate } from "../../../src/contract/dates";
import { SERIES } from "../../../src/contract/series";
import { BANKS, METRICS, RATE_KEYS } from "../../../src/contract/vocabulary";
import { UNIVERSE } from "../../../src/service/instruments/universe";
import type { SourceId } from "../../../src/service/records/attribution";
import { economySeries } from "../../../src/service/records/economies";
import type { HoldingsReport } from "../../../src/service/records/holdings";
import type { InsiderReport } from "../../../src/service/records/disclosed-trades";
import { policyRateSeries } from "../../../src/service/records/macro";
import type { Dataset, PublishedRow, RecordRow } from "../../../src/service/records/record";
import { otherFilingsOf, quartersOf, type StatedPeriod, type Vintage } from "../../../src/service/records/filings";
import { releaseOfObservation } from "../../../src/service/releases/releases";
import { lastQuarterEnd, quarterBefore } from "../../../src/service/time/calendar";

/** Numbers from 0 to 1 that depend only on the seed. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
export const integer = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));

/** Rows of documents of every kind. */
export interface Rows {
  readonly rows: PublishedRow[];
  readonly records: RecordRow[];
  readonly reports: HoldingsReport[];
}

/** Companies of one sub-industry, so that relative values have peers, and one that is not in the universe. */
const PEERS = UNIVERSE.filter((i) => i.subIndustry === "Homebuilding").map((i) => i.ticker);
export const TICKERS: readonly string[] = [...PEERS, "ZZZT"];
export const COINS = ["BTC", "ETH"] as const;
export const KEYWORDS = ["semiconductor", "rates"] as const;
export const MARKETS = ["KXRATE-25", "KXOIL-26"] as const;

/** Days of rows before and after the day around which a world is made. */
const BEFORE = 620;
const AFTER = 120;

const cusipOf = (ticker: string): string => `${ticker}000000000`.slice(0, 9);
const cikOf = (ticker: string): string => String(1000 + TICKERS.indexOf(ticker));

function sourceOf(series: string): SourceId {
  if (/^DGS|^DFII/.test(series)) return "treasury";
  if (/^SOFR|^EFFR|^OBFR|^RRP/.test(series)) return "nyfed";
  if (/^CPI/.test(series)) return "bls";
  if (series === "ICSA") return "dol";
  if (series.startsWith("CBPOL") || /^ECON\.(cpi|reer|house|credit|policy)/.test(series)) return "bis";
  if (series.startsWith("ECON.gdp")) return "worldbank";
  if (series.startsWith("ECON.IRLT")) return "oecd";
  return "board";
}

const isSession = (day: IsoDate): boolean => weekdayOf(day) % 6 !== 0;

/** The days on which a series is observed, by its frequency. */
const OBSERVED: Readonly<Record<string, (day: IsoDate, weekday: number) => boolean>> = {
  daily: isSession,
  weekly: (day, weekday) => weekdayOf(day) === weekday,
  monthly: (day) => day.endsWith("-01"),
  "month end": (day) => addDays(day, 1).endsWith("-01"),
  quarterly: (day) => /-(03-31|06-30|09-30|12-31)$/.test(day),
  yearly: (day) => day.endsWith("-12-31"),
};

/** Series with forecasts. Their values state when they were published, as vintages do: the surprise index needs first published values. */
const FORECAST: readonly string[] = ["ICSA", "CPIAUCSL"];

const DATED_BY_OTHERS = new Set(["T10Y2Y", "T10YIE"]);

const INDICATORS = { cpi: "month end", gdp: "yearly", IRLT: "month end", reer: "month end", house_prices: "quarterly" } as const;

function seriesRows(random: Random, from: IsoDate, days: number): PublishedRow[] {
  const all: readonly (readonly [id: string, frequency: string, weekday: number])[] = [
    ...SERIES.filter((s) => !DATED_BY_OTHERS.has(s.id)).map((s) => [s.id, s.frequency, s.weekday ?? 0] as const),
    ...["US", "CH", ...BANKS.slice(0, 2)].map((bank) => [policyRateSeries(bank as (typeof BANKS)[number]), "daily", 0] as const),
    ...["DE", "US"].flatMap((c) =>
      Object.entries(INDICATORS).map(([name, frequency]) => [economySeries(c, name as keyof typeof INDICATORS), frequency, 0] as const),
    ),
  ];
  return all.flatMap(([series, frequency, weekday]) => {
    const source = sourceOf(series);
    // Balances are larger than rates.
    let value = /WALCL|WRESBAL|WTREGEN|RRPONTSYD|M2|M1/.test(series) ? 1000 + 6000 * random() : 2 + 3 * random();
    const rows: PublishedRow[] = [];
    for (let i = frequency === "yearly" || frequency === "quarterly" ? -1500 : 0; i < days; i++) {
      const date = addDays(from, i);
      if (!OBSERVED[frequency]!(date, weekday)) continue;
      value = Number((value * (0.99 + 0.02 * random())).toFixed(4));
      rows.push({ series, date, value, source, ...(FORECAST.includes(series) ? { published: releaseOfObservation(series, date, source).at } : {}) });
    }
    return rows;
  });
}

type Put = (dataset: Dataset, entity: string, date: IsoDate, source: SourceId, body: object, key?: string, known?: IsoDate) => void;

/** A forecast of every observation of some series, made before its release, some of them at a stated moment. */
function forecasts(put: Put, random: Random, rows: readonly PublishedRow[]): void {
  for (const { series, date, value, published } of rows) {
    if (value === null || published === undefined) continue;
    const made = addDays(isoOf(published), -integer(random, 1, 4));
    const moment = random() < 0.3 ? { moment: `${made}T12:00:00Z` } : {};
    put("forecast", series, date, "user", { value: Number((value * (0.97 + 0.06 * random())).toFixed(4)), ...moment }, made, made);
  }
}

function companyRecords(put: Put, random: Random, ticker: string, from: IsoDate, days: number): void {
  const cik = cikOf(ticker);
  put("filer", ticker, "2000-01-01", "sec", { cik, name: `${ticker} Incorporated` });
  let close = 50 + 200 * random();
  let position = 400_000;
  let filings = 0;
  const accession = (): string => `000000${cik}-24-${String(++filings).padStart(6, "0")}`;
  for (let i = 0; i < days; i++) {
    const date = addDays(from, i);
    if (!isSession(date)) continue;
    close = Number((close * (0.975 + 0.05 * random() + (random() < 0.02 ? 0.03 : 0))).toFixed(2));
    put("price", ticker, date, "user", { close });
    const total = Math.round(500_000 + 500_000 * random());
    const share = random() < 0.04 ? 0.75 : 0.4 + 0.05 * random();
    put("short_volume", ticker, date, "finra", { short_volume: Math.round(total * share), short_exempt_volume: 10, total_volume: total, market: "B,Q,N" });
    if (random() < 0.05) {
      const traded = addDays(date, -integer(random, 0, 2));
      const buy = random() < 0.6;
      const owner = integer(random, 1, 5);
      const filed = addDays(date, integer(random, 0, 3));
      const value = Math.round(50_000 + 900_000 * random());
      const title = owner === 1 ? "CEO" : owner === 2 ? "CFO" : null;
      const body: InsiderReport = {
        form: "4",
        period: traded,
        ...(random() < 0.7 ? { filed } : { filed: null, signed: filed }),
        owners: [{ cik: `77${owner}`, name: `Owner ${owner}`, place: { director: true, officer: owner < 3, ten_percent: false, title } }],
        role: owner === 1 ? "CEO" : "Director",
        isChief: owner === 1,
        plan10b5_1: false,
        trades: [{ traded, side: buy ? "buy" : "sell", shares: Math.round(value / close), price: close, value }],
      };
      put("insider_trade", ticker, traded, "sec", body, `${cik} ${accession()}`, filed);
    }
    if (random() < 0.03) {
      const body = {
        document: `2003${integer(random, 1000, 9999)}`,
        member: `Hon. Member ${integer(random, 1, 4)}`,
        state_district: "XX01",
        owner: null,
        sub_holding: null,
        asset: `${ticker} (${ticker}) [ST]`,
        asset_type: "ST",
        type: random() < 0.5 ? "P" : "S",
        notification_date: addDays(date, 10),
        amount_low: oneOf(random, [1001, 15001, 50001, 100001]),
        amount_high: 250000,
        filing_status: "New",
      };
      put("congress_trade", ticker, date, "house", body, `${body.document}/${i}`, addDays(date, integer(random, 5, 45)));
    }
    if (random() < 0.02) {
      const form = oneOf(random, ["8-K", "NT 10-Q", "S-3", "SC 13D", "SC 13G"]);
      const items = form === "8-K" ? { items: [oneOf(random, ["4.01", "4.02", "2.02"])] } : {};
      put("filing", otherFilingsOf(cik), date, "sec", { form, accession: accession(), periodEnd: null, ...items }, accession());
    }
    if (random() < 0.004) {
      const terms = { price: 20, priceLow: 18, priceHigh: 22, shares: 1_000_000, exchange: "Q", parseConfidence: 1 };
      const body = { ticker, company: `${ticker} Incorporated`, form: "424B4", filed: date, ...terms, accession: accession(), groupKey: ticker };
      put("offering", ticker, date, "sec", body, body.accession);
    }
    if (/-(15|28)$/.test(date)) {
      const previous = position;
      position = Math.round(position * (random() < 0.25 ? 1.4 : random() < 0.25 ? 0.7 : 0.95 + 0.1 * random()));
      const change_pct = Number(((position / previous - 1) * 100).toFixed(2));
      const shares = { short_interest: position, previous_short_interest: previous, avg_daily_volume: 60_000, change_pct };
      const cover = { days_to_cover: position / 60_000, days_to_cover_censored: false };
      put("short_interest", ticker, date, "finra", { name: ticker, ...shares, ...cover, revised: false });
    }
  }
  statements(put, random, cik, from, days, accession);
}

function statements(put: Put, random: Random, cik: string, from: IsoDate, days: number, accession: () => string): void {
  const level = new Map(METRICS.map((m) => [m, 1e8 * (0.5 + random())]));
  for (let end = lastQuarterEnd(addDays(from, -900)); end < addDays(from, days); end = lastQuarterEnd(addDays(end, 100))) {
    const annual = end.endsWith("12-31");
    const filed = addDays(end, integer(random, 25, 50));
    const number = accession();
    const form = annual ? "10-K" : "10-Q";
    const of = (year: boolean): StatedPeriod => {
      const stated = Object.fromEntries(
        METRICS.map((metric) => {
          const value = Math.round(level.get(metric)! * (0.9 + 0.2 * random()) * (year ? 4 : 1));
          const first: Vintage = [filed, value, number, form, "T"];
          const restated: Vintage[] =
            random() < 0.3 ? [[addDays(filed, integer(random, 20, 200)), Math.round(value * 1.03), accession(), `${form}/A`, "T"]] : [];
          return [metric, [[first, ...restated]]];
        }),
      );
      return { period: year ? `FY${end.slice(0, 4)}` : `${end.slice(0, 4)}Q${Number(end.slice(5, 7)) / 3}`, annual: year, currency: "USD", stated };
    };
    put("statement", quartersOf(cik), end, "sec", of(false), "", filed);
    if (annual) put("statement", cik, end, "sec", of(true), "", filed);
    put("filing", cik, filed, "sec", { form, accession: number, periodEnd: end }, number);
  }
}

function marketRecords(put: Put, random: Random, from: IsoDate, days: number): void {
  for (const coin of COINS)
    for (let i = Math.max(0, days - 300); i < days; i++) {
      const date = addDays(from, i);
      for (const hour of [0, 8, 16])
        put("funding", coin, date, "binance", { exchange: "binance", contract: `${coin}USDT`, time_ms: msOf(date) + hour * 3_600_000, rate_pct: 0.01 + 0.03 * (random() - 0.5) * (random() < 0.05 ? 9 : 1), interval_hours: 8 }, String(hour)); // prettier-ignore
      for (let hour = 0; hour < 24; hour++) {
        const span = { from_ms: msOf(date) + hour * 3_600_000, to_ms: msOf(date) + (hour + 1) * 3_600_000 };
        put("coverage", `liquidation ${coin}`, date, "okx", { ...span, contract: `${coin}-USDT-SWAP` }, String(hour));
        put("coverage", `whale_transfer ${coin}`, date, "user", { ...span, height: 24 * i + hour }, String(hour));
      }
      for (let n = 0; n < 3; n++) {
        const time_ms = msOf(date) + integer(random, 0, 86_399) * 1000;
        put("liquidation", coin, date, "okx", { exchange: "okx", contract: `${coin}-USDT-SWAP`, time_ms, side: oneOf(random, ["long", "short"]), contracts: 5, price: 50_000, usd: Math.round(1e6 * random() ** 4) }, `${n}`); // prettier-ignore
        put("whale_transfer", coin, date, "user", { transaction: `${coin}${i}-${n}`, time_ms, usd: Math.round(3e7 * random()), direction: oneOf(random, ["exchange_inflow", "exchange_outflow", "whale_transfer"]), internal: false, from: [], to: null }, `${n}`); // prettier-ignore
      }
    }
  for (const keyword of KEYWORDS)
    for (let i = days - 2 * AFTER; i < days; i++)
      for (let hour = 0; hour < 24; hour++) {
        const date = addDays(from, i);
        put("report_count", keyword, date, "gdelt", { hour_ms: msOf(date) + hour * 3_600_000, reports: integer(random, 0, 40), monitored: 9000 }, String(hour).padStart(2, "0")); // prettier-ignore
      }
  for (const id of MARKETS)
    for (let i = days - 2 * AFTER; i < days; i++) {
      const date = addDays(from, i);
      const updated = `${date}T${String(integer(random, 0, 23)).padStart(2, "0")}:30:00Z`;
      const body = {
        id, slug: id.toLowerCase(), question: `Will ${id} happen?`, category: "Economics", event: id, opened: from, end_date: addDays(from, days + 200), closed: null, outcome: null,
        yes_probability: random(), volume_usd: 1000 * i, venue: "kalshi", outcomes: [{ label: "Yes", price: 0.4 }, { label: "No", price: 0.6 }],
        one_day_change: random() - 0.5, one_week_change: random() - 0.5, yes_bid: 0.3, yes_ask: 0.4, last: 0.35, liquidity_usd: 10, volume_contracts: 10, updated,
      }; // prettier-ignore
      put("market", id, date, "kalshi", body);
    }
  for (let i = 0; i < days; i++) {
    const date = addDays(from, i);
    if (!isSession(date)) continue;
    for (const rate of RATE_KEYS.filter((key) => key !== "IORB"))
      put("money_rate", rate, date, "nyfed", { rate: 5 + random(), volume_bn: 1000, percentile_1: 4.9, percentile_99: 6.2 });
    put("cash_balance", "TGA", date, "fiscaldata", { closing_musd: Math.round(600_000 + 200_000 * random()) });
  }
}

function holdingsReports(random: Random, from: IsoDate, days: number): HoldingsReport[] {
  const reports: HoldingsReport[] = [];
  const quarters: IsoDate[] = [];
  for (let end = lastQuarterEnd(addDays(from, days)); end > addDays(from, -200); end = quarterBefore(end)) quarters.unshift(end);
  for (const period of quarters)
    for (let who = 0; who < 26; who++) {
      if (random() < 0.1) continue;
      const report = (filed: IsoDate, form: string, adds: boolean): HoldingsReport => ({
        accession: `0009${who}-${period}-${form}`,
        form,
        cik: `9${who}`,
        filer: `Institution ${who}`,
        period,
        filed,
        adds,
        unit: "dollars",
        total: 1e9,
        holdings: TICKERS.filter(() => random() < 0.8).map((ticker) => {
          const shares = Math.round(1e5 * (1 + random()));
          return { cusip: cusipOf(ticker), ticker: random() < 0.9 ? ticker : null, shares, raw_value: shares * 100, value: shares * 100 };
        }),
      });
      const filed = addDays(period, integer(random, 15, 48));
      reports.push(report(filed, "13F-HR", false));
      if (random() < 0.15) reports.push(report(addDays(filed, integer(random, 5, 90)), "13F-HR/A", random() < 0.5));
    }
  return reports;
}

/** Random rows of every kind before and after a day. All of them were public some time. */
export function rowsAround(day: IsoDate, random: Random): Rows {
  const from = addDays(day, -BEFORE);
  const days = BEFORE + AFTER;
  const records: RecordRow[] = [];
  const put: Put = (dataset, entity, date, source, body, key = "", known = date) => void records.push({ dataset, entity, date, key, known, body, source });
  for (const ticker of TICKERS) companyRecords(put, random, ticker, from, days);
  marketRecords(put, random, from, days);
  const rows = seriesRows(random, from, days);
  forecasts(put, random, rows);
  return { rows, records, reports: holdingsReports(random, from, days) };
}
