import { basename } from "node:path";
import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { createClock } from "../../../../src/service/time/clock";
import { coverageRows, type Liquidation, type PublishedFunding, type PublishedTransfer } from "../../../../src/service/records/crypto";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import type { Context } from "../../../../src/service/answers/context";
import { confluence } from "../../../../src/service/families/confluence/confluence";
import { compositeOf, type FamilyReading } from "../../../../src/service/families/confluence/readings";
import { forwardReturn } from "../../../../src/service/families/signals/track-record";
import { signals } from "../../../../src/service/families/signals/signals";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { sessionsBack } from "../../../../src/service/time/calendar";
import { TICKERS } from "../../../../src/service/instruments/universe";
import type { RecordRow } from "../../../../src/service/records/record";
import type { Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { bring, storeWith } from "../../../stored";
import { askStore as ask, said } from "./ask-store";

const DAY = "2024-06-25";

const storeOf = (...imports: (readonly RecordRow[])[]): Store => storeWith(DAY, ...imports.map((records) => ({ records })));
const contextOf = (store: Store, day: IsoDate): Context => ({ clock: createClock(day, () => 0), store });

const componentsOf = (answer: FamilyAnswer): Record<string, unknown> =>
  Object.fromEntries((answer.components ?? []).map((component) => [component.name, component]));
/** Fields of a function about a symbol. */
const saidOf = (store: Store, fn: "SIGNAL" | "CONFLUENCE", symbol: string, ...fields: string[]) =>
  fields.map((field) => said(ask(store, DAY, fn, symbol, field)));

const congressTrade = (ticker: string, member: string, known: IsoDate, type = "P"): RecordRow => {
  const trade = { asset: "x", asset_type: "ST", type, notification_date: known, amount_low: 15_001, amount_high: 50_000, filing_status: "New" };
  const body = { document: "1", member, state_district: null, owner: null, sub_holding: null, ...trade };
  return recordRow("congress_trade", ticker, addDays(known, -20), "house", body, { key: `${member} ${known}`, known });
};
const insiderReport = (ticker: string, owner: string, known: IsoDate, side: "buy" | "sell" = "buy"): RecordRow => {
  const traded = addDays(known, -2);
  const trades = [{ traded, side, shares: 1000, price: 100, value: 100_000 }];
  const filed = { form: "4", period: traded, filed: known, owners: [{ cik: owner, name: owner }], role: "director", isChief: false, plan10b5_1: false };
  return recordRow("insider_trade", ticker, traded, "sec", { ...filed, trades }, { key: `${owner} ${known}`, known });
};
const close = (symbol: string, date: IsoDate, price: number): RecordRow => recordRow("price", symbol, date, "user", { close: price, volume: null });
const closes = (symbol: string, count: number, of: (n: number) => number, upTo: IsoDate = DAY): RecordRow[] =>
  Array.from({ length: count }, (_, n) => close(symbol, sessionsBack(upTo, count - 1 - n), of(n)));

describe("SIGNAL with published data", () => {
  const store = storeOf([congressTrade("EXMP", "A", "2024-06-10"), insiderReport("EXMP", "1", "2024-06-17"), insiderReport("EXMP", "2", "2024-06-20")]);

  test("answers for a ticker that has published rows but no sample, with evidence and source", () => {
    expect(ask(store, DAY, "SIGNAL", "EXMP")).toMatchObject({ value: "insider_cluster_buy", source: "sec", sample: false, observation_date: "2024-06-20" });
    expect(said(ask(store, DAY, "SIGNAL", "EXMP", "headline"))).toBe("2 insiders bought 200,000 USD between 2024-06-15 and 2024-06-18 (SEC, Form 4)");
    const fields = saidOf(store, "SIGNAL", "EXMP", "direction", "severity", "score", "date", "count", "age_days");
    expect(fields).toEqual(["bull", "medium", 63.8, "2024-06-20", 2, 5]);
    expect(ask(store, DAY, "SIGNAL", "EXMPP")).toMatchObject({ code: "unknown_ticker" });
  });

  test("lists the data families as components, with how to load those that are missing", () => {
    const components = componentsOf(ask(store, DAY, "SIGNAL", "EXMP"));
    expect(Object.keys(components)).toEqual(["insider", "congress", "holders13f", "short_interest", "short_volume", "filings", "fundamentals", "prices"]);
    const evidence = "2 reports of insiders; 1 signal in 30 days";
    expect(components["insider"]).toMatchObject({ source: "sec", value: 1, direction: "bull", observation_date: "2024-06-18", evidence });
    expect(components["congress"]).toMatchObject({ source: "house", direction: "bull", evidence: "1 disclosed trade; 1 signal in 30 days" });
    expect(components["prices"]).toEqual({ name: "prices", absent: "no price of EXMP is loaded: npm run data -- import prices FILE" });
  });

  test("dates a signal by the first day on which it could be known", () => {
    const days = { "2024-06-09": "no_data_yet", "2024-06-10": "congress_buy", "2024-06-19": "congress_buy", "2024-06-20": "insider_cluster_buy" };
    for (const [day, signal] of Object.entries(days)) expect([day, said(ask(store, day, "SIGNAL", "EXMP"))]).toEqual([day, signal]);
    expect(said(ask(store, "2024-08-01", "SIGNAL", "EXMP"))).toBe("no_data_yet");
    expect(said(ask(store, "2024-08-01", "SIGNAL", "EXMP", "count", 90))).toBe(2);
  });

  test("serves no sample signal of a ticker with published rows", () => {
    const apple = storeOf([congressTrade("AAPL", "A", "2020-06-10")]);
    expect(ask(apple, DAY, "SIGNAL", "AAPL", "count", 365)).toMatchObject({
      code: "no_data_yet",
      reason: "Data on AAPL ends on 2020-05-21, before the window.",
      explanation: expect.stringMatching(/ends on 2020-05-21, before the last 365 days\. Load newer data\.$/) as string,
      sample: false,
      source: "house",
    });
    expect(ask(apple, DAY, "SIGNAL", "AAPL", "count", 90)).toMatchObject({
      explanation: expect.stringMatching(/before the last 90 days\. Use more days, at most 365, or load newer data\.$/) as string,
    });
    expect(ask(apple, DAY, "SIGNAL", "MSFT", "count", 365)).toMatchObject({ sample: true });
    expect(ask(apple, DAY, "SIGNAL", "MSFT", "count", 365).components?.every((component) => "absent" in component || component.sample)).toBe(true);
  });

  test("shows imports at once in a running service", () => {
    const running = storeOf([congressTrade("EXMP", "A", "2024-06-10")]);
    expect(said(ask(running, DAY, "SIGNAL", "EXMP", "count"))).toBe(1);
    bring(running, { records: [congressTrade("EXMP", "B", "2024-06-12")] }, DAY);
    // The second member's own purchase, and the cluster of both.
    expect(said(ask(running, DAY, "SIGNAL", "EXMP", "count"))).toBe(3);
  });

  test("covers each sample and published symbol once", () => {
    expect(signals.functions.SIGNAL?.universe?.(contextOf(store, DAY))).toBe(TICKERS.length + 1);
    expect(signals.functions.SIGNAL?.universe?.(contextOf(storeOf(), DAY))).toBe(TICKERS.length);
    expect(confluence.functions.CONFLUENCE?.universe?.(contextOf(store, DAY))).toBe(TICKERS.length + 3 + 1);
  });

  /** A test over a store with one of the SEC's published files. */
  const itWithFiled = (name: string, file: string, body: (store: Store) => void): void =>
    itWithSharedData(name, (_, fileIn) => body(storeOf(parseByFeed(sec.feeds, { name: basename(file), bytes: fileIn("sec", file) }).records)));

  itWithFiled("reads signals from a company's list of SEC filings", "submissions/MRVL_1835632_2026-06-08.json", (marvell) => {
    expect(ask(marvell, "2026-06-08", "SIGNAL", "MRVL", "headline", 60)).toMatchObject({
      value: "SCHEDULE 13G filed 2026-04-30: more than five percent held without a view to influence (SEC, 0002100119-26-000854)",
      source: "sec",
      sample: false,
    });
    expect(said(ask(marvell, "2026-06-08", "SIGNAL", "MRVL", "type", 10))).toBe("no_signal");
  });

  itWithFiled("reads a signal from the figures that NVIDIA reported to the SEC", "companyfacts/NVDA_trimmed.json", (nvidia) => {
    const components = componentsOf(ask(nvidia, "2024-06-25", "SIGNAL", "NVDA", "count", 365));
    expect(components["fundamentals"]).toMatchObject({ source: "sec", direction: "bull" });
    expect(said(ask(nvidia, "2024-06-25", "SIGNAL", "NVDA", "headline", 365))).toMatch(/\((10-K|10-Q) filed 2024-\d\d-\d\d, SEC\)$/);
  });
});

describe("TRACKRECORD with imported prices", () => {
  test("measures a return from the close of the session after the signal's day, but not across a gap or split-like jump", () => {
    const days = closes("X", 12, (n) => 100 + n, "2024-06-14").map(({ date, body }) => ({ date, close: (body as { close: number }).close }));
    const [first] = days;
    expect(first?.date).toBe("2024-05-30");
    // A Saturday: the next close is Monday's, 102.
    expect(forwardReturn(days, "2024-06-01", 5)).toBe(Number(((107 / 102 - 1) * 100).toFixed(4)));
    // The signal of a Monday may become public after its close.
    expect(forwardReturn(days, "2024-06-03", 5)).toBe(Number(((108 / 103 - 1) * 100).toFixed(4)));
    expect(forwardReturn(days, "2024-06-10", 5)).toBeUndefined();
    expect(forwardReturn(days, "2024-05-20", 5)).toBeUndefined();
    expect(forwardReturn(days.map((d, i) => (i < 4 ? d : { ...d, close: d.close * 2 })), "2024-06-03", 5)).toBeUndefined(); // prettier-ignore
    const holes = days.map((d, i) => (i < 4 ? d : { ...d, date: addDays(d.date, 20) }));
    expect(forwardReturn(holes, "2024-06-03", 5)).toBeUndefined();
  });

  const priced = (signalsOf: number): Store => {
    const tickers = Array.from({ length: signalsOf }, (_, i) => `T${i}`);
    // Each rises by 1 % a session from its own start.
    return storeOf(
      tickers.flatMap((t) => [congressTrade(t, "A", "2024-04-08"), ...closes(t, 80, (n) => 100 * 1.01 ** n)]),
      [congressTrade("UNPRICED", "A", "2024-04-08")],
    );
  };

  test("is the median return of completed horizons over all tickers with a price", () => {
    const answer = ask(priced(12), DAY, "TRACKRECORD", "congress_buy", "5d");
    const value = Number(((1.01 ** 5 - 1) * 100).toFixed(4));
    expect(answer).toMatchObject({ value, unit: "%", source: "user", sample: false, observation_date: "2024-04-08" });
    const [signals, tickers] = [
      "12 completed horizons of 12 signals from 2024-04-08 to 2024-04-08",
      "12 of 12 tickers with your own prices have a signal with a completed horizon",
    ];
    expect(answer.components).toMatchObject([
      { name: "signals", source: "house", value: 12, evidence: signals },
      { name: "tickers", source: "user", value: 12, evidence: tickers },
    ]);
  });

  test("has the code young_record below twelve returns, and a reason for a signal type without data", () => {
    const record = (store: Store, type: string) => ask(store, DAY, "TRACKRECORD", type, "5d");
    expect(record(priced(11), "congress_buy")).toMatchObject({ code: "young_record", sample: false });
    expect(record(priced(12), "insider_cluster_buy")).toMatchObject({ code: "young_record", sample: false });
    expect(record(priced(12), "gap_up")).toMatchObject({ code: "not_covered", explanation: expect.stringContaining("opening prices") as string });
    expect(record(storeOf([congressTrade("EXMP", "A", "2024-06-10")]), "congress_buy")).toMatchObject({ sample: true });
  });

  test("ignores a return whose horizon is not over on the given day", () => {
    const store = priced(12);
    expect(said(ask(store, "2024-04-15", "TRACKRECORD", "congress_buy", "5d"))).toBe("young_record");
    expect(said(ask(store, "2024-04-16", "TRACKRECORD", "congress_buy", "5d"))).toBeCloseTo(5.101, 3);
  });
});

const msOf = (date: IsoDate, hour: number): number => Date.parse(`${date}T${String(hour).padStart(2, "0")}:00:00Z`);

describe("CONFLUENCE with published data", () => {
  const bull = [insiderReport("EXMP", "1", "2024-06-17"), insiderReport("EXMP", "2", "2024-06-20")];

  test("requires two data families of the same direction, and states what each contributes", () => {
    const store = storeOf([...bull, congressTrade("EXMP", "A", "2024-06-12")]);
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    // Strength 63.8 for two insiders, 40 for one member: the mean of 51.9, times three quarters for two families.
    expect(answer).toMatchObject({ value: 38.9, sample: false, source: "sec", observation_date: "2024-06-20" });
    const fields = saidOf(store, "CONFLUENCE", "EXMP", "families", "direction", "kind", "date");
    expect(fields).toEqual(["insider, congress", "bull", "confluence", "2024-06-20"]);
    const components = componentsOf(answer);
    expect(components["insider"]).toMatchObject({ direction: "bull", contribution: 23.93, observation_date: "2024-06-20", source: "sec" });
    expect(components["congress"]).toMatchObject({ direction: "bull", contribution: 15, evidence: expect.stringContaining("Clerk of the House") as string });
    expect(components["short_volume"]).toMatchObject({ absent: expect.stringContaining("no short volume of EXMP is loaded") as string });
  });

  test("is a divergence with a lower score if one family has the opposite direction", () => {
    const store = storeOf([...bull, insiderReport("EXMP", "3", "2024-06-21"), congressTrade("EXMP", "A", "2024-06-12", "S")]);
    expect(saidOf(store, "CONFLUENCE", "EXMP", "kind", "families")).toEqual(["divergence", "insider, congress (bear)"]);
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    expect(answer).toMatchObject({ value: 12.9 });
    const contributions = (answer.components ?? []).map((component) => ("contribution" in component ? (component.contribution ?? 0) : 0));
    expect(contributions.reduce((a, b) => a + b, 0)).toBeCloseTo(12.9, 1);
  });

  test("gives a family no direction if its signals contradict the figure of its own function", () => {
    const earlier = ["B", "C"].map((member) => congressTrade("EXMP", member, "2024-05-06"));
    const store = storeOf([...bull, ...earlier, congressTrade("EXMP", "A", "2024-06-12", "S")]);
    expect(said(ask(store, DAY, "CONGRESS", "EXMP", "net"))).toBe(1);
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    expect(said(answer)).toBe("no_active_signal");
    const sold = expect.stringMatching(/sold at least 15,001 USD .*; no direction, because CONGRESS net of 90 days is 1$/) as string;
    const bought = expect.stringMatching(/; INSIDER net of 30 days is 200,000 USD$/) as string;
    const expected = { congress: { direction: "neutral", evidence: sold }, insider: { direction: "bull", evidence: bought } };
    expect(componentsOf(answer)).toMatchObject(expected);
  });

  test("needs two data families, and expires after twelve sessions", () => {
    const one = storeOf([insiderReport("AAPL", "1", "2024-06-17"), insiderReport("AAPL", "2", "2024-06-20")]);
    expect(ask(one, DAY, "CONFLUENCE", "AAPL")).toMatchObject({
      code: "no_active_signal",
      sample: false,
      reason: "No active confluence or divergence for AAPL.",
      explanation:
        "No confluence or divergence is active for AAPL. Two families must have a direction in the last 12 sessions, and only 1 family has rows. SIGNAL shows single signals.",
    });
    const two = storeOf([...bull, congressTrade("EXMP", "A", "2024-06-19")]);
    expect(said(ask(two, "2024-07-05", "CONFLUENCE", "EXMP"))).toBe(38.9);
    expect(said(ask(two, "2024-07-08", "CONFLUENCE", "EXMP"))).toBe("no_active_signal");
  });

  test("treats rows that ended long ago as no coverage, not as neutral", () => {
    const prices = (day: IsoDate) => componentsOf(ask(storeOf([...bull, close("EXMP", day, 10)]), DAY, "CONFLUENCE", "EXMP"))["prices"];
    expect(prices("2023-01-03")).toEqual({ name: "prices", absent: "the rows of EXMP end on 2023-01-03, more than 7 days ago" });
    expect(prices("2024-06-24")).toMatchObject({ direction: "neutral", contribution: 0 });
  });

  test("has the score (Σ for − Σ against) / n × (1 − ½ⁿ)", () => {
    const reading = (family: string, direction: FamilyReading["direction"], strength: number): FamilyReading => {
      return { family, source: "sec", date: DAY, direction, strength, evidence: "x" };
    };
    const [a, b] = [reading("a", "bull", 80), reading("b", "bull", 60)];
    const scoreOf = (...readings: FamilyReading[]) => compositeOf(readings).row?.score;
    expect([scoreOf(a, b), scoreOf(a, b, reading("c", "bull", 70)), scoreOf(a, b, reading("c", "bear", 70))]).toEqual([52.5, 61.3, 20.4]);
    expect(scoreOf(a, reading("b", "neutral", 0))).toBeUndefined();
    expect(compositeOf([reading("a", "bear", 80), { family: "b", absent: "why" }, reading("c", "bear", 40)])).toMatchObject({
      row: { kind: "confluence", direction: "bear", score: 45 },
      components: [{ contribution: 30 }, { name: "b", absent: "why" }, { contribution: 15 }],
    });
  });

  const settled = (date: IsoDate, exchange: "binance" | "hyperliquid", rate_pct: number, interval_hours: number | null, hour = 8): RecordRow => {
    const body: PublishedFunding = { exchange, contract: "BTCUSDT", time_ms: msOf(date, hour), rate_pct, interval_hours };
    return recordRow("funding", "BTC", date, exchange, body, { key: `${exchange} ${hour} ${interval_hours}` });
  };

  test("for BTC compares funding per eight hours, and names data families that are not loaded", () => {
    const calm = Array.from({ length: 30 }, (_, n) => settled(addDays("2024-06-24", -n), "binance", 0.01, 8));
    const hot = storeOf([...calm, settled(DAY, "binance", 0.004, 1), settled(DAY, "binance", 9, null)]);
    const answer = ask(hot, DAY, "CONFLUENCE", "BTC");
    expect(answer).toMatchObject({ code: "no_active_signal", sample: false });
    const components = componentsOf(answer);
    // 0.004 an hour is 0.032 for eight hours. A rate without an interval is not comparable.
    expect(components["funding"]).toMatchObject({
      direction: "bear",
      evidence: "Funding of 0.032 % for eight hours on 2024-06-25, after 0.01 % over 30 days; FUNDING is 0.004 %",
    });
    expect(components["liquidations"]).toMatchObject({ absent: expect.stringContaining("no rows of BTC are loaded") as string });
    expect(components["whale"]).toMatchObject({ absent: expect.stringContaining("no rows of BTC are loaded") as string });
    expect(ask(hot, DAY, "CONFLUENCE", "ETH").sample).toBe(true);
  });

  test("for BTC weighs a venue that settles every hour like one that settles every eight hours", () => {
    const wholeDay = (date: IsoDate, exchange: "binance" | "hyperliquid", rate: number, hours: number): RecordRow[] =>
      Array.from({ length: 24 / hours }, (_, n) => settled(date, exchange, rate, hours, n * hours));
    const calm = Array.from({ length: 30 }, (_, n) => wholeDay(addDays("2024-06-23", -n), "binance", 0.01, 8)).flat();
    const day = [...wholeDay("2024-06-24", "binance", 0.01, 8), ...wholeDay("2024-06-24", "hyperliquid", 0.02, 1)];
    // The mean of 0.01 and of 8 × 0.02.
    expect(componentsOf(ask(storeOf([...calm, ...day]), DAY, "CONFLUENCE", "BTC"))["funding"]).toMatchObject({
      evidence: expect.stringContaining("Funding of 0.085 % for eight hours on 2024-06-24, after 0.01 % over 30 days") as string,
    });
  });

  const wholeDays = (dataset: "liquidation" | "whale_transfer", days: readonly IsoDate[]): RecordRow[] =>
    coverageRows(`${dataset} BTC`, { contract: "BTC-USDT-SWAP", from_ms: msOf(days[0]!, 0), to_ms: msOf(days[days.length - 1]!, 23) + 3_599_999 }, "okx");
  const liquidation = (date: IsoDate, side: "long" | "short", usd: number): RecordRow => {
    const body: Liquidation = { exchange: "okx", contract: "BTC-USDT-SWAP", time_ms: msOf(date, 9), side, contracts: 1, price: 1, usd };
    return recordRow("liquidation", "BTC", date, "okx", body, { key: side });
  };
  const transfer = (date: IsoDate, direction: "exchange_inflow" | "exchange_outflow", usd: number): RecordRow => {
    const body: PublishedTransfer = { transaction: `${date} ${direction}`, time_ms: msOf(date, 9), usd, direction, internal: null, from: [], to: null };
    return recordRow("whale_transfer", "BTC", date, "user", body, { key: direction });
  };

  test("for BTC counts liquidated longs as bearish and exchange outflows as bullish, on complete days only", () => {
    const days = Array.from({ length: 12 }, (_, n) => addDays("2024-06-24", n - 11));
    const calm = days.slice(0, 11).map((day) => liquidation(day, "short", 1e6));
    const flows = [...wholeDays("whale_transfer", days), transfer("2024-06-23", "exchange_outflow", 2e7)];
    const forced = (whole: readonly IsoDate[]) => [...wholeDays("liquidation", whole), ...calm, liquidation("2024-06-24", "long", 6e6)];
    const answer = ask(storeOf([...forced(days), ...flows]), DAY, "CONFLUENCE", "BTC", "kind");
    expect(answer).toMatchObject({ value: "divergence", sample: false });
    const components = componentsOf(answer);
    const longs = "6.0 M USD liquidated on 2024-06-24, 100 % of it longs, after a median of 1.0 M USD a day (OKX)";
    expect(components["liquidations"]).toMatchObject({ direction: "bear", source: "okx", value: 70, evidence: longs });
    const outflow = "0 USD went to exchanges and 20.0 M USD from them on 2024-06-23";
    expect(components["whale"]).toMatchObject({ direction: "bull", source: "user", evidence: outflow });
    // Days outside the pages cannot be compared.
    expect(componentsOf(ask(storeOf(forced(days.slice(6))), DAY, "CONFLUENCE", "BTC"))["liquidations"]).toMatchObject({ direction: "neutral" });
  });
});
