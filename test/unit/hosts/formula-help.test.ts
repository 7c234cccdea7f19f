import type { FunctionsMetadata } from "../../../src/engine/calls/function-help";
import { atCaret, suggest, type Suggested } from "../../../src/hosts/workbench/formula-help/suggest";
import { catalogOf, listedCompanies } from "../../../src/hosts/workbench/formula-help/catalog";
import type { ConnectionState } from "../../../src/pane/pane-host";
import type { Fetched } from "../../../src/tables/read-table";

/** The caret is at the bar. */
const at = (marked: string) => atCaret(marked.replace("|", ""), marked.indexOf("|"));

describe("the word at the caret", () => {
  it.each([
    ["=short|", { word: "short", from: 1, to: 6, quoted: false, first: true }],
    ["=SERVICE.FR|ED", { word: "SERVICE.FR", from: 1, to: 13 }],
    ["=1+sh|", { word: "sh", from: 3, to: 5, first: false }],
    ['=SERVICE.FRED("|")', { word: "", from: 14, to: 16, quoted: true, first: true, call: { name: "SERVICE.FRED", argument: 0 } }],
    ['=SERVICE.FRED("DG|S10", "date")', { word: "DG", from: 14, to: 21, quoted: true, call: { name: "SERVICE.FRED", argument: 0 } }],
    ['=SERVICE.FRED("DG|, "date")', { word: "DG", from: 14, to: 17, quoted: true }],
    ['=SERVICE.FRED("DG|', { word: "DG", from: 14, to: 17, quoted: true }],
    ['=SERVICE.FRED("DGS10", da|)', { word: "da", from: 23, to: 25, quoted: false, first: true, call: { name: "SERVICE.FRED", argument: 1 } }],
    ['=SERVICE.FRED("a""b,(c",|', { word: "", first: true, call: { name: "SERVICE.FRED", argument: 1 } }],
    ['=IF(A1>0,SERVICE.YIELD("10Y"),(1+|', { word: "", call: { name: "IF", argument: 2 } }],
    ["=IF({1,2},|", { call: { name: "IF", argument: 1 } }],
    ["=SUM('My, sheet'!A1,B|", { word: "B", call: { name: "SUM", argument: 1 } }],
    ['=SERVICE.FRED("DGS10"|', { word: "", first: false }],
    ['=SERVICE.FRED("DGS10")|', { word: "", call: undefined }],
  ])("%s", (marked, expected) => {
    expect(at(marked)).toMatchObject(expected);
  });

  it.each(["short|", "|=short", "=SUM('My sh|eet'!A1)"])("is nothing to complete in %s", (marked) => {
    expect(at(marked)).toBeUndefined();
  });
});

const METADATA: FunctionsMetadata = {
  functions: [
    {
      id: "SERVICE.SHORTINTEREST",
      name: "SERVICE.SHORTINTEREST",
      description: 'Shares sold short. Example: =SERVICE.SHORTINTEREST("GME","days")',
      parameters: [
        { name: "ticker", description: "US ticker." },
        { name: "field", description: "What to show.", optional: true },
      ],
    },
    ...["FRED", "YIELD", "PRICE", "BIS"].map((fn) => ({ id: `SERVICE.${fn}`, name: `SERVICE.${fn}`, description: "", parameters: [] })),
  ],
};
const ENGINE = [
  { functionName: "SUM", abstract: "Adds its arguments", functionParameter: [{ name: "number", detail: "A number.", require: 1, repeat: 1 }] },
  { functionName: "PRICE", abstract: "Price of a security", functionParameter: [] },
];
const CATALOG = catalogOf(METADATA, ENGINE);
const COMPANIES = [
  { value: "AAPL", about: "Apple" },
  { value: "APP", about: "AppLovin" },
  { value: "T", about: "AT&T" },
];

const suggested = (marked: string, names: readonly string[] = []): Suggested => suggest(at(marked)!, CATALOG, () => COMPANIES, new Set(names));
const labels = (marked: string): string[] => suggested(marked).list.map(({ label }) => label);

describe("suggestions in the grid", () => {
  it("finds functions by any part of their name or title", () => {
    expect(labels("=short|")[0]).toBe("SERVICE.SHORTINTEREST");
    expect(labels("=interest|")).toContain("SERVICE.SHORTINTEREST");
    expect(labels("=macro|")).toContain("SERVICE.FRED");
    expect(labels("=su|")[0]).toBe("SUM");
    expect(labels("=pri|").slice(0, 2)).toEqual(["SERVICE.PRICE", "PRICE"]);
    expect(suggested("=short|").list[0]?.text).toBe("SERVICE.SHORTINTEREST(");
  });

  it.each([
    ["=SERVICE.SHORTINTEREST(A1,|", "pctfloat", '"pctfloat"'],
    ['=SERVICE.SHORTINTEREST("GME","cov|', "days", '"days"'],
    ["=SERVICE.YIELD(10|", "10Y", '"10Y"'],
    ["=SERVICE.FRED( consumer price|", "CPIAUCSL", '"CPIAUCSL"'],
    ['=SERVICE.FRED("consumer price|', "CPIAUCSL", '"CPIAUCSL"'],
    ["=IF(A1,SERVICE.BIS(japan|", "JP", '"JP"'],
    ["=SERVICE.PRICE(apple|", "AAPL", '"AAPL"'],
    ['=SERVICE.PRICE("app|"', "APP", '"APP"'],
  ])("offers the values of the current argument: %s", (marked, label, text) => {
    const [first] = suggested(marked).list;
    expect([first?.label, first?.text]).toEqual([label, text]);
  });

  it("offers nothing over a reference, a number, a literal or a finished argument", () => {
    for (const marked of ["=SERVICE.PRICE(A1|", "=SERVICE.PRICE($A|", "=2|", "=TRUE|", '=SERVICE.FRED("DGS10"|', '="a"&"b|'])
      expect(labels(marked)).toEqual([]);
    expect(labels("=SERVICE.PRICE(|")).toEqual([]);
  });

  it("lets Enter accept the first entry only if something was typed that is no name of the workbook", () => {
    expect(suggested("=short|").eager).toBe(true);
    expect(suggested("=SERVICE.SHORTINTEREST(A1,|").eager).toBe(false);
    expect(suggested("=price|", ["PRICE"]).eager).toBe(false);
  });

  it("counts the values that the list leaves out, and names the argument at the caret", () => {
    const many = suggest(at('=SERVICE.PRICE("|')!, CATALOG, () => Array.from({ length: 80 }, (_, i) => ({ value: `T${i}`, about: "" })), new Set());
    expect([many.list.length, many.more]).toEqual([50, 30]);
    expect(many.call?.parameter?.name).toBe("ticker");
    expect(suggested("=SUM(A1,A2,A3,|").call?.parameter?.name).toBe("number");
    expect(suggested('=SERVICE.SHORTINTEREST("GME","days",|').call?.parameter).toBeUndefined();
  });
});

const connected: ConnectionState = { kind: "connected", baseUrl: "http://localhost", place: "local" };
const page = (tickers: readonly string[], more: boolean): Fetched => ({
  ok: true,
  body: { data: tickers.map((ticker) => ({ ticker, name: ticker.toLowerCase() })), meta: { has_more: more } },
});

it("the companies of the service: every page is fetched once, and again only after a failure and a pause", async () => {
  const asked: string[] = [];
  const replies: Fetched[] = [{ ok: false, message: "down" }, page(["A", "B"], true), page(["C"], false)];
  let now = 0;
  let loaded = 0;
  const fetch = async (address: string): Promise<Fetched> => {
    asked.push(address);
    return replies.shift()!;
  };
  const companies = listedCompanies(
    { fetch, connection: () => connected },
    () => loaded++,
    () => now,
  );
  expect(companies()).toEqual([]);
  await Promise.resolve();
  companies();
  expect(asked).toHaveLength(1);
  await new Promise(setImmediate);
  now = 31_000;
  companies();
  await new Promise(setImmediate);
  expect(companies().map(({ value }) => value)).toEqual(["A", "B", "C"]);
  expect([asked.length, loaded]).toEqual([3, 1]);
  companies();
  expect(asked).toHaveLength(3);
});
