import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { splits } from "../../../../src/service/publishers/own/splits";

const read = (text: string, seen = "2026-11-20") =>
  parseByFeed(splits.feeds, { name: "splits.csv", bytes: Buffer.from(text), seen }).records.map((r) => [r.entity, r.date, (r.body as { ratio: number }).ratio]);

describe("the operator's splits", () => {
  test("have ratios of new to old shares, such as 10:1, 4, 50/1 and 3-for-2", () => {
    expect(
      read(
        "ticker,date,ratio\nNVDA,2024-06-10,10:1\nnvda,2021-07-20,4\nbrk-b,2010-01-21,50/1\nABC,2024-01-02,1:20\nABD,2024-01-02,0.1\nABE,2024-01-02,3-for-2\n",
      ),
    ).toEqual([
      ["NVDA", "2024-06-10", 10],
      ["NVDA", "2021-07-20", 4],
      ["BRK.B", "2010-01-21", 50],
      ["ABC", "2024-01-02", 0.05],
      ["ABD", "2024-01-02", 0.1],
      ["ABE", "2024-01-02", 1.5],
    ]);
  });

  test("have one row for a split that is listed twice", () => {
    expect(read("date,ticker,ratio\n2024-06-10,NVDA,10:1\n2024-06-10,NVDA,10\n")).toHaveLength(1);
  });

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
  ])("are refused for %s", (_, lines, why) => {
    expect(() => read(`ticker,date,ratio\n${lines}`)).toThrow(why);
  });

  test("are refused with an unknown column or a missing one", () => {
    expect(() => read("ticker,date,ratio,note\nA,2024-06-10,2,x\n")).toThrow(/note/);
    expect(() => read("ticker,ratio\nA,2\n")).toThrow(/date/);
  });
});
