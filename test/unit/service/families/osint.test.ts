import { addDays } from "../../../../src/contract/dates";
import { ask, numberOf } from "./ask-world";

const DAY = "2024-06-25";

describe("OSINT", () => {
  test("counts more than 20 reports of a common word, and zero of a rare one", () => {
    expect(numberOf(ask(DAY, "OSINT", "inflation"))).toBeGreaterThan(20);
    expect(ask(DAY, "OSINT", "zebrafish quantum teapot")).toMatchObject({ value: 0, unit: "count" });
  });

  test.each(["2024-06-25", "2026-11-22"])("at %s an unknown word has almost no reports, a country or company many", (day) => {
    for (const word of ["zzzqqq", "asdfgh", "qwerty", "xkcdfoo", "blorptang"]) expect(numberOf(ask(day, "OSINT", word, 720))).toBeLessThanOrEqual(3);
    for (const word of ["taiwan", "Israel", "nvidia", "apple", "JPMorgan", "coffee", "nickel"]) {
      expect(numberOf(ask(day, "OSINT", word, 24))).toBeGreaterThan(20);
      expect(numberOf(ask(day, "OSINT", word, 720))).toBeGreaterThan(1000);
    }
    for (const name of ["Nvidia", "Costco", "Walmart", "Coca-Cola", "Broadcom", "Palantir"])
      expect(numberOf(ask(day, "OSINT", name.toLowerCase(), 168))).toBeGreaterThan(30);
    for (const words of ["federal reserve", "interest rates", "supreme court", "white house"])
      expect(numberOf(ask(day, "OSINT", words, 24))).toBeGreaterThan(10);
    expect(numberOf(ask(day, "OSINT", "israel", 24))).toBeGreaterThan(numberOf(ask(day, "OSINT", "kuwait", 24)));
  });

  test("a longer window never has fewer reports", () => {
    const counts = [1, 6, 24, 48, 168, 720].map((hours) => numberOf(ask(DAY, "OSINT", "copper", hours)));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.every(Number.isInteger)).toBe(true);
  });

  test("the count of 48 hours is the sum of two days' counts", () => {
    const sum = numberOf(ask(DAY, "OSINT", "gold", 24)) + numberOf(ask(addDays(DAY, -1), "OSINT", "gold", 24));
    expect(numberOf(ask(DAY, "OSINT", "gold", 48))).toBe(sum);
  });

  test("a further word gives fewer reports, and blanks and letter case do not matter", () => {
    expect(numberOf(ask(DAY, "OSINT", "oil tariff", 720))).toBeLessThan(numberOf(ask(DAY, "OSINT", "oil", 720)));
    expect(ask(DAY, "OSINT", "  OIL ")).toEqual(ask(DAY, "OSINT", "oil"));
  });

  test("24 hours are the default", () => {
    expect(ask(DAY, "OSINT", "oil", null)).toEqual(ask(DAY, "OSINT", "oil", 24));
  });
});
