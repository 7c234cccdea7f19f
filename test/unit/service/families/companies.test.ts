import { CAVEATS } from "../../../../src/contract/caveats";
import { CODES } from "../../../../src/contract/codes";
import { isIsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { CURRENCIES, UNITS } from "../../../../src/contract/units";
import { SIGNAL_TYPES } from "../../../../src/contract/listed/signals";
import { METRICS, RV_METRICS } from "../../../../src/contract/vocabulary";
import type { Argument } from "../../../../src/contract/arguments";
import { COMPANY_FAMILIES } from "../../../../src/service/families/families";
import { TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, contextAt, fieldNames, FUNCTIONS_ANSWERED } from "./company-questions";

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
