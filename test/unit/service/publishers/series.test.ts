import { readSeries } from "../../../../src/service/publishers/own/series";
import { itWithSharedData } from "../../../shared-data";

const pairs = (id: string, text: string) => readSeries(id, text).map((r) => `${r.date} ${r.value}`);

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
    const values = ["2024-01-01 null", "2024-01-02 null", "2024-01-03 0"];
    expect(pairs("DGS10", "2024-01-01,\n2024-01-02,.\n2024-01-03,0\n")).toEqual(values);
  });

  it("is read without floating-point noise, such as 5.326980000000001", () => {
    expect(pairs("SOFR30DAYAVG", "2024-01-02,5.326980000000001\n2024-01-03,-0.0\n")).toEqual(["2024-01-02 5.32698", "2024-01-03 0"]);
    expect(Object.is(readSeries("DGS10", "2024-01-02,-0.00\n")[0]?.value, 0)).toBe(true);
  });

  it("may have values of any size if the series is not a yield", () => {
    expect(pairs("WALCL", "2025-12-24,6581231.0\n")).toEqual(["2025-12-24 6581231"]);
    expect(pairs("RRPONTSYD", "2025-12-31,.5\n")).toEqual(["2025-12-31 0.5"]);
  });

  it("has the month's first as date of a monthly series, any weekday of a weekly one", () => {
    expect(pairs("CPIAUCSL", "2025-09-01,324.368\n")).toEqual(["2025-09-01 324.368"]);
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
  ])("is refused for %s", (_, id, text, sentence) => expect(() => readSeries(id, text)).toThrow(sentence));

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
    itWithSharedData(`reads the published ${id}`, (_, fileIn) => {
      expect(readSeries(id, String(fileIn(`fred_series/${id}.csv`)))).toContainEqual({ series: id, date, value, source: "user" });
    });
});

/** The values are invented; the days are those of real releases. */
const rows = (text: string, id = "CPIAUCSL", seen = "2025-01-10") =>
  readSeries(id, text, { seen, received: Date.parse(`${seen}T12:00:00Z`) }).map(({ date, value, published }) => {
    return `${date} ${value} ${published === undefined ? "" : new Date(published).toISOString().slice(0, 16)}`;
  });

describe("a file with a day of publication for each value", () => {
  const expected = ["2024-04-01 313.1 2024-05-15T12:30", "2024-04-01 313.2 2024-06-12T12:30", "2024-05-01 313.3 2024-06-12T12:30"];

  it.each([
    ["realtime_start", "date,value,realtime_start\n2024-05-01,313.3,2024-06-12\n2024-04-01,313.2,2024-06-12\n2024-04-01,313.1,2024-05-15\n"],
    ["known, in another order", "known,date,value\n2024-05-15,2024-04-01,313.1\n2024-06-12,2024-04-01,313.2\n2024-06-12,2024-05-01,313.3\n"],
    [
      "ALFRED's columns",
      "realtime_start,realtime_end,date,value\n2024-05-15,2024-06-11,2024-04-01,313.1\n2024-06-12,9999-12-31,2024-04-01,313.2\n2024-06-12,9999-12-31,2024-05-01,313.3\n",
    ],
    [
      "ALFRED's columns in a download, separated by tabs",
      "period_start_date\tCPIAUCSL\trealtime_start_date\trealtime_end_date\n2024-04-01\t313.1\t2024-05-15\t2024-06-11\n2024-04-01\t313.2\t2024-06-12\t9999-12-31\n2024-05-01\t313.3\t2024-06-12\t9999-12-31\n",
    ],
    ["one column per vintage", "observation_date,CPIAUCSL_20240515,CPIAUCSL_20240612\n2024-04-01,313.1,313.2\n2024-05-01,.,313.3\n"],
    [
      "a repeated value",
      "date,value,known\n2024-04-01,313.1,2024-05-15\n2024-04-01,313.1,2024-05-20\n2024-04-01,313.2,2024-06-12\n2024-05-01,313.3,2024-06-12\n",
    ],
  ])("is read with %s", (_, text) => expect(rows(text)).toEqual(expected));

  it("counts a day to its end in New York, if no rule says that the series is released on it", () => {
    expect(rows("date,value,known\n2024-04-01,313.1,2024-05-16\n")).toEqual(["2024-04-01 313.1 2024-05-17T03:59"]);
    expect(rows("date,value,known\n2024-06-20,4.25,2024-06-25\n", "DGS10")).toEqual(["2024-06-20 4.25 2024-06-26T03:59"]);
  });

  it("may be of the day and of the moment of the import", () =>
    expect(rows("date,value,known\n2024-04-01,311,2025-01-10T12:00:00Z\n2024-05-01,312,2025-01-10\n")).toHaveLength(2));

  it("counts a moment in UTC as it is", () =>
    expect(rows("date,value,known\n2024-04-01,313.1,2024-05-15T14:05:30Z\n")).toEqual(["2024-04-01 313.1 2024-05-15T14:05"]));

  it("has a missing value where the publisher removed one, and none before the first publication", () =>
    expect(rows("date,CPIAUCSL_20240515,CPIAUCSL_20240612,CPIAUCSL_20240711\n2024-04-01,313.1,,313.2\n2024-05-01,,,313.3\n")).toEqual([
      "2024-04-01 313.1 2024-05-15T12:30",
      "2024-04-01 null 2024-06-12T12:30",
      "2024-04-01 313.2 2024-07-11T12:30",
      "2024-05-01 313.3 2024-07-11T12:30",
    ]));

  it("may have all months of a monthly series several times", () => {
    const months = Array.from({ length: 8 }, (_, i) => `2024-0${i + 1}-01`);
    const text = months.flatMap((m) => [`${m},300,2024-12-11`, `${m},301,2025-01-08`]).join("\n");
    expect(rows(`date,value,known\n${text}\n`)).toHaveLength(16);
  });

  it.each([
    ["a day in the future", "2025-01-11", "which is in the future; correct it"],
    ["a moment after the import", "2025-01-10T12:00:01Z", "which is in the future; correct it"],
    ["a day before the period", "2024-03-20", "before the period that it describes; are the columns swapped?"],
    ["a day before the end of the month", "2024-04-29", "before its month has ended; correct the day of publication"],
  ])("is refused with %s", (_, day, why) =>
    expect(() => rows(`date,value,realtime_start\n2024-04-01,313.1,${day}\n`)).toThrow(`line 2: 2024-04-01 is said to be published on ${day}, ${why}`),
  );

  it.each([
    ["a word", "2024-04-01,313.1,soon", 'line 2: expected the day of publication as YYYY-MM-DD, or a moment in UTC such as 2024-05-15T12:30:00Z, got "soon"'],
    ["no day", "2024-04-01,313.1,", "line 2: expected the day of publication"],
    ["a day that does not exist", "2024-04-01,313.1,2024-02-30", "line 2: expected the day of publication"],
    ["a moment of a day that does not exist", "2024-04-01,313.1,2024-02-30T12:00:00Z", "line 2: expected the day of publication"],
    ["a moment without a time zone", "2024-04-01,313.1,2024-05-15T12:30", "line 2: expected the day of publication"],
    ["a day inside a month", "2024-04-02,313.1,2024-05-15", "line 2: CPIAUCSL is monthly and dated by the first of the month, got 2024-04-02"],
    ["a value that is no number", "2024-04-01,x,2024-05-15", 'line 2: expected a number under CPIAUCSL, got "x"'],
    [
      "a value that the series cannot have",
      "2024-04-01,1e20,2024-05-15",
      "line 2: expected CPIAUCSL in idx, from 5 to 2000, got 100000000000000000000 on 2024-04-01",
    ],
    [
      "two values of one moment",
      "2024-04-01,311,2024-05-15\n2024-04-01,312,2024-05-15",
      "line 3: 2024-04-01 appears twice under CPIAUCSL with different values",
    ],
    [
      "two values of one moment, written differently",
      "2024-04-01,311,2024-05-15\n2024-04-01,312,2024-05-15T12:30:00Z",
      "2024-04-01 has two values that were published in the same moment; keep the right one of lines 2 and 3",
    ],
    ["a cut line", "2024-04-01,313.1", "line 2: expected 3 cells, as in the header, got 2: the line seems to be cut; correct it"],
  ])("is refused with %s", (_, lines, sentence) => expect(() => rows(`date,value,realtime_start\n${lines}\n`)).toThrow(sentence));

  it.each([
    ["an unknown column", "date,value,known,source\n", '"source" is unknown or appears twice; remove that column: date,value,realtime_start'],
    ["another series", "date,DGS10,known\n", '"dgs10" is unknown'],
    [
      "the vintages of another series among its own",
      "date,CPIAUCSL_20240515,DGS10_20240612\n",
      'line 1: the column "DGS10_20240612" is a vintage of DGS10, not of CPIAUCSL; choose the file of CPIAUCSL, or import this one as DGS10',
    ],
    ["the vintages of another series", "date,DGS10_20240515,DGS10_20240612\n", 'line 1: the column "DGS10_20240515" is a vintage of DGS10, not of CPIAUCSL'],
    ["a column of another kind", "date,CPIAUCSL_20240515,note\n", '"note" is unknown; expected one column per vintage'],
    ["a vintage twice", "date,CPIAUCSL_20240515,CPIAUCSL_20240515\n", '"cpiaucsl_20240515" is unknown or appears twice'],
    ["no line end", "date,value,known\n2024-04-01,313.1,2024-05-15", "the file stops without a line end"],
    ["no values", "date,value,known\n", "there is no value under the header"],
    [
      "a value that ends before it begins",
      "date,value,realtime_start,realtime_end\n2024-04-01,313.1,2024-05-15,2024-05-14\n",
      "line 2: the value of 2024-04-01 is said to count from 2024-05-15 to 2024-05-14; correct the days, or leave the column realtime_end out",
    ],
    [
      "values that overlap",
      "date,value,realtime_start,realtime_end\n2024-04-01,313.1,2024-05-15,2024-06-12\n2024-04-01,313.2,2024-06-12,9999-12-31\n",
      "line 2: the value of 2024-04-01 is said to count from 2024-05-15 to 2024-06-12, and the next one from 2024-06-12; correct the days",
    ],
  ])("is refused with %s", (_, text, sentence) => expect(() => rows(text)).toThrow(sentence));

  it("is refused if all values of years have one day: the file of one day is not a history", () => {
    const months = Array.from({ length: 36 }, (_, i) => `${2021 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`);
    const text = `date,value,realtime_start\n${months.map((m) => `${m},300,2025-01-10`).join("\n")}\n`;
    expect(() => rows(text)).toThrow("every value is said to be published on 2025-01-10, so no earlier day would have any: download all vintages in one file");
  });

  describe("with many months", () => {
    const months = Array.from({ length: 60 }, (_, i) => `${2019 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`);
    const file = (known: (month: string, i: number) => string) =>
      `date,value,known\n${months.map((month, i) => `${month},${300 + i},${known(month, i)}\n`).join("")}`;

    it("is refused if one day has all but a few", () =>
      expect(() => rows(file((_, i) => (i === 30 ? "2025-01-09" : "2025-01-10")))).toThrow(
        "60 of 60 dates are said to be published after the next release and none has an earlier value, so this looks like the download of one day: download all vintages in one file",
      ));

    it("is read if the months have days of their own, or if some are revised", () => {
      expect(rows(file((month) => `${Number(month.slice(0, 4)) + 1}-02-15`))).toHaveLength(60);
      expect(rows(`${file(() => "2025-01-09")}2019-01-01,299,2025-01-08\n`)).toHaveLength(61);
    });
  });

  it("may be published before its day only if it is a rate that is set ahead", () => {
    const early = "date,value,realtime_start\n2024-05-15,4.36,2024-05-14\n";
    expect(() => rows(early, "DGS10")).toThrow(
      "line 2: 2024-05-15 is said to be published on 2024-05-14, before the period that it describes; are the columns swapped?",
    );
    expect(rows(early.replace("4.36", "5.5"), "DFEDTARU")).toHaveLength(1);
    expect(() => rows(early.replace("2024-05-14", "2024-05-07"), "DFEDTARU")).toThrow("before the period that it describes");
  });

  it("may be published within its month only if the series is", () =>
    expect(rows("date,value,known\n2024-04-01,77.9,2024-04-26\n", "UMCSENT")).toHaveLength(1));
});
