import { dailyReturns, historicalVarPct, sharpeRatio, splitJump } from "../../../../src/service/families/prices/returns";
import { sampleCloses } from "../../../../src/service/families/prices/sample";
import { holidaysOf, isSession, previousSession, sessionIndex, sessionOnOrBefore, sessionsBack } from "../../../../src/service/sample/calendar";
import { TICKERS } from "../../../../src/service/sample/universe";
import { ask, CLOCK_DAYS, codesOf, numberOf, valueOrCode } from "./company-questions";

test("the calendar knows the recurring holidays and counts sessions both ways", () => {
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

test("a close does not depend on the clock, and there is none after it", () => {
  const early = sampleCloses("AAPL", "2024-06-25", 60);
  const late = sampleCloses("AAPL", "2024-07-31", 60);
  const shared = late.filter((c) => c.date <= "2024-06-25");
  expect(shared.length).toBeGreaterThan(20);
  expect(early.slice(-shared.length)).toEqual(shared);
  expect(early[early.length - 1]?.date).toBe("2024-06-25");
});

test("on a day without a session the last close stands", () => {
  expect(ask("2024-06-19", "PRICE", "AAPL", "date")).toMatchObject({ value: "2024-06-18", kind: "date" });
  expect(numberOf("2024-06-19", "PRICE", "AAPL", "last")).toBe(numberOf("2024-06-18", "PRICE", "AAPL", "last"));
});

test("last, previous, change and percent agree with each other", () => {
  for (const day of CLOCK_DAYS)
    for (const ticker of ["NVDA", "SPY", "GME", "TSM"]) {
      const [last, previous] = [numberOf(day, "PRICE", ticker, "last"), numberOf(day, "PRICE", ticker, "previous")];
      expect(last).toBeGreaterThan(0);
      expect(numberOf(day, "PRICE", ticker, "change")).toBeCloseTo(last - previous, 6);
      expect(numberOf(day, "CHANGE", ticker)).toBeCloseTo((last / previous - 1) * 100, 3);
    }
});

test("value at risk is the loss at the fifth percentile, positive, and Sharpe is annualised", () => {
  const returns = Array.from({ length: 101 }, (_, i) => (i - 50) / 1000);
  expect(historicalVarPct(returns)).toBeCloseTo(4.5, 10);
  expect(historicalVarPct([0.01, 0.02])).toBe(0);
  expect(sharpeRatio([0.01, 0.03])).toBeCloseTo((0.02 / Math.sqrt(0.0002)) * Math.sqrt(252), 10);
  expect(sharpeRatio([0.01, 0.01])).toBeNaN();
  const closes = sampleCloses("SPY", "2024-06-25", 253);
  expect(numberOf("2024-06-25", "VAR", "SPY")).toBeCloseTo(historicalVarPct(dailyReturns(closes)), 3);
  expect(numberOf("2024-06-25", "SHARPE", "SPY")).toBeCloseTo(sharpeRatio(dailyReturns(closes)), 3);
});

test("no sample symbol splits its shares, and a symbol without a price says so", () => {
  for (const day of CLOCK_DAYS) expect(codesOf(TICKERS.map((t) => ask(day, "VAR", t)))).toEqual(new Set(["no_price"]));
  expect(TICKERS.flatMap((t) => splitJump(sampleCloses(t, "2026-11-20", 1500)) ?? [])).toEqual([]);
  expect(valueOrCode("2024-06-25", "PRICE", "USM", "last")).toBe("no_price");
});

test("prices made block by block go on without a seam", () => {
  const long = sampleCloses("KO", "2026-11-20", 1200);
  expect(sampleCloses("KO", long[700]!.date, 300)).toEqual(long.slice(401, 701));
  expect(Math.max(...dailyReturns(long).map(Math.abs))).toBeLessThan(0.08);
});
