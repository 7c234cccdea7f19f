import { addDays } from "../../../../src/contract/dates";
import { PERPETUALS } from "../../../../src/contract/vocabulary";
import { createClock } from "../../../../src/service/clock";
import { rowsFor } from "../../../../src/service/families/funding/funding";
import { openStore } from "../../../../src/service/store/store";
import { ask, codeOf, numberOf, reasonOf } from "./ask-world";

describe("FUNDING", () => {
  test("gives each of the 33 perpetuals a rate of plausible size, of either sign", () => {
    const rates = PERPETUALS.flatMap((symbol) => Array.from({ length: 20 }, (_, i) => ask(addDays("2021-01-01", i * 100), "FUNDING", symbol)).map(numberOf));
    expect(Math.max(...rates.map(Math.abs))).toBeLessThanOrEqual(0.3);
    expect(rates.some((r) => r > 0) && rates.some((r) => r < 0)).toBe(true);
    expect(new Set(PERPETUALS.map((symbol) => numberOf(ask("2024-06-25", "FUNDING", symbol)))).size).toBeGreaterThan(20);
  });

  test("is the last interval that was settled, never one to come", () => {
    const now = Date.parse("2024-06-25T15:59:00Z");
    const row = rowsFor({ clock: createClock(undefined, () => now), store: openStore({ path: ":memory:" }) }, "BTC").rows;
    expect(new Date(row.settled).toISOString()).toBe("2024-06-25T08:00:00.000Z");
  });

  test("names the nearest of an unknown perpetual, and begins in 2020", () => {
    expect(ask("2024-06-25", "FUNDING", "SOLL")).toMatchObject({ code: "unknown_asset" });
    expect(reasonOf(ask("2024-06-25", "FUNDING", "SOLL"))).toContain("SOL");
    expect(codeOf(ask("1995-03-01", "FUNDING", "BTC"))).toBe("no_data_yet");
  });
});
