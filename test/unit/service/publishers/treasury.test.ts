import { itWithSharedData } from "../../../shared-data";
import { asked, feedCalled, readYields } from "./read-as";

const HEADER = 'Date,"1 Mo","1.5 Month","2 Mo","3 Mo","4 Mo","6 Mo","1 Yr","2 Yr","3 Yr","5 Yr","7 Yr","10 Yr","20 Yr","30 Yr"';
const rowsOf = (text: string) => readYields(text).rows;
const row = (series: string, date: string, value: number) => ({ series, date, value, source: "treasury" });
const valuesOf = (text: string) => Object.fromEntries(rowsOf(text).map((r) => [`${r.series} ${r.date}`, r.value]));

describe("the Treasury's daily par yield curve", () => {
  it("gives eleven tenors and leaves out 1.5 Month, 2 Mo and 4 Mo", () => {
    const { layout, rows } = readYields(`${HEADER}\n06/18/2025,1.01,1.02,1.03,1.04,1.05,1.06,1.07,1.08,1.09,1.10,1.11,1.12,1.13,1.14\n`);
    expect(layout.publisher).toBe("treasury");
    const tenors = { "1MO": 1.01, "3MO": 1.04, "6MO": 1.06, "1": 1.07, "2": 1.08, "3": 1.09, "5": 1.1, "7": 1.11, "10": 1.12, "20": 1.13, "30": 1.14 };
    expect(Object.fromEntries(rows.map((r) => [r.series.slice(3), r.value]))).toEqual(tenors);
    expect(rows).toHaveLength(11);
    expect(new Set(rows.map((r) => `${r.date} ${r.source}`))).toEqual(new Set(["2025-06-18 treasury"]));
  });

  it("may have days newest first and columns in any order", () => {
    const [second, third] = ["1990-01-02", "1990-01-03"] as const;
    const expected = [row("DGS30", second, 8), row("DGS3MO", second, 7.83), row("DGS30", third, 8.04), row("DGS3MO", third, 7.89)];
    expect(rowsOf('Date,"30 Yr","3 Mo"\n01/03/1990,8.04,7.89\n01/02/1990,8.00,7.83\n')).toEqual(expected);
  });

  it.each([
    ["a byte-order mark", '\uFEFFDate,"10 Yr"\n01/02/2024,3.95\n'],
    ["CRLF", 'Date,"10 Yr"\r\n01/02/2024,3.95\r\n'],
    ["no quotes", "Date,10 Yr\n01/02/2024,3.95\n"],
    ["quotes everywhere", '"Date","10 Yr"\n"01/02/2024","3.95"\n'],
    ["no line end at the end", 'Date,"10 Yr"\n01/02/2024,3.95'],
    ["blank lines", '\nDate,"10 Yr"\n\n01/02/2024,3.95\n\n\n'],
    ["blanks around cells", 'Date , "10 Yr"\n01/02/2024 , 3.95 \n'],
    ["the same line twice", 'Date,"10 Yr"\n01/02/2024,3.95\n01/02/2024,3.95\n'],
  ])("accepts %s", (_, text) => expect(rowsOf(text)).toEqual([row("DGS10", "2024-01-02", 3.95)]));

  it("keeps blanks and N/A as missing, never as zero, and a zero as zero", () => {
    const values = { "DGS1MO 2004-01-02": null, "DGS20 2004-01-02": null, "DGS30 2004-01-02": 0 };
    expect(valuesOf('Date,"1 Mo","20 Yr","30 Yr"\n01/02/2004,,N/A,0.00\n')).toEqual(values);
  });

  it("accepts a negative yield", () => expect(valuesOf('Date,"1 Mo"\n03/25/2020,-0.05\n')).toEqual({ "DGS1MO 2020-03-25": -0.05 }));

  it.each([
    ["half a line", 'Date,"1 Mo","10 Yr"\n01/02/2024,5.55\n', "line 2: expected 3 cells, as in the header, got 2: the line seems to be cut"],
    ["a cell too many", 'Date,"10 Yr"\n01/02/2024,3.95,1\n', "line 2: expected 2 cells, as in the header, got 3: a value may contain a comma"],
    ["a word for a number", 'Date,"10 Yr"\n01/03/2024,3.91\n01/02/2024,abc\n', 'line 3: expected a number under 10 Yr, got "abc"'],
    ["ND, which is the Board's word", 'Date,"10 Yr"\n01/02/2024,ND\n', 'line 2: expected a number under 10 Yr, got "ND"'],
    ["a percent sign", 'Date,"10 Yr"\n01/02/2024,3.95%\n', "remove the percent sign"],
    ["a decimal comma", 'Date,"10 Yr"\n01/02/2024,"3,95"\n', "write it with a decimal point"],
    ["a day that does not exist", 'Date,"10 Yr"\n02/30/2024,3.95\n', "line 2: 02/30/2024 does not exist as month/day/year"],
    ["day before month", 'Date,"10 Yr"\n13/01/2024,3.95\n', "line 2: 13/01/2024 does not exist as month/day/year"],
    ["an ISO date", 'Date,"10 Yr"\n2024-01-02,3.95\n', 'line 2: expected a date as MM/DD/YYYY, got "2024-01-02"'],
    ["a two-digit year", 'Date,"10 Yr"\n01/02/24,3.95\n', 'expected a date as MM/DD/YYYY, got "01/02/24"'],
    ["a date that a spreadsheet rewrote", 'Date,"10 Yr"\n1/2/2024,3.95\n', "do not save it from a spreadsheet, which rewrites dates"],
    ["a line of commas", 'Date,"10 Yr"\n01/02/2024,3.95\n,\n', "line 3: expected a date as MM/DD/YYYY, got a blank"],
    [
      "a day twice with different values",
      'Date,"10 Yr"\n01/02/2024,3.95\n\n01/02/2024,3.96\n',
      "line 4: 2024-01-02 appears twice under 10 Yr with different values: 3.95 on line 2 and 3.96 here",
    ],
    ["a day twice, once missing", 'Date,"10 Yr"\n01/02/2024,3.95\n01/02/2024,\n', "3.95 on line 2 and missing here"],
    ["an implausible yield", 'Date,"10 Yr"\n01/02/2024,395\n', "line 2: expected a yield from -5 to 30 percent under 10 Yr, got 395"],
    ["an implausible yield under a left-out column", 'Date,"2 Mo","10 Yr"\n01/02/2024,-5.01,3.95\n', "under 2 Mo, got -5.01"],
    ["no line of data", `${HEADER}\n`, "there is no line of data under the header"],
    [
      "an unknown column",
      'Date,"10 Yr","50 Yr"\n01/02/2024,3.95,4\n',
      'line 1: "50 Yr" is not a column of the Treasury\'s daily par yield curve that this service knows',
    ],
    ["a column twice", 'Date,"10 Yr","10 Yr"\n01/02/2024,3.95,3.95\n', 'the column "10 Yr" appears twice'],
    ["left-out columns only", 'Date,"2 Mo","4 Mo"\n01/02/2024,5.5,5.4\n', "the header names no column"],
    ["a value cut short at the end of the file", 'Date,"10 Yr"\n01/03/2024,3.91\n01/02/2024,3.9', 'line 3: the file stops after "3.9" without a line end'],
    ["an open quote", 'Date,"10 Yr"\n01/03/2024,"3.91\n01/02/2024,3.95\n', "line 2: a quotation mark is opened and not closed"],
    ["a quote inside a value", 'Date,"10 Yr"\n\n01/03/2024,3."9"1\n', "line 3: a quotation mark is inside a value"],
  ])("refuses %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));

  it("skips an empty last value if the file does not end with a line break", () => {
    expect(valuesOf('Date,"10 Yr","30 Yr"\n01/02/2024,3.95,')).toEqual({ "DGS10 2024-01-02": 3.95 });
    expect(() => rowsOf('Date,"10 Yr"\n01/02/2024,')).toThrow("the only value in the file may be cut off");
  });

  itWithSharedData("reads the published file of 2023", (_, fileIn) => {
    const { layout, rows } = readYields(fileIn("treasury/daily-treasury-rates_2023-01-03_2023-09-01.csv"));
    expect(layout.publisher).toBe("treasury");
    expect(rows).toHaveLength(169 * 11);
    expect(rows).toEqual(expect.arrayContaining([row("DGS2", "2023-09-01", 4.87), row("DGS6MO", "2023-09-01", 5.47), row("DGS30", "2023-01-03", 3.88)]));
  });
});

describe("the Treasury's daily par real yield curve", () => {
  const REAL = 'Date,"5 YR","7 YR","10 YR","20 YR","30 YR"';

  it("gives DFII10 from the column 10 YR, written in capitals", () => {
    const { layout, rows } = readYields(`${REAL}\n01/03/2024,1.77,1.77,1.76,1.97,1.99\n01/02/2024,1.79,1.79,1.79,2.00,2.02\n`);
    expect(layout.title).toBe("the Treasury's daily par real yield curve");
    expect(rows).toEqual([row("DFII10", "2024-01-02", 1.79), row("DFII10", "2024-01-03", 1.76)]);
  });

  it("may be negative, and a blank is a missing value", () =>
    expect(rowsOf('Date,"10 YR"\n08/03/2021,-1.16\n08/04/2021,\n').map((r) => r.value)).toEqual([-1.16, null]));

  it.each([
    ["nominal tenors beside published ones", 'Date,"10 YR","10 Yr"\n01/02/2024,1.7,3.9\n', "is not a column of the Treasury's daily par yield curve"],
    ["a tenor that is not known", 'Date,"10 YR","40 YR"\n01/02/2024,1.7,1.9\n', '"40 YR" is not a column of the Treasury\'s daily par real yield curve'],
    [
      "a table without the tenor that is kept",
      'Date,"5 YR"\n01/02/2024,1.7\n',
      "names no column of the Treasury's daily par real yield curve that this service stores",
    ],
  ])("refuses %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));

  it("is requested by year from 2003, at the address of the real curve", () => {
    const first = asked("treasury.real-yield-curve", "2005-02-01");
    expect(first).toHaveLength(3);
    expect(first[0]?.url).toMatch(/\/2003\/all\?type=daily_treasury_real_yield_curve&field_tdr_date_value=2003/);
    expect(asked("treasury.real-yield-curve", "2026-01-02", "2025-12-24").map((r) => r.part)).toEqual(["2025", "2026"]);
  });
});

describe("special cases of the par yield curve", () => {
  it("the curve is requested once per year, after 18:00 New York time", () => {
    const urls = asked("treasury.par-yield-curve", "2026-11-20", "2026-11-18").map((r) => r.url);
    expect(urls).toEqual([expect.stringContaining("daily-treasury-rates.csv/2026/all?type=daily_treasury_yield_curve&field_tdr_date_value=2026")]);
    const { schedule } = feedCalled("treasury.par-yield-curve").fetching ?? {};
    expect([schedule?.timeZone, (schedule?.at ?? "") >= "18:00"]).toEqual(["America/New_York", true]);
  });

  it("a fraction instead of percent is refused because of its four decimals", () => {
    expect(() => rowsOf('Date,"10 Yr"\n01/02/2024,0.0395\n')).toThrow(/percent with 2 decimals under 10 Yr, got 0.0395: is it a fraction\?/);
    expect(rowsOf('Date,"10 Yr"\n01/02/2024,0.04\n')).toHaveLength(1);
  });

  it("a tenor without a column in a year's file has no rows", () => {
    const values = { "DGS3MO 2000-01-03": 5.48, "DGS10 2000-01-03": 6.58, "DGS30 2000-01-03": 6.61 };
    expect(valuesOf('Date,"3 Mo","10 Yr","30 Yr"\n01/03/2000,5.48,6.58,6.61\n')).toEqual(values);
  });

  it("the 30-year yield is missing, never zero, for N/A and a blank", () => {
    expect(valuesOf('Date,"20 Yr","30 Yr"\n02/19/2002,5.53,N/A\n02/20/2002,5.55,\n')).toMatchObject({ "DGS30 2002-02-19": null, "DGS30 2002-02-20": null });
  });
});

describe("the Treasury's XML", () => {
  const entry = (date: string, rates: string) =>
    `<entry><content type="application/xml"><m:properties><d:Id m:type="Edm.Int32">1</d:Id><d:NEW_DATE m:type="Edm.DateTime">${date}T00:00:00</d:NEW_DATE>${rates}</m:properties></content></entry>`;
  const feed = (...entries: readonly string[]) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom"><title type="text">DailyTreasuryYieldCurveRateData</title>${entries.join("")}</feed>`;
  const rate = (name: string, value: string) => `<d:${name} m:type="Edm.Double">${value}</d:${name}>`;

  it("gives no row for an absent element, null for N/A, and ignores BC_30YEARDISPLAY", () => {
    const text = feed(
      entry("2002-02-19", rate("BC_10YEAR", "4.88") + rate("BC_30YEAR", "N/A") + rate("BC_30YEARDISPLAY", "0")),
      entry("2002-02-15", rate("BC_2MONTH", "1.7") + rate("BC_10YEAR", "4.86") + '<d:BC_1MONTH m:null="true" />'),
    );
    const shown = rowsOf(text).map((r) => `${r.date} ${r.series} ${r.value}`);
    expect(shown).toEqual(["2002-02-15 DGS10 4.86", "2002-02-15 DGS1MO null", "2002-02-19 DGS10 4.88", "2002-02-19 DGS30 null"]);
  });

  it("gives the real curve from elements such as TC_10YEAR", () =>
    expect(rowsOf(feed(entry("2024-01-02", rate("TC_5YEAR", "1.79") + rate("TC_10YEAR", "1.74"))))).toEqual([row("DFII10", "2024-01-02", 1.74)]));

  it.each([
    ["an unknown rate", feed(entry("2024-01-02", rate("BC_50YEAR", "4"))), '"BC_50YEAR" is not a rate'],
    ["half a document", feed(entry("2024-01-02", rate("BC_10YEAR", "4"))).slice(0, -40), "cut off"],
    ["a day that does not exist", feed(entry("2024-02-30", rate("BC_10YEAR", "4"))), "2024-02-30 does not exist"],
    ["two rates for one day", feed(entry("2024-01-02", rate("BC_10YEAR", "4")), entry("2024-01-02", rate("BC_10YEAR", "4.1"))), "appears twice on 2024-01-02"],
    ["a shifted decimal point", feed(entry("2024-01-02", rate("BC_10YEAR", "395"))), "expected a yield from"],
    ["no day", feed(), "there is no day in the XML"],
  ])("refuses %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));
});

it.each([
  ["nothing", "", "the file is empty"],
  ["blanks only", "\uFEFF \r\n\r\n", "the file is empty"],
  ["a web page", "<!DOCTYPE html>\n<html><body>Access denied</body></html>", "this is a web page (HTML), not CSV"],
  ["XML", '<?xml version="1.0"?><feed/>', "this is XML, not CSV"],
  ["JSON", '{"data":[]}', "this is JSON, not CSV"],
  ["UTF-16", "D\0a\0t\0e\0", "this is not plain text"],
  ["semicolons", "Date;10 Yr\n01/02/2024;3,95\n", "line 1: the columns are separated by semicolons; save the file with commas and a decimal point"],
  ["bill rates", 'Date,"4 WEEKS BANK DISCOUNT","4 WEEKS COUPON EQUIVALENT"\n01/02/2024,5.3,5.4\n', "this is the table of Treasury bill rates"],
  ["long-term rates", 'Date,"LT COMPOSITE (>10 Yrs)","TREASURY 20-Yr CMT"\n01/02/2024,4.2,4.3\n', "this is the table of long-term rates"],
  [
    "one series",
    "observation_date,DGS10\n2024-01-02,3.95\n",
    'this is a table of one series ("DGS10"); if it is a curated series, type: import series ID FILE',
  ],
  ["no header", "01/02/2024,5.55,3.95\n", "line 1: the header with the tenors is missing"],
  ["another table", "Country,Capital\nFrance,Paris\n", 'expected a first line such as Date,"1 Mo","3 Mo",…,"30 Yr" (the Treasury\'s daily par yield curve)'],
])("a file in none of the three layouts is refused with a specific message: %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));
