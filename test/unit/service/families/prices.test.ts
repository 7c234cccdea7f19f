import { dailyReturns, historicalVarPct, sharpeRatio, splitJump } from "../../../../src/service/families/prices/returns";
import { sampleCloses, samplePrice } from "../../../../src/service/families/prices/sample";
import { holidaysOf, isSession, previousSession, sessionIndex, sessionOnOrBefore, sessionsBack } from "../../../../src/service/time/calendar";
import { companyOf } from "../../../../src/service/sample/company";
import { KNOWN_PRICES } from "../../../../src/service/sample/known-prices";
import { instrumentOf, TICKERS } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, numberOf, valueOrCode } from "./company-questions";

test("the trading calendar has the exchange's holidays, and counts sessions forwards and backwards", () => {
  expect([...holidaysOf(2024)].sort()).toEqual([
    "2024-01-01", "2024-01-15", "2024-02-19", "2024-03-29", "2024-05-27", "2024-06-19", "2024-07-04", "2024-09-02", "2024-11-28", "2024-12-25",
  ]); // prettier-ignore
  expect(isSession("2021-12-31")).toBe(true);
  expect(isSession("2022-06-20")).toBe(false);
  expect(sessionOnOrBefore("2024-06-19")).toBe("2024-06-18");
  expect(previousSession("2024-06-20")).toBe("2024-06-18");
  expect(sessionsBack("2024-06-20", 1)).toBe("2024-06-18");
  expect(sessionsBack("2024-06-18", -1)).toBe("2024-06-20");
  expect(sessionIndex("2024-12-31") - sessionIndex("2023-12-31")).toBe(252);
});

test("sample closes are the same when asked on a later day, and none is later than the day asked", () => {
  const early = sampleCloses("AAPL", "2024-06-25", 60);
  const late = sampleCloses("AAPL", "2024-07-31", 60);
  const shared = late.filter((c) => c.date <= "2024-06-25");
  expect(shared.length).toBeGreaterThan(20);
  expect(early.slice(-shared.length)).toEqual(shared);
  expect(early[early.length - 1]?.date).toBe("2024-06-25");
});

test("on a day without trading, PRICE gives the last close", () => {
  expect(ask("2024-06-19", "PRICE", "AAPL", "date")).toMatchObject({ value: "2024-06-18", kind: "date" });
  expect(numberOf("2024-06-19", "PRICE", "AAPL", "last")).toBe(numberOf("2024-06-18", "PRICE", "AAPL", "last"));
});

test("PRICE last, previous and change agree with each other and with CHANGE", () => {
  for (const day of CLOCK_DAYS)
    for (const ticker of ["NVDA", "SPY", "GME", "TSM"]) {
      const [last, previous] = [numberOf(day, "PRICE", ticker, "last"), numberOf(day, "PRICE", ticker, "previous")];
      expect(last).toBeGreaterThan(0);
      expect(numberOf(day, "PRICE", ticker, "change")).toBeCloseTo(last - previous, 6);
      expect(numberOf(day, "CHANGE", ticker)).toBeCloseTo((last / previous - 1) * 100, 3);
    }
});

test("VAR is the loss at the fifth percentile as a positive number, and SHARPE is annualised", () => {
  const returns = Array.from({ length: 101 }, (_, i) => (i - 50) / 1000);
  expect(historicalVarPct(returns)).toBeCloseTo(4.5, 10);
  expect(historicalVarPct([0.01, 0.02])).toBe(0);
  expect(sharpeRatio([0.01, 0.03])).toBeCloseTo((0.02 / Math.sqrt(0.0002)) * Math.sqrt(252), 10);
  expect(sharpeRatio([0.01, 0.01])).toBeNaN();
  const closes = sampleCloses("SPY", "2024-06-25", 253);
  expect(numberOf("2024-06-25", "VAR", "SPY")).toBeCloseTo(historicalVarPct(dailyReturns(closes)), 3);
  expect(numberOf("2024-06-25", "SHARPE", "SPY")).toBeCloseTo(sharpeRatio(dailyReturns(closes)), 3);
});

test("no sample price series has a split, and a symbol without a price has the code no_price", () => {
  for (const day of CLOCK_DAYS) expect(codesOf(TICKERS.map((t) => ask(day, "VAR", t)))).toEqual(new Set(["no_price"]));
  expect(TICKERS.flatMap((t) => splitJump(sampleCloses(t, "2026-11-20", 1500)) ?? [])).toEqual([]);
  expect(valueOrCode("2024-06-25", "PRICE", "USM", "last")).toBe("no_price");
});

test("sample prices of shares that split in 2025 are adjusted for the split on every day", () => {
  for (const [ticker, most] of Object.entries({ NFLX: 200, ORLY: 160, NOW: 300, IBKR: 150 }))
    for (const day of ["2024-06-25", "2026-11-20"]) expect(numberOf(day, "PRICE", ticker, "last")).toBeLessThan(most);
});

test("sample prices are the same in a longer and a shorter series, and have no jumps", () => {
  const long = sampleCloses("KO", "2026-11-20", 1200);
  expect(sampleCloses("KO", long[700]!.date, 300)).toEqual(long.slice(401, 701));
  expect(Math.max(...dailyReturns(long).map(Math.abs))).toBeLessThan(0.08);
});

const isoOfYears = (years: number): string => new Date((years - 1970) * 365.25 * 86_400_000).toISOString().slice(0, 10);

test("sample prices stay near the known closes of well-known symbols", () => {
  const faults = [...KNOWN_PRICES].flatMap(([ticker, knots]) => {
    const { volatility, price } = companyOf(instrumentOf(ticker)!);
    // Near a known close the price is within some days' moves; later within three times its usual range of five.
    const [held, free] = [Math.exp(0.03 + 6 * volatility), Math.min(2.5, Math.exp(15 * volatility))];
    const near = (day: string, price: number, factor: number): string[] => {
      const ratio = samplePrice(ticker, day) / price;
      return ratio < factor && ratio > 1 / factor ? [] : [`${ticker} ${day}: ${samplePrice(ticker, day)} for ${price}`];
    };
    const last = knots[knots.length - 1]!;
    return [...knots.flatMap((k) => near(isoOfYears(k.years), k.price, held)), ...near("2026-11-20", last.years > 2025 ? last.price : price, free)];
  });
  expect(faults).toEqual([]);
  expect(KNOWN_PRICES.size).toBeGreaterThan(200);
});

test("more than 90 % of prices fall in the slump of March 2020, and equity funds move together", () => {
  const fall = (t: string): number => samplePrice(t, "2020-03-23") / samplePrice(t, "2020-02-19") - 1;
  for (const t of ["SPY", "QQQ", "IWM", "DIA"]) expect([t, fall(t) < -0.2 && fall(t) > -0.5]).toEqual([t, true]);
  const falling = [...KNOWN_PRICES.keys()].filter((t) => fall(t) < -0.05);
  expect(falling.length).toBeGreaterThan(0.9 * KNOWN_PRICES.size);
  const returns = (t: string): number[] => dailyReturns(sampleCloses(t, "2026-11-20", 253));
  const correlation = (a: string, b: string): number => {
    const [x, y] = [returns(a), returns(b)];
    const mean = (v: number[]): number => v.reduce((sum, r) => sum + r, 0) / v.length;
    const cov = (v: number[], w: number[]): number => mean(v.map((r, n) => r * w[n]!)) - mean(v) * mean(w);
    return cov(x, y) / Math.sqrt(cov(x, x) * cov(y, y));
  };
  expect(correlation("SPY", "VOO")).toBeGreaterThan(0.98);
  expect(correlation("SPY", "QQQ")).toBeGreaterThan(0.88);
  expect(correlation("SPY", "AAPL")).toBeGreaterThan(0.4);
  expect(correlation("AAPL", "MSFT")).toBeGreaterThan(0.15);
  expect(Math.abs(correlation("SPY", "TLT"))).toBeLessThan(0.35);
});

test("value at risk rises from the index funds to single large companies to GME", () => {
  const days = Array.from({ length: 28 }, (_, n) => `${2013 + Math.floor(n / 2)}-${["02", "08"][n % 2]}-20`);
  const riskOf = (t: string, day: string): number => historicalVarPct(dailyReturns(sampleCloses(t, day, 253)));
  const rising = (low: string, high: string): number => days.filter((day) => riskOf(low, day) <= riskOf(high, day)).length / days.length;
  for (const pair of ["DIA SPY", "SPY QQQ", "QQQ IWM", "SPY AAPL", "IWM TSLA", "AAPL GME", "KO NVDA"]) {
    const [low, high] = pair.split(" ") as [string, string];
    expect([pair, rising(low, high) >= 0.92]).toEqual([pair, true]);
  }
  const ordered = ["DIA", "SPY", "QQQ", "IWM", "TSLA", "GME"];
  for (const day of CLOCK_DAYS) {
    const risks = ordered.map((t) => numberOf(day, "VAR", t));
    expect(risks).toEqual([...risks].sort((a, b) => a - b));
  }
});

test("no two well-known symbols have the same price", () => {
  const listed =
    "AAPL MSFT NVDA GOOGL GOOG AMZN META TSLA AVGO BRK.B LLY JPM V MA UNH XOM JNJ WMT PG HD CVX MRK KO PEP COST BAC NFLX AMD INTC DIS GME PLTR COIN SPY QQQ IWM DIA";
  const names = listed.split(" ");
  for (const day of ["2024-06-25", "2024-06-28", "2025-08-11", "2026-11-20"]) expect(new Set(names.map((t) => samplePrice(t, day))).size).toBe(names.length);
});
