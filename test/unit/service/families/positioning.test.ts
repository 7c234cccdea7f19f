import { FLOAT_REASONS } from "../../../../src/service/families/short-interest/figures";
import { sampleInsiderReports } from "../../../../src/service/families/insider/sample";
import { sampleDisclosures } from "../../../../src/service/families/congress/sample";
import { addDays } from "../../../../src/contract/dates";
import { instrumentOf, TICKERS, UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, numberOf, valueOrCode } from "./company-questions";

const DAY = "2024-06-25";

describe("short interest", () => {
  test("a missing percent of float has one of the listed codes, which the field source repeats", () => {
    const answers = TICKERS.map((t) => ask(DAY, "SHORTINTEREST", t, "pctfloat"));
    expect(codesOf(answers)).toEqual(new Set(FLOAT_REASONS));
    for (const ticker of TICKERS) {
      const float = valueOrCode(DAY, "SHORTINTEREST", ticker, "pctfloat");
      const source = valueOrCode(DAY, "SHORTINTEREST", ticker, "source");
      if (typeof float === "string") expect(source).toBe(float);
      else expect(FLOAT_REASONS).not.toContain(source);
    }
  });

  test("percent of float is at least percent of shares outstanding, and carries its caveats", () => {
    const percents = TICKERS.map((t) => ["pctfloat", "pctshares"].map((field) => valueOrCode(DAY, "SHORTINTEREST", t, field)));
    const both = percents.filter(([float]) => typeof float === "number");
    expect(both.length).toBeGreaterThan(100);
    for (const [float, shares] of both) expect(float).toBeGreaterThanOrEqual(shares as number);
    expect(ask(DAY, "SHORTINTEREST", "GME", "pctfloat").caveats).toEqual(["short_pct_float_is_a_lower_bound", "short_pct_float_partial_coverage"]);
    expect(ask(DAY, "SHORTINTEREST", "GME", "pctshares").caveats).toEqual(["short_pct_shares_outstanding_is_not_float"]);
  });

  test("days to cover are below 999.99, or a reason at that maximum, with and without average volume", () => {
    const censored = TICKERS.filter((t) => valueOrCode(DAY, "SHORTINTEREST", t, "days") === "days_to_cover_censored");
    const volumes = censored.map((t) => numberOf(DAY, "SHORTINTEREST", t, "avg_daily_volume"));
    expect(volumes.some((v) => v === 0)).toBe(true);
    expect(volumes.some((v) => v > 0)).toBe(true);
    for (const t of TICKERS) {
      const days = valueOrCode(DAY, "SHORTINTEREST", t, "days");
      if (typeof days === "number") expect(days).toBeLessThan(999.99);
    }
  });

  test("a settlement at mid-month or month end appears on its publication day", () => {
    expect(valueOrCode("2024-06-25", "SHORTINTEREST", "GME", "settlement_date")).toBe("2024-05-31");
    expect(valueOrCode("2024-06-27", "SHORTINTEREST", "GME", "settlement_date")).toBe("2024-06-14");
  });
});

describe("insiders and Congress", () => {
  test("INSIDER net, value, buy and sell add up, and funds and foreign issuers are not covered", () => {
    for (const { ticker, instrumentType } of UNIVERSE) {
      const [net, value, buy, sell] = ["net", "value", "buy", "sell"].map((f) => valueOrCode(DAY, "INSIDER", ticker, f));
      if (instrumentType !== "common") expect([net, value, buy, sell]).toEqual(Array(4).fill("not_covered"));
      else if (net === "no_trades") expect([value, buy, sell]).toEqual(Array(3).fill("no_trades"));
      else {
        expect(net).toBeCloseTo((buy as number) - (sell as number), 1);
        expect(value).toBeCloseTo((buy as number) + (sell as number), 1);
      }
    }
  });

  test("INSIDER is 0 if the reports have no open-market trade, and a reason if there are no reports", () => {
    let [zeros, reasons] = [0, 0];
    for (const i of UNIVERSE.filter((u) => u.instrumentType === "common")) {
      const reports = sampleInsiderReports(i, addDays(DAY, -29), DAY).filter((r) => r.known <= DAY);
      const value = valueOrCode(DAY, "INSIDER", i.ticker, "value");
      if (reports.length === 0) expect([i.ticker, value, reasons++ >= 0]).toEqual([i.ticker, "no_trades", true]);
      else if (reports.every((r) => r.body.trades.length === 0)) expect([i.ticker, value, zeros++ >= 0]).toEqual([i.ticker, 0, true]);
      else expect(value).toBeGreaterThan(0);
    }
    expect(Math.min(zeros, reasons)).toBeGreaterThan(20);
  });

  test("a trade not yet filed does not count", () => {
    for (const day of CLOCK_DAYS)
      for (const i of UNIVERSE.slice(0, 150)) {
        const [from, filed] = [addDays(day, -89), (r: { known: string }) => r.known <= day];
        expect([...sampleInsiderReports(i, from, day), ...sampleDisclosures(i, from, day)].filter((r) => !(r.date < r.known))).toEqual([]);
        const count = sampleDisclosures(i, from, day)
          .filter(filed)
          .filter((t) => t.body.type !== "E").length;
        if (count > 0) expect(valueOrCode(day, "CONGRESS", i.ticker, "count")).toBe(count);
      }
  });

  test("CONGRESS count is 0 only if all disclosures are exchanges, and a reason if there are none", () => {
    const counts = TICKERS.map((t) => [t, valueOrCode(DAY, "CONGRESS", t, "count"), valueOrCode(DAY, "CONGRESS", t, "net")] as const);
    expect(counts.filter(([, count]) => count === "no_trades").length).toBeGreaterThan(20);
    expect(counts.filter(([, count]) => typeof count === "number" && count > 0).length).toBeGreaterThan(50);
    for (const [ticker, count, net] of counts) {
      const disclosed = sampleDisclosures(instrumentOf(ticker)!, addDays(DAY, -89), DAY).filter((t) => t.known <= DAY);
      if (disclosed.length === 0) expect([ticker, count, net]).toEqual([ticker, "no_trades", "no_trades"]);
      else expect(Math.abs(net as number)).toBeLessThanOrEqual(count as number);
      if (count === 0) expect(disclosed.every((t) => t.body.type === "E")).toBe(true);
    }
  });
});

describe("institutional holders and the SMARTMONEY score", () => {
  test("the holders of a quarter appear 45 days after its end", () => {
    expect(valueOrCode("2024-05-14", "HOLDERS13F", "AAPL", "quarter")).toBe("2023Q4");
    expect(valueOrCode("2024-05-15", "HOLDERS13F", "AAPL", "quarter")).toBe("2024Q1");
    expect(ask("2024-05-15", "HOLDERS13F", "AAPL", "count")).toMatchObject({ observation_date: "2024-03-31", caveats: ["thirteenf_ticker_resolution"] });
  });

  test("the net number of accumulating holders never exceeds the number of holders", () => {
    for (const t of TICKERS) expect(Math.abs(numberOf(DAY, "HOLDERS13F", t, "qoq"))).toBeLessThanOrEqual(numberOf(DAY, "HOLDERS13F", t, "count"));
  });

  test("the score is between -100 and 100, with both signs, and lists absent components", () => {
    const scores = TICKERS.map((t) => numberOf(DAY, "SMARTMONEY", t));
    expect(Math.min(...scores)).toBeLessThan(-20);
    expect(Math.max(...scores)).toBeGreaterThan(20);
    for (const s of scores) expect(Math.abs(s)).toBeLessThanOrEqual(100);
    const present = (t: string) =>
      (ask(DAY, "SMARTMONEY", t).components ?? []).filter((component) => !("absent" in component)).map((component) => component.name);
    expect(new Set(TICKERS.map((t) => present(t).length)).size).toBeGreaterThanOrEqual(3);
    expect(present("SPY")).not.toContain("insider");
    expect(TICKERS.filter((t) => present(t).includes("insider")).length).toBeGreaterThan(5);
  });
});
