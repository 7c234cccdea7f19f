import { addDays, daysBetween, weekdayOf, type IsoDate } from "../../../../src/contract/dates";
import { BANKS } from "../../../../src/contract/vocabulary";
import { policyRateOn } from "../../../../src/service/families/central-banks/sample";
import { sampleValue } from "../../../../src/service/sample/series";
import { sessionOnOrBefore } from "../../../../src/service/time/calendar";
import { ask, codeOf, numberOf, reasonOf, valueOf } from "./ask-world";

const DAY = "2026-11-20";
const days = (from: IsoDate, to: IsoDate, step: number): IsoDate[] =>
  Array.from({ length: Math.floor(daysBetween(from, to) / step) + 1 }, (_, i) => addDays(from, i * step));

describe("CBRATE", () => {
  test("has a rate for every central bank except Argentina's, whose source ended", () => {
    expect(BANKS.filter((bank) => codeOf(ask(DAY, "CBRATE", bank)) !== undefined)).toEqual(["AR"]);
  });

  test("accepts two letters, three letters or a name for a country", () => {
    const same = (spelling: string, code: string) => {
      const { note, ...answer } = ask(DAY, "CBRATE", spelling);
      expect([note, answer]).toEqual([`${spelling.toUpperCase()} read as ${code}`, expect.objectContaining({ value: numberOf(ask(DAY, "CBRATE", code)) })]);
    };
    for (const spelling of ["CHE", "che", "Switzerland", "SNB"]) same(spelling, "CH");
    for (const spelling of ["EA", "EZ", "EMU", "euro area", "Eurozone", "ECB"]) same(spelling, "XM");
  });

  test("gives a reason that names XM for a euro-area member, and a reason for an unknown country", () => {
    expect(reasonOf(ask(DAY, "CBRATE", "DE"))).toBe("Germany shares the euro area's rate; use XM.");
    expect(ask(DAY, "CBRATE", "NX")).toMatchObject({ code: "unknown_country", reason: "Unknown central bank NX." });
  });

  test("withholds every field of a bank whose source ended, and names its last day", () => {
    const withheld = { code: "withheld_stopped", reason: expect.stringContaining("2023-12-18") as string, observation_date: "2023-12-18" };
    for (const field of ["rate", "date", "stance", "last_change"]) expect(ask(DAY, "CBRATE", "AR", field)).toMatchObject(withheld);
    expect(numberOf(ask("2020-06-01", "CBRATE", "ARG"))).toBeGreaterThan(0);
  });

  test("has no euro-area rate before 1999", () => {
    expect(codeOf(ask("1998-12-31", "CBRATE", "XM"))).toBe("no_data_yet");
    expect(numberOf(ask("1999-06-30", "CBRATE", "XM"))).toBeGreaterThan(0);
    expect(codeOf(ask("1999-06-30", "CBRATE", "XM", "stance"))).toBe("no_data_yet");
  });

  test("gives for the United States the midpoint of the Federal Reserve's target range", () => {
    for (const day of ["2010-05-05", "2024-06-25", DAY]) {
      const session = sessionOnOrBefore(day);
      const middle = ((sampleValue("DFEDTARU", session) ?? NaN) + (sampleValue("DFEDTARL", session) ?? NaN)) / 2;
      expect(numberOf(ask(session, "CBRATE", "US"))).toBe(middle);
      expect(middle % 0.25).toBe(0.125);
    }
  });

  test("reports no superseded rate if both sources agree", () => {
    for (const bank of BANKS.filter((b) => b !== "AR")) {
      expect(["bis", "fred", "probe"]).toContain(valueOf(ask(DAY, "CBRATE", bank, "rate_source")));
      expect(codeOf(ask(DAY, "CBRATE", bank, "superseded_rate_pct"))).toBe("not_superseded");
    }
  });

  test("shows the slower source's old rate as superseded in the days after a rate change", () => {
    const superseded = days("2023-01-01", DAY, 1)
      .map((day) => [ask(day, "CBRATE", "XM", "superseded_rate_pct"), ask(day, "CBRATE", "XM")] as const)
      .filter(([lagging]) => codeOf(lagging) === undefined);
    expect(superseded.length).toBeGreaterThan(0);
    for (const [lagging, newest] of superseded) {
      expect(lagging.observation_date! < newest.observation_date!).toBe(true);
      expect(numberOf(lagging)).toBe(policyRateOn("XM", lagging.observation_date!));
      expect(numberOf(lagging)).not.toBe(numberOf(newest));
    }
  });

  test("is within 0.3 points of each bank's known rate in 2024 and 2026", () => {
    const known: Record<string, readonly [mid2024: number, late2026: number]> = {
      US: [5.375, 3.625], XM: [3.75, 2], GB: [5.25, 3.75], JP: [0.1, 0.75], CA: [4.75, 2.25], CH: [1.25, 0], TR: [50, 38], RU: [16, 16], MX: [11, 7.25], KR: [3.5, 2.5],
      NZ: [5.5, 2.25], BR: [10.5, 15], SE: [4, 1.75], ZA: [8.25, 7], IN: [6.5, 5.25], CN: [3.45, 3], AU: [4.35, 3.6],
    }; // prettier-ignore
    for (const [bank, levels] of Object.entries(known))
      (["2024-06-25", "2026-11-22"] as const).forEach((day, n) => {
        const rate = numberOf(ask(day, "CBRATE", bank));
        expect({ bank, day, rate, near: Math.abs(rate - levels[n]!) <= 0.3 }).toMatchObject({ near: true });
      });
  });

  test.each(["2024-06-25", "2026-11-22"])("on %s a stance agrees with the last change, unless that reversed direction", (day) => {
    const yearBefore = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    for (const bank of BANKS.filter((b) => codeOf(ask(day, "CBRATE", b)) === undefined)) {
      const [stance, change] = [valueOf(ask(day, "CBRATE", bank, "stance")), numberOf(ask(day, "CBRATE", bank, "last_change"))];
      const overYear = policyRateOn(bank, day) - policyRateOn(bank, yearBefore);
      const turned = Math.sign(overYear) !== Math.sign(change);
      expect({ bank, stance, change, agrees: stance === "holding" || turned || (stance === "hiking") === change > 0 }).toMatchObject({ agrees: true });
    }
  });

  test("no bank changes its rate on a Saturday or Sunday", () => {
    const free = days("2014-01-01", "2026-11-22", 1).filter((day) => weekdayOf(day) % 6 === 0);
    const changed = BANKS.flatMap((bank) => free.filter((day) => policyRateOn(bank, day) !== policyRateOn(bank, addDays(day, -1))).map((day) => [bank, day]));
    expect(free.length).toBeGreaterThan(1_000);
    expect(changed).toEqual([]);
  });

  test("changes by quarter points at most banks, and the last change leads to the current rate", () => {
    for (const bank of BANKS.filter((b) => b !== "AR" && b !== "US" && b !== "HK" && b !== "SA"))
      for (const day of days("2010-01-01", DAY, 400)) {
        const change = ask(day, "CBRATE", bank, "last_change");
        if (codeOf(change)) continue;
        // Banks with known decisions have also moved by tenths and by whole points at once.
        if (!["AU", "CA", "CH", "DK", "GB", "JP", "XM"].includes(bank)) expect((4 * numberOf(change)) % 1).toBeCloseTo(0, 8);
        expect(numberOf(change)).not.toBe(0);
        const changed = ask(day, "CBRATE", bank, "last_change_date");
        if (changed.caveats?.includes("central_bank_month_precision")) continue;
        const date = String(valueOf(changed));
        expect(policyRateOn(bank, date) - policyRateOn(bank, addDays(date, -1))).toBeCloseTo(numberOf(change), 8);
        expect(policyRateOn(bank, date)).toBe(numberOf(ask(day, "CBRATE", bank)));
      }
  });

  test("dates a change by its month, with a caveat, if only the month is known", () => {
    const changed = ask(DAY, "CBRATE", "IN", "last_change_date");
    expect(String(valueOf(changed))).toMatch(/-01$/);
    expect(changed.caveats).toContain("central_bank_month_precision");
    const changes = BANKS.flatMap((bank) => days("1995-01-01", DAY, 300).map((day) => ask(day, "CBRATE", bank, "last_change")));
    const old = changes.filter((a) => a.caveats?.includes("central_bank_moves_daily_window_only"));
    expect(old.length).toBeGreaterThan(0);
    for (const answer of old) expect(answer.caveats).toContain("central_bank_month_precision");
  });

  test("has the stance hiking, holding or cutting, from the change over a year", () => {
    const stances = days("1995-01-01", DAY, 90).map((day) => ask(day, "CBRATE", "GB", "stance"));
    expect(new Set(stances.map(valueOf))).toEqual(new Set(["hiking", "holding", "cutting"]));
    for (const answer of stances) expect(answer.caveats).toContain("central_bank_cycle_window_cumulative");
    const day = "2023-06-30";
    const change = policyRateOn("GB", day) - policyRateOn("GB", "2022-06-28");
    expect(valueOf(ask(day, "CBRATE", "GB", "stance"))).toBe(change > 0.12 ? "hiking" : change < -0.12 ? "cutting" : "holding");
  });

  test("stays from -1.2 to 60 % (140 % for Argentina)", () => {
    for (const bank of BANKS)
      for (const day of days("1990-01-01", "2030-12-31", 97))
        expect(policyRateOn(bank, day) >= -1.2 && policyRateOn(bank, day) < (bank === "AR" ? 140 : 60)).toBe(true);
  });

  test("equals the known rate after known decisions", () => {
    const known: [bank: (typeof BANKS)[number], day: IsoDate, rate: number][] = [
      ["US", "2007-08-15", 5.25], ["US", "2020-03-16", 0.125], ["US", "2023-09-29", 5.375], ["US", "2025-11-20", 3.875],
      ["XM", "2008-07-15", 3.25], ["XM", "2020-06-30", -0.5], ["XM", "2023-09-29", 4], ["XM", "2024-06-14", 3.75], ["XM", "2025-07-01", 2],
      ["GB", "2000-06-15", 6], ["GB", "2008-12-31", 2], ["GB", "2020-06-30", 0.1], ["GB", "2023-09-29", 5.25], ["GB", "2024-06-14", 5.25],
      ["JP", "2000-09-15", 0.25], ["JP", "2020-06-30", -0.1], ["JP", "2023-09-29", -0.1], ["JP", "2024-06-14", 0.1], ["JP", "2025-02-14", 0.5],
      ["CH", "2010-06-15", 0.25], ["CH", "2020-06-30", -0.75], ["CH", "2023-09-29", 1.75], ["CH", "2024-06-14", 1.5],
      ["AU", "2020-12-15", 0.1], ["AU", "2024-06-14", 4.35], ["CA", "2020-06-30", 0.25], ["CA", "2023-09-29", 5], ["TR", "2024-06-14", 50], ["HK", "2024-06-14", 5.75],
    ]; // prettier-ignore
    for (const [bank, day, rate] of known) expect([bank, day, policyRateOn(bank, day)]).toEqual([bank, day, rate]);
  });
});
