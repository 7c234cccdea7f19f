import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { BANKS } from "../../../../src/contract/vocabulary";
import { policyRateOn } from "../../../../src/service/families/central-banks/sample";
import { sampleValue } from "../../../../src/service/sample/series";
import { sessionOnOrBefore } from "../../../../src/service/sample/calendar";
import { ask, codeOf, numberOf, reasonOf, valueOf } from "./ask-world";

const DAY = "2026-11-20";
const days = (from: IsoDate, to: IsoDate, step: number): IsoDate[] => {
  const list: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, step)) list.push(day);
  return list;
};

describe("CBRATE", () => {
  test("is known for every bank but the one that stopped", () => {
    expect(BANKS.filter((bank) => codeOf(ask(DAY, "CBRATE", bank)) !== undefined)).toEqual(["AR"]);
  });

  test("takes two letters, three letters and a name for the same area", () => {
    const same = (spelling: string, code: string) => {
      const { note, ...answer } = ask(DAY, "CBRATE", spelling);
      expect([note, answer]).toEqual([`${spelling.toUpperCase()} read as ${code}`, expect.objectContaining({ value: numberOf(ask(DAY, "CBRATE", code)) })]);
    };
    for (const spelling of ["CHE", "che", "Switzerland", "SNB"]) same(spelling, "CH");
    for (const spelling of ["EA", "EZ", "EMU", "euro area", "Eurozone", "ECB"]) same(spelling, "XM");
  });

  test("sends a member of the euro area to XM, and an unknown area to the nearest", () => {
    expect(reasonOf(ask(DAY, "CBRATE", "DE"))).toBe("Germany shares the euro area's rate; ask for XM");
    expect(ask(DAY, "CBRATE", "NX")).toMatchObject({ code: "unknown_country", reason: "Unknown central bank NX" });
  });

  test("withholds every field of a bank whose source stopped, and names the last known day", () => {
    for (const field of ["rate", "date", "stance", "last_change"]) {
      expect(ask(DAY, "CBRATE", "AR", field)).toMatchObject({
        code: "withheld_stopped",
        reason: expect.stringContaining("2023-12-18"),
        observation_date: "2023-12-18",
      });
    }
    expect(numberOf(ask("2020-06-01", "CBRATE", "ARG"))).toBeGreaterThan(0);
  });

  test("has no euro-area rate before 1999", () => {
    expect(codeOf(ask("1998-12-31", "CBRATE", "XM"))).toBe("no_data_yet");
    expect(numberOf(ask("1999-06-30", "CBRATE", "XM"))).toBeGreaterThan(0);
    expect(codeOf(ask("1999-06-30", "CBRATE", "XM", "stance"))).toBe("no_data_yet");
  });

  test("gives the United States as the midpoint of the target range that the curated series show", () => {
    for (const day of ["2010-05-05", "2024-06-25", DAY]) {
      const session = sessionOnOrBefore(day);
      const middle = ((sampleValue("DFEDTARU", session) ?? NaN) + (sampleValue("DFEDTARL", session) ?? NaN)) / 2;
      expect(numberOf(ask(session, "CBRATE", "US"))).toBe(middle);
      expect(middle % 0.25).toBe(0.125);
    }
  });

  test("carries a superseded rate with the faster sources only", () => {
    for (const bank of BANKS.filter((b) => b !== "AR")) {
      const source = valueOf(ask(DAY, "CBRATE", bank, "rate_source"));
      const superseded = ask(DAY, "CBRATE", bank, "superseded_rate_pct");
      if (source === "bis") expect(codeOf(superseded)).toBe("not_superseded");
      else {
        expect(["fred", "probe"]).toContain(source);
        expect(superseded.observation_date! < ask(DAY, "CBRATE", bank).observation_date!).toBe(true);
        expect(numberOf(superseded)).toBe(policyRateOn(bank, superseded.observation_date!));
      }
    }
  });

  test("shows a superseded rate that differs in the days after a move", () => {
    const differing = days("2023-01-01", DAY, 1).filter(
      (day) => numberOf(ask(day, "CBRATE", "XM", "superseded_rate_pct")) !== numberOf(ask(day, "CBRATE", "XM")),
    );
    expect(differing.length).toBeGreaterThan(0);
  });

  test("moves by a quarter or a half point, and the last change leads to the rate", () => {
    for (const bank of BANKS.filter((b) => b !== "AR" && b !== "US" && b !== "HK" && b !== "SA"))
      for (const day of days("2010-01-01", DAY, 400)) {
        const change = ask(day, "CBRATE", bank, "last_change");
        if (codeOf(change)) continue;
        expect([0.25, 0.5]).toContain(Math.abs(numberOf(change)));
        const changed = ask(day, "CBRATE", bank, "last_change_date");
        if (changed.caveats?.includes("central_bank_month_precision")) continue;
        const date = String(valueOf(changed));
        expect(policyRateOn(bank, date) - policyRateOn(bank, addDays(date, -1))).toBeCloseTo(numberOf(change), 8);
        expect(policyRateOn(bank, date)).toBe(numberOf(ask(day, "CBRATE", bank)));
      }
  });

  test("dates a change by its month where only that is known, and says so", () => {
    const changed = ask(DAY, "CBRATE", "IN", "last_change_date");
    expect(String(valueOf(changed))).toMatch(/-01$/);
    expect(changed.caveats).toContain("central_bank_month_precision");
    const old = BANKS.flatMap((bank) => days("1995-01-01", DAY, 300).map((day) => ask(day, "CBRATE", bank, "last_change"))).filter((a) =>
      a.caveats?.includes("central_bank_moves_daily_window_only"),
    );
    expect(old.length).toBeGreaterThan(0);
    for (const answer of old) expect(answer.caveats).toContain("central_bank_month_precision");
  });

  test("takes its stance from the change over a year; all three occur", () => {
    const stances = days("1995-01-01", DAY, 90).map((day) => ask(day, "CBRATE", "GB", "stance"));
    expect(new Set(stances.map(valueOf))).toEqual(new Set(["hiking", "holding", "cutting"]));
    for (const answer of stances) expect(answer.caveats).toContain("central_bank_cycle_window_cumulative");
    const day = "2023-06-30";
    const change = policyRateOn("GB", day) - policyRateOn("GB", "2022-06-28");
    expect(valueOf(ask(day, "CBRATE", "GB", "stance"))).toBe(change > 0.12 ? "hiking" : change < -0.12 ? "cutting" : "holding");
  });

  test("never falls below the floor or leaves a plausible range", () => {
    for (const bank of BANKS)
      for (const day of days("1990-01-01", "2030-12-31", 97)) expect(policyRateOn(bank, day) >= -1 && policyRateOn(bank, day) < 60).toBe(true);
  });
});
