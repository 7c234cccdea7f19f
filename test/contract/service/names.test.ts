import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest({ asOf: "2024-06-25" })));
afterAll(() => s.close());

const cells = async (...asked: object[]) =>
  (await s.post({ cells: asked.map((cell, id) => ({ id, ...cell })) })).json<{ data: Record<string, unknown>[] }>().data;

describe("a common name for an entity", () => {
  it.each([
    ["PRICE", "aapl us equity", "AAPL"],
    ["PRICE", "NASDAQ:AAPL", "AAPL"],
    ["SHORTINTEREST", "BRK/B", "BRK.B"],
    ["CBRATE", "Eurozone", "XM"],
    ["FUNDING", "BTC-PERP", "BTC"],
    ["YIELD", "10 year", "10Y"],
    ["FRED", "FRED:DGS10", "DGS10"],
    ["CONFLUENCE", "BTC-USD", "BTC"],
  ])("%s of %s equals that of %s, and a note says so", async (fn, typed, name) => {
    const [asTyped, known] = await cells({ fn, args: [typed] }, { fn, args: [name] });
    const said = `${typed.toUpperCase()} read as ${name}`;
    expect(asTyped).toEqual({ ...known, id: 0, note: known?.["note"] === undefined ? said : `${said}; ${String(known["note"])}` });
  });

  it("works in sheet paths, in ASOF and in REST endpoints", async () => {
    const [byPath, known, dated, ofKnown] = await cells(
      { entity: "AAPL US EQUITY", path: "price" },
      { fn: "PRICE", args: ["AAPL"] },
      { entity: "AAPL US EQUITY", path: "asof" },
      { entity: "AAPL", path: "asof" },
    );
    expect(byPath?.["value"]).toBe(known?.["value"]);
    expect(dated?.["value"]).toBe(ofKnown?.["value"]);
    const data = async (url: string): Promise<unknown> => (await s.get(url)).json<{ data: unknown }>().data;
    expect(await data("/macro/fred/US10Y")).toEqual(await data("/macro/fred/DGS10"));
    expect(await data("/v1/crypto/funding/BTC-PERP")).toEqual(await data("/v1/crypto/funding/BTC"));
    expect(await data("/v1/equities/smart-money/AAPL.O")).toMatchObject({ ticker: "AAPL" });
  });

  it("of a listing on a foreign exchange is refused by every function of tickers", async () => {
    const fns = ["PRICE", "SIGNAL", "SMARTMONEY", "HOLDERS13F", "SHORTINTEREST", "INSIDER", "CONGRESS", "GAMMA", "CONFLUENCE"];
    const answers = await cells(
      ...fns.map((fn) => ({ fn, args: ["VOD LN Equity"] })),
      { fn: "RV", args: ["VOD.L", "pe"] },
      { fn: "FIN", args: ["LON:VOD", "revenue"] },
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ value: null, code: "not_covered", reason: "Exchange not covered: only US tickers are served." });
  });
});
