import { TICKERS } from "../../../src/service/instruments/universe";
import { recordRow } from "../../record-row";
import { openServices, take } from "./service-under-test";

const service = openServices();

describe("GET /v1/companies", () => {
  it.each([
    ["AAPL US Equity", "AAPL", ["aapl", "us", "equity"], true],
    ["brk/b", "BRK.B", ["brk", "b"], true],
    ["apple eps", "AAPL", ["apple"], true],
    ["nvda beta", "NVDA", ["nvda"], true],
    ["jp morgan", "JPM", ["jp", "morgan"], true],
    ["microsoft p/e", "MSFT", ["microsoft"], true],
    ["gamestop pe", "GME", ["gamestop"], true],
    ["microsft", "MSFT", ["microsft"], false],
    ["goldm", "GS", ["goldm"], false],
  ])("finds the company in %s", async (q, ticker, matched, whole) => {
    const s = await service();
    const [first] = (await s.read(`/v1/companies?q=${encodeURIComponent(q)}`)).data;
    expect(first).toMatchObject({ ticker, whole });
    expect([...(first?.matched ?? [])].sort()).toEqual([...matched].sort());
  });

  it("finds nothing for words that name no company, and says why a foreign ticker is not covered", async () => {
    const s = await service();
    const reply = (q: string) => s.read(`/v1/companies?q=${encodeURIComponent(q)}`);
    expect(await reply("zzzzzz xxqxx")).toMatchObject({ data: [] });
    const foreign = await reply("VOD LN Equity");
    expect(foreign.meta.note).toContain("is a share on an exchange that is not covered: London (LN)");
  });

  it("lists all names in pages without words", async () => {
    const s = await service();
    const [all, next] = [await s.read("/v1/companies?limit=500"), await s.read("/v1/companies?limit=500&offset=500")];
    expect([all.data.length, all.meta.has_more, next.data.length]).toEqual([500, true, TICKERS.length - 500]);
  });

  it("finds names that were imported with filings, as they are filed, from then on", async () => {
    const s = await service();
    const names = async (q: string) => (await s.read(`/v1/companies?q=${q}`)).data.map(({ ticker, name }) => `${ticker} ${name}`);
    expect(await names("zedcorp")).toEqual([]);
    const filer = (ticker: string, cik: string, name: string) => recordRow("filer", ticker, "1993-01-01", "sec", { cik, name });
    take(s, [filer("ZEDX", "7", "ZEDCORP HOLDINGS INC"), filer("AAPL", "320193", "Apple Inc.")]);
    expect(await names("zedcorp")).toEqual(["ZEDX ZEDCORP HOLDINGS INC"]);
    expect((await names("apple"))[0]).toBe("AAPL Apple Inc.");
  });
});
