import { addDays } from "../../../../src/contract/dates";
import { WHALE_ASSETS } from "../../../../src/contract/vocabulary";
import { ask, codeOf, numberOf, reasonOf, valueOf } from "./ask-world";

describe("WHALE", () => {
  const DAYS_SEEN = Array.from({ length: 40 }, (_, i) => addDays("2020-05-01", i * 59));

  test("net flow is inflow less outflow, and total, largest and count fit together", () => {
    for (const asset of WHALE_ASSETS.filter((a) => a !== "SOL"))
      for (const day of DAYS_SEEN) {
        const of = (field: string) => numberOf(ask(day, "WHALE", asset, field));
        expect(of("net_usd")).toBe(of("inflow_usd") - of("outflow_usd"));
        expect(of("total_usd")).toBeGreaterThanOrEqual(of("inflow_usd") + of("outflow_usd"));
        expect(of("largest_usd")).toBeLessThanOrEqual(of("total_usd"));
        expect(of("largest_usd") * of("count")).toBeGreaterThanOrEqual(of("total_usd"));
        expect(of("largest_usd")).toBeGreaterThanOrEqual(100_000);
      }
  });

  test("has a caveat on net_usd for BTC only", () => {
    const warned = WHALE_ASSETS.filter((asset) => ask("2026-11-20", "WHALE", asset, "net_usd").caveats?.includes("btc_netflow_artifact"));
    expect(warned).toEqual(["BTC"]);
  });

  test("gives not_covered, not zero, for the flows of SOL", () => {
    for (const field of ["inflow_usd", "outflow_usd", "net_usd"]) expect(codeOf(ask("2026-11-20", "WHALE", "SOL", field))).toBe("not_covered");
    expect(numberOf(ask("2026-11-20", "WHALE", "SOL", "total_usd"))).toBeGreaterThan(0);
  });

  test("has counts that differ from day to day", () => {
    expect(new Set(DAYS_SEEN.map((day) => numberOf(ask(day, "WHALE", "ETH", "count")))).size).toBeGreaterThan(15);
  });

  test("begins in 2020 for BTC, later for SOL, and refuses an unknown asset", () => {
    expect(codeOf(ask("2019-12-31", "WHALE", "BTC"))).toBe("no_data_yet");
    expect(codeOf(ask("2020-01-02", "WHALE", "BTC"))).toBeUndefined();
    expect(codeOf(ask("2020-01-02", "WHALE", "SOL", "count"))).toBe("no_data_yet");
    expect(reasonOf(ask("2024-06-25", "WHALE", "USD"))).toBe("Unknown whale asset USD; did you mean USDC or USDT?");
  });
});

describe("ONCHAIN_RISK", () => {
  const DAYS_SEEN = Array.from({ length: 300 }, (_, i) => addDays("2020-05-01", i * 8));
  const sharesIn = (text: string) => [...text.matchAll(/(\d+) %/g)].map((m) => Number(m[1]));

  test("scores from 0 to 100, with levels that change at 25, 50 and 75", () => {
    const levels = new Set<unknown>();
    for (const day of DAYS_SEEN) {
      const score = numberOf(ask(day, "ONCHAIN_RISK", "ETH"));
      const level = valueOf(ask(day, "ONCHAIN_RISK", "ETH", "level"));
      expect(score >= 0 && score <= 100).toBe(true);
      expect(level).toBe(score < 25 ? "low" : score < 50 ? "moderate" : score < 75 ? "elevated" : "high");
      levels.add(level);
    }
    expect(levels).toEqual(new Set(["low", "moderate", "elevated", "high"]));
  });

  test("the shares of the components sum to 100", () => {
    for (const day of DAYS_SEEN) {
      const text = String(valueOf(ask(day, "ONCHAIN_RISK", "BTC", "components")));
      expect(sharesIn(text).reduce((a, b) => a + b, 0)).toBe(100);
    }
  });

  test("names a component that is missing on some days, and redistributes its weight", () => {
    const texts = DAYS_SEEN.map((day) => String(valueOf(ask(day, "ONCHAIN_RISK", "SOL", "components"))));
    const missing = texts.filter((t) => t.includes("missing, weight redistributed"));
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(texts.length / 2);
    for (const text of missing) expect(sharesIn(text)).toHaveLength(4);
  });

  test("has different codes for an asset that is not covered, an unknown one and a day without data", () => {
    const codes = ["USDT", "DOGE", "AAPL"].map((asset) => codeOf(ask("2024-06-25", "ONCHAIN_RISK", asset)));
    expect(codes).toEqual(["not_covered", "not_covered", "unknown_asset"]);
    expect(codeOf(ask("2015-06-25", "ONCHAIN_RISK", "BTC"))).toBe("no_data_yet");
  });
});
