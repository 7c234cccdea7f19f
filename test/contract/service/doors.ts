import { parse } from "csv-parse/sync";
import type { FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { PATHS } from "../../../src/contract/paths";
import { MAX_CELLS, type WireAnswer } from "../../../src/contract/wire";
import { cryptoQuestions, equityQuestions } from "../../../src/service/evaluation/brief";
import { TICKERS } from "../../../src/service/instruments/universe";
import { callTool } from "../../../src/service/mcp/call-tool";
import { servedTools, type ApiDocument, type Tool } from "../../../src/service/mcp/served-tools";
import { hash, pick } from "../../../src/service/sample/random";
import { many, SEED, WHOLE } from "../../corpus";
import { recordRow } from "../../record-row";
import { ADDRESSES, MARKETS, SCREENED, type Address, type DoorReply as Reply } from "./addresses";
import {
  CELLS_ALONE,
  figure,
  FILES_ALONE,
  FILE_LISTS,
  IN_FILES,
  ofLine,
  publishedWorld,
  type InFile,
  type Line,
  type Listed,
  type Row,
  type Seen,
} from "./doors-files";
import { closes, shortInterest } from "./rows";
import { importInto, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

type Args = readonly (string | null)[];

type Doors = readonly (readonly [door: string, read: () => Promise<Seen | undefined>])[];

/** A question that a cell answers, or a line of a file, and the other doors that answer it. */
interface Question {
  readonly world: World;
  readonly what: string;
  readonly asked: { readonly fn: FunctionName; readonly args: Args } | { readonly line: Seen };
  readonly doors: Doors;
  /** The file that was read. */
  readonly dataset?: string;
}

/** A service with its rows, what it has replied, and its files. */
interface World {
  readonly s: ServiceUnderTest;
  readonly replies: Map<string, Promise<Reply>>;
  readonly files: ReadonlyMap<string, readonly Line[]>;
}

/** Sample data with some published rows; and published rows of every kind. */
let sample: World;
let published: World;
let tools: readonly Tool[];
let screened: { readonly json: ReadonlyMap<string, Row>; readonly csv: ReadonlyMap<string, Row> };

/** Imports published rows into a service over sample data, opens one with published rows of every kind, and reads tools and files. Returns what closes it. */
export async function openDoors(s: ServiceUnderTest): Promise<() => Promise<void>> {
  importInto(s.store, { DGS10: { "2024-06-20": 4.25, "2024-06-24": 4.3 }, DGS2: { "2024-06-24": 4.7 } }, "treasury");
  const bills = Object.fromEntries(["DTB4WK", "DTB3", "DTB6", "DTB1YR", "DPCREDIT"].map((id, i) => [id, { "2024-06-20": 5.1, "2024-06-21": 5.2 + i / 100 }]));
  importInto(s.store, { ...bills, DFEDTARU: { "2024-06-21": 5.5 }, DFEDTARL: { "2024-06-21": 5.25 } }, "board");
  importInto(s.store, { ICSA: { "2024-06-08": 242_000, "2024-06-15": 238_000 } }, "dol");
  const records = [
    ...["AAPL", "ZZZT"].map((symbol, i) => shortInterest(symbol, "2024-06-14", { days_to_cover: 18 + i, change_pct: 800 }, { known: "2024-06-25" })),
    shortInterest("ZZZU", "2024-06-14", { days_to_cover: null, change_pct: null }, { known: "2024-06-25" }),
    ...["SOFR", "EFFR"].flatMap((rate, i) =>
      ["2024-06-20", "2024-06-21"].map((day, j) =>
        recordRow("money_rate", rate, day, "nyfed", { rate: 5.3 + i / 100 + j / 100, volume_bn: 1900, percentile_1: 5.28, percentile_99: 5.4 }),
      ),
    ),
  ];
  take(s, records);
  tools = servedTools((await s.get("/v1/openapi.json")).json<ApiDocument>());
  sample = await worldOf(s);
  const markets = (await reply(sample, "/v1/prediction/markets?limit=200")).data as readonly Row[];
  MARKETS.push(...markets.map(({ market_id }) => String(market_id)));
  const other = await serviceUnderTest();
  const { records: own, ...rest } = publishedWorld();
  take(other, own, { ...rest, seen: "2024-12-31" });
  published = await worldOf(other);
  return other.close;
}

const FILES = [...new Set([...IN_FILES, ...FILE_LISTS].map(({ dataset }) => dataset))];

async function worldOf(s: ServiceUnderTest): Promise<World> {
  const files = new Map<string, readonly Line[]>();
  for (const dataset of FILES) files.set(dataset, parse((await s.get(`/v1/bulk/${dataset}.csv`)).body, { columns: true }));
  return { s, replies: new Map(), files };
}

/** Reads the screener once, in JSON and as a file. */
async function readScreener(): Promise<void> {
  sample.replies.clear();
  const columns = Object.keys(SCREENED);
  const query = `columns=${columns.join()}&provenance=true&sort=ticker&order=asc`;
  const pages: Reply[] = [];
  for (let offset = 0; pages.length === 0 || pages.at(-1)!.data.length === 500; offset += 500)
    pages.push(await reply(sample, `/v1/screen?${query}&limit=500&offset=${offset}`));
  const csv = parse((await sample.s.get(`/v1/screen?${query}&format=csv`)).body, { columns: true }) as Row[];
  const byTicker = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row["ticker"]), row]));
  screened = { json: byTicker(pages.flatMap(({ data }) => data as readonly Row[])), csv: byTicker(csv) };
}

/** The reply of an address; of an unknown name one without data. Asked once. */
function reply({ s, replies }: World, url: string): Promise<Reply> {
  const none: Reply = { data: [], meta: { caveats: [], attribution: {}, sample: false } };
  const ask = async (): Promise<Reply> => {
    const { statusCode, body } = await s.get(url);
    if (statusCode === 404) return none;
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
    return JSON.parse(body) as Reply;
  };
  const asked = replies.get(url) ?? ask();
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

async function throughTool({ s }: World, tool: Tool, given: Record<string, string>): Promise<Reply> {
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

/** The doors of an address and of its tool. */
function addressDoors(world: World, url: string, seen: (reply: Reply) => Seen | undefined): Doors {
  const found = toolOf(url);
  const rest: Doors = [["REST", async () => seen(await reply(world, url))]];
  return found ? [...rest, ["MCP", async () => seen(await throughTool(world, found.tool, found.given))]] : rest;
}

/** The file with a figure, if it has a line about these names. */
function fileDoors({ files }: World, fn: FunctionName, names: readonly string[], field: string): Doors {
  return IN_FILES.filter((file) => file.fn === fn && file.fields.includes(field)).flatMap((file): Doors => {
    const seen = file.seen(files.get(file.dataset)!, names, field);
    return seen === undefined ? [] : [["bulk", () => Promise.resolve(seen)]];
  });
}

/** A figure of an address, through the address, its tool, the file that has it, and the sheet path of the cell. */
function figureOf(world: World, { url: urlOf, ...address }: Address, names: readonly string[], field: string): Question {
  const { fn } = address;
  const args = fieldIn(fn, names, field);
  const doors = addressDoors(world, urlOf(...names), (found) => seenIn({ ...address, url: urlOf }, found, names, field));
  return {
    world,
    what: `${fn}(${args.join(", ")})`,
    asked: { fn, args },
    doors: [...doors, ...fileDoors(world, fn, names, field), ...pathDoors(world, fn, args)],
  };
}

function atAddress(address: Address, at: number): Question {
  const names = address.names.map((list, i) => pick(list, SEED, address.fn, at, i));
  return figureOf(sample, address, names, pick(Object.keys(address.figures), SEED, address.fn, at, "field"));
}

/** A figure that a file of published rows has: through the file, and through the address of its function if that shows it. */
function inFile(file: InFile, at: number): Question {
  const { fn, dataset, fields } = file;
  const lines = published.files.get(dataset)!;
  let names: readonly string[] | undefined;
  for (let i = 0; names === undefined && i < lines.length; i++) names = file.names(pick(lines, SEED, dataset, fn, at, i), at);
  if (!names) throw new Error(`no line of ${dataset} is about a cell of ${fn}`);
  const field = pick(fields, SEED, dataset, fn, at, "field");
  const address = ADDRESSES.find((one) => one.fn === fn && field in one.figures);
  const args = fieldIn(fn, names, field);
  const doors = [...fileDoors(published, fn, names, field), ...pathDoors(published, fn, args)];
  const question: Question = address
    ? figureOf(published, address, names, field)
    : { world: published, what: `${fn}(${args.join(", ")})`, asked: { fn, args }, doors };
  return { ...question, dataset };
}

/** A line of a file of published rows, and the row of the address that lists it. */
function inList({ dataset, url, is, columns, date, has = () => true }: Listed, at: number): Question {
  const line = pick(published.files.get(dataset)!.filter(has), SEED, dataset, at);
  const [column, member] = pick(Object.entries(columns), SEED, dataset, at, "column");
  const doors = addressDoors(published, url(line), ({ data, meta }) => {
    const row = (data as readonly Row[]).find((one) => is(one, line));
    const sources = Object.keys(meta.attribution);
    const source = row?.["source"] ?? (sources.length === 1 ? sources[0] : undefined);
    const value = row?.[member] ?? null;
    return (
      row && {
        value: value === null ? null : figure(String(value)),
        caveats: meta.caveats,
        ...(source === undefined ? {} : { source }),
        ...(date ? { date: row[date] } : {}),
      }
    );
  });
  return {
    world: published,
    what: `${dataset} ${Object.values(line).slice(0, 6).join(" ")}: ${column}`,
    asked: { line: ofLine(line, column) },
    doors,
    dataset,
  };
}

/** A function that only cells answer: as a call and as a path. */
function inCells(fn: FunctionName, at: number): Question {
  const args = [pick(TICKERS, SEED, fn, at)];
  return { world: sample, what: `${fn}(${args.join(", ")})`, asked: { fn, args }, doors: pathDoors(sample, fn, args) };
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
function pathDoors({ s }: World, fn: FunctionName, [entity, field]: Args): Doors {
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
  const doors = addressDoors(sample, url, inReply);
  return { world: sample, what: `${fn}(${args.join(", ")})`, asked: { fn, args }, doors: [...doors, ...pathDoors(sample, fn, args)] };
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
  const doors: Doors = [["screener", json], ["screener CSV", csv], ...pathDoors(sample, fn, args)];
  return { world: sample, what: `${fn}(${args.join(", ")})`, asked: { fn, args }, doors };
}

/** Different questions of these kinds in turn. */
function questions(count: number, kinds: readonly ((at: number) => Question)[]): Question[] {
  const made = new Map<string, Question>();
  for (let at = 0; made.size < count && at < 100 * count; at++) {
    const question = kinds[at % kinds.length]!(at);
    const key = `${question.world === sample ? "sample" : "published"} ${question.what}`;
    if (!made.has(key)) made.set(key, question);
  }
  if (made.size < count) throw new Error(`there are only ${made.size} different questions, not ${count}`);
  return [...made.values()];
}

/** Differences that are meant, each with its reason. Each must occur. */
const MEANT: readonly { readonly doors: readonly string[]; readonly fn?: FunctionName; readonly fields?: readonly string[]; readonly code?: string; readonly what: string; readonly why: string }[] = [
  { doors: ["REST", "MCP"], what: "more caveats", why: "a reply carries the caveats of all figures that its address has" },
  {
    doors: ["REST"], fn: "CBRATE", fields: ["last_change", "last_change_date"], what: "date",
    why: "a row of a bank is dated by its rate; a change has its own date in last_change_date",
  },
  {
    doors: ["bulk"], fn: "SHORTINTEREST", fields: ["change_pct"], what: "value",
    why: "a file has what the publisher states; the cell computes a change that is not stated",
  },
  { doors: ["bulk"], code: "stale", what: "value", why: "a cell refuses a newest value that is too old; a file has it with its date" },
  { doors: ["bulk"], fn: "FILING", what: "more caveats", why: "a row has the doubt about its value, also beside its form, unit and day" },
  { doors: ["bulk"], fn: "NETLIQ", what: "fewer caveats", why: "the caveat of net liquidity comes with each figure of NETLIQ; a closing balance is published as it is" },
]; // prettier-ignore

/** The answers of cells by question. Other questions are of lines. */
async function askCells(asked: readonly Question[]): Promise<ReadonlyMap<Question, WireAnswer>> {
  const answers = new Map<Question, WireAnswer>();
  for (const world of new Set(asked.map((question) => question.world))) {
    const ofWorld = asked.flatMap((question) => (question.world === world && "fn" in question.asked ? [{ question, cell: question.asked }] : []));
    for (let from = 0; from < ofWorld.length; from += MAX_CELLS) {
      const batch = ofWorld.slice(from, from + MAX_CELLS);
      const { data } = await world.s.cells(batch.map(({ cell: { fn, args } }) => ({ fn, args })));
      batch.forEach(({ question }, i) => answers.set(question, data[i]!));
    }
  }
  return answers;
}

/** Asks each question as a cell, or takes its line, and asks it through its doors. Returns the differences that are not meant. */
async function compare(all: readonly Question[]) {
  const cells = await askCells(all);
  const wrong: string[] = [];
  const doorsSeen = new Set<string>();
  const filesSeen = new Set<string>();
  const occurred = new Set<(typeof MEANT)[number]>();
  const functionsSeen = new Set<FunctionName>();
  let [known, readings] = [0, 0];
  for (const question of all) {
    const { what, asked, doors, dataset } = question;
    const cell = "line" in asked ? asked.line : inCell(cells.get(question)!);
    if (cell.value !== null) known++;
    if (dataset !== undefined) filesSeen.add(dataset);
    if ("fn" in asked && doors.length > 0) functionsSeen.add(asked.fn);
    readings += doors.length;
    for (const [door, read] of doors) {
      const seen = await read();
      const differs = (member: string, here: unknown, there: unknown): void => {
        const code = cells.get(question)?.code;
        const meant = MEANT.find((one) => {
          if (!one.doors.includes(door) || one.what !== member || (one.code ?? code) !== code) return false;
          if ("line" in asked) return one.fn === undefined;
          return (one.fn ?? asked.fn) === asked.fn && (one.fields?.some((field) => asked.args.includes(field)) ?? true);
        });
        if (meant) occurred.add(meant);
        else wrong.push(`${what} ${door}: ${member} ${JSON.stringify(there)}, expected ${JSON.stringify(here)} ${code ?? ""}`);
      };
      doorsSeen.add(door);
      if (seen === undefined) {
        if (cell.value !== null || "line" in asked) differs("no row", cell.value, null);
        continue;
      }
      if (seen.value !== cell.value) differs("value", cell.value, seen.value);
      if (cell.value !== null && "date" in seen && seen.date !== cell.date) differs("date", cell.date, seen.date);
      if (cell.value !== null && "source" in seen && seen.source !== cell.source) differs("source", cell.source, seen.source);
      if (seen.caveats && cell.caveats!.some((id) => !seen.caveats!.includes(id))) differs("fewer caveats", cell.caveats, seen.caveats);
      if (seen.caveats?.some((id) => !cell.caveats!.includes(id))) differs("more caveats", cell.caveats, seen.caveats);
    }
  }
  return { faults: wrong.slice(0, 20), doorsSeen: [...doorsSeen].sort(), filesSeen, functionsSeen, occurred, known, readings };
}

/** Asks 1,600 questions, or some in `npm test`, each as a cell and through every other door that answers it. */
export async function askThroughDoors() {
  if (WHOLE) await readScreener();
  const kinds = [
    ...ADDRESSES.map((address) => (at: number) => atAddress(address, at)),
    ...IN_FILES.map((file) => (at: number) => inFile(file, at)),
    ...FILE_LISTS.map((list) => (at: number) => inList(list, at)),
    ...(Object.keys(CELLS_ALONE) as FunctionName[]).map((fn) => (at: number) => inCells(fn, at)),
    inBrief,
    inBrief,
    ...(WHOLE ? [inScreener, inScreener, inScreener] : []),
  ];
  const { filesSeen, functionsSeen, occurred, ...compared } = await compare(questions(many(1600, 56), kinds));
  return {
    ...compared,
    functions: [...functionsSeen],
    filesNotSeen: FILES.filter((file) => !filesSeen.has(file)),
    notOccurred: MEANT.filter((one) => !occurred.has(one)),
  };
}

/** Functions and files that other doors are compared with, and those that have a reason instead. */
export function comparedDoors() {
  const asked = [...cryptoQuestions("BTC"), ...equityQuestions("AAPL"), ...ADDRESSES, ...IN_FILES].map(({ fn }) => fn);
  const functions = new Set<FunctionName>([...asked, ...Object.values(SCREENED).map(([fn]) => fn)]);
  return { functions: [...functions], cellsAlone: Object.keys(CELLS_ALONE), files: FILES, filesAlone: Object.keys(FILES_ALONE) };
}

/** Asks for every field of every name as a cell and in the screener, over published rows alone, because sample rows of all names take seconds. */
export async function askScreener() {
  const names = ["AAPL", "ZZZT", "ZZZU"];
  for (const [i, name] of names.entries()) take(sample.s, closes(name, { "2024-06-24": 10 * (i + 1), "2024-06-25": 10 * (i + 1) + 0.25 }));
  sample.s.store.decisions.decide("sample", false, "2024-06-25");
  await readScreener();
  return compare(questions(names.length * Object.keys(SCREENED).length, [inScreener]));
}

/** Doors of the registry that are not among those compared here. */
export async function otherDoors(): Promise<string[]> {
  const { data } = (await sample.s.get("/v1/fields?limit=500")).json<{ data: { field: string; kind: string; doors: string[] }[] }>();
  const known = (kind: string, field: string): string[] => {
    if (kind === "series") return [`=SERVICE.FRED("${field}")`, `/macro/fred/${field}`, `/v1/macro/fred/${field}/history`];
    if (kind === "screener") return ["/v1/screen", "/screener"];
    return kind === "path" ? ["POST /sheets/eval", `=SERVICE(entity,"${field}")`] : ["POST /sheets/eval", `=${field}(`];
  };
  return data.flatMap(({ kind, field, doors }) =>
    kind === "caveat" ? [] : doors.filter((door) => !known(kind, field).some((one) => door === one || (one.endsWith("(") && door.startsWith(one)))),
  );
}
