import { readFileSync } from "node:fs";
import path from "node:path";
import { CAVEAT_IDS, type CaveatId } from "../../../src/contract/caveats";
import { CELL_FUNCTIONS, FUNCTION_NAMES, type FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { SERIES, SERIES_IDS } from "../../../src/contract/series";
import { BANKS, RATE_KEYS } from "../../../src/contract/vocabulary";
import type { RegistryRow } from "../../../src/contract/wire";
import { readQuestion } from "../../../src/core/question";
import { dataVersionOf } from "../../../src/pane/connection/data-version";
import { callText } from "../../../src/pane/formula/call-text";
import { formSpec } from "../../../src/pane/formula/form-spec";
import { contractRows, loadFields } from "../../../src/pane/formula/load-fields";
import { questionOfFields, readInputs } from "../../../src/pane/formula/read-inputs";
import { alternatives, carriersOf, nearTo } from "../../../src/pane/formula/related";
import { universeWords } from "../../../src/pane/formula/row-words";
import { builtInFigures } from "../../../src/pane/formula/search/figures";
import { find, type Kind } from "../../../src/pane/formula/search/find";
import { otherSpan, remarkOfHit, startOfHit, unusedPeriod } from "../../../src/pane/formula/search/start";
import type { PaneHost } from "../../../src/pane/pane-host";
import type { Fetched } from "../../../src/tables/read-table";
import { openServices } from "../../contract/service/service-under-test";
import { readCompanies } from "../../../src/pane/formula/search/companies";

const service = openServices();

/** A pane's host with this service, and a count of its requests. */
function hostOver(get: (path: string) => Promise<Fetched>, baseUrl = "https://service.test"): PaneHost & { fetched: string[]; clock: number } {
  const fetched: string[] = [];
  const host = {
    fetched,
    clock: 0,
    now: () => host.clock,
    connection: () => ({ kind: "connected", baseUrl, place: "memory" }),
    fetch: (path: string) => {
      fetched.push(path);
      return get(path);
    },
  };
  return host as unknown as PaneHost & { fetched: string[]; clock: number };
}

const keys = (typed: string, kind?: Kind) =>
  find(typed, [], kind).hits.map((hit) => (hit.kind === "figure" ? hit.figure.key : hit.kind === "company" ? hit.company.ticker : "block"));
const apple = { ticker: "AAPL", name: "Apple", matched: ["apple"], whole: true };

describe("the search of the formula builder", () => {
  it.each([
    ["fred", "FRED()"],
    ["dgs2", 'FRED("DGS2")'],
    ["PRICE", "PRICE()"],
    ["=SERVICE.FREDH(", "FREDH()"],
    ["SERVICE_YIELD", "YIELD()"],
    ["short.pctfloat", 'SHORTINTEREST(,"pctfloat")'],
    ["13f.qoq", 'HOLDERS13F(,"qoq")'],
    ["yield_curve_partial_is_partial", "caveat yield_curve_partial_is_partial"],
  ])("lists the entry with the exact name first: %s", (typed, key) => {
    expect(keys(typed)[0]).toBe(key);
  });

  it("lists whole words before beginnings of words, and no parts of words", () => {
    expect(keys("pe")[0]).toBe('RV(,"pe")');
    expect(keys("pe")).not.toContain('SERVICE(,"sharpe")');
  });

  it("lists the country of most users first, and takes no country's code for another word", () => {
    expect(keys("gdp")[0]).toBe('BIS("US","gdp")');
    expect(keys("house prices").slice(0, 2)).toEqual(['BIS("US","house_prices")', 'BIS("XM","house_prices")']);
    expect(keys("pe").filter((key) => key.startsWith('BIS("'))).toEqual([]);
  });

  it("starts without a query with PRICE, FRED, FIN and YIELD, and lists every function once", () => {
    expect(keys("").slice(0, 4)).toEqual(["PRICE()", "FRED()", "FIN()", "YIELD()"]);
    expect(new Set(keys("")).size).toBe(CELL_FUNCTIONS.length);
  });

  it("lists one entry for all paths of a figure", () => {
    for (const path of ["insider", "insider.net"])
      expect(keys(path).filter((key) => /^SERVICE\(,"insider(\.net)?"\)$/.test(key))).toEqual(['SERVICE(,"insider")']);
  });

  it("lists caveats and screener fields only if they are chosen", () => {
    const rows = (found: readonly string[]) => found.filter((key) => /^(screener|caveat) /.test(key));
    expect(rows(keys("lower bound short percent"))).toEqual([]);
    expect(keys("lower bound", "caveat")).toContain("caveat short_pct_float_is_a_lower_bound");
    expect(keys("market cap", "screener")[0]).toBe("screener market_cap");
    expect(keys("", "series")).toHaveLength(SERIES.length);
  });

  it("has a title of its own for every entry", () => {
    const titles = new Map(builtInFigures().map(({ key, title }) => [key, title]));
    expect(titles.size - new Set(titles.values()).size).toBe(0);
    expect(titles.get("SHORTINTEREST()")).toBe("Shares sold short: percent of float, a lower bound");
    expect(titles.get('SHORTINTEREST(,"short_interest")')).toBe("Shares sold short");
    expect([titles.get('IPO(,"filed")'), titles.get('FRED("SOFR")')]).toEqual(["Filing date (IPO)", "Secured overnight financing rate (FRED)"]);
  });

  it("finds entries with most of the typed words if none has all, but none with only a few", () => {
    expect(keys("treasury 10 years please")).toContain('YIELD("10Y")');
    expect(keys("zzzz")).toEqual([]);
    expect(keys("zzzz yyyy xxxx treasury")).toEqual([]);
  });

  it("lists no figure of an economy for the economy's name alone, and none of another economy", () => {
    expect(keys("ecb lending premium")).toEqual([]);
    expect(keys("japan deposit rate").filter((key) => key.includes('"XM"'))).toEqual([]);
    expect(keys("uk home please")).toContain('BIS("GB","house_prices")');
  });

  it("says in result and form that the euro area's policy rate is the deposit facility rate", () => {
    const [hit] = find("ecb", []).hits;
    expect(hit?.kind === "figure" && hit.figure.about).toBe("ECB deposit facility rate");
    const [country] = formSpec("SERVICE.CBRATE")?.parameters ?? [];
    const economies = formSpec("SERVICE.BIS")?.parameters[0]?.choices;
    expect(economies?.find(({ value }) => value === "XM")?.about).toBe("Euro area");
    expect(country?.choices?.find(({ value }) => value === "XM")?.about).toBe("Euro area: ECB deposit facility rate");
  });

  it("offers a text in capitals as a ticker until the service has answered", () => {
    expect(find("ZQX").hits).toEqual([{ kind: "company", company: { ticker: "ZQX", name: "ZQX", matched: ["zqx"], whole: true } }]);
    expect(find("ZQX", []).hits).toEqual([]);
  });

  it("names what it has no figure for, and lists the nearest figures first", () => {
    expect(find("ebitda").none?.message).toBe("ebitda is in no statement. Insert the figures below and add them.");
    expect(keys("ebitda").slice(0, 2)).toEqual(['FIN(,"operating_income")', 'FIN(,"depreciation_amortization")']);
    expect(find("copper").none?.message).toBe("copper is a commodity. The service does not have it, nor a similar figure.");
    expect(find("spain unemployment").none?.message).toMatch(/^unemployment is a labour-market figure/);
    expect(find("price target").none?.calls).toEqual([]);
    expect(find("cpi").none).toBeUndefined();
  });

  it.each([
    ["apple revenue fy2023", 'FIN("AAPL","revenue","FY2023")'],
    ["10y 2024-06-19", 'YIELD("10Y","2024-06-19")'],
    ["10 year treasury yield 19 June 2024", 'YIELD("10Y","2024-06-19")'],
    ["10y June 19th, 2024", 'YIELD("10Y","2024-06-19")'],
    ["10y yield june 2024", 'YIELD("10Y","2024-06-30")'],
    ["10y 2020", 'YIELD("10Y",2020)'],
    ["dgs10 2020-03-02", 'FREDH("DGS10","2020-03-02")'],
    ["cpi 2020", 'FRED("CPIAUCSL")'],
    ["vix history", 'FREDH("VIXCLS")'],
    ["apple market cap", 'FIN("AAPL","shares_outstanding")'],
  ])("fills the company, the period and the day of a query into the form: %s", (typed, call) => {
    const [first] = find(typed, [apple]).hits;
    const start = first && startOfHit(first);
    expect(start && callText(start.spec, start.inputs)).toBe(`SERVICE.${call}`);
  });
});

describe("a query for another span than the figure's", () => {
  const firstOf = (typed: string) => find(typed, [apple]).hits[0];

  it.each([
    ["apple eps ttm", "The figure is based on the latest fiscal year, not on the last twelve months."],
    ["apple quarterly eps", "The figure is based on the latest fiscal year, not on a quarter. For a quarter, fill in Period, such as 2024Q3."],
    ["apple p/e trailing twelve months", "The figure is based on the latest fiscal year, not on the last twelve months."],
    ["apple annual eps", undefined],
    ["apple eps 2024Q3 quarterly", undefined],
    ["quarterly gdp", undefined],
  ])("says what the first result is instead: %s", (typed, said) => {
    expect(otherSpan(firstOf(typed))).toBe(said);
  });

  it("is remarked in the form until the period or the figure changes", () => {
    const hit = firstOf("apple quarterly eps")!;
    expect(remarkOfHit(hit, startOfHit(hit)!)?.texts).toEqual([undefined, "eps_diluted", "", ""]);
  });

  it("names the formula of a spread that no series has", () => {
    expect(find("5s30s").none?.message).toContain('Type =SERVICE.YIELD("30Y")-SERVICE.YIELD("5Y")');
    expect(keys("5s30s").slice(0, 2)).toEqual(['YIELD("30Y")', 'YIELD("5Y")']);
  });
});

describe("a text that names several tickers or figures", () => {
  const first = (typed: string) => {
    const [hit] = find(typed, []).hits;
    return hit?.kind === "block" ? [...hit.tickers, ...hit.figures.map(({ key }) => key)] : hit?.kind;
  };

  it.each([
    ["tickers × fields", []],
    ["several tickers", []],
    ["p/e, revenue; days to cover", ['RV(,"pe")', 'FIN(,"revenue")', 'SHORTINTEREST(,"days")']],
    ["price eps insider net", ["PRICE()", 'FIN(,"eps_diluted")', 'SERVICE(,"insider")']],
    ["AAPL, MSFT", ["AAPL", "MSFT"]],
    ["AAPL MSFT p/e, free cash fl", ["AAPL", "MSFT", 'RV(,"pe")', 'FIN(,"free_cash_flow")']],
    ["AAPL US Equity, MSFT US", ["AAPL US Equity", "MSFT US"]],
    ["BRK.B GM pe revenue", ["BRK.B", "GM", 'RV(,"pe")', 'FIN(,"revenue")']],
  ])("leads to a block of them: %s", (typed, named) => {
    expect(first(typed)).toEqual(named);
  });

  it.each(["price earnings", "revenue growth", "US CPI, UK CPI", "p/e, ebitda", "cpi, gdp", "MSFT p/e", "USD EUR", "AAPL US Equity", "Berkshire, Hathaway"])(
    "leads to no block if it is one figure, or has others: %s",
    (typed) => {
      expect(find(typed, []).hits.some(({ kind }) => kind === "block")).toBe(false);
    },
  );
});

it.each([
  ["apple close 2024-06-03", "The first result is the latest value, not that of 2024-06-03. Past closes are in Insert table…, History of a price."],
  ["cpi 2020", "The first result is the latest value, not that of 2020."],
  ["10y 19 June 2024", undefined],
  ["apple close", undefined],
])("a year or a day that a figure has no argument for is named: %s", (typed, said) => {
  expect(unusedPeriod(find(typed, [apple]).hits[0])).toBe(said);
});

describe("the list of entries that the service sends for the search", () => {
  it("is fetched in one request and cached", async () => {
    const { get } = await service();
    const host = hostOver(async (path) => ({ ok: true, body: (await get(path)).json() }));
    const [first, second] = await Promise.all([loadFields(host), loadFields(host)]);
    expect(first).toBe(second);
    expect(first.ok && first.value.length).toBeGreaterThan(contractRows().length);
    expect(host.fetched).toHaveLength(1);
    await loadFields(host);
    expect(host.fetched).toHaveLength(1);
  });

  it("is fetched again after new data arrived, and after 15 minutes", async () => {
    const host = hostOver(async () => ({ ok: true, body: { data: [] } }));
    await loadFields(host);
    dataVersionOf(host).raise();
    await loadFields(host);
    expect(host.fetched).toHaveLength(2);
    host.clock += 15 * 60_000;
    await loadFields(host);
    await loadFields(host);
    expect(host.fetched).toHaveLength(3);
  });

  it("has exactly the screener fields and caveats that the add-in has without the service", async () => {
    const { get } = await service();
    const loaded = await loadFields(hostOver(async (path) => ({ ok: true, body: (await get(path)).json() })));
    const names = (list: readonly RegistryRow[]) =>
      list.flatMap((row) => (row.kind === "screener" || row.kind === "caveat" ? [`${row.kind} ${row.field} ${row.type}`] : []));
    expect(loaded.ok && names(loaded.value)).toEqual(names(contractRows()));
  });

  it("says what the count of each row counts", async () => {
    const { get } = await service();
    const loaded = await loadFields(hostOver(async (path) => ({ ok: true, body: (await get(path)).json() })));
    const said = new Map((loaded.ok ? loaded.value : []).map((row) => [`${row.kind} ${row.field}`, universeWords(row)]));
    const words = (name: string) => said.get(name)?.replace(/\d[\d,]*/, "#");
    const functions = "PRICE FRED FREDH BIS CBRATE YIELD MMRATE WHALE ONCHAIN_RISK FUNDING TRACKRECORD NETLIQ IPO LIQUIDITY".split(" ");
    expect(functions.map((fn) => words(`function SERVICE.${fn}`))).toEqual([
      ...["for # tickers", "for # series", "for # series", "for # economies", "for # central banks", "for # tenors", "for # rates", "for # coins"],
      ...["for # coins", "for # perpetuals", "for # signal types", "for # blocks", "for # companies", ""],
    ]);
    expect([words("path odds"), words("path gamma"), words("screener sector")]).toEqual(["for # markets", "for # tickers", "for # tickers"]);
  });

  it("is fetched again after a failure, whose message is returned", async () => {
    const host = hostOver(async () => ({ ok: false, message: "The service cannot be reached." }));
    expect(await loadFields(host)).toEqual({ ok: false, message: "The service cannot be reached." });
    await loadFields(host);
    expect(host.fetched).toHaveLength(2);
  });

  it.each([[undefined], [{}], [{ data: "rows" }], [null]])("is refused if the reply is %j", async (body) => {
    const loaded = await loadFields(hostOver(async () => ({ ok: true, body })));
    expect(loaded.ok).toBe(false);
  });

  it("has no invalid rows, and takes at most 20 requests if every reply announces more", async () => {
    const row = { field: "DGS10", kind: "series", description: "", type: "%", source: "", doors: [], universe: null };
    const host = hostOver(async () => ({ ok: true, body: { data: [row, 7, { field: 1 }], meta: { has_more: true } } }));
    const loaded = await loadFields(host);
    expect(loaded.ok && loaded.value.every((r) => r.field === "DGS10")).toBe(true);
    expect(host.fetched.length).toBeLessThanOrEqual(20);
  });
});

/** More first arguments than the example, for functions whose caveats depend on the argument. */
const FIRST: { readonly [F in FunctionName]?: readonly string[] } = {
  FRED: SERIES_IDS,
  FREDH: SERIES_IDS,
  CBRATE: BANKS,
  MMRATE: RATE_KEYS,
  RV: ["MSFT", "TSM"],
};

it("a screener field or a caveat suggests forms, with arguments that their functions accept", async () => {
  for (const row of contractRows()) {
    const near = nearTo(row);
    if (row.kind === "screener" && row.group !== "market") expect(near.length).toBeGreaterThan(0);
    for (const { spec, inputs } of near) {
      const filled = spec.parameters.map((p, i) => (inputs[i]?.text ? inputs[i] : { mode: "value" as const, text: p.required ? p.example : "" }));
      expect(questionOfFields(spec, await readInputs({ workbook: () => undefined }, spec, filled, undefined))).toHaveProperty("question");
    }
  }
});

it.each([
  ["DGS10", ["SERVICE.FREDH", "SERVICE.YIELD"]],
  ["CPIAUCSL", ["SERVICE.FREDH"]],
])("the form of the series %s suggests %j", (id, suggested) => {
  expect(alternatives(formSpec("SERVICE.FRED")!, [{ mode: "value", text: id }]).map(({ spec }) => spec.id)).toEqual(suggested);
});

it("the functions that the search lists for a caveat include every function whose answers have that caveat", async () => {
  const { cells } = await service();
  const asked: { fn: FunctionName; cell: object }[] = [];
  for (const fn of FUNCTION_NAMES) {
    const { parameters, fields } = declarationOf(fn);
    for (const first of FIRST[fn] ?? [parameters[0]?.example ?? null])
      for (const field of fields.length > 0 ? fields.map((f) => f.name) : [null]) {
        const args = parameters.map((p, i) => (p.name === "field" ? field : i === 0 ? first : p.example));
        const read = readQuestion(fn, args);
        if ("question" in read) asked.push({ fn, cell: read.question.cell });
      }
  }
  const carried = new Map<string, Set<FunctionName>>();
  for (let from = 0; from < asked.length; from += 900) {
    const slice = asked.slice(from, from + 900);
    const { data } = await cells(slice.map(({ cell }) => cell));
    for (const answer of data)
      for (const id of answer.caveats ?? []) {
        const fns = carried.get(id) ?? new Set();
        fns.add((slice[answer.id] as { fn: FunctionName }).fn);
        carried.set(id, fns);
      }
  }
  for (const id of CAVEAT_IDS) {
    const known = new Set<FunctionName>(carriersOf(id as CaveatId));
    const missing = [...(carried.get(id) ?? [])].filter((fn) => !known.has(fn));
    expect({ id, missing }).toEqual({ id, missing: [] });
  }
});

const QUERIES = readFileSync(path.join(__dirname, "search", "queries.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t") as [typed: string, expected: string]);

/** The first result as the table writes it. */
function firstOf({ hits: [first], none }: ReturnType<typeof find>): string {
  if (!first) return none ? "none" : "nothing";
  if (first.kind === "block") return "block";
  if (first.kind === "company") return `company ${first.company.ticker}`;
  const start = startOfHit(first);
  const call = start ? callText(formSpec(start.spec.id)!, start.inputs).replace(/^SERVICE\./, "") : first.figure.key;
  return none ? `none ${call}` : call;
}

describe("the search with the words of an analyst", () => {
  it("lists the expected result first for each query", async () => {
    const { get } = await service();
    const wrong: string[] = [];
    for (const [typed, expected] of QUERIES) {
      const reply = await get(`/v1/companies?limit=8&q=${encodeURIComponent(typed)}`);
      const first = firstOf(find(typed, readCompanies(reply.json()).companies));
      if (first !== expected) wrong.push(`${typed}: expected ${expected}, got ${first}`);
    }
    expect(QUERIES.length).toBeGreaterThan(160);
    expect(wrong).toEqual([]);
  });

  it("answers without the service, apart from companies", () => {
    const local = QUERIES.filter(([, expected]) => !expected.startsWith("company") && !/\("[A-Z]+",?.*\)/.test(expected.replace(/^none /, "")));
    expect(local.length).toBeGreaterThan(60);
    expect(local.filter(([typed, expected]) => firstOf(find(typed)) !== expected)).toEqual([]);
  });
});
