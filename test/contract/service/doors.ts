import { parse } from "csv-parse/sync";
import type { FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { PATHS } from "../../../src/contract/paths";
import { SERIES } from "../../../src/contract/series";
import {
  BANKS,
  COUNTRIES,
  HORIZONS,
  INDICATORS,
  PERPETUALS,
  RATE_KEYS,
  RV_METRICS,
  SIGNAL_TYPES,
  TENORS,
  WHALE_ASSETS,
} from "../../../src/contract/vocabulary";
import { MAX_CELLS, type WireAnswer } from "../../../src/contract/wire";
import { cryptoQuestions, equityQuestions } from "../../../src/service/evaluation/brief";
import { TICKERS } from "../../../src/service/instruments/universe";
import { callTool } from "../../../src/service/mcp/call-tool";
import { servedTools, type ApiDocument, type Tool } from "../../../src/service/mcp/served-tools";
import { hash, pick } from "../../../src/service/sample/random";
import { many, SEED, WHOLE } from "../../corpus";
import { recordRow } from "../../record-row";
import { importInto, type ServiceUnderTest } from "./service-under-test";

type Args = readonly (string | null)[];
type Row = Readonly<Record<string, unknown>>;

/** A reply of an address or of a tool. */
interface Reply {
  readonly data: Row | readonly Row[];
  readonly meta: { readonly caveats: readonly string[]; readonly attribution: Readonly<Record<string, string>>; readonly sample: boolean };
}

/** What a door shows of one figure. Members that it does not state are left out. */
interface Seen {
  readonly value: unknown;
  readonly date?: unknown;
  readonly source?: unknown;
  readonly caveats?: readonly string[];
}

/** How one address shows the figures of a function. */
interface Address {
  readonly fn: FunctionName;
  /** Values for each of the names before the field. */
  readonly names: readonly (readonly string[])[];
  url(...names: string[]): string;
  /** The row with the figures; undefined if it is not there. */
  row(data: Reply["data"], ...names: string[]): Row | undefined;
  /** Member of each field; "" for a function without fields. */
  readonly figures: Readonly<Record<string, string>>;
  /** Fields whose observation date is that of the row, and the row's member for it. */
  readonly date?: string;
  /** The dataset in /v1/bulk with the same figures: its key columns, and its column of each field. */
  readonly bulk?: { readonly dataset: string; readonly key: string; readonly columns: Readonly<Record<string, string>> };
}

const first = (data: Reply["data"]): Row | undefined => (Array.isArray(data) ? (data[0] as Row | undefined) : (data as Row));
const found = (list: unknown, member: string, value: string): Row | undefined => (list as readonly Row[]).find((row) => row[member] === value);
const same = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

const DAYS = ["2024-06-24", "2024-06-22", "2023-03-10", "2019-08-14", "2008-10-10", "1995-06-30"];
const IDS = SERIES.map(({ id }) => id);
const LISTED = ["RDDT", "ARM", "CART", "KVYO", "ABNB", "UBER", "SNOW"];
/** Open and closed markets of the sample; filled before the questions are made. */
const MARKETS: string[] = [];

const ADDRESSES: readonly Address[] = [
  {
    fn: "FRED", names: [IDS], url: (id) => `/macro/fred/${id}`, row: first, figures: same("value", "date", "unit", "title", "frequency"), date: "date",
    bulk: { dataset: "macro_series", key: "series_id", columns: { value: "value", unit: "unit", date: "date" } },
  },
  { fn: "FREDH", names: [IDS, DAYS], url: (id, day) => `/v1/macro/fred/${id}/history?to=${day}&limit=1`, row: first, figures: { last: "value", date: "date" }, date: "date" },
  {
    fn: "MMRATE", names: [RATE_KEYS], url: () => "/v1/macro/money-market", row: (data, key) => found(data, "key", key),
    figures: {
      ...same("date", "volume_bn", "percentile_width_bps", "corridor_position_pct", "change_bps"),
      rate: "rate_pct", percentile_1: "percentile_1_pct", percentile_99: "percentile_99_pct", target_lower: "target_lower_pct", target_upper: "target_upper_pct",
    },
    date: "date",
    bulk: { dataset: "money_market_rates", key: "rate_key", columns: same("rate", "volume_bn", "percentile_1", "percentile_99", "date") },
  },
  {
    fn: "CBRATE", names: [BANKS], url: (bank) => `/v1/macro/central-banks/${bank}`, row: first, date: "date",
    figures: { ...same("date", "rate_source", "superseded_rate_pct", "stance", "last_change_date"), rate: "rate_pct", last_change: "last_change_pp" },
  },
  {
    fn: "BIS", names: [COUNTRIES.map(([code]) => code), INDICATORS], url: (country, indicator) => `/v1/macro/international?country=${country}&indicator=${indicator}`, row: first,
    figures: same("value", "yoy", "yoy_unit", "period", "unit", "attribution"),
  },
  {
    fn: "YIELD", names: [TENORS, DAYS], url: (_, day) => `/v1/macro/yield-curve?date=${day}`, figures: { "": "yield_pct" }, date: "date",
    row: (data, tenor) => {
      const { yields, date } = data as { yields: Row[]; date: string };
      const row = found(yields, "tenor", tenor);
      return { date: row?.["observation_date"] ?? date, ...row };
    },
  },
  {
    fn: "LIQUIDITY", names: [], url: () => "/v1/macro/liquidity", row: first,
    figures: { value: "net_usd_trillions", change_4w: "change_4w_usd_trillions", date: "net_date", inputs_missing: "inputs_missing" },
  },
  {
    fn: "NETLIQ", names: [], url: () => "/v1/macro/liquidity", row: first,
    figures: {
      ...same("net_date", "balance_sheet_date", "reverse_repo_date", "tga_date", "reserves_date"),
      net: "net_musd", balance_sheet: "balance_sheet_musd", reverse_repo: "reverse_repo_musd", tga: "tga_musd", reserves: "reserves_musd", change_1w: "change_1w_musd",
    },
  },
  { fn: "REGIME", names: [], url: () => "/v1/macro/regime", row: first, figures: { ...same("label", "score", "date"), conviction: "conviction_pct" }, date: "date" },
  { fn: "ESI", names: [], url: () => "/v1/macro/economic-surprise", row: first, figures: same("index", "inflation", "event_count", "thin", "date"), date: "date" },
  {
    fn: "RV", names: [TICKERS, RV_METRICS], url: (ticker) => `/v1/equities/relative-value/${ticker}`, date: "observation_date",
    row: (data, _, metric) => found((data as { metrics: Row[] }).metrics, "metric", metric),
    figures: same("value", "percentile", "peer_median", "peer_count", "peer_level", "rank"),
  },
  {
    fn: "TRACKRECORD", names: [SIGNAL_TYPES, HORIZONS], url: (type, horizon) => `/v1/equities/track-record?signal_type=${type}&horizon=${horizon}`, row: first,
    figures: { "": "median_return_pct" },
  },
  { fn: "CONFLUENCE", names: [TICKERS], url: (ticker) => `/v1/confluence/${ticker}`, row: first, figures: same("kind", "direction", "score", "date"), date: "date" },
  { fn: "ONCHAIN_RISK", names: [WHALE_ASSETS.slice(0, 3)], url: (asset) => `/v1/crypto/onchain-risk/${asset}`, row: first, figures: same("score", "level", "date"), date: "date" },
  { fn: "OSINT", names: [["semiconductor", "inflation", "tariff", "bank"], ["1", "24", "720"]], url: (word, hours) => `/v1/osint/${word}?hours=${hours}`, row: first, figures: { "": "count" } },
  {
    fn: "IPO", names: [LISTED], url: (ticker) => `/v1/equities/offerings?q=${ticker}&limit=1`, row: first, date: "date",
    figures: {
      ...same("form", "company", "filed", "shares", "exchange", "parse_confidence", "accession", "ipo_group_key"),
      price: "price_usd", price_low: "price_low_usd", price_high: "price_high_usd", proceeds: "proceeds_usd",
    },
  },
  {
    fn: "GAMMA", names: [TICKERS], url: (ticker) => `/v1/equities/gamma/${ticker}`, row: first, date: "date",
    figures: { net: "net_gamma_usd", call: "call_gamma_usd", put: "put_gamma_usd", flip: "flip_price" },
  },
  { fn: "SMARTMONEY", names: [TICKERS], url: (ticker) => `/v1/equities/smart-money/${ticker}`, row: first, figures: { "": "score" }, date: "observation_date" },
  {
    fn: "SHORTINTEREST", names: [["AAPL", "GME", "ZZZT", "ZZZU"]], url: (symbol) => `/v1/equities/short-interest?symbol=${symbol}&limit=1`, row: first, date: "settlement_date",
    figures: {
      ...same("short_interest", "avg_daily_volume", "change_pct", "settlement_date"),
      pctfloat: "short_pct_float", pctshares: "short_pct_shares_outstanding", days: "days_to_cover", confidence: "float_confidence", source: "float_source",
    },
    bulk: { dataset: "short_interest", key: "symbol", columns: { ...same("short_interest", "avg_daily_volume", "change_pct"), days: "days_to_cover", settlement_date: "date" } },
  },
  { fn: "FUNDING", names: [PERPETUALS], url: () => "/v1/crypto/funding", row: (data, symbol) => found(data, "symbol", symbol), figures: { "": "rate_pct" } },
  { fn: "FUNDING", names: [["BTC", "ETH", "SOL"]], url: (symbol) => `/v1/crypto/derivatives/${symbol}?exchange=`, row: first, figures: { "": "funding_rate_pct" } },
  { fn: "ODDS", names: [MARKETS], url: (id) => `/v1/prediction/markets/${id}`, row: first, figures: { "": "yes_probability" }, date: "observation_date" },
]; // prettier-ignore

/** The fields of the screener that are cells: the function, and the arguments after the ticker. */
const SCREENED: Readonly<Record<string, readonly [FunctionName, ...(string | null)[]]>> = {
  short_pct_float: ["SHORTINTEREST", "pctfloat"],
  short_pct_shares_outstanding: ["SHORTINTEREST", "pctshares"],
  short_days_to_cover: ["SHORTINTEREST", "days"],
  short_float_confidence: ["SHORTINTEREST", "confidence"],
  last_price: ["PRICE", "last"],
  smart_money_score: ["SMARTMONEY"],
  insider_net_30d: ["INSIDER", "net"],
  inst_holders_qoq_delta: ["HOLDERS13F", "qoq"],
  net_gex: ["GAMMA", "net"],
  ...Object.fromEntries(
    ["pe", "ps", "pb", "ev_to_revenue", "ev_to_operating_income", "fcf_yield", "dividend_yield", "net_debt_to_ocf"].map((m) => [m, ["RV", m, "value"]]),
  ),
};

/** A question, and the doors that answer it. */
interface Question {
  readonly fn: FunctionName;
  readonly args: Args;
  readonly doors: readonly (readonly [door: string, read: () => Promise<Seen | undefined>])[];
}

let s: ServiceUnderTest;
let tools: readonly Tool[];
let screened: { readonly json: ReadonlyMap<string, Row>; readonly csv: ReadonlyMap<string, Row> };
const files = new Map<string, readonly Row[]>();
const replies = new Map<string, Promise<Reply>>();

const settlement = (days_to_cover: number | null, change_pct: number | null) => ({
  name: "", short_interest: 900, previous_short_interest: 100, avg_daily_volume: 50, days_to_cover, days_to_cover_censored: days_to_cover === null, change_pct, revised: false,
}); // prettier-ignore

/** Imports published rows into a service over sample data, and reads its tools and files. */
export async function openDoors(service: ServiceUnderTest): Promise<void> {
  s = service;
  importInto(s.store, { DGS10: { "2024-06-20": 4.25, "2024-06-24": 4.3 }, DGS2: { "2024-06-24": 4.7 } }, "treasury");
  const bills = Object.fromEntries(["DTB4WK", "DTB3", "DTB6", "DTB1YR", "DPCREDIT"].map((id, i) => [id, { "2024-06-20": 5.1, "2024-06-21": 5.2 + i / 100 }]));
  importInto(s.store, { ...bills, DFEDTARU: { "2024-06-21": 5.5 }, DFEDTARL: { "2024-06-21": 5.25 } }, "board");
  importInto(s.store, { ICSA: { "2024-06-08": 242_000, "2024-06-15": 238_000 } }, "dol");
  const records = [
    ...["AAPL", "ZZZT"].map((symbol, i) => recordRow("short_interest", symbol, "2024-06-14", "finra", settlement(18 + i, 800), { known: "2024-06-25" })),
    recordRow("short_interest", "ZZZU", "2024-06-14", "finra", settlement(null, null), { known: "2024-06-25" }),
    ...["SOFR", "EFFR"].flatMap((rate, i) =>
      ["2024-06-20", "2024-06-21"].map((day, j) =>
        recordRow("money_rate", rate, day, "nyfed", { rate: 5.3 + i / 100 + j / 100, volume_bn: 1900, percentile_1: 5.28, percentile_99: 5.4 }),
      ),
    ),
  ];
  s.store.insertBatch({ publisher: "test", file: "records", sha256: "records", rows: [], records }, "2024-06-25");
  tools = servedTools((await s.get("/v1/openapi.json")).json<ApiDocument>());
  const markets = (await reply(s, "/v1/prediction/markets?limit=200")).data as readonly Row[];
  MARKETS.push(...markets.map(({ market_id }) => String(market_id)));

  for (const { bulk } of ADDRESSES) if (bulk) files.set(bulk.dataset, parse((await s.get(`/v1/bulk/${bulk.dataset}.csv`)).body, { columns: true }) as Row[]);
}

/** Reads the screener once, in JSON and as a file. */
async function readScreener(): Promise<void> {
  replies.clear();
  const columns = Object.keys(SCREENED);
  const query = `columns=${columns.join()}&provenance=true&sort=ticker&order=asc`;
  const pages: Reply[] = [];
  for (let offset = 0; pages.length === 0 || pages.at(-1)!.data.length === 500; offset += 500)
    pages.push(await reply(s, `/v1/screen?${query}&limit=500&offset=${offset}`));
  const csv = parse((await s.get(`/v1/screen?${query}&format=csv`)).body, { columns: true }) as Row[];
  const byTicker = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row["ticker"]), row]));
  screened = { json: byTicker(pages.flatMap(({ data }) => data as readonly Row[])), csv: byTicker(csv) };
}

/** The reply of an address; of an unknown name one without data. Asked once. */
function reply({ get }: Pick<ServiceUnderTest, "get">, url: string): Promise<Reply> {
  const none: Reply = { data: [], meta: { caveats: [], attribution: {}, sample: false } };
  const asked = replies.get(url) ?? get(url).then((r) => (r.statusCode === 404 ? none : r.json<Reply>()));
  replies.set(url, asked);
  return asked;
}

/** The tool of an address, and its arguments there. */
function toolOf(url: string): { readonly tool: Tool; readonly given: Record<string, string> } | undefined {
  const [path = "", query] = url.split("?");
  for (const tool of tools)
    for (const route of tool.routes) {
      const values = new RegExp(`^${route.path.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(path)?.slice(1);
      // A fixed address is a better match than a name in its place.
      if (values && !(route.inPath.length > 0 && tools.some(({ routes }) => routes.some((other) => other.path === path))))
        return { tool, given: { ...Object.fromEntries(route.inPath.map((name, i) => [name, values[i]!])), ...Object.fromEntries(new URLSearchParams(query)) } };
    }
  return undefined;
}

async function throughTool(tool: Tool, given: Record<string, string>): Promise<Reply> {
  const get = async (url: string, authorization: string) => {
    const { statusCode, payload } = await s.app.inject({ method: "GET", url, headers: { authorization } });
    return { status: statusCode, body: payload };
  };
  const pages: Reply[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined;) {
    const result = await callTool(tool, { ...given, ...(cursor ? { cursor } : {}) }, `Bearer ${s.key}`, { get, howToSetKey: "Set it." });
    if ("failed" in result) return { data: [], meta: { caveats: [], attribution: {}, sample: false } };
    const page = result.found as unknown as Reply & { readonly next_cursor?: string };
    pages.push(page);
    cursor = Array.isArray(page.data) ? page.next_cursor : undefined;
  }
  const [one] = pages;
  return pages.length === 1 ? one! : { ...one!, data: pages.flatMap(({ data }) => data as readonly Row[]) };
}

/** The figure of a row in a reply. */
function seenIn(address: Address, { data, meta }: Reply, names: readonly string[], field: string): Seen | undefined {
  const row = Array.isArray(data) && data.length === 0 ? undefined : address.row(data, ...names);
  if (row === undefined) return undefined;
  const member = address.figures[field]!;
  const value = row[member];
  const sources = Object.keys(meta.attribution);
  const own = (row["provenance"] as Record<string, { observation_date: string; source: string }> | undefined)?.[member];
  const source = own?.source ?? row["source"] ?? (sources.length === 1 ? sources[0] : undefined);
  const date = own?.observation_date ?? (address.date ? row[address.date] : undefined);
  return { value: value ?? null, ...(date === undefined ? {} : { date }), ...(source === undefined ? {} : { source }), caveats: meta.caveats };
}

/** The newest row of a bulk file with this key. Every cell of a file is text. */
function inBulk({ bulk }: Address, name: string, field: string): Seen | undefined {
  const rows = files.get(bulk!.dataset)!.filter((line) => line[bulk!.key] === name);
  const line = [...rows].sort((a, b) => (String(a["date"]) < String(b["date"]) ? 1 : -1))[0];
  if (!line) return undefined;
  const text = String(line[bulk!.columns[field]!]);
  const value = text === "" ? null : /^-?[\d.]+$/.test(text) ? Number(text) : text;
  const caveats = String(line["caveats"]);
  return { value, date: line["date"], source: line["source"], caveats: caveats === "" ? [] : caveats.split(" ") };
}

/** A figure of an address, through the address, its tool, its file and the sheet path of the cell. */
function atAddress(address: Address, at: number): Question {
  const { fn, figures, bulk } = address;
  const names = address.names.map((list, i) => pick(list, SEED, fn, at, i));
  const field = pick(Object.keys(figures), SEED, fn, at, "field");
  const url = address.url(...names);
  const found = toolOf(url);
  const args = fieldIn(fn, names, field);
  const doors: [string, () => Promise<Seen | undefined>][] = [["REST", async () => seenIn(address, await reply(s, url), names, field)]];
  if (found) doors.push(["MCP", async () => seenIn(address, await throughTool(found.tool, found.given), names, field)]);
  if (bulk && field in bulk.columns && files.get(bulk.dataset)!.some((line) => line[bulk.key] === names[0]))
    doors.push(["bulk", async () => inBulk(address, names[0]!, field)]);
  return { fn, args, doors: [...doors, ...pathDoors(fn, args)] };
}

const fieldIn = (fn: FunctionName, names: readonly string[], field: string): Args => {
  const left = [...names];
  return declarationOf(fn).parameters.map(({ name }) => (name === "field" ? field : (left.shift() ?? null)));
};

const inCell = ({ value, observation_date, source, caveats = [] }: Omit<WireAnswer, "id" | "max_age_s">): Seen => ({
  value: value ?? null,
  ...(value === null ? {} : { date: observation_date, source }),
  caveats,
});

/** =SERVICE(entity, path), if a path resolves to this call. */
function pathDoors(fn: FunctionName, [entity, field]: Args): Question["doors"] {
  const { fields, parameters } = declarationOf(fn);
  if (parameters[0]?.name === "field") return [];
  const path = PATHS.find((p) => p.fn === fn && (p.field ?? fields[0]?.name ?? null) === (field ?? fields[0]?.name ?? null));
  return path && entity !== null && entity !== undefined ? [["path", async () => inCell((await s.cells([{ entity, path: path.path }])).data[0]!)]] : [];
}

/** A figure of the digest of a share or a coin. */
function inBrief(at: number): Question {
  const coin = hash(SEED, "brief", at) < 0.3;
  const [kind, symbol] = coin
    ? ["crypto", pick(["BTC", "ETH", "SOL"], SEED, "brief", at, "name")]
    : ["equity", pick(TICKERS.slice(0, WHOLE ? 809 : 6), SEED, "brief", at, "name")];
  const { section, figure, fn, args } = pick((coin ? cryptoQuestions : equityQuestions)(symbol!), SEED, "brief", at, "figure");
  const url = `/v1/brief/${kind}/${symbol}`;
  const inReply = ({ data }: Reply): Seen =>
    inCell(((data as Record<string, unknown>)[section] as { figures: Record<string, Omit<WireAnswer, "id" | "max_age_s">> }).figures[figure]!);
  const { tool, given } = toolOf(url)!;
  const doors: Question["doors"] = [
    ["REST", async () => inReply(await reply(s, url))],
    ["MCP", async () => inReply(await throughTool(tool, given))],
  ];
  return { fn, args, doors: [...doors, ...pathDoors(fn, args)] };
}

/** A field of the screener, in JSON and in its file. */
function inScreener(at: number): Question {
  const field = pick(Object.keys(SCREENED), SEED, "screener", at, "field");
  const [fn, ...after] = SCREENED[field]!;
  const ticker = pick([...screened.json.keys()], SEED, "screener", at, "name");
  const of = (row: Row) => (row["provenance"] as Record<string, { observation_date: string; source: string; caveats?: string[] }> | undefined)?.[field];
  const json = async (): Promise<Seen> => {
    const row = screened.json.get(ticker)!;
    const from = of(row);
    return {
      value: row[field] ?? null,
      ...(from ? { date: from.observation_date, source: from.source, caveats: from.caveats ?? [] } : {}),
    };
  };
  const csv = async (): Promise<Seen> => {
    const text = String(screened.csv.get(ticker)![field]);
    return { value: text === "" ? null : Number.isNaN(Number(text)) ? text : Number(text) };
  };
  const args = [ticker, ...after];
  return { fn, args, doors: [["screener", json], ["screener CSV", csv], ...pathDoors(fn, args)] }; // prettier-ignore
}

/** Different questions of these kinds in turn. */
function questions(count: number, kinds: readonly ((at: number) => Question)[]): Question[] {
  const made = new Map<string, Question>();
  for (let at = 0; made.size < count && at < 100 * count; at++) {
    const question = kinds[at % kinds.length]!(at);
    const key = `${question.fn} ${JSON.stringify(question.args)}`;
    if (!made.has(key)) made.set(key, question);
  }
  if (made.size < count) throw new Error(`there are only ${made.size} different questions, not ${count}`);
  return [...made.values()];
}

/** Differences that are meant, each with its reason. Each must occur. */
const MEANT: readonly { readonly doors: readonly string[]; readonly fn?: FunctionName; readonly fields?: readonly string[]; readonly what: string; readonly why: string }[] = [
  { doors: ["REST", "MCP"], what: "more caveats", why: "a reply carries the caveats of all figures that its address has" },
  {
    doors: ["REST"], fn: "CBRATE", fields: ["last_change", "last_change_date"], what: "date",
    why: "a row of a bank is dated by its rate; a change has its own date in last_change_date",
  },
  {
    doors: ["bulk"], fn: "SHORTINTEREST", fields: ["change_pct"], what: "value",
    why: "a file has what the publisher states; the cell computes a change that is not stated",
  },
]; // prettier-ignore

/** Asks each question as a cell and through its doors. Returns the differences that are not meant. */
async function compare(asked: readonly Question[]) {
  const cells: WireAnswer[] = [];
  for (let from = 0; from < asked.length; from += MAX_CELLS)
    cells.push(...(await s.cells(asked.slice(from, from + MAX_CELLS).map(({ fn, args }) => ({ fn, args })))).data);
  const wrong: string[] = [];
  const doorsSeen = new Set<string>();
  const occurred = new Set<(typeof MEANT)[number]>();
  for (const [i, { fn, args, doors }] of asked.entries()) {
    const cell = inCell(cells[i]!);
    for (const [door, read] of doors) {
      const seen = await read();
      const differs = (what: string, here: unknown, there: unknown): void => {
        const meant = MEANT.find(
          (one) => one.doors.includes(door) && one.what === what && (one.fn ?? fn) === fn && (one.fields?.some((field) => args.includes(field)) ?? true),
        );
        if (meant) occurred.add(meant);
        else wrong.push(`${fn}(${args.join(", ")}) ${door}: ${what} ${JSON.stringify(there)}, in the cell ${JSON.stringify(here)} ${cells[i]!.code ?? ""}`);
      };
      doorsSeen.add(door);
      if (seen === undefined) {
        if (cell.value !== null) differs("no row", cell.value, null);
        continue;
      }
      if (seen.value !== cell.value) differs("value", cell.value, seen.value);
      if (cell.value !== null && "date" in seen && seen.date !== cell.date) differs("date", cell.date, seen.date);
      if (cell.value !== null && "source" in seen && seen.source !== cell.source) differs("source", cell.source, seen.source);
      if (seen.caveats && cell.caveats!.some((id) => !seen.caveats!.includes(id))) differs("fewer caveats", cell.caveats, seen.caveats);
      if (seen.caveats?.some((id) => !cell.caveats!.includes(id))) differs("more caveats", cell.caveats, seen.caveats);
    }
  }
  return { faults: wrong.slice(0, 20), doorsSeen: [...doorsSeen].sort(), occurred, known: cells.filter(({ value }) => value !== null).length };
}

/** Asks 1,000 questions, or some in `npm test`, each as a cell and through every other door that answers it. */
export async function askThroughDoors() {
  if (WHOLE) await readScreener();
  const kinds = [
    ...ADDRESSES.map((address) => (at: number) => atAddress(address, at)),
    inBrief,
    inBrief,
    ...(WHOLE ? [inScreener, inScreener, inScreener] : []),
  ];
  const { faults, doorsSeen, occurred, known } = await compare(questions(many(1000, 48), kinds));
  return { faults, doorsSeen, known, notOccurred: MEANT.filter((one) => !occurred.has(one)) };
}

/** Asks for every field of every name as a cell and in the screener, over published rows alone, because sample rows of all names take seconds. */
export async function askScreener() {
  const names = ["AAPL", "ZZZT", "ZZZU"];
  const records = names.flatMap((name, i) =>
    ["2024-06-24", "2024-06-25"].map((day, j) => recordRow("price", name, day, "user", { close: 10 * (i + 1) + j / 4, volume: null })),
  );
  s.store.insertBatch({ publisher: "test", file: "prices", sha256: "prices", rows: [], records }, "2024-06-25");
  s.store.feeds.decide("sample", false, "2024-06-25");
  await readScreener();
  return compare(questions(names.length * Object.keys(SCREENED).length, [inScreener]));
}

/** Doors of the registry that are not among those compared here. */
export async function otherDoors(): Promise<string[]> {
  const { data } = (await s.get("/v1/fields?limit=500")).json<{ data: { field: string; kind: string; doors: string[] }[] }>();
  const known = (kind: string, field: string): string[] => {
    if (kind === "series") return [`=SERVICE.FRED("${field}")`, `/macro/fred/${field}`, `/v1/macro/fred/${field}/history`];
    if (kind === "screener") return ["/v1/screen", "/screener"];
    return kind === "path" ? ["POST /sheets/eval", `=SERVICE(entity,"${field}")`] : ["POST /sheets/eval", `=${field}(`];
  };
  return data.flatMap(({ kind, field, doors }) =>
    kind === "caveat" ? [] : doors.filter((door) => !known(kind, field).some((one) => door === one || (one.endsWith("(") && door.startsWith(one)))),
  );
}
