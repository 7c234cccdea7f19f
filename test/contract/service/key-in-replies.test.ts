import type { FastifyReply, FastifyRequest, InjectOptions, LightMyRequestResponse } from "fastify";
import { createHash } from "node:crypto";
import { hideKeyInReply } from "../../../src/service/http/keys/hide-key";
import type { AddressRules } from "../../../src/service/webhooks/address";
import { operationsOf, resolved, type Document, type Operation } from "./openapi-document";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

/** A key as the service makes them. */
const key = `svc_${createHash("sha256").update("contract test own form").digest("base64url").slice(0, 40)}`;

const coded = (text: string, write: (hex: string, code: number) => string): string =>
  [...text].map((c) => write(c.charCodeAt(0).toString(16).padStart(2, "0"), c.charCodeAt(0))).join("");
const percent = (text: string): string => coded(text, (hex) => `%${hex}`);

/** Ways to write the key. In an address, text is percent-encoded, unless it is so already. */
const FORMS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  "in upper case": (key) => key.toUpperCase(),
  "in a sentence": (key) => `my key is ${key}, is it not?`,
  "where a message is cut": (key) => `${"x".repeat(38)} ${key}`,
  "where a reason is cut": (key) => `${"x".repeat(14)} ${key}`,
  "without its last character": (key) => key.slice(0, -1),
  "without its first character": (key) => key.slice(1),
  "in two parts": (key) => `${key.slice(0, 20)} ${key.slice(20)}`,
  "percent-encoded": percent,
  "percent-encoded in upper case": (key) => percent(key).toUpperCase(),
  "its first character percent-encoded": (key) => percent(key[0]!) + key.slice(1),
  "percent-encoded twice": (key) => coded(key, (hex) => `%25${hex}`),
  "percent-encoded three times": (key) => coded(key, (hex) => `%2525${hex}`),
  "percent-encoded with its percent signs and digits": (key) => percent(percent(key)),
  "beside a bad percent sequence": (key) => `%zz${percent(key)}`,
  "as escapes of JSON": (key) => coded(key, (hex) => `\\u00${hex}`),
  "as escapes of JavaScript": (key) => coded(key, (hex) => `\\x${hex}`),
  "as HTML": (key) => coded(key, (_, code) => `&#${code};`),
  "as hexadecimal HTML": (key) => coded(key, (hex) => `&#x${hex};`),
};

const inAddress = (text: string): string => (/%(?:25)*[0-9a-f]{2}|%zz/i.test(text) ? text.replaceAll(" ", "%20") : encodeURIComponent(text));

function decoded(text: string): string {
  const plain = text
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\+(?:u00|x)([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/&#x0*([0-9a-f]{1,4});/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)));
  return plain === text ? text : decoded(plain);
}

/** True if a reply has eight characters of the key in a row, in any case and encoding. */
function showsKey({ statusMessage, headers, body }: LightMyRequestResponse): boolean {
  const text = decoded(`${statusMessage} ${JSON.stringify(headers)} ${body}`).toLowerCase();
  const random = key.replace(/^svc_/, "").toLowerCase();
  return Array.from({ length: random.length - 7 }, (_, i) => random.slice(i, i + 8)).some((part) => text.includes(part));
}

type Sent = InjectOptions & { readonly what: string };
type Schema = { readonly properties?: Readonly<Record<string, Schema>>; readonly items?: Schema };

/** A value that a schema's member may have, for the members beside the one with the key. */
const VALID: Readonly<Record<string, unknown>> = {
  url: "https://receiver.example.com/hook",
  families: ["congress"],
  requests: 1000,
  cells: [{ id: 0, fn: "FRED", args: ["DGS10"] }],
};

/** The body with a text in place of each of its values in turn, as a list's entry, as a name, and as a further member. */
function bodiesWith(schema: Schema, text: string, valid: Readonly<Record<string, unknown>> = VALID): [string, unknown][] {
  const members = Object.entries(schema.properties ?? {});
  const rest = Object.fromEntries(members.flatMap(([name]) => (name in valid ? [[name, valid[name]]] : [])));
  const wrong: [string, unknown][] = [
    ["text", text],
    ["list", [text]],
    ["object", { [text]: text }],
    ["split name", { [text.slice(0, 20)]: { [text.slice(20)]: 1 } }],
  ];
  const own = members.flatMap(([name, member]) => {
    const inner = member.items?.properties ? bodiesWith(member.items, text, { id: 0, fn: "PRICE" }).map(([what, one]): [string, unknown] => [what, [one]]) : [];
    return [...wrong, ...inner].map(([what, value]): [string, unknown] => [`${name}: ${what}`, { ...rest, [name]: value }]);
  });
  return [...own, ["further member", { ...rest, [text]: 1 }], ...wrong];
}

/** Requests to an operation with a text in each parameter and member in turn, and where none is declared. */
function requestsTo(document: Document, [path, method, operation]: [string, string, Operation], text: string): Sent[] {
  const { parameters = [], requestBody } = operation;
  const example = ({ examples, schema }: (typeof parameters)[number]): string => String(Object.values(examples ?? {})[0]?.value ?? schema["default"] ?? "x");
  const address = (name?: string): string => {
    const value = (p: (typeof parameters)[number]): string => (p.name === name ? inAddress(text) : encodeURIComponent(example(p)));
    const inPath = (of: string): string => {
      const found = parameters.find((p) => p.name === of);
      return found ? value(found) : "x";
    };
    const query = parameters.filter((p) => p.in === "query" && (p.required || p.name === name)).map((p) => `${p.name}=${value(p)}`);
    return `${path.replace(/\{(\w+)\}/g, (_, of: string) => inPath(of))}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  };
  const plain = address();
  const more = (query: string): string => `${plain}${plain.includes("?") ? "&" : "?"}${query}`;
  const urls: [string, string][] = [
    ...parameters.map(({ name }): [string, string] => [name, address(name)]),
    ["further parameter", more(`${inAddress(text)}=1`)],
    ["further part", `${path.replace(/\{\w+\}/g, "x")}/${inAddress(text)}`],
  ];
  const verb = method.toUpperCase() as "GET";
  const schema = resolved(document, requestBody?.content["application/json"]?.schema as Schema | undefined);
  const valid = schema && bodiesWith(schema, "x").find(([what]) => what === "further member")?.[1];
  const json = { "content-type": "application/json" };
  const bodies = schema
    ? [...bodiesWith(schema, text).map(([what, body]): [string, string] => [what, JSON.stringify(body)]), ["no JSON", `{"${text}`] as [string, string]]
    : [];
  const inBody = bodies.map(([what, payload]): Sent => ({ what, method: verb, url: path, headers: json, payload }));
  // A payload that is JSON of escapes: the parser decodes it.
  const escaped = inBody.map((one): Sent => ({ ...one, what: `${one.what}, escaped`, payload: String(one.payload).replaceAll("\\\\u", "\\u") }));
  return [
    ...urls.map(([what, url]): Sent => ({ what, method: verb, url, ...(schema ? { headers: json, payload: JSON.stringify(valid) } : {}) })),
    ...inBody,
    ...escaped,
  ].map((one) => ({ ...one, what: `${method} ${path}, ${one.what}` }));
}

const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };

/** Messages of MCP with a text in each place. */
function messages(text: string): [string, object][] {
  const call = (name: string, given: object) => ({ method: "tools/call", params: { name, arguments: given } });
  return [
    ["id", { id: text, method: "ping" }],
    ["method", { method: text }],
    ["member", { method: "ping", [text]: 1 }],
    ["version", { method: "initialize", params: { ...INITIALIZE, protocolVersion: text } }],
    ["wrong parameters", { method: "initialize", params: { [text]: text } }],
    ["tool", call(text, {})],
    ["argument in the path", call("prediction_market_detail", { market_id: text })],
    ["argument", call("prediction_markets", { q: text })],
    ["number", call("prediction_calendar", { days: text })],
    ["further argument", call("prediction_markets", { [text]: 1 })],
    ["nested argument", call("prediction_markets", { q: { [text]: [text] } })],
    ["cursor", call("prediction_markets", { cursor: text })],
    ["revision", { method: "tools/list", params: { _meta: { ...MODERN, "io.modelcontextprotocol/protocolVersion": text } } }],
  ];
}

const HEADERS = ["accept", "content-type", "host", "origin", "if-match", "if-none-match", "range", "mcp-session-id", "mcp-protocol-version", "x-forwarded-for"];

/** A public receiver, without a look-up. */
const receivers: AddressRules = { allowPrivate: false, lookup: async () => [{ address: "203.0.113.9", family: 4 }] };

describe("the caller's key", () => {
  let s: ServiceUnderTest;
  let document: Document;
  const faults: string[] = [];
  const authorization = `Bearer ${key}`;
  const sent = async (requests: readonly Sent[], isOpen = false): Promise<string[]> => {
    const found: string[] = [];
    for (const { what, ...request } of requests) {
      const reply = await s.app.inject({ ...request, headers: { ...(isOpen ? {} : { authorization }), ...request.headers } });
      if (showsKey(reply)) found.push(`${what}: ${reply.statusCode} ${reply.body.slice(0, 160)}`);
    }
    return found;
  };
  beforeAll(async () => {
    s = await serviceUnderTest({ receivers, onFault: (message) => faults.push(message) });
    await s.store.ledger.keys.add(key, "developer", "repeated", "2024-06-25");
    document = (await s.get("/v1/openapi.json")).json();
  });
  afterAll(async () => s.close());

  it.each(Object.keys(FORMS))("is in no reply of any endpoint, wherever it is: %s", async (form) => {
    const text = FORMS[form]!(key);
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(70);
    expect(await sent(operations.flatMap((operation) => requestsTo(document, operation, text)))).toEqual([]);
    const hooks = await s.app.inject({ url: "/v1/webhooks", headers: { authorization } });
    expect([hooks.statusCode, showsKey(hooks)]).toEqual([200, false]);
    expect(faults).toEqual([]);
  });

  it.each(Object.keys(FORMS))("is in no reply to an agent: %s", async (form) => {
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream", host: "localhost" };
    const post = (what: string, payload: string, headers: object = {}): Sent => ({ what, method: "POST", url: "/mcp", headers: { ...json, ...headers }, payload }); // prettier-ignore
    const started = await s.app.inject(post("", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE })));
    const session = { "mcp-session-id": String(started.headers["mcp-session-id"]) };
    const modern = { "mcp-protocol-version": "2026-07-28" };
    const requests = messages(FORMS[form]!(key)).flatMap(([what, message]) => {
      const { params = {} } = message as { params?: object };
      const [plain, dated] = [{}, { params: { _meta: MODERN, ...params } }].map((more) => JSON.stringify({ jsonrpc: "2.0", id: 2, ...message, ...more }));
      return [post(what, plain!, session), post(`${what}, without a session`, plain!), post(`${what}, 2026`, dated!, modern)];
    });
    expect(await sent([...requests, post("no JSON", `{"${FORMS[form]!(key)}`, session)])).toEqual([]);
  });

  it.each(["plain", "percent-encoded", "without its last character"])("is not stored with a webhook: %s", async (form) => {
    const url = `https://receiver.example.com/${FORMS[form]!(key)}`;
    const payload = { url, families: ["whale"] };
    const reply = await s.app.inject({ method: "POST", url: "/v1/webhooks", headers: { authorization }, payload });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, "key_in_body"]);
    expect((await s.store.ledger.webhooks.all()).filter((hook) => hook.url.startsWith("https://receiver.example.com/s"))).toEqual([]);
  });

  it("is in no reply if it is in another header, or if Authorization has another form", async () => {
    const urls = ["/v1/status", "/healthz", "/v1/keys", "/mcp", "/sheets/eval", "/v1/bulk/signals.csv", "/nowhere"];
    const requests = urls.flatMap((url) =>
      (["GET", "POST"] as const).flatMap((method) => [
        ...HEADERS.map((name): Sent => ({ what: `${method} ${url}, ${name}`, method, url, headers: { [name]: `text/${key}` } })),
        ...[`Basic ${key}`, key, `Bearer ${key} ${key}`, `Bearer ${key}x`].map((other): Sent => ({
          what: `${method} ${url} ${other}`,
          method,
          url: `${url}?${key}=1`,
          headers: { authorization: other },
        })),
      ]),
    );
    expect(await sent(requests)).toEqual([]);
  });

  it("is hidden wherever it is in a longer word, and only the first two words of Authorization are searched for", async () => {
    const words = Array.from({ length: 850 }, (_, i) => `w${String(i).padStart(15, "0")}`);
    const repeated = (authorization: string, text: string): Promise<unknown> => {
      const request = { headers: { authorization }, routeOptions: { config: {} } } as unknown as FastifyRequest;
      return hideKeyInReply(request, { statusCode: 200 } as FastifyReply, JSON.stringify({ text }));
    };
    expect(await repeated(`Bearer ${words.join(" ")}`, words.slice(0, 4).join(" "))).toBe(`{"text":"[key] [key] ${words[2]} ${words[3]}"}`);
    expect(await repeated(`Bearer ${key}${"x".repeat(8000)}`, `a ${key}`)).toBe('{"text":"a [key]"}');
  });

  it("is in no reply of an address that needs none", async () => {
    const urls = ["/healthz", "/readyz", "/v1/keys", "/mcp", "/v1/status", "/nowhere"];
    const requests = urls.flatMap((url) =>
      Object.values(FORMS).flatMap((form) =>
        (["GET", "POST"] as const).map((method): Sent => ({ what: `${method} ${url}`, method, url: `${url}?${inAddress(form(key))}=1` })),
      ),
    );
    expect(await sent(requests, true)).toEqual([]);
  });
});
