import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { webBuild } from "../browser/web-build";
import { filesBelow } from "../files";
import { commandDesk } from "./command-desk";
import { command, start, type Started } from "./started-service";

const WINDOWS = process.platform === "win32";
const onlyPosix = WINDOWS ? it.skip : it;

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function ask(s: Started, method: string, url: string, headers: OutgoingHttpHeaders = {}, body?: string, secure = false): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: secure ? s.https : s.http, method, path: url, headers, agent: false as const };
    const ca = () => readFileSync(path.join(s.folder, "certificates", "ca.crt"));
    const request = secure ? httpsRequest({ ...options, host: "localhost", ca: ca() }) : httpRequest(options);
    request.once("error", reject);
    request.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.end(body);
  });
}

/** Every run of eight characters of the key's random part that occurs in the text. */
function parts(text: string, key: string): string[] {
  const random = key.replace(/^svc_/, "");
  return Array.from({ length: random.length - 7 }, (_, i) => random.slice(i, i + 8)).filter((part) => text.includes(part));
}

const own = (s: Started): OutgoingHttpHeaders => ({ host: `localhost:${s.http}`, origin: `http://localhost:${s.http}` });
const whole = (reply: Reply): string => `${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}`;

/** Valid requests, and requests with the key in the wrong place. */
async function replies(s: Started, key: string): Promise<Reply[]> {
  const authorization = `Bearer ${key}`;
  const json = { authorization, "content-type": "application/json" };
  const cells = (...list: object[]) => JSON.stringify({ cells: list.map((cell, id) => ({ id, ...cell })) });
  const all: Reply[] = [];
  for (const url of "/ /taskpane.html /functions.json /help /v1/status /v1/fields?limit=500 /v1/openapi.json /macro/fred/DGS10 /running.json /key".split(" "))
    all.push(await ask(s, "GET", url, { authorization }));
  for (const url of [
    `/v1/fields?limit=${key}`,
    `/v1/fields?q=${key}`,
    `/v1/fields?kind=${key}`,
    `/v1/status?${key}`,
    `/macro/fred/${key}`,
    `/v1/macro/fred/DGS10/history?from=${key}`,
    `/${key}`,
    `/${key}/%zz`,
  ])
    for (const headers of [{ authorization }, {}]) all.push(await ask(s, "GET", url, headers));
  for (const wrong of [`Basic ${key}`, `Bearer ${key}x`, `Bearer ${key} ${key}`, key, `Bearer ${key}${key}${key}${key}`])
    all.push(await ask(s, "GET", "/v1/status", { authorization: wrong }));
  for (const body of [
    key,
    `{"cells":"${key}"}`,
    `{"${key}":1}`,
    `{"cells":[{"id":"${key}"}]}`,
    `{"cells":[{"id":0,"fn":"${key}`,
    cells({ fn: key }, { fn: key, path: key }, { fn: "FRED", args: [key] }, { fn: "FRED", args: ["DGS10", key] }, { fn: "FREDH", args: ["DGS10", key] }),
    cells(
      { entity: key, path: "price" },
      { entity: "AAPL", path: key },
      { fn: "FRED", args: [{ [key]: key }] },
      { fn: "OSINT", args: [`is ${key} known`] },
      { fn: "IPO", args: [key] },
    ),
    cells({ fn: "YIELD", args: ["10Y"] }),
  ])
    for (const headers of [json, { "content-type": "application/json" }]) all.push(await ask(s, "POST", "/sheets/eval", headers, body));
  all.push(await ask(s, "POST", "/sheets/eval", { ...json, "content-type": `text/${key}` }, key));
  all.push(await ask(s, "POST", "/local/key", { "content-type": "text/plain", origin: `http://${key}.example` }, key));
  return all;
}

beforeAll(async () => void (await webBuild()));

describe.each([
  ["a generated key", undefined],
  ["SERVICE_API_KEY", createHash("sha256").update("contract test marker").digest("base64url")],
])("npm start with %s", (_what, marker) => {
  const ofAll = commandDesk({ forAll: true });
  let folder: string;
  let s: Started;
  let key: string;
  beforeAll(async () => {
    folder = ofAll.cwd;
    s = await start(folder, marker === undefined ? {} : { SERVICE_API_KEY: marker });
    ofAll.atEnd(() => (s.child.kill("SIGKILL"), s.ended));
    key = marker ?? ofAll.text("key").trim();
  });

  it("runs, and prints its address and a first value", () => {
    expect(s.printed()).toMatch(new RegExp(`http://localhost:${s.http}[\\s\\S]*It works: =SERVICE.FRED`));
    expect(JSON.parse(readFileSync(path.join(folder, "running.json"), "utf8"))).toMatchObject({ url: `http://localhost:${s.http}`, pid: s.child.pid });
  });

  it("gives the key to its own pages on loopback, over http and https", async () => {
    for (const name of ["localhost", "127.0.0.1"]) {
      const reply = await ask(s, "POST", "/local/key", { host: `${name}:${s.http}`, origin: `http://${name}:${s.http}` });
      expect([reply.status, JSON.parse(reply.text), reply.headers["cache-control"]]).toEqual([200, { key }, "no-store"]);
    }
    const browser = await ask(s, "POST", "/local/key", { ...own(s), "sec-fetch-site": "same-origin" });
    expect(JSON.parse(browser.text)).toEqual({ key });
    const secure = await ask(s, "POST", "/local/key", { host: `localhost:${s.https}`, origin: `https://localhost:${s.https}` }, undefined, true);
    expect(JSON.parse(secure.text)).toEqual({ key });
    expect((await ask(s, "GET", "/v1/status", { authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it.each([
    ["another site's Origin", () => ({ ...own(s), origin: "https://example.com" })],
    ["no Origin", () => ({ host: `localhost:${s.http}` })],
    ["the Origin null", () => ({ ...own(s), origin: "null" })],
    ["another port's Origin", () => ({ ...own(s), origin: `http://localhost:${s.http + 1}` })],
    ["the other scheme's Origin", () => ({ ...own(s), origin: `https://localhost:${s.https}` })],
    ["an Origin that begins with its own", () => ({ ...own(s), origin: `http://localhost:${s.http}.example.com` })],
    ["a foreign Host", () => ({ ...own(s), host: "example.com" })],
    ["a foreign Host and its Origin", () => ({ host: `example.com:${s.http}`, origin: `http://example.com:${s.http}` })],
    ["a loopback name that differs from the Origin's", () => ({ ...own(s), host: `127.0.0.1:${s.http}` })],
    ["a cross-site fetch", () => ({ ...own(s), "sec-fetch-site": "cross-site" })],
    ["a same-site fetch", () => ({ ...own(s), "sec-fetch-site": "same-site" })],
    ["an address typed by a person", () => ({ ...own(s), "sec-fetch-site": "none" })],
    ["a proxy that names the client", () => ({ ...own(s), "x-forwarded-for": "203.0.113.9" })],
    ["a proxy that names the scheme", () => ({ ...own(s), "x-forwarded-proto": "https" })],
    ["a proxy that names itself", () => ({ ...own(s), via: "1.1 proxy.example" })],
    ["a proxy by the standard's header", () => ({ ...own(s), forwarded: "for=203.0.113.9" })],
    ["nginx with its usual header", () => ({ ...own(s), "x-real-ip": "203.0.113.9" })],
  ])("refuses the key to %s", async (_from, headers) => {
    const reply = await ask(s, "POST", "/local/key", headers());
    expect([reply.status, Object.keys(JSON.parse(reply.text))]).toEqual([403, ["detail"]]);
    expect(parts(whole(reply), key)).toEqual([]);
  });

  it("refuses the key over HTTP/1.0, which nginx uses upstream and browsers do not", async () => {
    const socket = connect(s.http, "127.0.0.1");
    socket.end(`POST /local/key HTTP/1.0\r\nHost: localhost:${s.http}\r\nOrigin: http://localhost:${s.http}\r\nContent-Length: 0\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.[01] 403 /);
    expect(parts(text, key)).toEqual([]);
  });

  it("serves the key only to POST, and sends no CORS header to other origins", async () => {
    for (const method of ["GET", "HEAD", "PUT", "OPTIONS"]) {
      const reply = await ask(s, method, "/local/key", { ...own(s), "access-control-request-method": "POST" });
      expect([method, reply.status]).toEqual([method, 404]);
      expect(parts(whole(reply), key)).toEqual([]);
    }
    const foreign = { origin: "https://example.com", authorization: `Bearer ${key}` };
    for (const [method, url] of [
      ["GET", "/v1/status"],
      ["OPTIONS", "/sheets/eval"],
      ["POST", "/sheets/eval"],
      ["POST", "/local/key"],
      ["GET", "/functions.json"],
    ] as const)
      expect(Object.keys((await ask(s, method, url, foreign)).headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  it("answers agents on this machine with the key of SERVICE_API_KEY, but not what a proxy passed on", async () => {
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const send = (message: object, headers: OutgoingHttpHeaders) =>
      ask(s, "POST", "/mcp", { host: `localhost:${s.http}`, ...json, ...headers }, JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }));
    const status = async (headers: OutgoingHttpHeaders): Promise<string> => {
      const reply = await send({ method: "tools/call", params: { name: "service_status", arguments: {} } }, headers);
      expect(parts(whole(reply), key)).toEqual([]);
      const { structuredContent } = (JSON.parse(reply.text) as { result: { structuredContent: { error?: string; data?: { service: string } } } }).result;
      return structuredContent.error ?? structuredContent.data!.service;
    };
    const answered = "Market Intelligence Data Service";
    expect(await status({})).toBe(marker === undefined ? "missing_api_key" : answered);
    expect(await status({ "x-forwarded-for": "203.0.113.9" })).toBe("missing_api_key");
    expect(await status({ "x-forwarded-for": "203.0.113.9", authorization: `Bearer ${key}` })).toBe(answered);
  });

  it("shows no part of the key in any other reply, output or file", async () => {
    const all = await replies(s, key);
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([200, 302, 400, 401, 403, 404, 422]));
    for (const reply of all) expect([parts(whole(reply), key), whole(reply).slice(0, 200)]).toEqual([[], whole(reply).slice(0, 200)]);
    expect(parts(s.printed(), key)).toEqual([]);
    const files = filesBelow(folder).filter((file) => file !== path.join(folder, "key"));
    expect(files.map((file) => path.relative(folder, file))).toEqual(expect.arrayContaining(["service.db", "running.json"]));
    for (const file of files) expect([path.relative(folder, file), parts(readFileSync(file, "latin1"), key)]).toEqual([path.relative(folder, file), []]);
    expect(files.map((file) => readFileSync(file, "latin1")).join("")).toContain(createHash("sha256").update(key).digest("hex"));
    expect(existsSync(path.join(folder, "key"))).toBe(marker === undefined);
  });

  it("answers npm run eval without showing the key", async () => {
    const run = command(
      ["eval", "--data", folder, "--as-of", "2024-06-25", '=SERVICE.YIELD("AS_OF")', "--json"],
      marker === undefined ? {} : { SERVICE_API_KEY: marker },
    );
    expect(await run.ended).toBe(0);
    expect(run.printed()).toContain('"shows":"2024-06-25"');
    expect(parts(run.printed(), key)).toEqual([]);
  });

  onlyPosix("keeps the key in a file that only its owner may read", () => {
    for (const name of ["key", path.join("certificates", "localhost.key")])
      if (existsSync(path.join(folder, name))) expect((statSync(path.join(folder, name)).mode & 0o777).toString(8)).toBe("600");
  });

  it.each(["http", "https"] as const)("a second start ends with status 2 and a message if the %s port is in use", async (scheme) => {
    const taken = scheme === "http" ? s.http : s.https;
    const second = await start(folder, marker === undefined ? {} : { SERVICE_API_KEY: marker }, { [scheme]: taken });
    const status = await Promise.race([second.ended, new Promise((resolve) => setTimeout(resolve, 20_000, "still running").unref())]);
    second.child.kill("SIGKILL");
    expect(second.printed()).toMatch(new RegExp(`Port ${taken} is in use.*npm start -- --${scheme}-port \\d+`));
    expect(status).toBe(2);
    expect(parts(second.printed(), key)).toEqual([]);
    expect(JSON.parse(readFileSync(path.join(folder, "running.json"), "utf8")).pid).toBe(s.child.pid);
  });

  onlyPosix("ends with status 0 on SIGTERM, and removes running.json", async () => {
    s.child.kill("SIGTERM");
    expect(await s.ended).toBe(0);
    expect(existsSync(path.join(folder, "running.json"))).toBe(false);
    expect(s.printed()).toMatch(/Stopped\.\n$/);
    expect(parts(s.printed(), key)).toEqual([]);
    for (const file of filesBelow(folder).filter((f) => f !== path.join(folder, "key"))) expect(parts(readFileSync(file, "latin1"), key)).toEqual([]);
  });
});

const desk = commandDesk();
const hashed = (text: string): string => createHash("sha256").update(text).digest("hex");

/** npm start in the test's folder, until the test ends. */
async function started(env: NodeJS.ProcessEnv, options?: readonly string[]): Promise<Started> {
  const s = await start(desk.cwd, env, undefined, options);
  desk.atEnd(() => (s.child.kill("SIGTERM"), s.ended));
  return s;
}

test.each([
  ["SERVICE_API_KEY", `${hashed("contract test malformed")}!`, /SERVICE_API_KEY: expected 16 to 128 letters/],
  ["SERVICE_FRED_KEY", hashed("contract test fred malformed"), /SERVICE_FRED_KEY: expected 32 lower-case letters and digits/],
])("npm start refuses a malformed %s without showing it", async (name, marker, words) => {
  const s = await started({ [name]: marker });
  expect(await s.ended).toBe(2);
  expect(s.printed()).toMatch(words);
  expect(parts(s.printed(), marker)).toEqual([]);
});

test.each([
  ["--no-local-key", {}, ["--no-local-key"]],
  ["SERVICE_NO_LOCAL_KEY", { SERVICE_NO_LOCAL_KEY: "1" }, []],
])("with %s no page gets the local key", async (_switch, env, options) => {
  const s = await started(env, options);
  const reply = await ask(s, "POST", "/local/key", { ...own(s), "sec-fetch-site": "same-origin" });
  const key = desk.text("key").trim();
  expect([reply.status, parts(whole(reply), key)]).toEqual([403, []]);
  expect((await ask(s, "GET", "/v1/status", { authorization: `Bearer ${key}` })).status).toBe(200);
});

test("FRED's key appears in no reply, output or file, and FRED is off by default", async () => {
  const marker = hashed("contract test fred key").slice(0, 32);
  const s = await started({ SERVICE_FRED_KEY: marker });
  expect(s.printed()).toContain("SERVICE_FRED_KEY is set, but FRED is off. To read its terms and turn it on, type: npm run -s data -- enable fred");
  for (const reply of await replies(s, desk.text("key").trim())) expect(parts(whole(reply), marker)).toEqual([]);
  const run = command(["eval", "--data", desk.cwd, '=SERVICE.FRED("MORTGAGE30US")', "--json"], { SERVICE_FRED_KEY: marker });
  expect(await run.ended).toBe(0);
  expect([parts(run.printed(), marker), parts(s.printed(), marker)]).toEqual([[], []]);
  s.child.kill("SIGTERM");
  await s.ended;
  for (const file of filesBelow(desk.cwd))
    expect([path.relative(desk.cwd, file), parts(readFileSync(file, "latin1"), marker)]).toEqual([path.relative(desk.cwd, file), []]);
});
