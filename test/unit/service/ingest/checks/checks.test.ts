import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PublishedRow, RecordRow } from "../../../../../src/service/records/record";
import { CHECKS, runChecks, OPERATIONS, type ListedCheck } from "../../../../../src/service/ingest/checks/checks";
import { deliveryOf, type IncomingDelivery, type ParsedDocument, type Stored } from "../../../../../src/service/ingest/checks/delivery";
import { RefusedFile } from "../../../../../src/service/publishers/reading/text";
import { recordRow } from "../../../../record-row";

const TODAY = "2024-06-25";
const row = (date: string, value: number | null, series = "DGS10", source: PublishedRow["source"] = "treasury"): PublishedRow => ({
  series,
  date,
  value,
  source,
});
const rows = (days: Readonly<Record<string, number | null>>, ...more: [series?: string, source?: PublishedRow["source"]]): PublishedRow[] =>
  Object.entries(days).map(([date, value]) => row(date, value, ...more));
const storedOf = (known: readonly PublishedRow[]): Stored => {
  const stored = (which: (row: PublishedRow) => boolean) =>
    known.filter(which).map((r) => ({ ...r, public: r.published ?? 0, basis: r.published === undefined ? ("rule" as const) : ("stated" as const), seen: 0 }));
  return {
    between: (series, from, to) => stored((r) => r.series === series && r.date >= from && r.date <= to),
    latest: (series, upTo) => stored((r) => r.series === series && r.value !== null && r.date <= upTo).slice(-1),
    versions: (series, date) => stored((r) => r.series === series && r.date === date),
  };
};
const delivered = (documents: readonly Partial<ParsedDocument>[], known: readonly PublishedRow[] = []): IncomingDelivery =>
  deliveryOf(
    documents.map((d, i) => ({ label: `${"abc"[i]}.csv`, rows: [], ...d })),
    TODAY,
    storedOf(known),
  );
const found = (check: ListedCheck, delivery: IncomingDelivery): string[] => check.check(delivery).map((f) => f.sentence);

const WEEK = { "2024-06-17": 4.28, "2024-06-18": 4.22, "2024-06-20": 4.25 };
const times = (factor: number): Record<string, number> => Object.fromEntries(Object.entries(WEEK).map(([d, v]) => [d, v * factor]));
const MANY = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`2024-06-${String(3 + i + 2 * Math.floor(i / 5)).padStart(2, "0")}`, 4 + i / 100]));

const forecast = (period: string, value: number, series = "ICSA"): RecordRow =>
  recordRow("forecast", series, period, "user", { value }, { known: "2024-06-03" });
/** A value of April from a vintage after the next release. */
const LATE: PublishedRow = { ...row("2024-04-01", 313.016, "CPIAUCSL", "user"), published: Date.parse("2024-06-20"), olderThanFile: true };

const SHORT_DAY = { short_volume: 600, short_exempt_volume: 0, total_volume: 500, market: "B,Q,N" };

/** A delivery in which every check finds a fault. */
const FAULTY: Readonly<Record<keyof typeof CHECKS, IncomingDelivery>> = {
  unit: delivered([{ rows: [row("2024-06-20", 6661, "WALCL", "board")] }]),
  scale: delivered([{ rows: rows(times(0.01)) }], rows(WEEK)),
  disagreement: delivered([{ rows: rows(WEEK) }, { rows: [row("2024-06-20", 4.26)] }]),
  impossibleDays: delivered([{ rows: [row("2024-07-01", 4.2)] }]),
  age: delivered([{ newest: "2024-06-13", replaces: { newest: "2024-06-20" } }]),
  forecastUnit: delivered([{ records: [forecast("2024-06-08", 225)] }], rows({ "2024-06-01": 229_000 }, "ICSA", "dol")),
  otherValues: delivered([{ rows: rows(MANY) }], rows(Object.fromEntries(Object.keys(MANY).map((d) => [d, 3])))),
  plausibility: delivered([{ records: [recordRow("short_volume", "GME", "2024-06-20", "finra", SHORT_DAY)] }]),
  lateVintages: delivered([{ rows: [LATE] }]),
};

describe.each(Object.keys(CHECKS) as (keyof typeof CHECKS)[])("the check %s", (name) => {
  it.each(OPERATIONS)("refuses, reports or skips a faulty document on %s, as CHECKS says", (way) => {
    const run = () => runChecks(way, FAULTY[name]);
    if (CHECKS[name][way] === "refuse") expect(run).toThrow(RefusedFile);
    else if (CHECKS[name][way] === "skip") expect(run()).toEqual([]);
    else expect(run()).toMatchObject([{ check: name }]);
  });

  it.each(OPERATIONS)("finds nothing in a valid document on %s", (way) => {
    expect(runChecks(way, delivered([{ rows: rows(WEEK), newest: "2024-06-20", replaces: { newest: "2024-06-20" } }], rows(WEEK)))).toEqual([]);
  });
});

it("every check that a file of the folder checks exports is listed in CHECKS", () => {
  const folder = path.resolve(__dirname, "../../../../../src/service/ingest/checks");
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  const exported = texts.flatMap((text) => [...text.matchAll(/^export const (\w+): Check\b/gm)].map(([, name]) => name));
  expect(exported.sort()).toEqual(Object.keys(CHECKS).sort());
});

it("a check added to CHECKS runs in every operation", () => {
  const added = { check: () => [{ sentence: "odd" }], import: "warn", update: "warn", rebuild: "warn", forget: "warn", cells: "warn" } as const;
  for (const way of OPERATIONS) expect(runChecks(way, delivered([{}]), { added })).toEqual([{ check: "added", sentence: "odd" }]);
});

describe("scale", () => {
  const { scale } = CHECKS;
  it.each([
    [0.01, "a hundredth"],
    [100, "a hundred times"],
    [0.001, "a thousandth"],
    [1_000_000, "a million times"],
  ])("finds a publisher's document whose stored days come again times %d", (factor, words) => {
    const known = rows(WEEK, "RRPONTSYD", "nyfed");
    expect(found(scale, delivered([{ rows: rows(times(factor), "RRPONTSYD", "nyfed") }], known))).toEqual([expect.stringContaining(words)]);
  });

  it("needs three stored days in a publisher's document to find another scale", () => {
    const known = rows({ "2024-06-17": 0.001, "2024-06-18": 0.002 }, "RPONTSYD", "nyfed");
    expect(
      found(scale, delivered([{ rows: rows({ "2024-06-17": 1, "2024-06-18": 2, "2024-06-20": 1, "2024-06-21": 2 }, "RPONTSYD", "nyfed") }], known)),
    ).toEqual([]);
    expect(found(scale, delivered([{ rows: rows({ "2024-06-19": 1 }, "RPONTSYD", "nyfed") }], known))).toEqual([]);
  });

  it("needs one stored value close in time to find another scale in a user's file", () => {
    const own = delivered([{ rows: [row("2024-06-21", 0.0425, "DGS10", "user")] }], rows(WEEK));
    expect(found(scale, own)).toEqual([expect.stringContaining("DGS10 is 0.0425 on 2024-06-21, a hundredth of the stored value")]);
    expect(found(scale, delivered([{ rows: [row("2024-09-20", 0.0425, "DGS10", "user")] }], rows(WEEK)))).toEqual([]);
  });

  it("finds nothing if values are revised", () => {
    expect(found(scale, delivered([{ rows: rows({ ...times(1.1), "2024-06-20": 0.04 }) }], rows(WEEK)))).toEqual([]);
  });

  it.each(["ECON.cpi.TR", "ECON.reer.US", "ECON.house_prices.US", "CPIAUCSL"])("finds nothing if the index %s has a new base year", (series) => {
    const source = series === "CPIAUCSL" ? "bls" : "bis";
    const known = rows({ "2023-10-31": 180, "2023-11-30": 182, "2023-12-31": 183 }, series, source);
    const rebased = rows({ "2023-10-31": 1.8, "2023-11-30": 1.82, "2023-12-31": 1.83 }, series, source);
    expect(found(scale, delivered([{ rows: rebased }], known))).toEqual([]);
  });

  it("finds nothing in a publisher's document if a user's file had the wrong scale", () => {
    expect(found(scale, delivered([{ rows: rows(WEEK) }], rows(times(0.01), "DGS10", "user")))).toEqual([]);
  });
});

describe("forecastUnit", () => {
  const { forecastUnit } = CHECKS;
  const CLAIMS = rows({ "2024-05-25": 221_000, "2024-06-01": 229_000 }, "ICSA", "dol");
  const of = (records: readonly RecordRow[], known: readonly PublishedRow[]): string[] => found(forecastUnit, delivered([{ records }], known));

  it("finds forecasts in thousands of a series in persons, and says how many", () => {
    expect(of([forecast("2024-06-08", 225), forecast("2024-06-15", 229_000), forecast("2024-06-22", 230)], CLAIMS)).toEqual([
      "the forecast of ICSA for 2024-06-08 is 225, and its stored value of 2024-06-01 is 229000 (count); 1 more of its forecasts differ ten times or more. ESI does not count a forecast in another unit; convert it to the unit of the series, and import the file again",
    ]);
    expect(of([forecast("2024-06-01", 22_900)], CLAIMS)).toHaveLength(1);
    expect(of([forecast("2024-06-01", 2_290_000)], CLAIMS)).toHaveLength(1);
  });

  it("finds nothing in the unit of the series, without a value near the period, and in rates near zero", () => {
    expect(of([forecast("2024-06-08", 30_000), forecast("2024-06-08", 2_200_000)], CLAIMS)).toEqual([]);
    expect(of([forecast("2025-06-14", 225), forecast("2024-05-18", 225)], CLAIMS)).toEqual([]);
    expect(of([forecast("2024-06-18", 0.25, "DGS1MO")], rows({ "2024-06-17": 0.02 }, "DGS1MO"))).toEqual([]);
    expect(of([forecast("2024-06-18", 0.0425, "DGS10")], rows(WEEK))).toHaveLength(1);
  });
});

describe("disagreement", () => {
  const { disagreement } = CHECKS;
  it("names the two files with different values, or the one file with both", () => {
    expect(found(disagreement, FAULTY.disagreement)[0]).toBe(
      "DGS10 on 2024-06-20 is 4.25 in a.csv and 4.26 in b.csv; import them one after the other, the right one last",
    );
    expect(found(disagreement, delivered([{ rows: [row("2024-06-20", 4.25), row("2024-06-20", null)] }]))[0]).toContain("missing in a.csv; keep the right one");
  });

  it("finds nothing if one source has a value and another a blank", () => {
    expect(found(disagreement, delivered([{ rows: rows(WEEK) }, { rows: [row("2024-06-20", null, "DGS10", "board")] }]))).toEqual([]);
  });
});

describe("age", () => {
  const { age } = CHECKS;
  it("finds a document older than the stored one, even if it ends on a later day", () => {
    expect(found(age, delivered([{ newest: "2024-06-21", replaces: { newest: "2024-06-20", isNewer: true } }]))).toEqual([
      expect.stringMatching(/^this document is older than the stored one, so it was not imported/),
    ]);
  });

  it("finds nothing in the first document of a part, however old", () => {
    expect(found(age, delivered([{ rows: rows({ "1990-01-02": 7.9 }), newest: "1990-01-02", replaces: {} }]))).toEqual([]);
  });

  it("finds a user's file that ends years ago, unless newer days are stored", () => {
    const old = { rows: rows({ "2019-06-20": 2.01 }, "DGS10", "user") };
    expect(found(age, delivered([old]))).toEqual(["DGS10 ends on 2019-06-20, and nothing newer is stored; check for newer data"]);
    expect(found(age, delivered([old], rows(WEEK)))).toEqual([]);
    expect(found(age, delivered([{ rows: rows({ "2022-06-24": 3.1 }) }]))).toEqual([]);
  });
});

describe("unit", () => {
  const { unit } = CHECKS;
  it("finds a percentage outside past extremes, but only in curated series", () => {
    expect(found(unit, delivered([{ rows: [row("2024-06-20", 533, "SOFR", "nyfed")] }]))).toEqual([
      "expected SOFR in %, from -5 to 30, got 533 on 2024-06-20; check the unit and the scale of the file",
    ]);
    expect(found(unit, delivered([{ rows: [row("2024-06-20", 150, "CBPOL.ZW", "bis"), row("2024-06-20", null, "WALCL", "board")] }]))).toEqual([]);
  });
});

describe("impossibleDays", () => {
  const { impossibleDays } = CHECKS;
  it.each([
    ["2024-06-26", "DGS10", [expect.stringContaining("in the future")]],
    ["2024-06-22", "DGS10", [expect.stringContaining("a Saturday")]],
    ["2024-06-23", "DGS10", [expect.stringContaining("a Sunday")]],
    ["2024-06-22", "WALCL", []],
    ["2024-06-22", "IORB", []],
    ["2024-06-28", "IORB", []],
  ])("checks %s as a day of %s", (date, series, said) => {
    expect(found(impossibleDays, delivered([{ rows: [row(date, 5.4, series)] }]))).toEqual(said);
  });

  it("finds nothing on a weekend day without a value", () => expect(found(impossibleDays, delivered([{ rows: [row("2024-06-22", null)] }]))).toEqual([]));
});

describe("otherValues", () => {
  const { otherValues } = CHECKS;
  it("counts the stored values that a new document changes", () => {
    expect(found(otherValues, FAULTY.otherValues)).toEqual(["12 of 12 stored values of DGS10 differ from the new ones"]);
  });

  it("finds nothing if nine values differ, or half, or the new ones are blank", () => {
    const same = Object.values(MANY);
    const differing = (given: readonly PublishedRow[], known: (i: number) => number = () => 3): string[] =>
      found(otherValues, delivered([{ rows: given }], rows(Object.fromEntries(Object.keys(MANY).map((d, i) => [d, known(i)])))));
    expect(differing(rows(MANY).slice(0, 9))).toEqual([]);
    expect(differing(rows(MANY), (i) => (i < 6 ? 3 : (same[i] ?? 0)))).toEqual([]);
    expect(differing(rows(MANY, "DGS10", "board").map((r) => ({ ...r, value: null })))).toEqual([]);
  });
});

describe("late vintages", () => {
  const first: PublishedRow = { ...row("2024-05-01", 314, "CPIAUCSL", "user"), published: Date.parse("2024-06-12T12:30:00Z") };

  it("are counted by date, with the first and what to do", () =>
    expect(found(CHECKS.lateVintages, delivered([{ rows: [LATE, { ...LATE, value: 313.2, published: Date.parse("2024-06-24") }, first] }]))).toEqual([
      "the first vintage of 1 of 2 months of CPIAUCSL came after the release, the first for 2024-04. As of days in between they have the value that other files bring, if any, and what was published first is unknown. Load earlier vintages, or leave the file out",
    ]));

  it("are not reported if an earlier vintage is stored", () => {
    const stored = { ...LATE, value: 313.1, published: Date.parse("2024-05-15T12:30:00Z") };
    expect(found(CHECKS.lateVintages, delivered([{ rows: [LATE, first] }], [stored]))).toEqual([]);
  });
});
