import { CODES } from "../../../../src/contract/codes";
import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import type { Component } from "../../../../src/service/answers/family";
import type { SourceId } from "../../../../src/service/records/attribution";
import { openStore, type Store } from "../../../../src/service/store/store";
import { endOfDay } from "../../../../src/service/time/time-zone";
import { bring } from "../../../stored";
import { readUnchecked } from "../publishers/read-as";
import { askStore, said } from "./ask-store";
import { ask, DAYS } from "./ask-world";

const FIELDS = ["index", "inflation", "event_count", "thin", "date"] as const;

it.each(DAYS)("ESI without forecasts says in every field on %s how to import them", (day) => {
  expect(declarationOf("ESI").fields.map((f) => f.name)).toEqual(FIELDS);
  for (const field of FIELDS) {
    expect(ask(day, "ESI", field)).toMatchObject({
      ...{ code: "proprietary_forecasts", sample: false, reason: "No surprise index: no forecasts are imported." },
      explanation: expect.stringMatching(/consensus, which is proprietary.*npm run data -- import forecasts FILE.*FRED.*REGIME/) as string,
    });
  }
  expect(CODES.proprietary_forecasts.kind).toBe("data");
});

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

/** Imports forecasts as a file of this text. */
const takeForecasts = (lines: readonly string[], seen: IsoDate = "2024-06-20") =>
  bring(store, readUnchecked("forecasts", ["series,period,forecast,date", ...lines, ""].join("\n"), "mine.csv", { seen }), seen);

const SOURCES: Readonly<Record<string, SourceId>> = { ICSA: "dol", CPIAUCSL: "bls", UMCSENT: "user", M2SL: "board" };

/** Imports a value, with the moment of its publication if the file states it. */
function take(
  series: string,
  date: IsoDate,
  value: number,
  published: string | undefined,
  seen = "2024-06-20",
  more: { readonly olderThanFile?: true } = {},
): void {
  const row = { series, date, value, source: SOURCES[series]!, ...(published === undefined ? {} : { published: Date.parse(published) }), ...more };
  bring(store, { rows: [row] }, seen);
}

/** Evaluates ESI as of the end of a day, with the rows that were public then. */
const esi = (day: IsoDate, field: (typeof FIELDS)[number] = "index") => askStore(store.at(endOfDay(day)), day, "ESI", field);
const componentsOf = (day: IsoDate, field?: (typeof FIELDS)[number]) =>
  new Map((esi(day, field).components ?? []).map((c) => [c.name, "absent" in c ? c.absent : c]));
const absent = (day: IsoDate, name: string) => componentsOf(day).get(name);

/** The last day of the example. */
const DAY = "2024-06-20";
const weekBefore = (n: number): IsoDate => addDays("2024-06-01", -7 * n);
/** Claims are released on the Thursday after their week, at 08:30 in New York. */
const claimsMoment = (week: IsoDate): string => `${addDays(week, 5)}T12:30:00Z`;

/** Claims of eight weeks, each 2,000 above or below the forecast of 220,000, from the day before the release. */
function takeEightWeeks(): void {
  const weeks = [8, 7, 6, 5, 4, 3, 2, 1].map(weekBefore);
  weeks.forEach((week, i) => take("ICSA", week, i % 2 === 0 ? 222_000 : 218_000, claimsMoment(week)));
  takeForecasts(weeks.map((week) => `ICSA,${week},220000,${addDays(week, 4)}`));
}

describe("ESI, worked by hand", () => {
  const MONTHS = ["2023-09", "2023-10", "2023-11", "2023-12", "2024-01", "2024-02", "2024-03", "2024-04"];

  beforeEach(() => {
    takeEightWeeks();
    // Two weeks are scored. The first was revised a week later to the forecast: the first published value counts.
    take("ICSA", "2024-06-01", 225_000, "2024-06-06T12:30:00Z");
    take("ICSA", "2024-06-01", 220_000, "2024-06-13T12:30:00Z");
    take("ICSA", "2024-06-08", 219_000, "2024-06-13T12:30:00Z");
    takeForecasts([
      // The last forecast from before the release counts.
      "ICSA,2024-06-01,230000,2024-06-03",
      "ICSA,2024-06-01,220000,2024-06-06T12:00:00Z",
      "ICSA,2024-06-08,220000,2024-06-12",
      // Not released yet.
      "ICSA,2024-06-22,220000,2024-06-20",
    ]);
    // Consumer sentiment, each month 1 above or below a forecast of 70; prices 0.1 above or below 310.
    MONTHS.forEach((month, i) => {
      take("UMCSENT", `${month}-01`, i % 2 === 0 ? 71 : 69, `${month}-25T14:00:00Z`);
      take("CPIAUCSL", `${month}-01`, i % 2 === 0 ? 310.1 : 309.9, undefined, addDays(`${month}-01`, 50));
    });
    takeForecasts(MONTHS.flatMap((month) => [`UMCSENT,${month},70,${month}-20`, `CPIAUCSL,${month},310,${month}-28`]));
    take("UMCSENT", "2024-05-01", 76, "2024-05-24T14:00:00Z");
    take("CPIAUCSL", "2024-05-01", 310.2, undefined, "2024-06-12T13:00:00Z");
    // The forecast of sentiment from after its release, on 24 May, does not count.
    takeForecasts(["UMCSENT,2024-05,70,2024-05-23", "UMCSENT,2024-05,76,2024-05-28", "CPIAUCSL,2024-05,310,2024-06-11"]);
  });

  /*
   * Claims, week to 1 June: 225,000 against 220,000 is a surprise of 5,000. The eight earlier ones are ±2,000 with a mean of 0:
   *   deviation √(8 · 2,000² / 7) = 2,138.0899. More claims mean a weaker economy: −5,000 / 2,138.0899 = −2.3385.
   * Claims, week to 8 June: −1,000. The nine earlier ones have a mean of 5,000 / 9 = 555.5556:
   *   deviation √((8 · 2,000² + 5,000² − 9 · 555.5556²) / 8) = √(54,222,222 / 8) = 2,603.4166. Score 1,000 / 2,603.4166 = 0.3841.
   * Sentiment of May: 76 against 70 is 6. The eight earlier ones are ±1: deviation √(8 / 7) = 1.0690, 6 / 1.0690 = 5.6125, clipped to 4.
   * Weights 1, 1 and 0.5: (−2.338536 + 0.384111 + 0.5 · 4) / 2.5 = 0.045575 / 2.5 = 0.0182.
   * Prices of May: 0.2 against ±0.1: deviation 0.1 · √(8 / 7) = 0.106904, 0.2 / 0.106904 = 1.8708.
   */
  test("gives the weighted mean of the scores, and inflation apart from it", () => {
    expect(FIELDS.map((field) => said(esi(DAY, field)))).toEqual([0.0182, 1.8708, 3, true, "2024-06-13"]);
    const caveats = ["esi_event_count_is_the_sample", "esi_is_derived_not_the_calendar", "esi_surprise_is_relative_to_forecast"];
    expect(esi(DAY)).toMatchObject({ unit: "idx", source: "user", sample: false, observation_date: "2024-06-13", caveats });
    expect(esi(DAY, "inflation").observation_date).toBe("2024-06-12");
  });

  test("lists each release with its figures, score and weight", () => {
    const parts = componentsOf(DAY);
    expect(parts.get("ICSA 2024-06-01")).toEqual({
      name: "ICSA 2024-06-01",
      source: "dol",
      sample: false,
      observation_date: "2024-06-01",
      value: -2.3385,
      unit: "idx",
      weight: 0.4,
      contribution: -0.9354,
      evidence:
        "actual 225,000 on 2024-06-06, forecast 220,000 of 2024-06-06T12:00:00Z, surprise 5,000, 8 earlier surprises with a standard deviation of 2,138.0899, importance 1",
    });
    expect(parts.get("ICSA 2024-06-08")).toMatchObject({ value: 0.3841, weight: 0.4 });
    const evidence = expect.stringContaining("forecast 70 of 2024-05-23, surprise 6") as string;
    expect(parts.get("UMCSENT 2024-05-01")).toMatchObject({ value: 4, weight: 0.2, evidence });
    expect(parts.get("ICSA 2024-05-25")).toBe("not scored: 7 earlier surprises are known, and 8 are needed");
    expect([...parts.keys()].filter((name) => name.startsWith("CPIAUCSL"))).toEqual([]);
    expect(componentsOf(DAY, "inflation").get("CPIAUCSL 2024-05-01")).toMatchObject({ value: 1.8708, weight: 1 });
  });

  test("shows on an earlier day what was known then", () => {
    // On 12 June the week to 8 June was not released: (−2.338536 + 0.5 · 4) / 1.5 = −0.2257.
    expect(FIELDS.map((field) => said(esi("2024-06-12", field)))).toEqual([-0.2257, 1.8708, 2, true, "2024-06-06"]);
    expect(said(esi("2024-06-11", "inflation"))).toBe("inputs_missing");
    // On 5 June only sentiment had eight earlier surprises.
    expect(FIELDS.map((field) => said(esi("2024-06-05", field)))).toEqual([4, "inputs_missing", 1, true, "2024-05-24"]);
  });

  test("counts the releases of 90 days", () => {
    // Sentiment was released on 24 May: 21 August is the 90th day. The claims of 13 June are within 90 days until 10 September.
    expect(["2024-08-21", "2024-08-22", "2024-09-03", "2024-09-04", "2024-09-10"].map((day) => said(esi(day, "event_count")))).toEqual([3, 2, 2, 1, 1]);
    expect(said(esi("2024-09-11", "event_count"))).toBe(0);
    expect(esi("2024-09-11")).toMatchObject({ code: "inputs_missing", reason: "No release of the last 90 days is scored." });
  });
});

describe("ESI does not count", () => {
  beforeEach(takeEightWeeks);
  const NAME = "ICSA 2024-06-01";
  type Import = readonly [published: string | undefined, seen?: string, more?: { readonly olderThanFile: true }];

  test.each<readonly [string, Import, string]>([
    ["imported after the next release", [undefined, "2024-06-13T12:30:00Z"], "this one was imported after the next release, on 2024-06-13"],
    ["whose oldest known value was published after the next release", ["2024-06-20T12:30:00Z"], "the oldest one is of 2024-06-20"],
    ["of the oldest vintage of a file that begins then", ["2024-06-13T12:30:00Z", DAY, { olderThanFile: true }], "the oldest one is of 2024-06-13"],
  ])("a figure whose first published value is unknown: one %s", (_, imported, why) => {
    take("ICSA", "2024-06-01", 225_000, ...imported);
    takeForecasts(["ICSA,2024-06-01,220000,2024-06-05"]);
    expect(absent(DAY, NAME)).toBe(`the first published value is unknown: ${why}`);
  });

  test("only that: a figure imported before the next release counts", () => {
    take("ICSA", "2024-06-01", 225_000, undefined, "2024-06-13T12:29:59Z");
    takeForecasts(["ICSA,2024-06-01,220000,2024-06-05"]);
    expect(absent(DAY, NAME)).toMatchObject({ value: -2.3385 });
  });

  test("a figure whose day of release is unknown", () => {
    take("UMCSENT", "2024-04-01", 76, undefined);
    takeForecasts(["UMCSENT,2024-04,70,2024-04-20"]);
    expect(absent(DAY, "UMCSENT 2024-04-01")).toBe("the day of the release is unknown; import values that state when they were published");
  });

  test("a forecast from the day of a release of unknown hour, or from after it", () => {
    take("UMCSENT", "2024-05-01", 76, new Date(endOfDay("2024-05-24")).toISOString());
    takeForecasts(["UMCSENT,2024-05,70,2024-05-24T12:00:00Z", "UMCSENT,2024-05,71,2024-05-25"]);
    expect(absent(DAY, "UMCSENT 2024-05-01")).toBe(
      "the forecast of 2024-05-24T12:00:00Z and 2024-05-25 is not from before the release of 2024-05-24, so it does not count",
    );
    takeForecasts(["UMCSENT,2024-05,70,2024-05-23"]);
    expect(absent(DAY, "UMCSENT 2024-05-01")).toBe("not scored: 0 earlier surprises are known, and 8 are needed");
  });

  test("a forecast from the stated day of a release, if that is earlier than the rule's and its hour is unknown", () => {
    take("ICSA", "2024-06-01", 225_000, new Date(endOfDay("2024-06-05")).toISOString());
    takeForecasts(["ICSA,2024-06-01,225000,2024-06-05T20:00:00Z"]);
    expect(absent(DAY, NAME)).toBe("the forecast of 2024-06-05T20:00:00Z is not from before the release of 2024-06-05, so it does not count");
    takeForecasts(["ICSA,2024-06-01,220000,2024-06-04"]);
    expect(absent(DAY, NAME)).toMatchObject({ value: -2.3385, evidence: expect.stringContaining("forecast 220,000 of 2024-06-04") as string });
  });

  test("a forecast in another unit", () => {
    take("ICSA", "2024-06-01", 225_000, "2024-06-06T12:30:00Z");
    takeForecasts(["ICSA,2024-06-01,220,2024-06-05"]);
    expect(absent(DAY, NAME)).toBe("the forecast of 220 is not in the unit of ICSA, whose value was 225000");
  });

  test("a release without a loaded figure", () => {
    takeForecasts(["ICSA,2024-06-01,220000,2024-06-05"]);
    expect(absent(DAY, NAME)).toBe("no published value of ICSA for 2024-06-01 is loaded");
    const explanation = expect.stringContaining("No release of the 90 days to 2024-06-20 is scored. ICSA") as string;
    expect(esi(DAY)).toMatchObject({ code: "inputs_missing", explanation });
  });

  test("surprises that are all equal, which have no deviation", () => {
    const months = ["2023-09", "2023-10", "2023-11", "2023-12", "2024-01", "2024-02", "2024-03", "2024-04", "2024-05"];
    for (const month of months) take("UMCSENT", `${month}-01`, 70.1, `${month}-25T14:00:00Z`);
    takeForecasts(months.map((month) => `UMCSENT,${month},70,${month}-20`));
    expect(absent(DAY, "UMCSENT 2024-05-01")).toBe("not scored: all 8 earlier surprises are equal, so they have no standard deviation");
  });

  test("forecasts of series that are no indicator, and forecasts that were not public yet", () => {
    takeForecasts(["DGS10,2024-06-12,4.4,2024-06-11"]);
    expect([...componentsOf(DAY).keys()].filter((name) => name.startsWith("DGS10"))).toEqual([]);
    expect(said(esi("2023-01-10", "event_count"))).toBe(0);
  });
});

test("ESI compares with at most 40 earlier surprises", () => {
  // 41 earlier weeks. The oldest has a surprise of 100,000, which would make the deviation much larger.
  const weeks = Array.from({ length: 41 }, (_, i) => weekBefore(41 - i));
  weeks.forEach((week, i) => take("ICSA", week, i === 0 ? 320_000 : i % 2 === 0 ? 222_000 : 218_000, claimsMoment(week)));
  take("ICSA", "2024-06-01", 225_000, "2024-06-06T12:30:00Z");
  takeForecasts([...weeks, "2024-06-01"].map((week) => `ICSA,${week},220000,${addDays(week, 3)}`));
  // √(40 · 2,000² / 39) = 2,025.4787; −5,000 / 2,025.4787 = −2.4686.
  const last = componentsOf(DAY).get("ICSA 2024-06-01") as Component;
  expect(last.value).toBe(-2.4686);
  expect(last.evidence).toContain("40 earlier surprises");
});

test("ESI as of a day does not change with forecasts and figures that became public later", () => {
  const weeks = Array.from({ length: 20 }, (_, i) => weekBefore(17 - i));
  const figures = weeks.flatMap((week, i) => [
    { week, value: 220_000 + 1_000 * ((i * 7) % 5), published: claimsMoment(week) },
    { week, value: 230_000 + 1_000 * i, published: claimsMoment(addDays(week, 7)) },
  ]);
  const made = weeks.flatMap((week, i) => [2, 4].map((days) => ({ week, value: 221_000 + 500 * ((i + days) % 3), day: addDays(week, days) })));
  /** All answers of a day, from a store with the rows up to another day. */
  const asOf = (day: IsoDate, upTo: IsoDate): unknown[] => {
    store.close();
    store = openStore({ path: ":memory:" });
    for (const { week, value, published } of figures) if (Date.parse(published) <= endOfDay(upTo)) take("ICSA", week, value, published, "2024-08-01");
    takeForecasts(
      made.filter((f) => f.day <= upTo).map((f) => `ICSA,${f.week},${f.value},${f.day}`),
      "2024-08-01",
    );
    return FIELDS.map((field) => esi(day, field));
  };
  const days = ["2024-04-10", "2024-04-25", "2024-05-29", "2024-05-30", "2024-06-05", "2024-06-06", "2024-06-12", "2024-06-18"];
  const changed = days.filter((day) => JSON.stringify(asOf(day, day)) !== JSON.stringify(asOf(day, "2024-08-01")));
  expect(changed).toEqual([]);
  expect(said(esi("2024-06-18"))).toEqual(expect.any(Number));
});
