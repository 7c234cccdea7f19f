import { openServices } from "./service-under-test";
import { TICKERS } from "../../../src/service/instruments/universe";
import { openStore } from "../../../src/service/store/store";

const service = openServices();

interface Found {
  readonly ticker: string;
  readonly name: string;
  readonly matched: readonly string[];
  readonly whole: boolean;
}

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
    const { get } = await service();
    const [first] = (await get(`/v1/companies?q=${encodeURIComponent(q)}`)).json<{ data: Found[] }>().data;
    expect(first).toMatchObject({ ticker, whole });
    expect([...(first?.matched ?? [])].sort()).toEqual([...matched].sort());
  });

  it("finds nothing for words that name no company, and says why a foreign ticker is not covered", async () => {
    const { get } = await service();
    const reply = async (q: string) => (await get(`/v1/companies?q=${encodeURIComponent(q)}`)).json<{ data: Found[]; meta: { note?: string } }>();
    expect(await reply("zzzzzz xxqxx")).toMatchObject({ data: [] });
    const foreign = await reply("VOD LN Equity");
    expect(foreign.meta.note).toContain("is a share on an exchange that is not covered: London (LN)");
  });

  it("lists all names in pages without words", async () => {
    const { get } = await service();
    const all = (await get("/v1/companies?limit=500")).json<{ data: Found[]; meta: { has_more: boolean; count: number } }>();
    const next = (await get("/v1/companies?limit=500&offset=500")).json<{ data: Found[] }>();
    expect([all.data.length, all.meta.has_more, next.data.length]).toEqual([500, true, TICKERS.length - 500]);
  });

  it("finds names that were imported with filings, as they are filed, from then on", async () => {
    const store = openStore({ path: ":memory:" });
    const { get } = await service({ store });
    const names = async (q: string) => (await get(`/v1/companies?q=${q}`)).json<{ data: Found[] }>().data.map(({ ticker, name }) => `${ticker} ${name}`);
    expect(await names("zedcorp")).toEqual([]);
    store.insertBatch(
      {
        publisher: "sec",
        file: "tickers.json",
        sha256: "1",
        rows: [],
        records: [
          {
            dataset: "filer",
            entity: "ZEDX",
            date: "1993-01-01",
            key: "",
            known: "1993-01-01",
            body: { cik: "7", name: "ZEDCORP HOLDINGS INC" },
            source: "sec",
          },
          { dataset: "filer", entity: "AAPL", date: "1993-01-01", key: "", known: "1993-01-01", body: { cik: "320193", name: "Apple Inc." }, source: "sec" },
        ],
      },
      "2024-06-25",
    );
    expect(await names("zedcorp")).toEqual(["ZEDX ZEDCORP HOLDINGS INC"]);
    expect((await names("apple"))[0]).toBe("AAPL Apple Inc.");
  });
});
