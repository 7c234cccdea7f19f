import { board } from "../../../../src/service/publishers/board/board";
import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { asked, readAs, readYields } from "./read-as";

const rowsOf = (text: string | Buffer) => readYields(text).rows;
const valuesOf = (text: string) => Object.fromEntries(readAs("board", text).rows.map((r) => [`${r.series} ${r.date}`, r.value]));

interface Column {
  readonly id: string;
  readonly unit?: string;
  readonly multiplier?: string;
  readonly currency?: string;
  readonly identifier?: string;
}

/** A package in the format of the Data Download Program. */
function packageOf(release: string, columns: readonly Column[], lines: readonly string[], end = "\r\n"): string {
  const row = (head: string, cell: (column: Column) => string) => [head, ...columns.map(cell)].map((c) => `"${c}"`).join(",");
  return [
    row("Series Description", (c) => `about ${c.id}, as published`),
    row("Unit:", (c) => c.unit ?? "Percent"),
    row("Multiplier:", (c) => c.multiplier ?? "1"),
    row("Currency:", (c) => c.currency ?? "NA"),
    row("Unique Identifier: ", (c) => c.identifier ?? `${release}/${release}/${c.id}`),
    row("Time Period", (c) => c.id),
    ...lines,
    "",
  ].join(end);
}

/** A package of H.15 with one column. */
const h15 = ({ lines = ["2024-06-18,4.22", "2024-06-19,ND"], ...column }: Partial<Column> & { readonly lines?: readonly string[] } = {}) =>
  packageOf("H15", [{ id: "RIFLGFCY10_N.B", unit: "Percent:_Per_Year", ...column }], lines, "\n");

describe("the Federal Reserve Board's H.15 package", () => {
  it("has daily rows, in which ND is a missing value", () => {
    const { layout, rows } = readYields(h15());
    expect(layout.publisher).toBe("board");
    expect(rows).toEqual([
      { series: "DGS10", date: "2024-06-18", value: 4.22, source: "board" },
      { series: "DGS10", date: "2024-06-19", value: null, source: "board" },
    ]);
  });

  it("may lack the rows of units and multipliers, or leave them blank", () => {
    expect(rowsOf("Time Period,RIFLGFCM01_N.B,RIFLGFCY30_N.B\n2024-06-18,5.43,\n")).toEqual([
      { series: "DGS1MO", date: "2024-06-18", value: 5.43, source: "board" },
      { series: "DGS30", date: "2024-06-18", value: null, source: "board" },
    ]);
    expect(rowsOf(h15({ unit: "", multiplier: "" }))).toHaveLength(2);
  });

  const STORED = `
    RIFLGFCM01_N.B:DGS1MO RIFLGFCM03_N.B:DGS3MO RIFLGFCM06_N.B:DGS6MO RIFLGFCY01_N.B:DGS1 RIFLGFCY02_N.B:DGS2 RIFLGFCY03_N.B:DGS3 RIFLGFCY05_N.B:DGS5
    RIFLGFCY07_N.B:DGS7 RIFLGFCY10_N.B:DGS10 RIFLGFCY20_N.B:DGS20 RIFLGFCY30_N.B:DGS30 RIFLGFCY10_XII_N.B:DFII10 RIFSGFSW04_N.B:DTB4WK RIFSGFSM03_N.B:DTB3
    RIFSGFSM06_N.B:DTB6 RIFSGFSY01_N.B:DTB1YR RIFSPFF_N.B:EFFR`;
  it.each(
    STORED.trim()
      .split(/\s+/)
      .map((pair) => pair.split(":") as [id: string, series: string]),
  )("has %s, which is stored as %s", (id, series) => expect(rowsOf(h15({ id }))[0]).toEqual({ series, date: "2024-06-18", value: 4.22, source: "board" }));

  const UNKNOWN = "is not a column of the Board's H.15 package that this service knows";

  it.each([
    ["another unit", h15({ unit: "Currency" }), 'line 2: expected Percent:_Per_Year as unit of RIFLGFCY10_N.B, got "Currency"'],
    ["another multiplier", h15({ multiplier: "1000000" }), 'line 3: expected 1 as multiplier of RIFLGFCY10_N.B, got "1000000"'],
    [
      "another column's identifier",
      h15({ identifier: "H15/H15/RIFLGFCY30_N.B" }),
      "line 5: expected the column's own identifier as unique identifier of RIFLGFCY10_N.B",
    ],
    ["an unknown identifier, by name", h15({ id: "RIFSPBLP_N.B" }), `line 6: "RIFSPBLP_N.B" ${UNKNOWN}; leave it out`],
    ["monthly averages", h15({ id: "RIFLGFCY10_N.M" }), `line 6: "RIFLGFCY10_N.M" ${UNKNOWN}; it is not the business-day series`],
    ["months for days", h15({ lines: ["2024-06,4.31"] }), 'line 7: expected a date as YYYY-MM-DD, got "2024-06"'],
    ["a day that does not exist", h15({ lines: ["2023-02-29,4.31"] }), "line 7: 2023-02-29 does not exist"],
    ["N/A, which is the Treasury's word", h15({ lines: ["2024-06-18,N/A"] }), 'line 7: expected a number under RIFLGFCY10_N.B, got "N/A"'],
    ["a cut word at the end", h15({ lines: ["2024-06-18,4.22", "2024-06-19,N"] }).trimEnd(), 'line 8: expected a number under RIFLGFCY10_N.B, got "N"'],
    ["no line of data", h15({ lines: [] }), "there is no line of data under the header"],
    ["no row of identifiers", h15().split("\n").slice(0, 2).join("\n"), "the row Time Period with the series' identifiers is missing"],
    [
      "an unknown row above the data",
      `"Series Description","x"\n"Notes","x"\n"Time Period","RIFLGFCY10_N.B"\n2024-06-18,4.22\n`,
      'line 2: expected a row of the Board\'s H.15 package (Series Description, Unit, Multiplier, Currency, Unique Identifier, Time Period), got "Notes"',
    ],
    [
      "a row of units with another number of cells",
      `"Unit:","Percent:_Per_Year"\n"Time Period","RIFLGFCY10_N.B","RIFLGFCY30_N.B"\n2024-06-18,4.22,4.36\n`,
      "line 1: expected 3 cells, as in the row Time Period, got 2",
    ],
  ])("is refused for %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));
});

describe("an H.15 excerpt with short column names", () => {
  it("has tenors, in which ND and blanks are missing values", () => {
    const rows = rowsOf("date,M01,Y02,Y10\n1962-01-02,,,4.06\n1962-02-12,ND,ND,ND\n");
    const expected = ["1962-01-02", "1962-02-12"].flatMap((date) =>
      ["DGS1MO", "DGS2", "DGS10"].map((series) => ({ series, date, value: null, source: "board" })),
    );
    expect(rows).toEqual(expected.map((row, i) => (i === 2 ? { ...row, value: 4.06 } : row)));
  });

  it("is refused for an unknown column, which the message names", () =>
    expect(() => rowsOf("date,Y10,Y50\n2024-06-18,4.22,4.5\n")).toThrow('line 1: "Y50" is not a column of an H.15 excerpt'));

  itWithSharedData("is read from the published file", (_, fileIn) => {
    const rows = rowsOf(fileIn("treasury/h15_cmt_excerpt.csv"));
    for (const [series, date, value] of [["DGS10", "2024-06-25", 4.23] as const, ["DGS10", "2024-03-29", null] as const, ["DGS2", "1962-01-02", null] as const])
      expect(rows).toContainEqual({ series, date, value, source: "board" });
  });
});

const dollars = (id: string, multiplier = "1000000") => ({ id, unit: "Currency", multiplier, currency: "USD" });

describe("packages of the Federal Reserve Board", () => {
  it("policy rates: IORB includes weekends, and the rate that it replaced is left out", () => {
    const lines = ["2021-07-28,0.15,", "2023-02-01,,4.40", "2023-02-02,,4.65", "2023-02-04,,4.65"];
    const { rows, feed } = readAs("board", packageOf("PRATES", [{ id: "RESBME_N.D" }, { id: "RESBM_N.D" }], lines));
    expect(feed.id).toBe("board.prates");
    const values = { "2021-07-28": null, "2023-02-01": 4.4, "2023-02-02": 4.65, "2023-02-04": 4.65 };
    expect(rows).toEqual(Object.entries(values).map(([date, value]) => ({ series: "IORB", date, value, source: "board" })));
  });

  it("H.4.1: WTREGEN and WRESBAL are week averages, WALCL is the Wednesday level", () => {
    const columns = ["RESPPMA_N.WW", "RESPPLLDT_N.WW", "RESPPLLDT_XAW_N.WW", "RESH4R_XAW_N.WW", "RESPPALG_N.WW"].map((id) => dollars(id));
    const text = packageOf("H41", columns, ["2025-07-02,6659598,372152,341049,3276121,6300000", "2025-07-09,6661912,311048,331234,3338100,ND"]);
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
  ])("dollar amounts with the multiplier %s are converted to the series' unit", (multiplier, value) =>
    expect(valuesOf(packageOf("H41", [dollars("RESPPMA_N.WW", multiplier)], [`2025-07-09,${value}`]))).toEqual({ "WALCL 2025-07-09": 6661912 }),
  );

  it("H.6: M2SL is seasonally adjusted, dated by the month's first day", () => {
    const text = packageOf("H6", [dollars("M2_N.M", "1e+09"), dollars("M2.M", "1e+09")], ["2026-05,23100.1,23090.4", "2026-06,23180.0,23155.2"]);
    expect(valuesOf(text)).toEqual({ "M2SL 2026-05-01": 23090.4, "M2SL 2026-06-01": 23155.2 });
  });

  it("H.15 by month: FEDFUNDS is dated by the month's first day", () => {
    const text = h15({ id: "RIFSPFF_N.M", lines: ["2024-12,4.48", "2025-01,4.33"] });
    expect(valuesOf(text)).toEqual({ "FEDFUNDS 2024-12-01": 4.48, "FEDFUNDS 2025-01-01": 4.33 });
  });

  it("H.10: DTWEXBGS is the broad index, and is missing on a holiday", () => {
    const columns = ["JRXWTFB_N.B", "JRXWTFN_N.B"].map((id) => ({ id, unit: "Index:_2006_Jan_100" }));
    const text = packageOf("H10", columns, ["2026-07-02,119.8843,112.1", "2026-07-03,ND,ND"]);
    expect(valuesOf(text)).toEqual({ "DTWEXBGS 2026-07-02": 119.8843, "DTWEXBGS 2026-07-03": null });
  });

  it("three commercial paper rates are read, and DPCREDIT also on holidays", () => {
    const columns = ["RIFSPPNAAD30_N.B", "RIFSPPNAAD90_N.B", "RIFSPPFAAD90_N.B", "RIFSPPNA2P2D30_N.B"].map((id) => ({ id }));
    const paper = packageOf("CP", columns, ["2026-08-11,3.61,3.66,NA,3.9"]);
    expect(valuesOf(paper)).toEqual({ "DCPN30 2026-08-11": 3.61, "RIFSPPNAAD90NB 2026-08-11": 3.66, "RIFSPPFAAD90NB 2026-08-11": null });
    const credit = h15({ id: "RIFSRP_F02_N.B", lines: ["2023-02-01,4.50", "2023-02-02,4.75", "2023-02-20,4.75"] });
    expect(valuesOf(credit)).toMatchObject({ "DPCREDIT 2023-02-01": 4.5, "DPCREDIT 2023-02-02": 4.75, "DPCREDIT 2023-02-20": 4.75 });
  });

  /** The balance sheet in H.4.1. */
  const walcl = (column: Partial<Column> = {}, text = "2025-07-09,6661912", ...others: readonly Column[]) =>
    packageOf("H41", [{ ...dollars("RESPPMA_N.WW"), ...column }, ...others], [text]);
  const BASE = 'expected Index:_2006_Jan_100 as unit of JRXWTFB_N.B, got "Index:_1997_Jan_100"';
  const mixed = ["RIFSPFF_N.M", "RIFSPFF_N.B"].map((id) => ({ id, unit: "Percent:_Per_Year" }));
  it.each([
    ["dollars without a multiplier", walcl({ multiplier: "" }), "so the scale of its dollars is unknown"],
    ["an invalid multiplier", walcl({ multiplier: "12" }), 'as multiplier of RESPPMA_N.WW, got "12"'],
    ["another currency", walcl({ currency: "EUR" }), 'expected USD as currency of RESPPMA_N.WW, got "EUR"'],
    ["figures in another scale than the multiplier says", walcl({}, "2025-07-09,6661.912"), "expected WALCL in $M, from"],
    ["an index with another base", packageOf("H10", [{ id: "JRXWTFB_N.B", unit: "Index:_1997_Jan_100" }], ["2019-01-02,128.1"]), BASE],
    ["percent instead of dollars", walcl({ unit: "Percent", currency: "NA" }), "expected Currency as unit"],
    ["a package of other series", packageOf("H41", [dollars("RESPPALG_N.WW")], ["2025-07-09,6300000"]), "names no column of the Board's H.4.1 package"],
    ["months and days in one file", packageOf("H15", mixed, ["2025-01,4.33,4.33"]), "mixes monthly series (RIFSPFF_N.M) with others"],
    ["a line that is cut", walcl({}, undefined, dollars("RESPPALG_N.WW")), "expected 3 cells, as in the header, got 2"],
    ["a month for a week", walcl({}, "2025-07,6661912"), "expected a date as YYYY-MM-DD"],
  ])("refuses %s", (_, text, sentence) => expect(() => readAs("board", text)).toThrow(sentence));

  it("refuses a value cut at the end, except in an ignored column", () => {
    const whole = packageOf("PRATES", [{ id: "RESBM_N.D" }, { id: "RESBME_N.D" }], ["2023-02-01,4.40,4.4"]);
    expect(readAs("board", whole.trimEnd()).rows).toHaveLength(1);
    const cut = packageOf("PRATES", [{ id: "RESBM_N.D" }], ["2023-02-01,4.4"]);
    expect(() => readAs("board", cut.trimEnd())).toThrow("may be cut short");
  });

  it("are requested by the hash of the package, with a User-Agent of a browser", () => {
    expect(board.headers?.["User-Agent"]).toMatch(/^Mozilla/);
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
  const read = (text: string | Buffer) => readAs("board", text).records;

  it("are stored as rate_average, and known from the first day after the month", () => {
    const of = (date: string, known: string, rate: number) => recordRow("rate_average", "10Y", date, "board", { rate }, { known });
    const expected = [of("2026-04-01", "2026-05-01", 4.32), of("2026-12-01", "2027-01-01", 4.48)];
    expect(read("Date,Rate\n2026-04-01,4.32\n2026-12-01,4.48\n")).toEqual(expected);
  });

  it("have no row for a month without a rate", () => expect(read("Date,Rate\n2026-04-01,\n2026-05-01,4.48\n").map((r) => r.date)).toEqual(["2026-05-01"]));

  it.each([
    ["days", "Date,Rate\n2026-04-02,4.32\n", "expected the first of a month, got 2026-04-02"],
    ["a month twice", "Date,Rate\n2026-04-01,4.32\n2026-04-01,4.33\n", "2026-04-01 appears twice"],
    ["a shifted decimal point", "Date,Rate\n2026-04-01,432\n", "expected a yield from"],
    ["a third column", "Date,Rate\n2026-04-01,4.32,x\n", "expected 2 cells"],
    ["a rate that may be cut short", "Date,Rate\n2026-04-01,4.3", "without a line end"],
  ])("refuses %s", (_, text, sentence) => expect(() => read(text)).toThrow(sentence));

  itWithSharedData("reads the published file from 1953 on", (_, fileIn) => {
    const records = read(fileIn("treasury/us10y_monthly_datasets.csv"));
    expect(records[0]).toMatchObject({ date: "1953-04-01", body: { rate: 2.83 } });
    expect(records.find((r) => r.date === "2026-05-01")?.body).toEqual({ rate: 4.48 });
  });
});
