import { releaseOfRecord } from "../../../../src/service/releases/releases";
import { recordRow } from "../../../record-row";
import { readUnchecked } from "./read-as";

describe("prices that the operator imports", () => {
  const read = (text: string) => readUnchecked("prices", text).records;

  test("have a close, and optionally an adjusted close and a volume", () => {
    expect(read("symbol,date,close,adjusted_close,volume\nbrk-b,2026-01-02,450.5,,100\nAAPL,2026-01-02,200,100,\n")).toEqual([
      recordRow("price", "BRK.B", "2026-01-02", "user", { close: 450.5, volume: 100 }),
      recordRow("price", "AAPL", "2026-01-02", "user", { close: 200, adjusted: 100, volume: null }),
    ]);
  });

  test("have no record for a blank close, and are refused for a zero", () => {
    expect(read("symbol,date,close\nA,2026-01-02,\nA,2026-01-05,3\n")).toHaveLength(1);
    expect(() => read("symbol,date,close\nA,2026-01-02,0\n")).toThrow(/above 0/);
  });

  test("are refused with an unknown column, two prices for a day, or a cut end", () => {
    expect(() => read("symbol,date,close,open\nA,2026-01-02,1,2\n")).toThrow(/open.*is unknown/);
    expect(() => read("symbol,date,close\nA,2026-01-02,1\nA,2026-01-02,2\n")).toThrow(/appears twice/);
    expect(() => read("symbol,date,close\nA,2026-01-02,1")).toThrow(/cut short/);
    expect(() => read("symbol,date,close\nA,01/02/2026,1\n")).toThrow(/YYYY-MM-DD/);
  });
});

describe("the operator's splits", () => {
  const read = (text: string) =>
    readUnchecked("splits", text, "splits.csv", { seen: "2026-11-20" }).records.map((r) => `${r.entity} ${r.date} ${(r.body as { ratio: number }).ratio}`);

  test("have ratios of new to old shares, such as 10:1, 4, 50/1 and 3-for-2", () => {
    const lines = { "NVDA,2024-06-10,10:1": "NVDA 2024-06-10 10", "nvda,2021-07-20,4": "NVDA 2021-07-20 4", "brk-b,2010-01-21,50/1": "BRK.B 2010-01-21 50" };
    const small = { "ABC,2024-01-02,1:20": "ABC 2024-01-02 0.05", "ABD,2024-01-02,0.1": "ABD 2024-01-02 0.1", "ABE,2024-01-02,3-for-2": "ABE 2024-01-02 1.5" };
    const all = { ...lines, ...small };
    expect(read(`ticker,date,ratio\n${Object.keys(all).join("\n")}\n`)).toEqual(Object.values(all));
  });

  test("have one row for a split that is listed twice", () => expect(read("date,ticker,ratio\n2024-06-10,NVDA,10:1\n2024-06-10,NVDA,10\n")).toHaveLength(1));

  test.each([
    ["a ratio of 1", "NVDA,2024-06-10,1\n", /other than 1/],
    ["a ratio of 0", "NVDA,2024-06-10,0\n", /above 0/],
    ["a part of 0", "NVDA,2024-06-10,10:0\n", /above 0/],
    ["a negative ratio", "NVDA,2024-06-10,-10\n", /ratio such as 10:1/],
    ["a blank ratio", "NVDA,2024-06-10,\n", /ratio such as 10:1/],
    ["a ratio that a spreadsheet converted to a time", "NVDA,2024-06-10,10:01:00\n", /ratio such as 10:1/],
    ["a ratio above 1,000", "NVDA,2024-06-10,20240\n", /at most 1,000/],
    ["a date in another form", "NVDA,06/10/2024,10\n", /YYYY-MM-DD/],
    ["a day more than a year ahead", "NVDA,2062-06-10,10\n", /check the year/],
    ["no ticker", ",2024-06-10,10\n", /symbol such as AAPL/],
    ["two ratios of one day", "NVDA,2024-06-10,10\nNVDA,2024-06-10,4\n", /listed twice/],
    ["a missing cell", "NVDA,2024-06-10\n", /3 cells/],
    ["no line", "", /no split/],
    ["a cut end", "NVDA,2024-06-10,1", /line end/],
  ])("are refused for %s", (_, lines, why) => expect(() => read(`ticker,date,ratio\n${lines}`)).toThrow(why));

  test("are refused with an unknown column or a missing one", () => {
    expect(() => read("ticker,date,ratio,note\nA,2024-06-10,2,x\n")).toThrow(/note/);
    expect(() => read("ticker,ratio\nA,2\n")).toThrow(/date/);
  });
});

describe("the operator's forecasts", () => {
  const HEADER = "series,period,forecast,date\n";
  const recordsOf = (text: string, seen = "2026-11-20") =>
    readUnchecked("forecasts", text, "forecasts.csv", { seen, received: Date.parse(`${seen}T23:00:00Z`) }).records;
  const read = (lines: string) => recordsOf(HEADER + lines).map((r) => `${r.entity} ${r.date} ${(r.body as { value: number }).value} ${r.key}`);

  test("name the series by id or title, and the period by date, month or ISO week", () => {
    const lines = {
      "ICSA,2024-06-08,225000,2024-06-11": "ICSA 2024-06-08 225000 2024-06-11",
      "icsa,2024-W23,224000,2024-06-10": "ICSA 2024-06-08 224000 2024-06-10",
      '"Initial unemployment claims, seasonally adjusted",2021-W01,800000,2021-01-05': "ICSA 2021-01-09 800000 2021-01-05",
      "WALCL,2024-W23,7250000,2024-06-03": "WALCL 2024-06-05 7250000 2024-06-03",
      "CPIAUCSL,2024-05,313.6,2024-06-12T12:00:00Z": "CPIAUCSL 2024-05-01 313.6 2024-06-12T12:00:00Z",
      "UMCSENT,2024-05-01,77,2024-05-09": "UMCSENT 2024-05-01 77 2024-05-09",
      "DGS10,2024-06-12,4.4,2024-06-11": "DGS10 2024-06-12 4.4 2024-06-11",
    };
    expect(read(`${Object.keys(lines).join("\n")}\n`)).toEqual(Object.values(lines));
  });

  test("may be of a period in the future", () => expect(read("ICSA,2027-01-09,225000,2026-11-20\n")).toEqual(["ICSA 2027-01-09 225000 2026-11-20"]));

  test("are public from the end of their day, or from their moment", () => {
    const records = recordsOf(`${HEADER}ICSA,2024-06-08,225000,2024-06-11\nICSA,2024-06-08,225000,2024-06-12T02:00:00Z\n`);
    const released = records.map((r) => `${r.known} ${new Date(releaseOfRecord(r)?.at ?? 0).toISOString()}`);
    expect(released).toEqual(["2024-06-11 2024-06-12T03:59:59.000Z", "2024-06-11 2024-06-12T02:00:00.000Z"]);
  });

  test("have one row if a line is repeated", () => expect(read("ICSA,2024-06-08,225000,2024-06-11\nICSA,2024-06-08,225000,2024-06-11\n")).toHaveLength(1));

  test.each([
    ["an unknown series", "UNRATE,2024-05,4,2024-06-01", /line 3: "UNRATE" is not one of the 50 series/],
    ["no number", "ICSA,2024-06-08,n/a,2024-06-11", /line 3: expected a number under forecast, got "n\/a"/],
    ["no forecast", "ICSA,2024-06-08,,2024-06-11", /line 3: expected a number under forecast, got none/],
    ["a weekly period on another weekday", "ICSA,2024-06-07,225000,2024-06-04", /line 3: ICSA is weekly: .* a Saturday such as 2024-06-08, or its ISO week/],
    ["a week that the year does not have", "ICSA,2024-W53,225000,2024-06-04", /line 3: ICSA is weekly.*got "2024-W53"/],
    ["a month of a weekly series", "ICSA,2024-06,225000,2024-06-04", /line 3: ICSA is weekly/],
    ["a day within the month", "CPIAUCSL,2024-05-31,313,2024-06-04", /line 3: CPIAUCSL is monthly: .* a month such as 2024-05, or its first day/],
    ["a month that does not exist", "CPIAUCSL,2024-13,313,2024-06-04", /line 3: CPIAUCSL is monthly/],
    ["a quarter of a monthly series", "CPIAUCSL,2024-Q2,313,2024-06-04", /line 3: CPIAUCSL is monthly/],
    ["a month of a daily series", "DGS10,2024-05,4.4,2024-05-01", /line 3: DGS10 is daily: .* a day such as/],
    ["a date in another form", "ICSA,2024-06-08,225000,06/11/2024", /line 3: expected under date the day of the forecast/],
    ["a moment without a time zone", "ICSA,2024-06-08,225000,2024-06-11T14:30", /line 3: expected under date/],
    ["an hour that does not exist", "ICSA,2024-06-08,225000,2024-06-11T25:30Z", /line 3: expected under date/],
    ["a date before 1900", "ICSA,2024-06-08,225000,1899-01-01", /line 3: the forecast is dated 1899-01-01; expected a day from 1900 on; correct its date/],
    ["a date in the future", "ICSA,2026-12-05,225000,2026-12-01", /line 3: the forecast is dated 2026-12-01, which is in the future/],
    ["a period before 1900", "CPIAUCSL,1700-01,8,2024-06-04", /line 3: the period 1700-01-01 is before 1900; correct it/],
    [
      "a period long after the forecast",
      "CPIAUCSL,9999-12,313,2024-06-04",
      /line 3: the period 9999-12-01 is more than 10 years after the forecast of 2024-06-04; correct it/,
    ],
    ["a month that was never published", "CPIAUCSL,2025-10,325,2025-10-20", /line 3: CPIAUCSL of 2025-10-01 was never published, so leave out its forecasts/],
    ["the day after the import", "ICSA,2026-12-05,225000,2026-11-21", /line 3: the forecast is dated 2026-11-21, which is in the future; correct its date/],
    ["a moment after the import", "ICSA,2026-12-05,225000,2026-11-20T23:00:01Z", /line 3: the forecast is dated 2026-11-20T23:00:01Z, which is in the future/],
    [
      "a date after the release",
      "ICSA,2024-06-08,225000,2024-06-14",
      /line 3: .* ICSA for 2024-06-08 is dated 2024-06-14, after its release by 2024-06-13T12:30:00Z/,
    ],
    ["the moment of the release", "ICSA,2024-06-08,225000,2024-06-13T12:30:00Z", /line 3: .* after its release by 2024-06-13T12:30:00Z/],
    ["the day of the release without a moment", "ICSA,2024-06-08,225000,2024-06-13", /line 3: .* give the moment of the forecast if it was made before/],
    ["two forecasts of one date", "ICSA,2024-06-01,222000,2024-06-04", /line 3: ICSA of 2024-06-01 has two forecasts of 2024-06-04, 220000 and 222000/],
    ["a missing cell", "ICSA,2024-06-08,225000", /line 3: expected 4 cells/],
  ])("are refused for %s, with the line", (_, line, why) => expect(() => read(`ICSA,2024-06-01,220000,2024-06-04\n${line}\n`)).toThrow(why));

  test("are refused without a line, with a cut end and with other columns", () => {
    expect(() => read("")).toThrow(/no forecast/);
    expect(() => read("ICSA,2024-06-08,225")).toThrow(/line end/);
    expect(() => recordsOf("series,period,forecast,date,note\nICSA,2024-06-08,225000,2024-06-11,x\n")).toThrow(/"note" is unknown/);
    expect(() => recordsOf("series,forecast,date\nICSA,225000,2024-06-11\n")).toThrow(/column period is missing/);
  });
});
