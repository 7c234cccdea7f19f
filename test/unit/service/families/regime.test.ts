import { addDays, weekdayOf } from "../../../../src/contract/dates";
import { REGIMES } from "../../../../src/service/families/regime/regime";
import { ask, numberOf, valueOf } from "./ask-world";

const months = Array.from({ length: 480 }, (_, i) => addDays("1990-01-15", i * 31));

describe("REGIME", () => {
  test("labels come from the closed set, and each occurs", () => {
    expect(new Set(months.map((day) => valueOf(ask(day, "REGIME"))))).toEqual(new Set(REGIMES));
  });

  test("score and conviction stay within their bounds, and the label agrees with the score", () => {
    for (const day of months) {
      const score = numberOf(ask(day, "REGIME", "score"));
      const conviction = numberOf(ask(day, "REGIME", "conviction"));
      expect(Math.abs(score)).toBeLessThanOrEqual(100);
      expect(conviction >= 0 && conviction <= 100).toBe(true);
      const label = valueOf(ask(day, "REGIME", "label"));
      if (label === "Expansion" || label === "Slowdown") expect(score).toBeGreaterThan(0);
      if (label === "Contraction" || label === "Recovery" || label === "Stagflation") expect(score).toBeLessThan(0);
    }
  });

  test("a reading on a weekend is that of the session before", () => {
    expect(weekdayOf("2024-06-23")).toBe(0);
    expect(ask("2024-06-23", "REGIME", "date")).toMatchObject({ value: "2024-06-21", kind: "date", observation_date: "2024-06-21" });
    expect(ask("2024-06-23", "REGIME", "score")).toMatchObject({ value: numberOf(ask("2024-06-21", "REGIME", "score")) });
  });
});
