import { addDays } from "../../../../src/contract/dates";
import { sampleReleases } from "../../../../src/service/families/surprise/sample";
import { ask, codeOf, numberOf, valueOf } from "./ask-world";

const DAY = "2024-06-25";

describe("ESI", () => {
  test("begins in 2015 and is thin in its first weeks", () => {
    expect(codeOf(ask("2014-12-31", "ESI"))).toBe("no_data_yet");
    expect(valueOf(ask("2015-01-20", "ESI", "thin"))).toBe(true);
    expect(valueOf(ask(DAY, "ESI", "thin"))).toBe(false);
  });

  test("has no index where nothing was scored, though the count is a true zero", () => {
    expect(codeOf(ask("2015-01-01", "ESI", "index"))).toBe("no_data_yet");
    expect(valueOf(ask("2015-01-01", "ESI", "event_count"))).toBe(0);
  });

  test("is the weighted average of the clipped surprises of 90 days, without inflation", () => {
    const weights = { high: 1, medium: 0.5, low: 0.2 };
    const rows = sampleReleases(addDays(DAY, -90), DAY);
    const average = (inflation: boolean) => {
      const kept = rows.filter((r) => r.inflation === inflation);
      const total = kept.reduce((sum, r) => sum + weights[r.importance] * Math.min(4, Math.max(-4, r.surprise)), 0);
      return total / kept.reduce((sum, r) => sum + weights[r.importance], 0);
    };
    expect(numberOf(ask(DAY, "ESI", "index"))).toBeCloseTo(average(false), 3);
    expect(numberOf(ask(DAY, "ESI", "inflation"))).toBeCloseTo(average(true), 3);
    expect(numberOf(ask(DAY, "ESI", "event_count"))).toBe(rows.filter((r) => !r.inflation).length);
  });

  test("is positive at times and negative at others", () => {
    const readings = Array.from({ length: 60 }, (_, i) => numberOf(ask(addDays("2016-01-01", i * 60), "ESI")));
    expect(Math.max(...readings)).toBeGreaterThan(0.2);
    expect(Math.min(...readings)).toBeLessThan(-0.2);
  });

  test("carries what must be said of it", () => {
    expect(ask(DAY, "ESI").caveats).toEqual(["esi_event_count_is_the_sample", "esi_is_derived_not_the_calendar", "esi_surprise_is_relative_to_forecast"]);
  });
});
