import { addDays } from "../../../../src/contract/dates";
import { SIGNAL_TYPES } from "../../../../src/contract/listed/signals";
import { HORIZONS } from "../../../../src/contract/vocabulary";
import { flipPrice } from "../../../../src/service/families/gamma/gamma";
import { OPTION_CHAINS } from "../../../../src/service/families/gamma/sample";
import { median } from "../../../../src/service/families/statistics";
import type { SignalRow } from "../../../../src/service/families/signals/rows";
import { RECORD_COMPANIES, sampleRecord } from "../../../../src/service/families/signals/track-record";
import { signalsFor } from "../../../../src/service/families/signals/signals";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../../../src/service/time/calendar";
import { instrumentOf, TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, contextAt, fieldNames, FUNCTIONS_ANSWERED, numberOf, valueOrCode } from "./company-questions";
import type { FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import type { Argument } from "../../../../src/contract/arguments";
import { COMPANY_FAMILIES } from "../../../../src/service/families/families";

const DAY = "2024-06-25";

test("a longer window has every signal of a shorter one", () => {
  for (const t of TICKERS.slice(0, 80)) {
    const [long, short] = [365, 30].map((days) => signalsFor(contextAt(DAY), instrumentOf(t)!, days).rows) as [SignalRow[], SignalRow[]];
    expect(long.slice(long.length - short.length)).toEqual(short);
  }
});

test("SIGNAL gives the latest signal's age, direction and severity, and count 0 without signals", () => {
  const silent = TICKERS.filter((t) => valueOrCode(DAY, "SIGNAL", t, "type", 30) === "no_signal");
  expect(silent.length).toBeGreaterThan(20);
  expect(silent.length).toBeLessThan(TICKERS.length - 20);
  expect(numberOf(DAY, "SIGNAL", silent[0]!, "count", 30)).toBe(0);
  for (const t of TICKERS.filter((x) => !silent.includes(x))) {
    expect(numberOf(DAY, "SIGNAL", t, "age_days", 30)).toBeLessThan(30);
    expect(["bull", "bear", "neutral"]).toContain(valueOrCode(DAY, "SIGNAL", t, "direction", 30));
    expect(["critical", "high", "medium", "low"]).toContain(valueOrCode(DAY, "SIGNAL", t, "severity", 30));
  }
});

test("TRACKRECORD gives a value or young_record for listed types, and refuses others", () => {
  const answers = CLOCK_DAYS.flatMap((day) => SIGNAL_TYPES.flatMap((type) => HORIZONS.map((h) => ask(day, "TRACKRECORD", type, h))));
  expect(codesOf(answers)).toEqual(new Set(["young_record"]));
  const values = answers.filter((a) => "value" in a);
  expect(values.length).toBeGreaterThan(answers.length / 2);
  expect(values.length).toBeLessThan(answers.length);
  expect(ask(DAY, "TRACKRECORD", "insider_cluster_bye", "30d")).toMatchObject({
    code: "unknown_signal_type",
    explanation: expect.stringContaining("insider_cluster_buy") as string,
  });
});

test("the median of an even number of values is the mean of the middle two", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("TRACKRECORD of sample data is the median return after SIGNAL's dates at PRICE's closes", () => {
  const expected = RECORD_COMPANIES.flatMap(({ ticker }) =>
    signalsFor(contextAt(DAY), instrumentOf(ticker)!, 365)
      .rows.filter((s) => s.type === "insider_ceo_buy")
      .flatMap(({ date }) => {
        const from = sessionOnOrAfter(addDays(date, 1));
        const to = sessionAt(sessionIndex(from) + 5);
        return to > DAY ? [] : [(numberOf(to, "PRICE", ticker, "last") / numberOf(from, "PRICE", ticker, "last") - 1) * 100];
      }),
  );
  expect(expected.length).toBeGreaterThanOrEqual(12);
  expect(numberOf(DAY, "TRACKRECORD", "insider_ceo_buy", "5d")).toBeCloseTo(median(expected), 2);
  // Many signals of many companies rise about as often as prices do.
  for (const [type, outcomes] of sampleRecord(contextAt(DAY))) {
    const done = outcomes.flatMap((o) => o.forwardReturnPct["30d"] ?? []);
    const rose = done.filter((pct) => pct > 0).length / done.length;
    if (done.length > 100) expect([type, rose > 0.4 && rose < 0.75]).toEqual([type, true]);
  }
});

test("CONFLUENCE has a score for fewer than half of the symbols, and on some day for BTC", () => {
  const active = [...TICKERS, "BTC", "ETH", "SOL"].filter((s) => typeof valueOrCode(DAY, "CONFLUENCE", s, "score") === "number");
  expect(active.length).toBeGreaterThan(50);
  expect(active.length).toBeLessThan(TICKERS.length / 2);
  expect(CLOCK_DAYS.some((day) => typeof valueOrCode(day, "CONFLUENCE", "BTC", "score") === "number")).toBe(true);
  expect(new Set(active.map((s) => valueOrCode(DAY, "CONFLUENCE", s, "kind")))).toEqual(new Set(["confluence", "divergence"]));
  expect(valueOrCode(DAY, "CONFLUENCE", "DOGE", "score")).toBe("unknown_ticker");
});

describe("gamma", () => {
  test("at least 55 symbols have an option chain, and their net gamma is calls plus puts", () => {
    expect(OPTION_CHAINS.length).toBeGreaterThanOrEqual(55);
    for (const t of OPTION_CHAINS) {
      expect(numberOf(DAY, "GAMMA", t, "net")).toBe(numberOf(DAY, "GAMMA", t, "call") + numberOf(DAY, "GAMMA", t, "put"));
      expect(numberOf(DAY, "GAMMA", t, "put")).toBeLessThanOrEqual(0);
    }
    expect(codesOf(TICKERS.map((t) => ask(DAY, "GAMMA", t, "flip")))).toEqual(new Set(["no_options_chain", "no_flip"]));
  });

  test("the flip price is where the profile crosses zero nearest to the spot price", () => {
    const profile = [{ price: 90, net: 5 }, { price: 95, net: -5 }, { price: 100, net: -10 }, { price: 105, net: 10 }]; // prettier-ignore
    expect(flipPrice({ date: DAY, spot: 101, strikes: [], profile })).toBe(102.5);
    expect(flipPrice({ date: DAY, spot: 101, strikes: [], profile: profile.slice(1, 3) })).toBeUndefined();
  });
});

const SOME = ["NVDA", "AAPL", "MSFT", "GME", "SPY", "BRK.B", "GOOG", "RDDT", "JPM", "TSM", "ASML", "BABA", "O", "USM"];
/** The documented example of a function, about another name. */
const exampleOf = (fn: FunctionName, ticker: string): Argument[] => declarationOf(fn).parameters.map(({ example }, i) => (i === 0 ? ticker : example));

test("the sample has at least 520 symbols, each once, with those that the examples use", () => {
  expect(TICKERS.length).toBeGreaterThanOrEqual(520);
  expect(new Set(TICKERS).size).toBe(TICKERS.length);
  const inExamples = "NVDA AAPL MSFT GME AMC TSLA SPY QQQ BRK.B GOOG GOOGL RDDT SNOW JPM TSM BABA ASML".split(" ");
  expect(TICKERS).toEqual(expect.arrayContaining(inExamples));
  expect(UNIVERSE.filter((i) => i.instrumentType === "adr").length).toBeGreaterThan(30);
});

test("an unknown ticker gets a reason that names the nearest ones", () => {
  for (const fn of FUNCTIONS_ANSWERED.filter((f) => f !== "TRACKRECORD" && f !== "IPO")) {
    const second: Argument = fn === "RV" ? "pe" : fn === "FIN" ? "revenue" : fn === "FILING" ? "latest" : (fieldNames(fn)[0] ?? null);
    const answer = ask("2024-06-25", fn, "GMEE", second, fn === "SIGNAL" ? 30 : null);
    expect(answer).toMatchObject({ code: "unknown_ticker", reason: expect.stringMatching(/^Unknown ticker GMEE; did you mean GME\b/) as string });
  }
});

test("the same question on the same day has the same answer, whatever was asked before", () => {
  const functions = FUNCTIONS_ANSWERED.filter((f) => f !== "TRACKRECORD");
  const all = () => SOME.flatMap((ticker) => functions.map((fn) => JSON.stringify(ask("2024-06-25", fn, ...exampleOf(fn, ticker)))));
  const before = all();
  ask("2019-01-02", "RV", "AAPL", "pe", "percentile");
  expect(all()).toEqual(before);
});

test("BRK-B and BRK.B are the same symbol", () => expect(ask("2024-06-25", "PRICE", "BRK-B", "last")).toEqual(ask("2024-06-25", "PRICE", "BRK.B", "last")));

test("every function about companies covers at least one symbol", () => {
  for (const family of COMPANY_FAMILIES)
    for (const { universe } of Object.values(family.functions)) expect(universe?.(contextAt("2024-06-25"))).toBeGreaterThan(0);
});
