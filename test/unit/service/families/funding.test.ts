import { addDays } from "../../../../src/contract/dates";
import { PERPETUALS } from "../../../../src/contract/vocabulary";
import { createClock } from "../../../../src/service/time/clock";
import { rowsFor } from "../../../../src/service/families/funding/funding";
import { sampleFundingRows } from "../../../../src/service/families/funding/sample";
import { coinSince } from "../../../../src/service/sample/coins";
import { openStore } from "../../../../src/service/store/store";
import { ask, codeOf, numberOf, reasonOf } from "./ask-world";

describe("FUNDING", () => {
  test("gives 33 perpetuals sample rates within 0.3 %, some positive and some negative", () => {
    const rates = PERPETUALS.flatMap((symbol) => Array.from({ length: 20 }, (_, i) => ask(addDays("2024-12-01", i * 36), "FUNDING", symbol)).map(numberOf));
    expect(Math.max(...rates.map(Math.abs))).toBeLessThanOrEqual(0.3);
    expect(rates.some((r) => r > 0) && rates.some((r) => r < 0)).toBe(true);
    expect(new Set(PERPETUALS.map((symbol) => numberOf(ask("2026-06-25", "FUNDING", symbol)))).size).toBeGreaterThan(20);
  });

  test("is the rate of the last settled interval, never of a future one", () => {
    const now = Date.parse("2024-06-25T15:59:00Z");
    const row = rowsFor({ clock: createClock(undefined, () => now), store: openStore({ path: ":memory:" }) }, "BTC").rows;
    expect(new Date(row.settled).toISOString()).toBe("2024-06-25T08:00:00.000Z");
  });

  test("begins on the first day of the coin, in cells and in sample rows", () => {
    expect(reasonOf(ask("2024-06-25", "FUNDING", "HYPE"))).toBe("Funding of HYPE begins on 2024-11-29.");
    expect(codeOf(ask("2023-03-22", "FUNDING", "ARB"))).toBe("no_data_yet");
    for (const symbol of PERPETUALS) {
      const first = coinSince(symbol);
      expect([symbol, codeOf(ask(addDays(first, -1), "FUNDING", symbol)), codeOf(ask(first, "FUNDING", symbol))]).toEqual([symbol, "no_data_yet", undefined]);
      expect(sampleFundingRows(symbol, 0, Date.parse(first) + 86_400_000)[0]?.settled).toBe(Date.parse(first));
    }
  });

  test("has sample rates with a median near 0.01 % and few far from it", () => {
    const rates = PERPETUALS.flatMap((symbol) => sampleFundingRows(symbol, Date.parse("2025-01-01"), Date.parse("2026-11-20")).map((r) => r.rate)).sort(
      (a, b) => a - b,
    );
    const at = (part: number): number => rates[Math.floor(part * rates.length)]!;
    expect(at(0.5)).toBeGreaterThan(0.004);
    expect(at(0.5)).toBeLessThan(0.016);
    expect(at(0.01)).toBeGreaterThan(-0.05);
    expect(at(0.2)).toBeGreaterThan(-0.005);
    expect(at(0.99)).toBeLessThan(0.1);
  });

  test("suggests the nearest perpetual for an unknown one, and gives a reason for a day before all data", () => {
    expect(ask("2024-06-25", "FUNDING", "SOLL")).toMatchObject({ code: "unknown_asset" });
    expect(reasonOf(ask("2024-06-25", "FUNDING", "SOLL"))).toContain("SOL");
    expect(codeOf(ask("1995-03-01", "FUNDING", "BTC"))).toBe("no_data_yet");
  });
});
