import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { forecasts } from "../../../../src/service/publishers/own/forecasts";
import { releaseOfRecord } from "../../../../src/service/releases/releases";

const HEADER = "series,period,forecast,date\n";
const recordsOf = (text: string, seen = "2026-11-20") =>
  parseByFeed(forecasts.feeds, { name: "forecasts.csv", bytes: Buffer.from(text), seen, received: Date.parse(`${seen}T23:00:00Z`) }).records;
const read = (lines: string) => recordsOf(HEADER + lines).map((r) => [r.entity, r.date, (r.body as { value: number }).value, r.key]);

describe("the operator's forecasts", () => {
  test("name the series by id or title, and the period by date, month or ISO week", () => {
    expect(
      read(
        [
          "ICSA,2024-06-08,225000,2024-06-11",
          "icsa,2024-W23,224000,2024-06-10",
          '"Initial unemployment claims, seasonally adjusted",2021-W01,800000,2021-01-05',
          "WALCL,2024-W23,7250000,2024-06-03",
          "CPIAUCSL,2024-05,313.6,2024-06-12T12:00:00Z",
          "UMCSENT,2024-05-01,77,2024-05-09",
          "DGS10,2024-06-12,4.4,2024-06-11",
          "",
        ].join("\n"),
      ),
    ).toEqual([
      ["ICSA", "2024-06-08", 225_000, "2024-06-11"],
      ["ICSA", "2024-06-08", 224_000, "2024-06-10"],
      ["ICSA", "2021-01-09", 800_000, "2021-01-05"],
      ["WALCL", "2024-06-05", 7_250_000, "2024-06-03"],
      ["CPIAUCSL", "2024-05-01", 313.6, "2024-06-12T12:00:00Z"],
      ["UMCSENT", "2024-05-01", 77, "2024-05-09"],
      ["DGS10", "2024-06-12", 4.4, "2024-06-11"],
    ]);
  });

  test("may be of a period in the future", () => {
    expect(read("ICSA,2027-01-09,225000,2026-11-20\n")).toEqual([["ICSA", "2027-01-09", 225_000, "2026-11-20"]]);
  });

  test("are public from the end of their day, or from their moment", () => {
    const released = recordsOf(`${HEADER}ICSA,2024-06-08,225000,2024-06-11\nICSA,2024-06-08,225000,2024-06-12T02:00:00Z\n`).map((r) => [
      r.known,
      new Date(releaseOfRecord(r)?.at ?? 0).toISOString(),
    ]);
    expect(released).toEqual([
      ["2024-06-11", "2024-06-12T03:59:59.000Z"],
      ["2024-06-11", "2024-06-12T02:00:00.000Z"],
    ]);
  });

  test("have one row if a line is repeated", () => {
    expect(read("ICSA,2024-06-08,225000,2024-06-11\nICSA,2024-06-08,225000,2024-06-11\n")).toHaveLength(1);
  });

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
  ])("are refused for %s, with the line", (_, line, why) => {
    expect(() => read(`ICSA,2024-06-01,220000,2024-06-04\n${line}\n`)).toThrow(why);
  });

  test("are refused without a line, with a cut end and with other columns", () => {
    expect(() => read("")).toThrow(/no forecast/);
    expect(() => read("ICSA,2024-06-08,225")).toThrow(/line end/);
    expect(() => recordsOf("series,period,forecast,date,note\nICSA,2024-06-08,225000,2024-06-11,x\n")).toThrow(/"note" is unknown/);
    expect(() => recordsOf("series,forecast,date\nICSA,225000,2024-06-11\n")).toThrow(/column period is missing/);
  });
});
