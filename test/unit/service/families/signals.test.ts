import { addDays, isIsoDate } from "../../../../src/contract/dates";
import { SIGNAL_TYPES } from "../../../../src/contract/listed/signals";
import { HORIZONS, METRICS, RV_METRICS } from "../../../../src/contract/vocabulary";
import { flipPrice } from "../../../../src/service/families/gamma/gamma";
import { OPTION_CHAINS } from "../../../../src/service/families/gamma/sample";
import { median } from "../../../../src/service/families/statistics";
import type { SignalRow } from "../../../../src/service/families/signals/rows";
import { RECORD_COMPANIES, sampleRecord } from "../../../../src/service/families/signals/track-record";
import { signalsFor } from "../../../../src/service/families/signals/signals";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../../../src/service/time/calendar";
import { instrumentOf, TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, contextAt, fieldNames, FUNCTIONS_ANSWERED, numberOf, valueOrCode } from "./company-questions";
import { CAVEATS } from "../../../../src/contract/caveats";
import { CODES } from "../../../../src/contract/codes";
import type { FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { CURRENCIES, UNITS } from "../../../../src/contract/units";
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
const knownUnits = new Set<string>([...UNITS, ...CURRENCIES, ...CURRENCIES.map((c) => `${c}/shares`)]);

/** Every question of a function for a ticker: each field, and each name of a second argument. */
function questions(fn: FunctionName, ticker: string): Argument[][] {
  const fields = fieldNames(fn);
  switch (fn) {
    case "SIGNAL":
      return fields.flatMap((f) => [30, 365].map((days) => [ticker, f, days]));
    case "FILING":
      return [null, ...fields].flatMap((f) => ["latest", "revenue", "inventory"].map((metric) => [ticker, metric, f]));
    case "FIN":
      return METRICS.flatMap((m) => [null, "FY2023", "2024Q1", "2023-12-31"].map((p) => [ticker, m, p]));
    case "RV":
      return RV_METRICS.flatMap((m) => fields.map((f) => [ticker, m, f]));
    case "IPO":
      return fields.map((f) => [ticker.toLowerCase(), f]);
    case "TRACKRECORD":
      return SIGNAL_TYPES.flatMap((t) => ["1d", "5d", "10d", "20d", "30d"].map((h) => [t, h]));
    default:
      return fields.length > 0 ? fields.map((f) => [ticker, f]) : [[ticker]];
  }
}

test("the sample has at least 520 symbols, each once, with those that the examples use", () => {
  expect(TICKERS.length).toBeGreaterThanOrEqual(520);
  expect(new Set(TICKERS).size).toBe(TICKERS.length);
  const inExamples = "NVDA AAPL MSFT GME AMC TSLA SPY QQQ BRK.B GOOG GOOGL RDDT SNOW JPM TSM BABA ASML".split(" ");
  expect(TICKERS).toEqual(expect.arrayContaining(inExamples));
  expect(UNIVERSE.filter((i) => i.instrumentType === "adr").length).toBeGreaterThan(30);
});

test("each function about companies is answered by exactly one data family", () => {
  const expected = "PRICE CHANGE VAR SHARPE SIGNAL TRACKRECORD SMARTMONEY CONFLUENCE HOLDERS13F SHORTINTEREST INSIDER CONGRESS GAMMA FIN FILING RV IPO";
  expect([...FUNCTIONS_ANSWERED].sort()).toEqual(expected.split(" ").sort());
  expect(COMPANY_FAMILIES.flatMap((f) => Object.keys(f.functions)).length).toBe(FUNCTIONS_ANSWERED.length);
});

test.each(CLOCK_DAYS)("on %s every field of every function is a valid value or a reason, and none has a later date", (day) => {
  for (const fn of FUNCTIONS_ANSWERED) {
    const spec = declarationOf(fn);
    for (const ticker of fn === "TRACKRECORD" ? ["-"] : SOME)
      for (const args of questions(fn, ticker)) {
        const answer = ask(day, fn, ...args);
        const check = (ok: boolean): void => {
          if (!ok) throw new Error(`${fn}(${args.join(",")}) at ${day}: ${JSON.stringify(answer)}`);
        };
        check(answer.sample && answer.source === "sample" && answer.max_age_s > 0);
        check((answer.observation_date ?? "") <= day && (!answer.observation_date || isIsoDate(answer.observation_date)));
        check((answer.caveats ?? []).every((c) => c in CAVEATS));
        if ("code" in answer) {
          check(answer.code in CODES && answer.reason.length > 10 && !answer.reason.startsWith("n/a") && !/undefined|NaN|null/.test(answer.reason));
          continue;
        }
        check(answer.observation_date !== undefined && (answer.unit === undefined || knownUnits.has(answer.unit)));
        const asked = spec.fields.find((f) => args.includes(f.name));
        const type = fn === "FILING" && args[1] === "latest" ? (asked?.type ?? "text") : (asked?.type ?? spec.result?.type ?? "number");
        if (type === "number") check(typeof answer.value === "number" && Number.isFinite(answer.value) && answer.unit !== undefined);
        if (type === "text") check(typeof answer.value === "string" && answer.value !== "");
        if (type === "date") check(answer.kind === "date" && isIsoDate(String(answer.value)));
        const unit = asked ? asked.unit : spec.result?.unit;
        if (unit && unit !== "varies") check(answer.unit === unit);
      }
  }
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
  const some = SOME.flatMap((t) => functions.map((fn) => [fn, questions(fn, t).slice(0, 6)] as const));
  const all = () => some.flatMap(([fn, each]) => each.map((args) => JSON.stringify(ask("2024-06-25", fn, ...args))));
  const before = all();
  ask("2019-01-02", "RV", "AAPL", "pe", "percentile");
  expect(all()).toEqual(before);
});

test("BRK-B and BRK.B are the same symbol", () => expect(ask("2024-06-25", "PRICE", "BRK-B", "last")).toEqual(ask("2024-06-25", "PRICE", "BRK.B", "last")));

test("every function about companies covers at least one symbol", () => {
  for (const family of COMPANY_FAMILIES)
    for (const { universe } of Object.values(family.functions)) expect(universe(contextAt("2024-06-25"))).toBeGreaterThan(0);
});
