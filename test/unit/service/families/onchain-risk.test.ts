import { addDays } from "../../../../src/contract/dates";
import { ask, codeOf, numberOf, valueOf } from "./ask-world";

const DAYS_SEEN = Array.from({ length: 300 }, (_, i) => addDays("2020-05-01", i * 8));
const sharesIn = (text: string) => [...text.matchAll(/(\d+) %/g)].map((m) => Number(m[1]));

describe("ONCHAIN_RISK", () => {
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
    expect(codeOf(ask("2024-06-25", "ONCHAIN_RISK", "USDT"))).toBe("not_covered");
    expect(codeOf(ask("2024-06-25", "ONCHAIN_RISK", "DOGE"))).toBe("not_covered");
    expect(codeOf(ask("2024-06-25", "ONCHAIN_RISK", "AAPL"))).toBe("unknown_asset");
    expect(codeOf(ask("2015-06-25", "ONCHAIN_RISK", "BTC"))).toBe("no_data_yet");
  });
});
