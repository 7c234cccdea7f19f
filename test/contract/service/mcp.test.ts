import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { FastifyInstance } from "fastify";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { ROOT, UsageError, type Io } from "../../../src/commands/io";
import { openLocalService, type LocalService } from "../../../src/commands/local-service";
import { mcpCommand } from "../../../src/commands/mcp";
import { answerProof, newRunSecret, writeRunningFile } from "../../../src/commands/running";
import { CAVEATS } from "../../../src/contract/caveats";
import { LIMITS } from "../../../src/core/limits";
import { createApp } from "../../../src/service/app";
import { callTool, type Get, type Upstream } from "../../../src/service/mcp/call-tool";
import { servedTools, type Tool } from "../../../src/service/mcp/served-tools";
import { MCP_CLIENTS, ME, type ToolResult } from "./mcp-clients";
import { exampleRequests, type Document, type Operation } from "./openapi-document";
import { keyFor, NOON, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

/** The tools that the interface specification lists ("MCP tools"), and the status it names beside them. */
const SPECIFIED = [
  "service_status",
  "service_brief",
  "prediction_markets",
  "prediction_market_detail",
  "prediction_market_history",
  "prediction_order_book",
  "prediction_movers",
  "prediction_calibration",
  "prediction_execution_cost",
  "prediction_calendar",
  "crypto_whale_transfers",
  "crypto_etf_flows",
  "crypto_derivatives",
  "crypto_funding",
  "crypto_liquidations",
  "equity_signals",
  "institutional_holdings",
  "equity_short_interest",
  "equity_gamma",
  "smart_money",
  "insider_clusters",
  "congress_trades",
  "short_volume",
  "field_search",
];

const MARKET = "us-recession-2024";
const OWN_KEY = keyFor("of the machine");
let s: ServiceUnderTest;
let base: string;
let document: Document;
let tools: readonly Tool[];
/** What a service writes about its faults. */
const faults: string[] = [];
/** The key that the service has for requests without one. */
let ownKey: string | undefined;

beforeAll(async () => {
  s = await serviceUnderTest({ onFault: (message) => faults.push(message), mcp: { key: () => ownKey, hosts: ["addin.example.com"] } });
  await s.app.listen({ port: 0, host: "127.0.0.1" });
  base = `http://127.0.0.1:${(s.app.server.address() as AddressInfo).port}/mcp`;
  document = (await s.get("/v1/openapi.json")).json();
  tools = servedTools(document);
});
afterAll(() => s.close());
afterEach(() => {
  ownKey = undefined;
  expect(faults).toEqual([]);
});

const tool = (name: string): Tool => tools.find((one) => one.name === name)!;
/** The endpoints of a tool, as the service declares them. */
const operationsOf = ({ routes }: Tool): Operation[] => routes.map(({ path }) => document.paths[path]!["get"]!);

/** A call to the service without a network. */
const upstream: Upstream = {
  get: async (url, authorization) => {
    const { statusCode, payload } = await s.app.inject({ method: "GET", url, headers: { authorization } });
    return { status: statusCode, body: payload };
  },
  howToSetKey: "Set it.",
};
const call = (name: string, given: object = {}, get: Get = upstream.get, key: string | undefined = s.key) =>
  callTool(tool(name), given as Record<string, unknown>, key === undefined ? undefined : `Bearer ${key}`, { ...upstream, get });

describe("tools", () => {
  it("are those of the interface specification, in its order", () => {
    expect(tools.map(({ name }) => name)).toEqual(SPECIFIED);
  });

  it("have the parameters of their endpoints as arguments, with their bounds and defaults, and a cursor", () => {
    const notDeclared = ["anyOf", "enum", "type"];
    for (const one of tools) {
      const declared = new Map(
        operationsOf(one).flatMap(({ parameters = [] }) => parameters.map(({ name, schema }) => [name === "notional" ? "notionals" : name, schema])),
      );
      const { cursor, ...own } = one.inputSchema.properties;
      expect(cursor).toMatchObject({ type: "string" });
      expect([one.name, ...Object.keys(own).sort()]).toEqual([one.name, ...[...declared.keys()].sort()]);
      for (const [name, schema] of declared)
        expect([one.name, own[name]]).toMatchObject([
          one.name,
          Object.fromEntries(Object.entries(schema).filter(([keyword]) => !notDeclared.includes(keyword))),
        ]);
    }
    expect(tool("crypto_whale_transfers").inputSchema.properties).toMatchObject({
      direction: { type: "string", enum: ["exchange_inflow", "exchange_outflow", "whale_transfer", "exchange_transfer"] },
      min_usd: { type: "number", minimum: 100_000, default: 100_000 },
    });
    expect(tool("prediction_execution_cost").inputSchema.properties.notionals).toMatchObject({ type: "array", default: [100, 1000, 10_000] });
  });

  it("require the names in an address, unless another endpoint of the tool does without", () => {
    expect(tools.flatMap(({ name, inputSchema: { required } }) => (required ? [[name, ...required]] : []))).toEqual([
      ["service_brief", "asset_class", "symbol"],
      ["prediction_market_detail", "market_id"],
      ["prediction_market_history", "market_id"],
      ["prediction_order_book", "market_id"],
      ["prediction_execution_cost", "market_id"],
      ["crypto_derivatives", "symbol"],
    ]);
    expect(tool("crypto_funding").inputSchema.properties).toMatchObject({ days: { description: expect.stringMatching(/Only with symbol\.$/) } });
    expect(tool("smart_money").inputSchema.properties).toMatchObject({
      direction: { description: expect.stringMatching(/Only without ticker\.$/) },
    });
  });

  it("send every declared example to its endpoint, unchanged", async () => {
    const wrong: string[] = [];
    const requests = exampleRequests((await s.get("/v1/openapi.json")).json<Document>());
    let sentAll = 0;
    for (const one of tools)
      for (const { path, inPath } of one.routes)
        for (const { url } of requests.filter((request) => request.method === "get" && request.path === path)) {
          const [address = "", query] = url.split("?");
          const values = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]*)")}$`).exec(address)!.slice(1);
          const given = {
            ...Object.fromEntries(inPath.map((name, at) => [name, decodeURIComponent(values[at]!)])),
            ...Object.fromEntries(new URLSearchParams(query)),
          };
          // Examples of refusals have parameters that no endpoint of the tool knows.
          if (Object.keys(given).some((name) => ![...Object.keys(one.inputSchema.properties), ...Object.values(one.sentAs)].includes(name))) continue;
          let sent = "";
          await call(one.name, given, async (to) => ((sent = to), { status: 200, body: "{}" }));
          sentAll++;
          if (sent !== url) wrong.push(`${one.name}: ${sent} instead of ${url}`);
        }
    expect(wrong).toEqual([]);
    expect(sentAll).toBeGreaterThan(tools.length);
  });

  it("send lists as repeated parameters, leave out null, and let the endpoint refuse what does not fit", async () => {
    const sent: string[] = [];
    const capture: Get = async (url) => (sent.push(url), { status: 200, body: "{}" });
    await call("prediction_execution_cost", { market_id: "a/b c", notionals: [100, 2500.5] }, capture);
    await call("crypto_funding", { symbol: null, days: undefined }, capture);
    await call("crypto_whale_transfers", { limit: { most: 3 } }, capture);
    expect(sent).toEqual([
      "/v1/prediction/markets/a%2Fb%20c/execution-cost?notional=100&notional=2500.5",
      "/v1/crypto/funding",
      "/v1/crypto/whales?limit=%7B%22most%22%3A3%7D",
    ]);
    const refused = async (name: string, given: object) => {
      const result = await call(name, given);
      return "failed" in result ? [result.failed.error, result.failed.status, result.failed.detail] : result.found;
    };
    const invalid = (detail: unknown) => ["invalid_request", 422, detail];
    expect(await refused("crypto_whale_transfers", { limit: 201 })).toEqual(invalid("limit: expected a whole number from 1 to 200, got 201."));
    expect(await refused("crypto_whale_transfers", { limit: [1, 2] })).toEqual(invalid("limit: expected a whole number from 1 to 200, got several values."));
    expect(await refused("crypto_whale_transfers", { hour: 3 })).toEqual(invalid('There is no parameter "hour" here; did you mean hours?'));
    expect(await refused("equity_gamma", { symbol: "SPY" })).toEqual(invalid('There is no parameter "symbol" here. Known: as_of, ticker, cursor.'));
    expect(await refused("prediction_market_detail", {})).toEqual(invalid("market_id: expected a value, got nothing."));
    expect(await refused("service_brief", { asset_class: "equity" })).toEqual(invalid("symbol: expected a value, got nothing."));
    // An address resolves these two: they would reach another endpoint.
    expect(await refused("service_brief", { asset_class: "..", symbol: "status" })).toEqual(invalid('asset_class: expected a name, got "..".'));
    expect(await refused("crypto_derivatives", { symbol: "." })).toEqual(invalid('symbol: expected a name, got ".".'));
    expect(await refused("crypto_whale_transfers", { cursor: "page 2" })).toEqual(
      invalid('cursor: expected next_cursor of an earlier result, got "page 2". Omit it for the first rows.'),
    );
  });
});

const failure = (error: string, status: number | null, detail: unknown, retry_after: number | null = null) => ({ error, status, retry_after, detail });

describe("a failure", () => {
  const answering =
    (status: number, body: string, retryAfter?: number): Get =>
    async () => ({ status, body, retryAfter });
  const page = "<html>Bad gateway</html>";
  const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const said = (status: number) => `The service answered with status ${status} and gave no reason.`;
  it.each<[string, Get, object]>([
    ["a refused key", answering(401, '{"detail":{"code":"revoked_key"}}'), failure("unauthorized", 401, { code: "revoked_key" })],
    ["403", answering(403, '{"detail":"Not in this plan."}'), failure("forbidden", 403, "Not in this plan.")],
    ["an unknown name", answering(404, '{"detail":"Unknown."}'), failure("not_found", 404, "Unknown.")],
    ["a wrong argument", answering(422, '{"detail":"limit: …"}'), failure("invalid_request", 422, "limit: …")],
    ["too many requests", answering(429, '{"detail":"Wait."}', 17), failure("rate_limited", 429, "Wait.", 17)],
    ["400", answering(400, '{"detail":"Too old."}'), failure("http_error", 400, "Too old.")],
    ["a proxy's page", answering(502, page), failure("http_error", 502, said(502))],
    ["a redirect", answering(301, ""), failure("http_error", 301, expect.stringContaining("redirect"))],
    ["no JSON", answering(200, page), failure("bad_response", 200, expect.stringContaining("not JSON"))],
    ["a reply nested deeper than the stack", answering(200, `{"data":${NESTED}}`), failure("bad_response", 200, expect.stringContaining("not JSON"))],
    ["a reason nested deeper than the stack", answering(404, `{"detail":${NESTED}}`), failure("not_found", 404, said(404))],
    ["no connection", () => Promise.reject(new Error("No service answers.")), failure("upstream_unreachable", null, "No service answers.")],
  ])("is a result: %s", async (_, get, failed) => expect(await call("prediction_calendar", {}, get)).toEqual({ failed }));

  it("is returned as a result if an argument is nested deeper than the stack", async () => {
    const detail = "An argument is nested too deep: expected a text, a number or a list of them.";
    expect(await call("prediction_markets", { q: JSON.parse(NESTED) as unknown })).toEqual({ failed: failure("invalid_request", 422, detail) });
  });

  it("is a result: a name in the address with half of a surrogate pair, which no address can have", async () => {
    for (const symbol of ["\ud800", "BTC\udc00"])
      expect(await call("crypto_derivatives", { symbol })).toMatchObject({
        failed: { error: "invalid_request", status: 422, detail: expect.stringMatching(/^symbol: expected a name, got /) },
      });
  });

  it("is a result: no key", async () =>
    expect(await callTool(tool("prediction_calendar"), {}, undefined, upstream)).toEqual({
      failed: failure("missing_api_key", null, "There is no API key. Set it."),
    }));
});

describe("a result", () => {
  const found = async (name: string, given: object = {}): Promise<any> => {
    const result = await call(name, given);
    if ("failed" in result) throw new Error(JSON.stringify(result.failed));
    return result.found;
  };

  it("is the endpoint's envelope, with its caveats and the units of its fields in words", async () => {
    const { in_words, ...envelope } = await found("equity_gamma", { ticker: "SPY" });
    expect(envelope).toEqual((await s.get("/v1/equities/gamma/SPY")).json());
    expect(in_words.caveats).toEqual({ gamma_modeled_not_measured: CAVEATS.gamma_modeled_not_measured });
    expect(in_words.fields).toMatchObject({ price: expect.stringContaining("US dollars"), "strikes[].strike": "US dollars." });
    expect(in_words.fields).not.toHaveProperty("reason");
  });

  it("is cut at a row if it is too long for a model, and next_cursor leads through all rows", async () => {
    const given = { asset: "ALL", days: 365 };
    const { data, count } = (await s.get("/v1/crypto/etf/flows?asset=ALL&days=365")).json<{ data: unknown[]; count: number }>();
    const rows: unknown[] = [];
    const said: string[] = [];
    for (let cursor: string | undefined; said.length === 0 || cursor !== undefined;) {
      const result = await found("crypto_etf_flows", { ...given, cursor });
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(45_000);
      expect(result.count).toBe(count);
      rows.push(...result.data);
      said.push(result.rows);
      cursor = result.next_cursor;
    }
    expect(rows).toEqual(data);
    expect(said.length).toBeGreaterThan(2);
    expect(said[0]).toMatch(/^Rows 1 to \d+ of \d+\. For the next, repeat the call with next_cursor as cursor\.$/);
    expect(said.at(-1)).toMatch(/, the last\.$/);
  });

  it("is whole for the default limit of the longest rows", async () => {
    const result = await found("equity_short_interest");
    expect([result.data.length, result.next_cursor]).toEqual([100, undefined]);
  });

  it("cuts the longest list of an object, and refuses a cursor of another reply", async () => {
    const long: Get = async () => ({ status: 200, body: JSON.stringify({ data: { short: [1], long: Array.from({ length: 9000 }, (_, i) => `row ${i}`) } }) });
    const first = await call("prediction_calendar", {}, long);
    expect(first).toMatchObject({ found: { data: { short: [1] }, next_cursor: expect.stringMatching(/^long:\d+$/) } });
    expect(await call("prediction_calendar", { cursor: "gone:5" }, long)).toMatchObject({
      failed: { error: "invalid_request", detail: 'cursor: this reply has no list "gone". Omit the cursor.' },
    });
    expect(await call("prediction_calendar", { cursor: "short:5" }, long)).toMatchObject({ failed: { error: "invalid_request" } });
  });
});

describe.each(MCP_CLIENTS)("over HTTP, a client of revision %s", (revision, connectTo) => {
  const open: { close(): Promise<void> }[] = [];
  const connect = async (key?: string, send?: typeof fetch) => {
    const client = await connectTo(base, key, send);
    open.push(client);
    return client;
  };
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  it("lists the tools and calls them with its key; failures are results", async () => {
    const client = await connect(s.key);
    expect(client.version).toBe(revision);
    expect(await client.list()).toEqual(SPECIFIED);
    const detail = await client.call("prediction_market_detail", { market_id: MARKET });
    expect(detail.isError ?? false).toBe(false);
    expect(detail.structuredContent).toMatchObject({ data: { market_id: MARKET }, as_of: expect.any(String), meta: { sample: true } });
    expect(JSON.parse(detail.content[0].text)).toEqual(detail.structuredContent);
    expect(await client.call("prediction_market_detail", { market_id: "gone" })).toMatchObject({
      isError: true,
      structuredContent: { error: "not_found", status: 404, retry_after: null, detail: expect.any(String) },
    });
    expect(await client.call("prediction_calendar", { days: 61 })).toMatchObject({ structuredContent: { error: "invalid_request", status: 422 } });
    await expect(client.call("prediction_calender")).rejects.toThrow("There is no such tool; did you mean prediction_calendar? tools/list lists all.");
  });

  it("gets missing_api_key without a key, and unauthorized with one that the service does not know", async () => {
    const without = await connect();
    const missing = await without.call("prediction_calendar");
    expect(missing).toMatchObject({ isError: true, structuredContent: { error: "missing_api_key", status: null, retry_after: null } });
    const unknown = await connect(keyFor("unknown"));
    expect(await unknown.call("prediction_calendar")).toMatchObject({
      structuredContent: { error: "unauthorized", status: 401, detail: { code: "unknown_key" } },
    });
  });

  it("calls tools after the service restarted", async () => {
    let to = base;
    const client = await connect(s.key, (_, init) => fetch(to, init));
    expect(await client.call("prediction_calendar")).toMatchObject({ structuredContent: { meta: { sample: true } } });
    const restarted = await serviceUnderTest();
    to = `${await restarted.app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
    expect(await client.call("prediction_calendar")).toMatchObject({ structuredContent: { meta: { sample: true } } });
    expect(await client.list()).toEqual(SPECIFIED);
    await restarted.close();
  });

  it("is refused from the next call on when its key is revoked", async () => {
    await s.store.ledger.keys.add(keyFor("lent"), "developer", "lent", "2024-06-25");
    const client = await connect(keyFor("lent"));
    expect(await client.call("prediction_calendar")).toMatchObject({ structuredContent: { data: expect.any(Array) } });
    await s.store.ledger.keys.revoke("lent", "2024-06-25T12:00:00Z");
    expect(await client.call("prediction_calendar")).toMatchObject({ structuredContent: { error: "unauthorized", detail: { code: "revoked_key" } } });
  });

  it("uses the machine's key if it sends none; a key in the header wins", async () => {
    await s.store.ledger.keys.add(OWN_KEY, "developer", "own", "2024-06-25");
    ownKey = OWN_KEY;
    const without = await connect();
    expect(await without.call("prediction_calendar")).toMatchObject({ structuredContent: { data: expect.any(Array) } });
    const unknown = await connect(keyFor("unknown"));
    expect(await unknown.call("prediction_calendar")).toMatchObject({ structuredContent: { error: "unauthorized" } });
  });
});

/** The reply to a message that is refused. */
const refusal = (message: string) => ({ jsonrpc: "2.0", error: { code: -32600, message }, id: null });
/** Sends a message as bare HTTP. */
const post = (message: unknown, headers: Record<string, string> = {}, method: "POST" | "GET" | "DELETE" = "POST") =>
  s.app.inject({
    method,
    url: "/mcp",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${s.key}`, ...headers },
    ...(method === "POST" ? { payload: typeof message === "string" ? message : JSON.stringify(message) } : {}),
  });
const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: ME } };
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };

describe("POST /mcp", () => {
  it("refuses other names in Host and other sites in Origin", async () => {
    const statuses = async (headers: Record<string, string>) => (await post(INITIALIZE, headers)).statusCode;
    for (const host of ["localhost:3001", "127.0.0.1:3001", "[::1]:3001", "addin.example.com"]) expect([host, await statuses({ host })]).toEqual([host, 200]);
    for (const host of ["evil.example.com", "localhost.evil.example.com", "addin.example.com.evil.com"])
      expect([host, await statuses({ host })]).toEqual([host, 403]);
    for (const origin of ["http://localhost:6274", "https://addin.example.com"]) expect([origin, await statuses({ origin })]).toEqual([origin, 200]);
    for (const origin of ["https://evil.example.com", "null", "http://localhost.evil.example.com"])
      expect([origin, await statuses({ origin })]).toEqual([origin, 403]);
  });

  it("answers what is no request in the protocol's form", async () => {
    expect((await post("{")).json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32700 } });
    expect((await post(INITIALIZE, { "content-type": "text/plain" })).statusCode).toBe(415);
    const get = await post(undefined, {}, "GET");
    expect([get.statusCode, get.headers.allow]).toEqual([405, "POST, DELETE"]);
    expect((await post({ ...LIST, jsonrpc: "1.0" })).statusCode).toBe(400);
    expect((await post(LIST, { "mcp-protocol-version": "1999-01-01" })).statusCode).toBe(400);
    expect((await post(" ".repeat(1_100_000))).statusCode).toBe(413);
  });

  it("refuses a message nested deeper than the stack in words; of a call's arguments the result says so", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    for (const message of [
      deep,
      `[${deep}]`,
      `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`,
      `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":${deep}}}`,
    ]) {
      const reply = await post(message);
      expect([reply.statusCode, reply.json()]).toEqual([400, refusal("The message is nested too deep: expected at most 32 levels of lists and objects.")]);
    }
    const call = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"service_status","arguments":{"q":${deep}}}}`;
    expect((await post(call)).json()).toMatchObject({ id: 3, result: { isError: true, structuredContent: { error: "invalid_request" } } });
  });

  it("answers without sessions: it gives no id, and ignores one that a client sends", async () => {
    const hello = await post(INITIALIZE);
    expect([hello.statusCode, hello.headers["mcp-session-id"]]).toEqual([200, undefined]);
    const ids: Record<string, string>[] = [{}, { "mcp-session-id": "0b9c5e0e-8f0a-4f0e-9a53-6d0f0f6f1f55" }, { "mcp-session-id": "" }];
    for (const headers of ids) {
      expect((await post(INITIALIZE, headers)).json()).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
      expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers)).statusCode).toBe(202);
      expect((await post(LIST, headers)).json<{ result: { tools: unknown[] } }>().result.tools).toHaveLength(SPECIFIED.length);
      expect((await post(undefined, headers, "DELETE")).statusCode).toBe(200);
      expect((await post({ jsonrpc: "2.0", id: 3, method: "ping" }, headers)).json()).toMatchObject({ id: 3, result: {} });
    }
  });

  it.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])("speaks revision %s, also in batches", async (protocolVersion) => {
    const hello = await post({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
    expect(hello.json()).toMatchObject({ result: { protocolVersion } });
    const batch = await post([LIST, { jsonrpc: "2.0", id: "p", method: "ping" }], { "mcp-protocol-version": protocolVersion });
    expect(batch.json<{ id: unknown }[]>().map(({ id }) => id)).toEqual([2, "p"]);
  });

  it("answers a call although a message of its batch cancels it", async () => {
    const call = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "service_status", arguments: {} } };
    const reply = await post([call, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } }]);
    expect(reply.json()).toMatchObject({ id: 3, result: { structuredContent: { data: expect.any(Object) } } });
  });

  it("refuses an id that contains the key, also in a batch whose reply is long, and one of more than 256 characters", async () => {
    const { key } = s;
    const percent = [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
    for (const id of [key, key.toUpperCase(), percent, key.slice(2, 20), `${"x".repeat(200)}${key.slice(0, 20)}`]) {
      for (const message of [{ ...LIST, id }, [LIST, LIST, LIST, { ...LIST, id }], { ...LIST, id, params: { _meta: MODERN } }]) {
        const reply = await post(message);
        const said = refusal("The id contains the API key. Send another id: the key belongs only in the header Authorization.");
        expect([reply.statusCode, reply.json()]).toEqual([400, said]);
      }
    }
    for (const headers of [{}, { authorization: "" }]) {
      expect((await post({ ...LIST, id: "i".repeat(256) }, headers)).json()).toMatchObject({ id: "i".repeat(256), result: {} });
      expect((await post([LIST, { ...LIST, id: "i".repeat(257) }], headers)).json()).toEqual(
        refusal("The id is too long. Send a number, or a text of at most 256 characters."),
      );
    }
    expect((await post({ ...LIST, id: { toString: 1 } })).statusCode).toBe(400);
  });
});

describe("npm run mcp", () => {
  let cwd: string;
  let local: LocalService;
  let app: FastifyInstance;
  let url = "";
  /** Another server in the service's place, and what it answers. */
  let other: Server;
  let otherUrl = "";
  let answer: { status: number; headers?: Record<string, string>; body: string };
  let seen: string[];

  beforeAll(async () => {
    cwd = mkdtempSync(path.join(tmpdir(), "service-mcp-"));
    local = await openLocalService(path.join(cwd, "d"), { day: "2024-06-25" }, { now: () => NOON });
    const secret = newRunSecret();
    app = await createApp({ ...local, pages: (open) => answerProof(open, { secret, url: () => url }) });
    await app.listen({ port: 0, host: "localhost" });
    url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
    writeRunningFile(path.join(cwd, "d"), { url, httpsPort: 3000, pid: process.pid, store: local.store.id ?? "", secret });
    other = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => other.listen(0, "localhost", resolve));
    otherUrl = `http://localhost:${(other.address() as AddressInfo).port}`;
  });
  beforeEach(() => void (seen = []));
  afterAll(async () => {
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
    await app.close();
    local.store.close();
    rmSync(cwd, { recursive: true, force: true });
  });

  type Given = readonly [name: string, given?: object];
  const CALENDAR: Given = ["prediction_calendar"];

  /** Runs the command, sends each call after the answer to the one before, and ends the input right after the last. `before` runs before each call. */
  async function results(env: Io["env"], argv: string[], calls: readonly Given[], before?: (i: number) => void): Promise<ToolResult[]> {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const err: string[] = [];
    const io: Io = { out: (l) => err.push(l), err: (l) => err.push(l), cwd, env, now: () => NOON };
    const ended = mcpCommand(argv, io, { stdin, stdout });
    const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: ME } });
    send({ method: "notifications/initialized" });
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<{ result: ToolResult }> => {
      const line = String((await lines.next()).value);
      if (env.SERVICE_API_KEY !== undefined) expect(line).not.toContain(env.SERVICE_API_KEY);
      return JSON.parse(line) as { result: ToolResult };
    };
    await next();
    const found: ToolResult[] = [];
    for (const [i, [name, given = {}]] of calls.entries()) {
      before?.(i);
      send({ id: i + 1, method: "tools/call", params: { name, arguments: given } });
      if (i === calls.length - 1) stdin.end();
      found.push((await next()).result);
    }
    expect(await ended).toBe(0);
    expect(err).toEqual([]);
    return found;
  }
  const failed = async (env: Io["env"], ...argv: string[]) => (await results(env, argv, [CALENDAR]))[0]!.structuredContent;

  it("answers calls from the service that runs on the data folder, also if its input ends at once", async () => {
    const [wrong, calendar] = await results({ SERVICE_API_KEY: local.key }, ["--data", "d"], [["prediction_calendar", { days: 61 }], CALENDAR]);
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: "invalid_request", status: 422 } });
    const rest = (await app.inject({ url: "/v1/prediction/calendar", headers: { authorization: `Bearer ${local.key}` } })).json<object>();
    expect(calendar!.structuredContent).toMatchObject(rest);
    expect(calendar!.isError ?? false).toBe(false);
  });

  it("calls the service at SERVICE_URL; a failure is a result, whatever it answers, and nothing repeats the key", async () => {
    const { key } = local;
    const answers: (typeof answer)[] = [
      { status: 200, headers: { "content-type": "application/json" }, body: '{"data":[]}' },
      { status: 200, body: `<html>${key}</html>` },
      { status: 404, body: JSON.stringify({ detail: `Unknown ${key}.` }) },
      { status: 429, headers: { "retry-after": new Date(NOON + 90_000).toUTCString() }, body: '{"detail":"Wait."}' },
      { status: 302, headers: { location: `${url}/v1/prediction/calendar` }, body: "" },
      { status: 200, body: " ".repeat(LIMITS.replyBytes + 1) },
    ];
    const found = await results(
      { SERVICE_API_KEY: key, SERVICE_URL: `${otherUrl}/base/` },
      [],
      answers.map(() => CALENDAR),
      (i) => (answer = answers[i]!),
    );
    expect(seen).toEqual(answers.map(() => `/base/v1/prediction/calendar Bearer ${key}`));
    expect(found.map(({ structuredContent }) => structuredContent)).toMatchObject([
      { data: [] },
      { error: "bad_response", status: 200, retry_after: null },
      { error: "not_found", status: 404, retry_after: null, detail: "Unknown [key]." },
      { error: "rate_limited", status: 429, retry_after: 90, detail: "Wait." },
      { error: "http_error", status: 302, retry_after: null },
      {
        error: "upstream_unreachable",
        detail: "The service's reply is larger than 32 MB and was not read. Check that SERVICE_URL is the address of the service.",
      },
    ]);
  });

  it("returns what is wrong with its own settings", async () => {
    expect(await failed({ SERVICE_URL: otherUrl })).toEqual(
      failure(
        "missing_api_key",
        null,
        "There is no API key. Set the variable SERVICE_API_KEY in the agent's configuration. For the service on this machine, npm run -s key prints it.",
      ),
    );
    expect(seen).toEqual([]);
    expect(await failed({ SERVICE_API_KEY: "short", SERVICE_URL: url })).toMatchObject({ error: "unauthorized", detail: { code: "malformed_key" } });
    expect(await failed({ SERVICE_API_KEY: local.key, SERVICE_URL: "http://localhost:1" })).toEqual(
      failure("upstream_unreachable", null, "No connection to the service. Check that it runs, and that SERVICE_URL is its address."),
    );
    expect(await failed({ SERVICE_API_KEY: local.key }, "--data", "none")).toMatchObject({
      error: "upstream_unreachable",
      detail: "No service runs on this machine with this data folder. Start it with npm start, or set SERVICE_URL to the address of another.",
    });
  });

  it.each([
    [{ SERVICE_URL: "http://api.example.com" }, 'SERVICE_URL: expected https (http only on this machine), got "http://api.example.com"'],
    [{ SERVICE_URL: "api" }, 'SERVICE_URL: expected an address such as https://api.example.com, got "api".'],
    [{ SERVICE_API_KEY: "two words and a key" }, "SERVICE_API_KEY: "],
  ])("does not start with %j", async (env, message) => {
    const io: Io = { out: () => undefined, err: () => undefined, cwd, env, now: () => NOON };
    const starting = mcpCommand([], io, { stdin: new PassThrough(), stdout: new PassThrough() });
    await expect(starting).rejects.toThrow(UsageError);
    await expect(starting).rejects.toThrow(message);
  });

  it("serves a client of revision 2026-07-28", async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const io: Io = { out: () => undefined, err: (l) => faults.push(l), cwd, env: { SERVICE_URL: url, SERVICE_API_KEY: local.key }, now: () => NOON };
    const ended = mcpCommand([], io, { stdin, stdout });
    /** What a client's process would be, without the process. */
    const transport: Transport = {
      start: async () => void createInterface({ input: stdout }).on("line", (line) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)),
      send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
      close: async () => void stdin.end(),
    };
    const client = new Client(ME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(SPECIFIED);
    expect(await client.callTool({ name: "prediction_calendar", arguments: {} })).toMatchObject({ structuredContent: { meta: { sample: true } } });
    await client.close();
    expect(await ended).toBe(0);
  });

  it("is the package's command service-mcp, and serves a client of revision 2025-11-25", async () => {
    const { bin } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { bin: { "service-mcp": string } };
    const env = { PATH: process.env.PATH ?? "", SERVICE_URL: url, SERVICE_API_KEY: local.key };
    const client = new EarlierClient(ME);
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [path.join(ROOT, bin["service-mcp"])], cwd, env }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(SPECIFIED);
    expect(await client.callTool({ name: "prediction_market_detail", arguments: { market_id: "gone" } })).toMatchObject({
      isError: true,
      structuredContent: { error: "not_found", status: 404 },
    });
    await client.close();
  });
});
