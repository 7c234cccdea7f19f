import { readFileSync } from "node:fs";
import path from "node:path";
import { board } from "../../../../src/service/publishers/board/board";
import { itWithSharedData } from "../../../shared-data";
import { asked, readAs } from "./read-as";

interface Column {
  readonly id: string;
  readonly unit?: string;
  readonly multiplier?: string;
  readonly currency?: string;
}

/** A package in the format of the Data Download Program. */
function packageOf(release: string, columns: readonly Column[], lines: readonly string[]): string {
  const row = (head: string, cells: readonly string[]) => [head, ...cells].map((c) => `"${c}"`).join(",");
  return [
    row(
      "Series Description",
      columns.map((c) => `about ${c.id}, as published`),
    ),
    row(
      "Unit:",
      columns.map((c) => c.unit ?? "Percent"),
    ),
    row(
      "Multiplier:",
      columns.map((c) => c.multiplier ?? "1"),
    ),
    row(
      "Currency:",
      columns.map((c) => c.currency ?? "NA"),
    ),
    row(
      "Unique Identifier: ",
      columns.map((c) => `${release}/${release}/${c.id}`),
    ),
    row(
      "Time Period",
      columns.map((c) => c.id),
    ),
    ...lines,
    "",
  ].join("\r\n");
}

const dollars = (id: string, multiplier = "1000000"): Column => ({ id, unit: "Currency", multiplier, currency: "USD" });
const valuesOf = (text: string) => Object.fromEntries(readAs("board", text).rows.map((r) => [`${r.series} ${r.date}`, r.value]));

describe("packages of the Federal Reserve Board", () => {
  it("policy rates: IORB includes weekends, and the rate that it replaced is left out", () => {
    const { rows, feed } = readAs(
      "board",
      packageOf("PRATES", [{ id: "RESBME_N.D" }, { id: "RESBM_N.D" }], ["2021-07-28,0.15,", "2023-02-01,,4.40", "2023-02-02,,4.65", "2023-02-04,,4.65"]),
    );
    expect(feed.id).toBe("board.prates");
    expect(rows).toEqual([
      { series: "IORB", date: "2021-07-28", value: null, source: "board" },
      { series: "IORB", date: "2023-02-01", value: 4.4, source: "board" },
      { series: "IORB", date: "2023-02-02", value: 4.65, source: "board" },
      { series: "IORB", date: "2023-02-04", value: 4.65, source: "board" },
    ]);
  });

  it("H.4.1: WTREGEN and WRESBAL are week averages, WALCL is the Wednesday level", () => {
    const text = packageOf(
      "H41",
      [dollars("RESPPMA_N.WW"), dollars("RESPPLLDT_N.WW"), dollars("RESPPLLDT_XAW_N.WW"), dollars("RESH4R_XAW_N.WW"), dollars("RESPPALG_N.WW")],
      ["2025-07-02,6659598,372152,341049,3276121,6300000", "2025-07-09,6661912,311048,331234,3338100,ND"],
    );
    expect(readAs("board", text).feed.id).toBe("board.h41");
    expect(valuesOf(text)).toEqual({
      "WALCL 2025-07-02": 6659598,
      "WTREGEN 2025-07-02": 341049,
      "WRESBAL 2025-07-02": 3276121,
      "WALCL 2025-07-09": 6661912,
      "WTREGEN 2025-07-09": 331234,
      "WRESBAL 2025-07-09": 3338100,
    });
  });

  it.each([
    ["1000000", "6661912"],
    ["1e+06", "6661912"],
    ["1000", "6661912000"],
    ["1e+09", "6661.912"],
  ])("dollar amounts with the multiplier %s are converted to the series' unit", (multiplier, value) => {
    expect(valuesOf(packageOf("H41", [dollars("RESPPMA_N.WW", multiplier)], [`2025-07-09,${value}`]))).toEqual({ "WALCL 2025-07-09": 6661912 });
  });

  it("H.6: M2SL is seasonally adjusted, dated by the month's first day", () => {
    const text = packageOf("H6", [dollars("M2_N.M", "1e+09"), dollars("M2.M", "1e+09")], ["2026-05,23100.1,23090.4", "2026-06,23180.0,23155.2"]);
    expect(valuesOf(text)).toEqual({ "M2SL 2026-05-01": 23090.4, "M2SL 2026-06-01": 23155.2 });
  });

  it("H.15 by month: FEDFUNDS is dated by the month's first day", () => {
    const text = packageOf("H15", [{ id: "RIFSPFF_N.M", unit: "Percent:_Per_Year" }], ["2024-12,4.48", "2025-01,4.33"]);
    expect(valuesOf(text)).toEqual({ "FEDFUNDS 2024-12-01": 4.48, "FEDFUNDS 2025-01-01": 4.33 });
  });

  it("H.10: DTWEXBGS is the broad index, and is missing on a holiday", () => {
    const text = packageOf(
      "H10",
      [
        { id: "JRXWTFB_N.B", unit: "Index:_2006_Jan_100" },
        { id: "JRXWTFN_N.B", unit: "Index:_2006_Jan_100" },
      ],
      ["2026-07-02,119.8843,112.1", "2026-07-03,ND,ND"],
    );
    expect(valuesOf(text)).toEqual({ "DTWEXBGS 2026-07-02": 119.8843, "DTWEXBGS 2026-07-03": null });
  });

  it("three commercial paper rates are read, and DPCREDIT also on holidays", () => {
    const paper = packageOf(
      "CP",
      [{ id: "RIFSPPNAAD30_N.B" }, { id: "RIFSPPNAAD90_N.B" }, { id: "RIFSPPFAAD90_N.B" }, { id: "RIFSPPNA2P2D30_N.B" }],
      ["2026-08-11,3.61,3.66,NA,3.9"],
    );
    expect(valuesOf(paper)).toEqual({ "DCPN30 2026-08-11": 3.61, "RIFSPPNAAD90NB 2026-08-11": 3.66, "RIFSPPFAAD90NB 2026-08-11": null });
    const credit = packageOf("H15", [{ id: "RIFSRP_F02_N.B", unit: "Percent:_Per_Year" }], ["2023-02-01,4.50", "2023-02-02,4.75", "2023-02-20,4.75"]);
    expect(valuesOf(credit)).toMatchObject({ "DPCREDIT 2023-02-01": 4.5, "DPCREDIT 2023-02-02": 4.75, "DPCREDIT 2023-02-20": 4.75 });
  });

  it.each([
    ["dollars without a multiplier", packageOf("H41", [dollars("RESPPMA_N.WW", "")], ["2025-07-09,6661912"]), "so the scale of its dollars is unknown"],
    ["an invalid multiplier", packageOf("H41", [dollars("RESPPMA_N.WW", "12")], ["2025-07-09,6661912"]), 'as multiplier of RESPPMA_N.WW, got "12"'],
    [
      "another currency",
      packageOf("H41", [{ ...dollars("RESPPMA_N.WW"), currency: "EUR" }], ["2025-07-09,6661912"]),
      'expected USD as currency of RESPPMA_N.WW, got "EUR"',
    ],
    ["figures in another scale than the multiplier says", packageOf("H41", [dollars("RESPPMA_N.WW")], ["2025-07-09,6661.912"]), "expected WALCL in $M, from"],
    [
      "an index with another base",
      packageOf("H10", [{ id: "JRXWTFB_N.B", unit: "Index:_1997_Jan_100" }], ["2019-01-02,128.1"]),
      'expected Index:_2006_Jan_100 as unit of JRXWTFB_N.B, got "Index:_1997_Jan_100"',
    ],
    ["percent instead of dollars", packageOf("H41", [{ id: "RESPPMA_N.WW", multiplier: "1000000" }], ["2025-07-09,6661912"]), "expected Currency as unit"],
    ["a package of other series", packageOf("H41", [dollars("RESPPALG_N.WW")], ["2025-07-09,6300000"]), "names no column of the Board's H.4.1 package"],
    [
      "months and days in one file",
      packageOf(
        "H15",
        [{ id: "RIFSPFF_N.M" }, { id: "RIFSPFF_N.B" }].map((c) => ({ ...c, unit: "Percent:_Per_Year" })),
        ["2025-01,4.33,4.33"],
      ),
      "mixes monthly series (RIFSPFF_N.M) with others",
    ],
    [
      "a line that is cut",
      packageOf("H41", [dollars("RESPPMA_N.WW"), dollars("RESPPALG_N.WW")], ["2025-07-09,6661912"]),
      "expected 3 cells, as in the header, got 2",
    ],
    ["a month for a week", packageOf("H41", [dollars("RESPPMA_N.WW")], ["2025-07,6661912"]), "expected a date as YYYY-MM-DD"],
  ])("refuses %s", (_, text, sentence) => {
    expect(() => readAs("board", text)).toThrow(sentence);
  });

  it("refuses a value cut at the end, except in an ignored column", () => {
    const whole = packageOf("PRATES", [{ id: "RESBM_N.D" }, { id: "RESBME_N.D" }], ["2023-02-01,4.40,4.4"]);
    expect(readAs("board", whole.trimEnd()).rows).toHaveLength(1);
    const cut = packageOf("PRATES", [{ id: "RESBM_N.D" }], ["2023-02-01,4.4"]);
    expect(() => readAs("board", cut.trimEnd())).toThrow("may be cut short");
  });

  it("are requested by the hash of the package, with a User-Agent of a browser", () => {
    expect(board.politeness.headers?.["User-Agent"]).toMatch(/^Mozilla/);
    const hashOf = (feed: string) => asked(feed, "2026-08-13").map((r) => /&series=(\w+)&/.exec(r.url)?.[1]);
    expect(["board.h15", "board.prates", "board.h41"].map(hashOf)).toEqual([
      ["bf17364827e38702b42a58cf8eaa3f78"],
      ["c27939ee810cb2e929a920a6bd77d9f6"],
      ["f52e72511be65e16f71d4f5858951312", "ccfdc0c8cb86be87af324da79a6f8826"],
    ]);
  });

  it("are requested from the newest stored day on, but H.6 and H.10 from their first day", () => {
    expect(asked("board.prates", "2026-08-13", "2026-08-06").map((r) => r.url)).toEqual([
      "https://www.federalreserve.gov/datadownload/Output.aspx?rel=PRATES&series=c27939ee810cb2e929a920a6bd77d9f6&lastobs=&from=08%2F06%2F2026&to=&filetype=csv&label=include&layout=seriescolumn&type=package",
    ]);
    expect(asked("board.h41", "2026-08-13", undefined)).toHaveLength(2);
    expect(asked("board.h6", "2026-08-13", "2026-06-01")[0]?.url).toContain("&from=&to=&");
    expect(asked("board.h10", "2026-08-13", "2026-08-07")[0]?.url).toContain("&from=&to=&");
  });
});

describe("monthly averages of the 10-year yield", () => {
  const read = (text: string) => readAs("board", text).records;

  it("are stored as rate_average, and known from the first day after the month", () => {
    expect(read("Date,Rate\n2026-04-01,4.32\n2026-12-01,4.48\n")).toEqual([
      { dataset: "rate_average", entity: "10Y", date: "2026-04-01", key: "", known: "2026-05-01", body: { rate: 4.32 }, source: "board" },
      { dataset: "rate_average", entity: "10Y", date: "2026-12-01", key: "", known: "2027-01-01", body: { rate: 4.48 }, source: "board" },
    ]);
  });

  it("have no row for a month without a rate", () => {
    expect(read("Date,Rate\n2026-04-01,\n2026-05-01,4.48\n").map((r) => r.date)).toEqual(["2026-05-01"]);
  });

  it.each([
    ["days", "Date,Rate\n2026-04-02,4.32\n", "expected the first of a month, got 2026-04-02"],
    ["a month twice", "Date,Rate\n2026-04-01,4.32\n2026-04-01,4.33\n", "2026-04-01 appears twice"],
    ["a shifted decimal point", "Date,Rate\n2026-04-01,432\n", "expected a yield from"],
    ["a third column", "Date,Rate\n2026-04-01,4.32,x\n", "expected 2 cells"],
    ["a rate that may be cut short", "Date,Rate\n2026-04-01,4.3", "without a line end"],
  ])("refuses %s", (_, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  itWithSharedData("reads the published file from 1953 on", (folder) => {
    const records = read(readFileSync(path.join(folder, "treasury/us10y_monthly_datasets.csv"), "utf8"));
    expect(records[0]).toMatchObject({ date: "1953-04-01", body: { rate: 2.83 } });
    expect(records.find((r) => r.date === "2026-05-01")?.body).toEqual({ rate: 4.48 });
  });
});
