import { readFileSync } from "node:fs";
import path from "node:path";
import { readSeries } from "../../../../src/service/publishers/own/series";
import { itWithSharedData } from "../../../shared-data";

const pairs = (id: string, text: string) => readSeries(id, text).map((r) => [r.date, r.value]);

describe("a file of one curated series", () => {
  it.each([
    ["no header", "2024-01-02,3.95\n"],
    ["the header date,value", "date,value\n2024-01-02,3.95\n"],
    ["the header DATE,DGS10", "DATE,DGS10\n2024-01-02,3.95\n"],
    ["the header observation_date,DGS10 and CRLF", "observation_date,DGS10\r\n2024-01-02,3.95\r\n"],
    ["tabs", "date\tvalue\n2024-01-02\t3.95\n"],
    ["no line end at the end", "date,value\n2024-01-02,3.95"],
    ["an id in lower case", "date,dgs10\n2024-01-02,3.95\n"],
  ])("is read with %s", (_, text) => {
    expect(readSeries("dgs10", text)).toEqual([{ series: "DGS10", date: "2024-01-02", value: 3.95, source: "user" }]);
  });

  it("has missing values for blanks and points, and zero for a zero", () => {
    expect(pairs("DGS10", "2024-01-01,\n2024-01-02,.\n2024-01-03,0\n")).toEqual([
      ["2024-01-01", null],
      ["2024-01-02", null],
      ["2024-01-03", 0],
    ]);
  });

  it("is read without floating-point noise, such as 5.326980000000001", () => {
    expect(pairs("SOFR30DAYAVG", "2024-01-02,5.326980000000001\n2024-01-03,-0.0\n")).toEqual([
      ["2024-01-02", 5.32698],
      ["2024-01-03", 0],
    ]);
    expect(Object.is(readSeries("DGS10", "2024-01-02,-0.00\n")[0]?.value, 0)).toBe(true);
  });

  it("may have values of any size if the series is not a yield", () => {
    expect(pairs("WALCL", "2025-12-24,6581231.0\n")).toEqual([["2025-12-24", 6581231]]);
    expect(pairs("RRPONTSYD", "2025-12-31,.5\n")).toEqual([["2025-12-31", 0.5]]);
  });

  it("has the month's first as date of a monthly series, any weekday of a weekly one", () => {
    expect(pairs("CPIAUCSL", "2025-09-01,324.368\n")).toEqual([["2025-09-01", 324.368]]);
    expect(pairs("MORTGAGE30US", "2024-07-03,6.95\n2024-07-11,6.89\n")).toHaveLength(2);
  });

  it.each([
    ["an unknown id, with the nearest", "DGS11", "2024-01-02,1\n", '"DGS11" is not one of the 50 series that this service serves; did you mean DGS1'],
    [
      "a monthly value inside a month",
      "CPIAUCSL",
      "2025-09-01,324.368\n2025-10-15,325\n",
      "line 2: CPIAUCSL is monthly and dated by the first of the month, got 2025-10-15",
    ],
    [
      "monthly values of a daily series",
      "DGS10",
      "2024-01-01,4.06\n2024-02-01,4.21\n2024-03-01,4.21\n",
      "DGS10 is daily, but every date is the first of a month",
    ],
    ["another series by its header", "DGS10", "observation_date,DGS2\n2024-01-02,4.33\n", 'line 1: expected the header date,value or date,DGS10, got "DGS2"'],
    ["a transformed series by its header", "CPIAUCSL", "observation_date,CPIAUCSL_PC1\n2024-01-01,3.1\n", 'got "CPIAUCSL_PC1"'],
    [
      "three columns",
      "DGS10",
      "date,value,note\n2024-01-02,4.33,x\n",
      "line 1: expected two columns, a date as YYYY-MM-DD and a value; the header has 3 columns",
    ],
    ["three cells without a header", "DGS10", "2024-01-02,4.33,x\n", "line 1: expected 2 cells"],
    ["a cut line", "DGS10", "date,value\n2024-01-02,3.95\n2024-01-0", "line 3: expected 2 cells, as in the header, got 1"],
    ["another first line", "DGS10", "Rate of the day\n2024-01-02,3.95\n", 'got "Rate of the day" first'],
    [
      "semicolons",
      "DGS10",
      "date;value\n2024-01-02;3,95\n",
      "line 1: the columns are separated by semicolons; save the file with commas or tabs and a decimal point",
    ],
    ["American dates", "DGS10", "date,value\n01/02/2024,3.95\n", 'line 2: expected a date as YYYY-MM-DD, got "01/02/2024"'],
    ["a day that does not exist", "DGS10", "date,value\n2024-02-30,3.95\n", "line 2: 2024-02-30 does not exist"],
    [
      "a decimal comma between tabs",
      "DGS10",
      "date\tvalue\n2024-01-02\t3,95\n",
      'line 2: expected a number under DGS10, got "3,95"; write it with a decimal point',
    ],
    ["thousands separators", "WALCL", 'date,value\n2025-12-24,"6,581,231"\n', "remove the thousands separators"],
    ["a word", "DGS10", "date,value\n2024-01-02,n/a\n", 'expected a number under DGS10, got "n/a"'],
    ["an implausible yield", "DGS10", "date,value\n2024-01-02,39.5\n", "line 2: expected a yield from -5 to 30 percent under DGS10, got 39.5"],
    ["a day twice with different values", "DGS10", "2024-01-02,3.95\n2024-01-02,3.96\n", "line 2: 2024-01-02 appears twice under DGS10 with different values"],
    ["no line of data", "DGS10", "date,value\n", "there is no line of data under the header"],
    ["a whole number that ends the file without a line end", "WALCL", "date,value\n2025-12-24,658", 'line 2: the file stops after "658" without a line end'],
    ["a web page", "DGS10", "<html></html>", "this is a web page (HTML), not CSV"],
  ])("is refused for %s", (_, id, text, sentence) => {
    expect(() => readSeries(id, text)).toThrow(sentence);
  });

  for (const [id, date, value] of [
    ["CPIAUCSL", "2025-10-01", null],
    ["DGS10", "2025-12-30", 4.14],
    ["DGS2", "2025-12-30", 3.45],
    ["DGS30", "1980-01-02", 10.23],
    ["FEDFUNDS", "2025-11-01", 3.88],
    ["ICSA", "2025-12-27", 199000],
    ["RRPONTSYD", "2025-12-31", 105.993],
    ["T10Y2Y", "1980-01-02", -0.89],
    ["T10YIE", "2025-12-31", 2.25],
    ["WALCL", "2025-12-24", 6581231],
  ] as const)
    itWithSharedData(`reads the published ${id}`, (folder) => {
      expect(readSeries(id, readFileSync(path.join(folder, `fred_series/${id}.csv`), "utf8"))).toContainEqual({ series: id, date, value, source: "user" });
    });
});
