import { asked, readAs } from "./read-as";

const month = (year: string, period: string, value: string) => ({ year, period, periodName: "", value, footnotes: [{}] });
const reply = (data: readonly object[], seriesID = "CUSR0000SA0", Results?: unknown) => ({
  status: "REQUEST_SUCCEEDED",
  responseTime: 1,
  message: [],
  Results: Results ?? { series: [{ seriesID, data }] },
});
const rowsOf = (document: unknown) => readAs("bls", document).rows;

describe("consumer prices of the Bureau of Labor Statistics", () => {
  it("are dated by the month's first day, oldest first", () => {
    expect(rowsOf(reply([month("2025", "M09", "324.368"), month("2025", "M08", "323.364")]))).toEqual([
      { series: "CPIAUCSL", date: "2025-08-01", value: 323.364, source: "bls" },
      { series: "CPIAUCSL", date: "2025-09-01", value: 324.368, source: "bls" },
    ]);
  });

  it("are missing, not zero, for an unpublished month, shown as a dash", () => {
    const rows = rowsOf(reply([month("2025", "M11", "325.031"), month("2025", "M10", "-"), month("2025", "M09", "324.368")]));
    expect(rows.map((r) => `${r.date} ${r.value}`)).toEqual(["2025-09-01 324.368", "2025-10-01 null", "2025-11-01 325.031"]);
  });

  it("leave out M13, which is the annual average", () =>
    expect(rowsOf(reply([month("2024", "M13", "313.689"), month("2024", "M12", "317.603")])).map((r) => r.date)).toEqual(["2024-12-01"]));

  it("are read from a reply of either API version", () =>
    expect(rowsOf(reply([], "", [{ series: [{ seriesID: "CUSR0000SA0", data: [month("2024", "M12", "317.603")] }] }]))).toHaveLength(1));

  it.each([
    ["the unadjusted index", reply([month("2024", "M12", "315.605")], "CUUR0000SA0"), '"CUUR0000SA0" is not a series that this service stores'],
    ["a quarter", reply([month("2024", "Q04", "317.603")]), "expected a year and a month (M01 to M12)"],
    ["a month that does not exist", reply([month("2024", "M14", "317.603")]), "expected a year and a month (M01 to M12)"],
    ["a percent change in place of the index", reply([month("2024", "M12", "2.9")]), "expected CPIAUCSL in idx, from"],
    ["words for a number", reply([month("2024", "M12", "n/a")]), "expected a number as value"],
    ["one month with two values", reply([month("2024", "M12", "317.6"), month("2024", "M12", "317.7")]), "2024-12 appears twice"],
    ["an empty year", reply([]), "there is no month in the document"],
    [
      "a message that the day's requests are used up",
      { status: "REQUEST_NOT_PROCESSED", message: ["Request could not be serviced, as the daily threshold has been reached."], Results: {} },
      "the daily threshold has been reached",
    ],
    ["a web page with status 200", "<!DOCTYPE html><html></html>", "this is a web page"],
  ])("are refused if the document has %s", (_, document, sentence) => expect(() => rowsOf(document)).toThrow(sentence));

  it("are requested ten years at a time first, then from 2021 if stored to 2026", () => {
    const first = asked("bls.time-series", "2026-08-13");
    expect(first).toHaveLength(8);
    expect(new Set(first.map((r) => r.part)).size).toBe(8);
    expect(first.at(-1)?.url).toBe("https://api.bls.gov/publicAPI/v1/timeseries/data/CUSR0000SA0?startyear=2017&endyear=2026");
    expect(asked("bls.time-series", "2026-08-13", "2026-07-01").map((r) => r.url.split("?")[1])).toEqual(["startyear=2021&endyear=2026"]);
  });
});
