import { addDays, weekdayOf, type IsoDate } from "../../../../src/contract/dates";
import { createClock } from "../../../../src/service/time/clock";
import type { FieldName } from "../../../../src/contract/functions";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import { INPUTS, type InputReading } from "../../../../src/service/families/regime/inputs";
import { convictionOf, macroRegime, REGIMES, regimeOf, regimeScoreOf, type Day } from "../../../../src/service/families/regime/regime";
import type { SourceId } from "../../../../src/service/records/attribution";
import { storeWith } from "../../../stored";
import { ask, codeOf, numberOf, valueOf } from "./ask-world";

const TODAY: IsoDate = "2024-06-28";
const months = Array.from({ length: 60 }, (_, i) => addDays("2021-01-15", i * 31));

/** A day on which every input has the same value. */
function day(reading: number): Day {
  const read: InputReading = { reading, value: 0, evidence: "made up", from: [{ date: TODAY, value: 0, source: "board", sample: false }] };
  return { present: INPUTS.map((input) => ({ input, read })), absent: [] };
}
const inflation = (reading: number): InputReading => ({ ...day(reading).present[0]!.read, reading });

describe("a regime", () => {
  it.each([
    ["Expansion", 0.5, 0.3, 0],
    ["Slowdown", 0.5, 0.7, 0],
    ["Contraction", -0.5, -0.3, 0],
    ["Recovery", -0.5, -0.7, 0],
    ["Stagflation", -0.5, -0.7, 0.8],
    ["Neutral", 0.05, -0.7, 0.8],
  ] as const)("is %s if the score is %d, a quarter before %d, and inflation %d", (name, now, before, prices) =>
    expect(regimeOf({ latest: day(now), quarterBefore: day(before), inflation: inflation(prices) })).toBe(name),
  );

  it("is named by the score's sign alone if the previous quarter and inflation are missing", () => {
    const unread: Day = { present: [], absent: [{ name: "growth", absent: "none" }] };
    expect(regimeOf({ latest: day(0.5), quarterBefore: unread, inflation: "none" })).toBe("Expansion");
    expect(regimeOf({ latest: day(-0.5), quarterBefore: unread, inflation: "none" })).toBe("Contraction");
  });

  it("has a score from the present inputs only, and a conviction of 100 if all agree", () => {
    const [first, ...others] = day(-1).present;
    const mixed: Day = { present: [{ ...first!, read: { ...first!.read, reading: 1 } }, ...others], absent: [] };
    expect(regimeScoreOf(mixed)).toBeCloseTo(100 * (0.3 - 0.7), 9);
    expect(regimeScoreOf({ present: mixed.present.slice(0, 2), absent: [] })).toBeCloseTo((100 * (0.3 - 0.2)) / 0.5, 9);
    expect(convictionOf(mixed)).toBeCloseTo(40, 9);
    expect(convictionOf(day(-0.2))).toBe(100);
  });
});

describe("REGIME over sample series", () => {
  it("gives a listed name, a score within ±100 and a conviction of 0 to 100, as sample", () => {
    for (const at of months) {
      expect(REGIMES).toContain(valueOf(ask(at, "REGIME", "label")));
      expect(Math.abs(numberOf(ask(at, "REGIME", "score")))).toBeLessThanOrEqual(100);
      const conviction = numberOf(ask(at, "REGIME", "conviction"));
      expect(conviction >= 0 && conviction <= 100).toBe(true);
      expect(ask(at, "REGIME").sample).toBe(true);
    }
  });

  it("has Friday's date on a Sunday", () => {
    expect(weekdayOf("2024-06-23")).toBe(0);
    expect(ask("2024-06-23", "REGIME", "date")).toMatchObject({ value: "2024-06-21", kind: "date", observation_date: "2024-06-21" });
  });

  it("gives inputs_missing and lists the missing inputs if fewer than half have values", () => {
    const answer = ask("1961-06-01", "REGIME");
    expect(codeOf(answer)).toBe("inputs_missing");
    expect(answer.components).not.toHaveLength(0);
    expect(answer.components?.every((component) => "absent" in component)).toBe(true);
  });
});

/** Every input series, flat over a year and a half: a slope of 0.75, usual claims, a spread of 0.15, liquidity up by 3 % in the quarter. */
function published(without: readonly string[] = [], today = TODAY) {
  const DAYS = Array.from({ length: 540 }, (_, i) => addDays(TODAY, -i));
  const WEEKS = Array.from({ length: 78 }, (_, i) => addDays("2024-06-26", -7 * i));
  const flat = (series: string, value: number, source: SourceId = "board", dates = DAYS) => dates.map((date) => ({ series, date, value, source }));
  const months = ["06", "05", "04", "03", "02", "01"].map((month) => `2024-${month}-01`);
  const rows = [
    ...flat("DGS10", 4.25, "treasury"),
    ...flat("DGS2", 3.5, "treasury"),
    ...flat("ICSA", 230_000, "dol", WEEKS),
    ...flat("RIFSPPFAAD90NB", 5.4),
    ...flat("DTB3", 5.25),
    ...flat("WALCL", 6_850_000, "board", WEEKS).map((row) => (row.date > "2024-06-01" ? { ...row, value: 7_030_000 } : row)),
    ...flat("WTREGEN", 700_000, "board", WEEKS),
    ...flat("RRPONTSYD", 150, "nyfed"),
    ...flat("DFII10", 2, "treasury"),
    ...flat("DTWEXBGS", 120),
    ...flat("CPIAUCSL", 310, "bls", [...months, "2023-12-01"]).map((row, i) => ({ ...row, value: 310 * 1.015 ** -(i / 6) })),
  ].filter(({ series }) => !without.includes(series));
  const context = { store: storeWith(TODAY, { rows }), clock: createClock(today, () => 0) };
  return (field: FieldName<"REGIME">): FamilyAnswer => macroRegime.functions.REGIME!.evaluate([field], context, field);
}

describe("REGIME over published series", () => {
  it("is computed from published inputs, and lists each with value, weight and publisher", () => {
    const regime = published();
    // growth 0.5, labour 0, credit 0.5, liquidity 1 (180 / 6,000 $bn), real yield and dollar 0.
    expect(regime("score")).toMatchObject({ value: 40, unit: "score", sample: false });
    expect(regime("label")).toMatchObject({ value: "Expansion", sample: false });
    const components = regime("label").components ?? [];
    expect(components).toContainEqual(expect.objectContaining({ name: "growth", value: 0.75, weight: 0.3, contribution: 15, source: "treasury" }));
    expect(components).toContainEqual(expect.objectContaining({ name: "liquidity", value: 3, weight: 0.15, contribution: 15, source: "board" }));
    expect(components).toContainEqual(expect.objectContaining({ name: "liquidity, further source", source: "nyfed" }));
    expect(components).toContainEqual(expect.objectContaining({ name: "inflation", value: expect.closeTo(3, 1) as number, source: "bls" }));
  });

  it("is marked as sample if one input is sample data, and names that input", () => {
    const answer = published(["ICSA"])("label");
    expect(answer).toMatchObject({ source: "sample", sample: true });
    expect(answer.components?.filter((component) => "sample" in component && component.sample).map((component) => component.name)).toEqual(["labour"]);
  });

  it("has the date of its newest observation, also on a holiday of the exchanges", () => {
    expect(published([], "2024-06-19")("date")).toMatchObject({ value: "2024-06-19", observation_date: "2024-06-19" });
  });
});
