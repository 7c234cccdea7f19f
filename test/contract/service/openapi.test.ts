import type {} from "@fastify/swagger";
import Ajv, { type ValidateFunction } from "ajv/dist/2020";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { FUNCTION_NAMES, functionSpec } from "../../../src/contract/functions";
import { createClock } from "../../../src/service/time/clock";
import { many, SEED, TESTED, WHOLE } from "../../corpus";
import { recordRow } from "../../record-row";
import { exampleRequests, operationsOf, resolved, type Document, type Operation } from "./openapi-document";
import { randomRequests } from "./random-requests";
import { congressTrade, funding, holdingsReport, liquidation, shortInterest, shortVolume, whaleTransfer } from "./rows";
import { openServices, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

/** A service of one test. */
const serve = openServices();
let s: ServiceUnderTest;
let document: Document;
beforeAll(async () => {
  s = await serviceUnderTest();
  document = (await s.get("/v1/openapi.json")).json<Document>();
});
afterAll(() => s.close());

const operations = (): [path: string, method: string, operation: Operation][] => operationsOf(document);

/** Sends a request with the key; a body as JSON. */
function send(method: string, url: string, body: unknown) {
  const headers = { authorization: `Bearer ${s.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  return s.app.inject({ method: method.toUpperCase() as "GET", url, headers, ...(body === undefined ? {} : { payload: JSON.stringify(body) }) });
}

/** True for an address that needs no key. */
const isOpen = ({ security }: Operation): boolean => security?.length === 0;

/** Routes of the API from the router's printed tree, such as "POST /sheets/eval". HEAD accompanies every GET and is omitted. /mcp has a protocol of its own. */
function routes(): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of s.app.printRoutes({ commonPrefix: false }).split("\n")) {
    const m = /^((?:│? {3,4})*)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line);
    if (!m) continue;
    const depth = m[1]!.length / 4;
    above.length = depth;
    above.push(m[2]!);
    for (const method of (m[3] ?? "").split(", ")) if (method && method !== "HEAD" && above.join("") !== "/mcp") found.push(`${method} ${above.join("")}`);
  }
  return found.sort();
}

describe("GET /v1/openapi.json", () => {
  it("is an OpenAPI 3.1 document, not wrapped in data and meta", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document).not.toHaveProperty("data");
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(document.components.securitySchemes).toMatchObject({ key: { type: "http", scheme: "bearer" } });
    expect(document.security).toEqual([{ key: [] }]);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it("lists every route of the service and only those", () => {
    expect(
      operations()
        .map(([path, method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`)
        .sort(),
    ).toEqual(routes());
    expect(routes().length).toBeGreaterThan(30);
  });

  it("does not list the pages of the add-in", async () => {
    const withPages = await serve({ pages: (app) => void app.get("/page", { schema: { hide: true } }, async () => "page") });
    expect((await withPages.get("/v1/openapi.json")).json()).toEqual(document);
  });

  it("gives each operation an id of its own, from its address", () => {
    const ids = operations().map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths["/v1/equities/gamma/{ticker}"]?.get?.operationId).toBe("getEquitiesGammaByTicker");
    expect(document.paths["/sheets/eval"]?.post?.operationId).toBe("postSheetsEval");
  });

  it("writes a value or null as a list of types, and one of some words as an enum", () => {
    const row = (document.paths["/v1/equities/gamma"]!.get!.responses["200"]!.content!["application/json"]!.schema as any).properties.data.items.properties;
    expect(row.price).toEqual({ type: ["number", "null"], description: expect.stringContaining("US dollars") });
    expect(row.dealer_gamma).toMatchObject({ type: ["string", "null"], enum: ["long", "short", null] });
    const direction = document.paths["/v1/equities/insider-clusters"]!.get!.parameters!.find((p) => p.name === "direction");
    expect(direction?.schema).toEqual({ type: "string", enum: ["buy", "sell"] });
  });

  it("gives each route a description, parameters and responses", () => {
    for (const [path, , operation] of operations()) {
      const { summary, parameters = [], responses } = operation;
      expect(summary).toMatch(/\w/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
      expect(parameters.filter((p) => p.in === "path").map((p) => [p.name, p.required])).toEqual(inPath.map((name) => [name, true]));
      for (const p of parameters)
        expect([path, p]).toMatchObject([
          path,
          { name: expect.stringMatching(/^\w+$/), in: expect.stringMatching(/^(path|query)$/), description: expect.any(String), schema: expect.any(Object) },
        ]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", ...(isOpen(operation) ? [] : ["401"]), "422", "429", "500"]));
      for (const response of Object.values(responses).map((one) => resolved(document, one))) {
        expect(response.description).toEqual(expect.any(String));
        expect((response.content?.["application/json"] ?? response.content?.["text/csv"])?.schema).toEqual(expect.any(Object));
      }
    }
  });

  it("lists the query parameters of the routes, and requires only the cursor of changes", () => {
    const query = (path: string) => (document.paths[path]?.get?.parameters ?? []).filter((p) => p.in === "query");
    expect(query("/v1/fields").map((p) => p.name)).toEqual(["q", "kind", "limit", "offset"]);
    expect(query("/v1/macro/fred/{series_id}/history").map((p) => p.name)).toEqual(["from", "to", "limit", "publication", "as_of"]);
    for (const [, , { parameters = [] }] of operations())
      for (const p of parameters) if (p.in === "query") expect([p.name, p.required ?? false]).toEqual([p.name, p.name === "since"]);
  });
});

const root = join(__dirname, "..", "..", "..");
const RECORDED = join(root, "src", "service", "http", "server", "example-replies.json");

/** A reply with only the first row of each list of rows. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, typeof value[0] === "object" ? 1 : 10).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
};

describe("every reply matches its declaration in the document", () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const compiled = new Map<string, ValidateFunction>();
  function faults(path: string, method: string, status: number, body: unknown): string[] {
    const response = document.paths[path]?.[method]?.responses[String(status)];
    const schema = resolved(document, response)?.content?.["application/json"]?.schema;
    if (!schema) return [`${method} ${path}: ${status} is not declared`];
    const name = `${method} ${path} ${status}`;
    const validate = compiled.get(name) ?? ajv.compile(schema);
    compiled.set(name, validate);
    return validate(body) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
  }

  /** Reads addresses of a service, and returns how their replies differ from the declarations of their paths. */
  async function faultsOf(of: ServiceUnderTest, urls: readonly string[], rows?: number): Promise<string[]> {
    const paths = Object.keys(document.paths).map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`)] as const);
    const found: string[] = [];
    for (const url of urls) {
      const { status, ...reply } = await of.read(url);
      const path = paths.find(([, fits]) => fits.test(url.split("?")[0]!))![0];
      if (status !== 200 || (rows !== undefined && reply.data.length !== rows)) found.push(`${url}: ${status}`);
      found.push(...faults(path, "get", status, reply));
    }
    return found;
  }

  const HISTORY = "/v1/macro/fred/{series_id}/history";
  it("every example of the document, whose reply is the recorded one", async () => {
    const wrong: string[] = [];
    const replies: Record<string, unknown> = {};
    for (const { path, method, name, status, url, body } of exampleRequests(document)) {
      const response = await send(method, url, body);
      const of = `${method.toUpperCase()} ${path} ${name} ${status}`;
      if (response.statusCode !== status) wrong.push(`${of}: ${response.statusCode}`);
      if (String(response.headers["content-type"]).startsWith("text/csv")) replies[of] = response.body.split("\n", 2).join("\n");
      else {
        const reply = response.json<Record<string, unknown>>();
        wrong.push(...faults(path, method, response.statusCode, reply).map((fault) => `${of}: ${fault}`));
        replies[of] = path === "/v1/openapi.json" ? { openapi: reply["openapi"], info: reply["info"] } : shortened(reply);
      }
    }
    expect(wrong).toEqual([]);
    const lines = Object.entries(replies).map(([of, reply]) => `${JSON.stringify(of)}: ${JSON.stringify(reply)}`);
    const text = `{\n${lines.join(",\n")}\n}\n`;
    if (process.env["SERVICE_WRITE_EXAMPLES"]) writeFileSync(RECORDED, text);
    const recorded = JSON.parse(readFileSync(RECORDED, "utf8")) as Record<string, unknown>;
    const all = [...new Set([...Object.keys(replies), ...Object.keys(recorded)])];
    const stale = all.filter((of) => JSON.stringify(recorded[of]) !== JSON.stringify(replies[of]));
    expect(stale.map((of) => `${of} is stale. Type: npm run examples`)).toEqual([]);
  });

  it("a successful example of each operation", () => {
    const shown = new Set(exampleRequests(document).flatMap(({ path, method, status }) => (status === 200 ? [`${method} ${path}`] : [])));
    // What changes something has no example.
    const without = operations().filter(([path, method]) => method === "get" && !shown.has(`${method} ${path}`));
    expect(without.map(([path]) => path)).toEqual([]);
    const wrong = exampleRequests(document).filter(({ status, required, given }) => status === 200 && required.some((name) => !given.includes(name)));
    expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
  });

  it("with published rows", async () => {
    const filled = await serve();
    const day = "2024-06-24";
    const at = Date.UTC(2024, 5, 24);
    const records = [
      shortInterest("ZZZT", day, { short_interest: 5, previous_short_interest: null, avg_daily_volume: null, days_to_cover: null, change_pct: null }),
      shortVolume("ZZZT", day, 0, 0, "B"),
      congressTrade("", day, { state_district: null, owner: null, asset: "US Treasury Bill [GS]", asset_type: "GS", type: "E", amount_low: 50000001, amount_high: null }),
      ...["1", "2"].map((owner) =>
        recordRow("insider_trade", "cik:77", day, "sec", {
          form: "4", period: day, owners: [{ cik: owner, name: "" }], role: "director", isChief: false, plan10b5_1: null,
          trades: [{ traded: day, side: "buy", shares: 1, price: null, value: null }],
        }, { key: owner }),
      ),
      funding("BTC", "okx", `${day}T00:00:00Z`, 0.01, null),
      liquidation("BTC", at, 2000),
      recordRow("coverage", "liquidation BTC", day, "okx", { from_ms: at, to_ms: at + 36 * 3_600_000, contract: "BTC-USDT-SWAP" }),
    ]; // prettier-ignore
    take(filled, records, { reports: [holdingsReport("1", "2024-03-31", [["000000001", null, 1]])] });
    const equities = ["short-interest", "short-volume", "congress", "insider-clusters", "institutional"].map((name) => `/v1/equities/${name}`);
    expect(await faultsOf(filled, [...equities, "/v1/crypto/funding/BTC", "/v1/crypto/liquidations?hours=168"], 1)).toEqual([]);
  });

  it("with published rows of crypto, known, too old and without labels", async () => {
    const filled = await serve({ clock: createClock(undefined, () => Date.UTC(2024, 5, 26)) });
    take(filled, [
      funding("BTC", "okx", "2024-06-24T20:00:00Z", 0.01, null),
      funding("ETH", "bybit", "2024-06-14T00:00:00Z", 0.01),
      whaleTransfer("BTC", "2024-06-24T20:00:00Z"),
    ]);
    const derivatives = ["BTC", "BTC?exchange=okx", "ETH?exchange="].map((query) => `derivatives/${query}`);
    const urls = ["funding", ...derivatives, "whales?blockchain=BTC", "etf/flows?asset=SOL&as_of=2024-06-22"].map((url) => `/v1/crypto/${url}`);
    expect(await faultsOf(filled, [...urls, "/v1/changes?since=2024-06-24&families=whale,funding"])).toEqual([]);
    const later = await serve({ asOf: "2026-03-20" });
    expect(await faultsOf(later, ["/v1/crypto/etf/flows?asset=SOL&days=90"])).toEqual([]);
  });

  it("for a series without observations", async () => {
    const before = await serve({ asOf: "1962-01-31" });
    expect(await faultsOf(before, ["/macro/fred/SOFR", "/v1/macro/fred/SOFR/history", "/v1/fields?kind=series", "/v1/status"])).toEqual([]);
    expect((await before.read("/macro/fred/SOFR")).data).toMatchObject({ date: null, value: null, reason: expect.stringContaining("1962-01-31") });
  });

  it("POST /sheets/eval: cells of every function, good and bad, and refused bodies", async () => {
    const cells = FUNCTION_NAMES.flatMap((fn) => {
      const args = functionSpec(fn).parameters.map((p) => p.example);
      return [{ fn, args }, { fn, args: args.map(() => "zzzz") }, { fn, args: [] }, { fn: `${fn}X` }];
    });
    for (const [body, status] of [
      [{ cells: cells.map((cell, id) => ({ id, ...cell })) }, 200],
      [{ cells: [] }, 422],
      ["not JSON", 400],
      [{ cells: [{ id: 0, padding: "x".repeat(1024 * 1024) }] }, 413],
    ] as const) {
      const response = await s.post(body);
      expect(response.statusCode).toBe(status);
      expect(faults("/sheets/eval", "post", status, response.json())).toEqual([]);
    }
  });

  it("refused, rate-limited and over-quota keys at every route", async () => {
    const urls: Record<string, string> = { "/macro/fred/{series_id}": "/macro/fred/DGS10", [HISTORY]: "/v1/macro/fred/DGS10/history" };
    for (const [quotas, authorization, status] of [
      [{ perMinute: 1, perMonth: 1 }, "", 401],
      [{ perMinute: 0, perMonth: 1 }, undefined, 429],
      [{ perMinute: 1, perMonth: 0 }, undefined, 401],
    ] as const) {
      const strict = await serve({ quotas });
      for (const [path, method, operation] of operations()) {
        if (isOpen(operation)) continue;
        const header = authorization === undefined ? {} : { authorization };
        const url = urls[path] ?? path;
        const response =
          method === "get"
            ? await strict.get(url, header)
            : await strict.app.inject({ method: method.toUpperCase() as "POST", url, headers: { authorization: `Bearer ${strict.key}`, ...header } });
        // A quote for further requests is for keys whose month is used up; without a body it is refused later.
        if (path === "/v1/billing/top-up" && quotas.perMonth === 0) {
          expect([response.statusCode, faults(path, method, 422, response.json())]).toEqual([422, []]);
          continue;
        }
        expect(response.statusCode).toBe(status);
        expect(faults(path, method, status, response.json())).toEqual([]);
      }
    }
  });

  it("the declared request of /sheets/eval accepts valid bodies and refuses invalid ones", () => {
    const schema = document.paths["/sheets/eval"]?.post?.requestBody?.content["application/json"]?.schema;
    const validate = ajv.compile(schema!);
    expect(
      validate({
        cells: [
          { id: 0, fn: "FRED", args: ["DGS10", null] },
          { id: 1, entity: "AAPL", path: "price" },
        ],
      }),
    ).toBe(true);
    for (const body of [{}, { cells: [] }, { cells: [{}] }, { cells: [{ id: 0.5 }] }, { cells: [{ id: 0, args: [[1]] }] }]) expect(validate(body)).toBe(false);
  });

  /** `npm test` sends few requests and none as of other days, for which the service computes its tables anew. */
  it("random requests: documented statuses, no server error, and a refusal that names the parameter", async () => {
    const wrong: string[] = [];
    for (const { path, method, url, body, asked, wrong: name } of randomRequests(document, Number(SEED), many(200, 4), WHOLE ? [] : ["as_of"])) {
      const response = await send(method, url, body);
      const { statusCode: status } = response;
      const of = `${TESTED}: ${method.toUpperCase()} ${url}${body === undefined ? "" : ` ${JSON.stringify(body)}`}: ${status}`;
      if (String(response.headers["content-type"]).startsWith("text/csv")) continue;
      const reply = response.json<{ readonly detail?: unknown; readonly data?: unknown }>();
      wrong.push(...faults(path, method, status, reply).map((fault) => `${of}: ${fault}`));
      if (status >= 500) wrong.push(of);
      if (name !== undefined && status !== 422) wrong.push(`${of}: ${name} is not allowed`);
      const named = name === undefined ? Object.keys(asked) : [name];
      if (status === 422 && named.length > 0 && !named.some((one) => String(reply.detail).includes(one))) wrong.push(`${of}: ${String(reply.detail)}`);
      if (status === 200 && Array.isArray(reply.data) && reply.data.length > Number(asked["limit"] ?? Infinity)) wrong.push(`${of}: ${reply.data.length} rows`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a client generated from the document", () => {
  let checked: { readonly problems: readonly string[]; readonly types: string };
  const folder = mkdtempSync(join(root, ".build", "client-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is generated from a document that two validators accept", () => {
    const file = join(folder, "service.json");
    writeFileSync(file, JSON.stringify(document));
    const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, "check-openapi.mjs"), file], { encoding: "utf8", maxBuffer: 2 ** 26 });
    if (stdout === "") throw new Error(stderr);
    checked = JSON.parse(stdout) as typeof checked;
    expect(checked.problems).toEqual([]);
    expect(checked.types).toContain("getEquitiesGammaByTicker");
  });

  it("compiles with the program of docs/api.md, and reads the running service", async () => {
    const program = /```ts\n([^]*?)```/.exec(readFileSync(join(root, "docs", "api.md"), "utf8"))![1]!;
    const wrong = program.replace("row.settlement_date", "row.settled_on").replace("limit: 3", 'limit: "3"');
    writeFileSync(join(folder, "service.d.ts"), checked.types);
    writeFileSync(join(folder, "short.mts"), program);
    writeFileSync(join(folder, "wrong.mts"), wrong);
    const options =
      "--ignoreConfig --pretty false --strict --module nodenext --target es2022 --skipLibCheck --types node --rewriteRelativeImportExtensions".split(" ");
    const compiler = join(root, "node_modules", "ts7", "bin", "tsc");
    const compiled = spawnSync(process.execPath, [compiler, ...options, "short.mts", "wrong.mts"], { cwd: folder, encoding: "utf8" });
    const errors = compiled.stdout.split("\n").filter((line) => line.includes("error"));
    expect(errors).toEqual([
      expect.stringMatching(/^wrong\.mts.*'string' is not assignable to type 'number'/),
      expect.stringMatching(/^wrong\.mts.*'settled_on' does not exist/),
    ]);

    const address = await s.app.listen({ port: 0, host: "127.0.0.1" });
    const env = { ...process.env, SERVICE_URL: address, SERVICE_API_KEY: s.key };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["short.mjs"], { cwd: folder, env });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^20\d\d-\d\d-\d\d [\d.]+\n.*\n.*\n\{\s+sample: /);
  });
});
