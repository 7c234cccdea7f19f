import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { PATHS } from "../../../src/contract/paths";
import { openServices, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

const open = openServices();
let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest()));
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
    const data = async (url: string) => (await s.read<unknown>(url)).data;
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

/** Members of every object: a table read with such a key returns a function unless the key is checked. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"];

test("names of built-in object members as functions, arguments or paths give no internal text and no error", async () => {
  const told: string[] = [];
  const service = await open({ onFault: (message) => told.push(message) });
  const cells = NAMES.flatMap((name) => [
    { fn: name, args: [] },
    { entity: "AAPL", path: name },
    ...PATHS.map(({ path }) => ({ entity: name, path })),
    ...CELL_FUNCTIONS.flatMap((fn) => {
      const examples = functionSpec(fn).parameters.map((p) => p.example);
      return examples.map((_, at) => ({ fn, args: examples.map((example, i) => (i === at ? name : example)) }));
    }),
  ]);
  for (let from = 0; from < cells.length; from += 500) {
    const { data } = await service.cells(cells.slice(from, from + 500));
    for (const [i, { value, reason }] of data.entries()) {
      const cell = JSON.stringify(cells[from + i]);
      expect({ cell, text: `${String(value)} ${reason}` }).toEqual({ cell, text: expect.not.stringMatching(/native code|\[object|undefined undefined/) });
    }
  }
  expect(told).toEqual([]);
});

test("names of built-in object members in addresses and queries cause no server error", async () => {
  const service = await open({ onFault: (message) => expect(message).toBe("") });
  const urls = NAMES.flatMap((name) => [
    `/macro/fred/${name}`,
    `/v1/macro/fred/${name}/history`,
    `/v1/equities/smart-money/${name}`,
    `/v1/equities/smart-money?direction=${name}`,
    `/v1/equities/institutional?ticker=${name.slice(0, 12)}`,
    `/v1/equities/gamma/${name}`,
    `/v1/equities/insider-clusters?direction=${name}`,
    `/v1/equities/short-interest?symbol=${name.slice(0, 12)}`,
    `/v1/equities/short-interest?sort=${name}`,
    `/v1/screen?columns=${name}`,
    `/v1/brief/equity/${name}`,
    `/v1/brief/${name}/BTC`,
    `/v1/screen?sector=${name}:${name}`,
    `/v1/crypto/derivatives/${name}`,
    `/v1/crypto/derivatives/BTC?exchange=${name}`,
    `/v1/crypto/etf/flows?period=${name}`,
    `/v1/crypto/whales?blockchain=${name}`,
    `/v1/fields?kind=${name}`,
    `/v1/fields?${name}=1`,
    `/${name}`,
  ]);
  for (const url of urls) {
    const { statusCode } = await service.get(url);
    expect({ url, isFault: statusCode >= 500 }).toEqual({ url, isFault: false });
  }
});
