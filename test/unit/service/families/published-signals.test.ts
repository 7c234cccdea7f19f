import { readFileSync } from "node:fs";
import path from "node:path";
import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { createClock } from "../../../../src/service/time/clock";
import { coverageRows, type Liquidation, type PublishedFunding, type PublishedTransfer } from "../../../../src/service/records/crypto";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import type { Context } from "../../../../src/service/answers/context";
import { confluence } from "../../../../src/service/families/confluence/confluence";
import { compositeOf, type FamilyReading } from "../../../../src/service/families/confluence/readings";
import { forwardReturn } from "../../../../src/service/families/signals/outcomes";
import { signals } from "../../../../src/service/families/signals/signals";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { sessionsBack } from "../../../../src/service/time/calendar";
import { TICKERS } from "../../../../src/service/instruments/universe";
import type { RecordRow } from "../../../../src/service/records/record";
import { openStore, type Store } from "../../../../src/service/store/store";
import { askStore as ask, said } from "./ask-store";
import { itWithSharedData } from "../../../shared-data";

const DAY = "2024-06-25";

function storeOf(...imports: (readonly RecordRow[])[]): Store {
  const store = openStore({ path: ":memory:" });
  imports.forEach((records, i) => store.insertBatch({ publisher: "test", file: `f${i}`, sha256: String(i), rows: [], records }, DAY));
  return store;
}
const contextOf = (store: Store, day: IsoDate): Context => ({ clock: createClock(day, () => 0), store });

const componentsOf = (answer: FamilyAnswer): Record<string, unknown> =>
  Object.fromEntries((answer.components ?? []).map((component) => [component.name, component]));

const congressTrade = (ticker: string, member: string, known: IsoDate, type = "P"): RecordRow => ({
  dataset: "congress_trade",
  entity: ticker,
  date: addDays(known, -20),
  key: `${member} ${known}`,
  known,
  body: { document: "1", member, state_district: null, owner: null, sub_holding: null, asset: "x", asset_type: "ST", type, notification_date: known, amount_low: 15_001, amount_high: 50_000, filing_status: "New" }, // prettier-ignore
  source: "house",
});
const insiderReport = (ticker: string, owner: string, known: IsoDate, side: "buy" | "sell" = "buy"): RecordRow => ({
  dataset: "insider_trade",
  entity: ticker,
  date: addDays(known, -2),
  key: `${owner} ${known}`,
  known,
  body: {
    form: "4",
    period: addDays(known, -2),
    filed: known,
    owners: [{ cik: owner, name: owner }],
    role: "director",
    isChief: false,
    plan10b5_1: false,
    trades: [{ traded: addDays(known, -2), side, shares: 1000, price: 100, value: 100_000 }],
  },
  source: "sec",
});
const close = (symbol: string, date: IsoDate, price: number): RecordRow => ({ dataset: "price", entity: symbol, date, key: "", known: date, body: { close: price, volume: null }, source: "user" }); // prettier-ignore
const closes = (symbol: string, count: number, of: (n: number) => number, upTo: IsoDate = DAY): RecordRow[] =>
  Array.from({ length: count }, (_, n) => close(symbol, sessionsBack(upTo, count - 1 - n), of(n)));

describe("SIGNAL with published data", () => {
  const store = storeOf([congressTrade("EXMP", "A", "2024-06-10"), insiderReport("EXMP", "1", "2024-06-17"), insiderReport("EXMP", "2", "2024-06-20")]);

  test("answers for a ticker that has published rows but no sample, with evidence and source", () => {
    expect(ask(store, DAY, "SIGNAL", "EXMP")).toMatchObject({ value: "insider_cluster_buy", source: "sec", sample: false, observation_date: "2024-06-20" });
    expect(said(ask(store, DAY, "SIGNAL", "EXMP", "headline"))).toBe("2 insiders bought 200,000 USD between 2024-06-15 and 2024-06-18 (SEC, Form 4)");
    expect(["direction", "severity", "score", "date", "count", "age_days"].map((f) => said(ask(store, DAY, "SIGNAL", "EXMP", f)))).toEqual([
      "bull",
      "medium",
      63.8,
      "2024-06-20",
      2,
      5,
    ]);
    expect(ask(store, DAY, "SIGNAL", "EXMPP")).toMatchObject({ code: "unknown_ticker" });
  });

  test("lists the data families as components, with how to load those that are missing", () => {
    const components = componentsOf(ask(store, DAY, "SIGNAL", "EXMP"));
    expect(Object.keys(components)).toEqual(["insider", "congress", "holders13f", "short_interest", "short_volume", "filings", "fundamentals", "prices"]);
    expect(components["insider"]).toMatchObject({ source: "sec", value: 1, direction: "bull", observation_date: "2024-06-18", evidence: "2 reports of insiders; 1 signal in 30 days" }); // prettier-ignore
    expect(components["congress"]).toMatchObject({ source: "house", direction: "bull", evidence: "1 disclosed trade; 1 signal in 30 days" });
    expect(components["prices"]).toEqual({ name: "prices", absent: "no price of EXMP is loaded: npm run data -- import prices FILE" });
  });

  test("dates a signal by the first day on which it could be known", () => {
    expect(["2024-06-09", "2024-06-10", "2024-06-19", "2024-06-20"].map((day) => said(ask(store, day, "SIGNAL", "EXMP")))).toEqual([
      "no_data_yet",
      "congress_buy",
      "congress_buy",
      "insider_cluster_buy",
    ]);
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
    running.insertBatch({ publisher: "test", file: "g", sha256: "g", rows: [], records: [congressTrade("EXMP", "B", "2024-06-12")] }, DAY);
    // The second member's own purchase, and the cluster of both.
    expect(said(ask(running, DAY, "SIGNAL", "EXMP", "count"))).toBe(3);
  });

  test("covers each sample and published symbol once", () => {
    expect(signals.functions.SIGNAL?.universe(contextOf(store, DAY))).toBe(TICKERS.length + 1);
    expect(signals.functions.SIGNAL?.universe(contextOf(storeOf(), DAY))).toBe(TICKERS.length);
    expect(confluence.functions.CONFLUENCE?.universe(contextOf(store, DAY))).toBe(TICKERS.length + 3 + 1);
  });

  itWithSharedData("reads signals from a company's list of SEC filings", (folder) => {
    const file = path.join(folder, "sec/submissions/MRVL_1835632_2026-06-08.json");
    const rows = parseByFeed(sec.feeds, { name: path.basename(file), bytes: readFileSync(file) }).records;
    const marvell = storeOf(rows);
    expect(ask(marvell, "2026-06-08", "SIGNAL", "MRVL", "headline", 60)).toMatchObject({
      value: "SCHEDULE 13G filed 2026-04-30: more than five percent held without a view to influence (SEC, 0002100119-26-000854)",
      source: "sec",
      sample: false,
    });
    expect(said(ask(marvell, "2026-06-08", "SIGNAL", "MRVL", "type", 10))).toBe("no_signal");
  });

  itWithSharedData("reads a signal from the figures that NVIDIA reported to the SEC", (folder) => {
    const file = path.join(folder, "sec/companyfacts/NVDA_trimmed.json");
    const nvidia = storeOf(parseByFeed(sec.feeds, { name: path.basename(file), bytes: readFileSync(file) }).records);
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
    expect(answer).toMatchObject({
      value: Number(((1.01 ** 5 - 1) * 100).toFixed(4)),
      unit: "%",
      source: "user",
      sample: false,
      observation_date: "2024-04-08",
    });
    expect(answer.components).toEqual([
      expect.objectContaining({ name: "signals", source: "house", value: 12, evidence: "12 completed horizons of 12 signals from 2024-04-08 to 2024-04-08" }),
      expect.objectContaining({
        name: "tickers",
        source: "user",
        value: 12,
        evidence: "12 of 12 tickers with your own prices have a signal with a completed horizon",
      }),
    ]);
  });

  test("has the code young_record below twelve returns, and a reason for a signal type without data", () => {
    expect(ask(priced(11), DAY, "TRACKRECORD", "congress_buy", "5d")).toMatchObject({ code: "young_record", sample: false });
    expect(ask(priced(12), DAY, "TRACKRECORD", "insider_cluster_buy", "5d")).toMatchObject({ code: "young_record", sample: false });
    expect(ask(priced(12), DAY, "TRACKRECORD", "gap_up", "5d")).toMatchObject({
      code: "not_covered",
      explanation: expect.stringContaining("opening prices") as string,
    });
    expect(ask(storeOf([congressTrade("EXMP", "A", "2024-06-10")]), DAY, "TRACKRECORD", "congress_buy", "5d")).toMatchObject({ sample: true });
  });

  test("ignores a return whose horizon is not over on the given day", () => {
    const store = priced(12);
    expect(said(ask(store, "2024-04-15", "TRACKRECORD", "congress_buy", "5d"))).toBe("young_record");
    expect(said(ask(store, "2024-04-16", "TRACKRECORD", "congress_buy", "5d"))).toBeCloseTo(5.101, 3);
  });
});

describe("CONFLUENCE with published data", () => {
  const bull = [insiderReport("EXMP", "1", "2024-06-17"), insiderReport("EXMP", "2", "2024-06-20")];

  test("requires two data families of the same direction, and states what each contributes", () => {
    const store = storeOf([...bull, congressTrade("EXMP", "A", "2024-06-12")]);
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    // Strength 63.8 for two insiders, 40 for one member: the mean of 51.9, times three quarters for two families.
    expect(answer).toMatchObject({ value: 38.9, sample: false, source: "sec", observation_date: "2024-06-20" });
    expect(["families", "direction", "kind", "date"].map((f) => said(ask(store, DAY, "CONFLUENCE", "EXMP", f)))).toEqual([
      "insider, congress",
      "bull",
      "confluence",
      "2024-06-20",
    ]);
    const components = componentsOf(answer);
    expect(components["insider"]).toMatchObject({ direction: "bull", contribution: 23.93, observation_date: "2024-06-20", source: "sec" });
    expect(components["congress"]).toMatchObject({ direction: "bull", contribution: 15, evidence: expect.stringContaining("Clerk of the House") as string });
    expect(components["short_volume"]).toMatchObject({ absent: expect.stringContaining("no short volume of EXMP is loaded") as string });
  });

  test("is a divergence with a lower score if one family has the opposite direction", () => {
    const store = storeOf([...bull, insiderReport("EXMP", "3", "2024-06-21"), congressTrade("EXMP", "A", "2024-06-12", "S")]);
    expect(said(ask(store, DAY, "CONFLUENCE", "EXMP", "kind"))).toBe("divergence");
    expect(said(ask(store, DAY, "CONFLUENCE", "EXMP", "families"))).toBe("insider, congress (bear)");
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    expect(answer).toMatchObject({ value: 12.9 });
    expect((answer.components ?? []).reduce((sum, component) => sum + ("contribution" in component ? (component.contribution ?? 0) : 0), 0)).toBeCloseTo(
      12.9,
      1,
    );
  });

  test("gives a family no direction if its signals contradict the figure of its own function", () => {
    const earlier = ["B", "C"].map((member) => congressTrade("EXMP", member, "2024-05-06"));
    const store = storeOf([...bull, ...earlier, congressTrade("EXMP", "A", "2024-06-12", "S")]);
    expect(said(ask(store, DAY, "CONGRESS", "EXMP", "net"))).toBe(1);
    const answer = ask(store, DAY, "CONFLUENCE", "EXMP");
    expect(said(answer)).toBe("no_active_signal");
    expect(componentsOf(answer)["congress"]).toMatchObject({
      direction: "neutral",
      evidence: expect.stringMatching(/sold at least 15,001 USD .*; no direction, because CONGRESS net of 90 days is 1$/) as string,
    });
    expect(componentsOf(answer)["insider"]).toMatchObject({
      direction: "bull",
      evidence: expect.stringMatching(/; INSIDER net of 30 days is 200,000 USD$/) as string,
    });
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
    const store = storeOf([...bull, close("EXMP", "2023-01-03", 10)]);
    expect(componentsOf(ask(store, DAY, "CONFLUENCE", "EXMP"))["prices"]).toEqual({
      name: "prices",
      absent: "the rows of EXMP end on 2023-01-03, more than 7 days ago",
    });
    expect(componentsOf(ask(storeOf([...bull, close("EXMP", "2024-06-24", 10)]), DAY, "CONFLUENCE", "EXMP"))["prices"]).toMatchObject({
      direction: "neutral",
      contribution: 0,
    });
  });

  test("has the score (Σ for − Σ against) / n × (1 − ½ⁿ)", () => {
    const reading = (family: string, direction: FamilyReading["direction"], strength: number): FamilyReading => ({ family, source: "sec", date: DAY, direction, strength, evidence: "x" }); // prettier-ignore
    const scoreOf = (...readings: FamilyReading[]) => compositeOf(readings).row?.score;
    expect(scoreOf(reading("a", "bull", 80), reading("b", "bull", 60))).toBe(52.5);
    expect(scoreOf(reading("a", "bull", 80), reading("b", "bull", 60), reading("c", "bull", 70))).toBe(61.3);
    expect(scoreOf(reading("a", "bull", 80), reading("b", "bull", 60), reading("c", "bear", 70))).toBe(20.4);
    expect(scoreOf(reading("a", "bull", 80), reading("b", "neutral", 0))).toBeUndefined();
    expect(compositeOf([reading("a", "bear", 80), { family: "b", absent: "why" }, reading("c", "bear", 40)])).toMatchObject({
      row: { kind: "confluence", direction: "bear", score: 45 },
      components: [{ contribution: 30 }, { name: "b", absent: "why" }, { contribution: 15 }],
    });
  });

  test("for BTC compares funding per eight hours, and names data families that are not loaded", () => {
    const settled = (date: IsoDate, rate: number, hours: number | null = 8): RecordRow => {
      const body: PublishedFunding = {
        exchange: "binance",
        contract: "BTCUSDT",
        time_ms: Date.parse(`${date}T08:00:00Z`),
        rate_pct: rate,
        interval_hours: hours,
      };
      return { dataset: "funding", entity: "BTC", date, key: `${hours}`, known: date, body, source: "binance" };
    };
    const calm = Array.from({ length: 30 }, (_, n) => settled(addDays("2024-06-24", -n), 0.01));
    const hot = storeOf([...calm, settled(DAY, 0.004, 1), settled(DAY, 9, null)]);
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
    const settled = (date: IsoDate, exchange: "binance" | "hyperliquid", rate: number, hours: number): RecordRow[] =>
      Array.from({ length: 24 / hours }, (_, n) => {
        const body: PublishedFunding = { exchange, contract: "BTC", time_ms: Date.parse(date) + n * hours * 3_600_000, rate_pct: rate, interval_hours: hours };
        return { dataset: "funding", entity: "BTC", date, key: `${exchange} ${n}`, known: date, body, source: exchange };
      });
    const calm = Array.from({ length: 30 }, (_, n) => settled(addDays("2024-06-23", -n), "binance", 0.01, 8)).flat();
    const day = [...settled("2024-06-24", "binance", 0.01, 8), ...settled("2024-06-24", "hyperliquid", 0.02, 1)];
    // The mean of 0.01 and of 8 × 0.02.
    expect(componentsOf(ask(storeOf([...calm, ...day]), DAY, "CONFLUENCE", "BTC"))["funding"]).toMatchObject({
      evidence: expect.stringContaining("Funding of 0.085 % for eight hours on 2024-06-24, after 0.01 % over 30 days") as string,
    });
  });

  const msOf = (date: IsoDate, hour: number): number => Date.parse(`${date}T${String(hour).padStart(2, "0")}:00:00Z`);
  const wholeDays = (dataset: "liquidation" | "whale_transfer", days: readonly IsoDate[]): RecordRow[] =>
    coverageRows(`${dataset} BTC`, { contract: "BTC-USDT-SWAP", from_ms: msOf(days[0]!, 0), to_ms: msOf(days[days.length - 1]!, 23) + 3_599_999 }, "okx");
  const liquidation = (date: IsoDate, side: "long" | "short", usd: number): RecordRow => {
    const body: Liquidation = { exchange: "okx", contract: "BTC-USDT-SWAP", time_ms: msOf(date, 9), side, contracts: 1, price: 1, usd };
    return { dataset: "liquidation", entity: "BTC", date, key: side, known: date, body, source: "okx" };
  };
  const transfer = (date: IsoDate, direction: "exchange_inflow" | "exchange_outflow", usd: number): RecordRow => {
    const body: PublishedTransfer = { transaction: `${date} ${direction}`, time_ms: msOf(date, 9), usd, direction, internal: null, from: [], to: null };
    return { dataset: "whale_transfer", entity: "BTC", date, key: direction, known: date, body, source: "user" };
  };

  test("for BTC counts liquidated longs as bearish and exchange outflows as bullish, on complete days only", () => {
    const days = Array.from({ length: 12 }, (_, n) => addDays("2024-06-24", n - 11));
    const calm = days.slice(0, 11).map((day) => liquidation(day, "short", 1e6));
    const flows = [...wholeDays("whale_transfer", days), transfer("2024-06-23", "exchange_outflow", 2e7)];
    const forced = (whole: readonly IsoDate[]) => [...wholeDays("liquidation", whole), ...calm, liquidation("2024-06-24", "long", 6e6)];
    const answer = ask(storeOf([...forced(days), ...flows]), DAY, "CONFLUENCE", "BTC", "kind");
    expect(answer).toMatchObject({ value: "divergence", sample: false });
    const components = componentsOf(answer);
    expect(components["liquidations"]).toMatchObject({
      direction: "bear",
      source: "okx",
      value: 70,
      evidence: "6.0 M USD liquidated on 2024-06-24, 100 % of it longs, after a median of 1.0 M USD a day (OKX)",
    });
    expect(components["whale"]).toMatchObject({
      direction: "bull",
      source: "user",
      evidence: "0 USD went to exchanges and 20.0 M USD from them on 2024-06-23",
    });
    // Days outside the pages cannot be compared.
    expect(componentsOf(ask(storeOf(forced(days.slice(6))), DAY, "CONFLUENCE", "BTC"))["liquidations"]).toMatchObject({ direction: "neutral" });
  });
});
