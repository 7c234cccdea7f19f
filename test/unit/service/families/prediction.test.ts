import { addDays } from "../../../../src/contract/dates";
import { QUESTIONS } from "../../../../src/service/families/prediction/questions";
import { sampleMarkets } from "../../../../src/service/families/prediction/sample";
import { ask, codeOf, numberOf, reasonOf } from "./ask-world";

const DAY = "2024-06-25";
const active = (day: string) => sampleMarkets(day).filter((m) => m.closed === null);

describe("ODDS", () => {
  test("at least 80 markets are open on any day, across categories", () => {
    for (let i = 0; i < 60; i++) {
      const open = active(addDays("2020-01-05", i * 60));
      expect(open.length).toBeGreaterThanOrEqual(80);
      expect(new Set(open.map((m) => m.category)).size).toBeGreaterThanOrEqual(6);
    }
  });

  test("ids are unique, and every slug belongs to one question", () => {
    const ids = sampleMarkets(DAY).map((m) => m.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(QUESTIONS.map((q) => q.slug)).size).toBe(QUESTIONS.length);
  });

  test("a market is found by its id, with a probability between 0 and 1", () => {
    for (const market of active(DAY)) {
      const answer = ask(DAY, "ODDS", market.id);
      expect(answer).toMatchObject({ value: market.yes_probability, unit: "probability", observation_date: DAY, caveats: ["end_date_scheduled_not_actual"] });
      expect(numberOf(answer) > 0 && numberOf(answer) < 1).toBe(true);
    }
  });

  test("words find the most traded open market that has them all, in any order and case", () => {
    const best = active(DAY)
      .filter((m) => /rate cut/.test(m.question))
      .sort((a, b) => b.volume_usd! - a.volume_usd!)[0]!;
    for (const words of ["rate cut", "CUT rate", "  Rate   cut"]) expect(ask(DAY, "ODDS", words)).toMatchObject({ value: best.yes_probability });
  });

  test("an unknown market names the nearest questions with their ids", () => {
    const reason = reasonOf(ask(DAY, "ODDS", "bitcoin winner")) ?? "";
    expect(reason).toMatch(/^no active market matches "bitcoin winner"; the nearest are "Will .*Bitcoin.*" \(.+\) or "Will .*Bitcoin.*" \(.+\)$/);
    expect(codeOf(ask(DAY, "ODDS", "zebra"))).toBe("unknown_market");
    expect(codeOf(ask(DAY, "ODDS", "?!"))).toBe("unknown_market");
  });

  test("a closed market gives a reason, before and after its outcome is published", () => {
    const closed = sampleMarkets(DAY).filter((m) => m.closed !== null);
    expect(closed.length).toBeGreaterThan(0);
    for (const market of closed) {
      const answer = ask(DAY, "ODDS", market.id);
      expect(answer).toMatchObject({ code: "unknown_market", observation_date: market.closed });
      expect(reasonOf(answer)).toContain(market.outcome ? `resolved ${market.outcome}` : "awaits its resolution");
    }
    const states = new Set(
      Array.from({ length: 30 }, (_, i) => sampleMarkets(addDays(DAY, i)))
        .flat()
        .filter((m) => m.closed)
        .map((m) => m.outcome),
    );
    expect(states).toEqual(new Set(["Yes", "No", null]));
  });

  test("some markets close before the day that was scheduled", () => {
    expect(sampleMarkets(DAY).some((m) => m.closed !== null && m.closed < m.end_date)).toBe(true);
  });

  test("the last price of a market leans to its outcome", () => {
    const resolved = Array.from({ length: 12 }, (_, i) => sampleMarkets(addDays("2023-01-15", i * 31)))
      .flat()
      .filter((m) => m.outcome !== null);
    const right = resolved.filter((m) => m.yes_probability! > 0.5 === (m.outcome === "Yes"));
    expect(right.length / resolved.length).toBeGreaterThan(0.75);
  });

  test("volume never shrinks", () => {
    const volumeOn = (day: string) => sampleMarkets(day).find((m) => m.id === "us-recession-2024")!.volume_usd;
    expect(volumeOn(addDays(DAY, 20))).toBeGreaterThanOrEqual(volumeOn(DAY)!);
  });

  test("there are none before 2020", () => {
    expect(codeOf(ask("1995-03-01", "ODDS", "rate cut"))).toBe("no_data_yet");
  });
});
