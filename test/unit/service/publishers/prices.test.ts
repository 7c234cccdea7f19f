import { prices } from "../../../../src/service/publishers/own/prices";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";

const read = (text: string) => parseByFeed(prices.feeds, { name: "p.csv", bytes: Buffer.from(text) }).records;

describe("prices that the operator imports", () => {
  test("have a close, and optionally an adjusted close and a volume", () => {
    expect(
      read("symbol,date,close,adjusted_close,volume\nbrk-b,2026-01-02,450.5,,100\nAAPL,2026-01-02,200,100,\n").map((r) => [r.entity, r.source, r.body]),
    ).toEqual([
      ["BRK.B", "user", { close: 450.5, volume: 100 }],
      ["AAPL", "user", { close: 200, adjusted: 100, volume: null }],
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
