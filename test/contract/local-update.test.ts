import type { FastifyInstance, InjectOptions } from "fastify";
import { writeFileSync } from "node:fs";
import { data } from "../../src/commands/data";
import { openLocalService, type LocalService } from "../../src/commands/local-service";
import { localUpdateRoute } from "../../src/commands/local-update/local-update-route";
import { createLocalUpdates, type LocalUpdates, type RunUpdate, updateProcess } from "../../src/commands/local-update/local-updates";
import type { LocalUpdate, PublisherUpdate } from "../../src/contract/local-update";
import { createApp } from "../../src/service/app";
import { PUBLISHERS } from "../../src/service/publishers/all";
import { dataBench, NOW, yearPath } from "./data-bench";

const ORIGIN = "http://localhost:3001";
const bench = dataBench();
let local: LocalService;
let app: FastifyInstance;
let updates: LocalUpdates;
let run: RunUpdate;
/** Called before each request to a publisher. */
let onFetch: (url: string) => Promise<void> | void;
/** Lets a held request go on. */
let release = (): void => undefined;

/** The real command in this process, with publishers replayed on this machine. */
const inProcess: RunUpdate = async ({ stop, contact, on }) => {
  let message: string | undefined;
  const { transport } = bench.loopback;
  const status = await data(["--data", ".service", "update", "--json"], {
    out: (line) => on?.(JSON.parse(line) as Parameters<typeof on>[0]),
    err: (line) => (message = line),
    cwd: bench.cwd,
    now: transport.now,
    env: contact === undefined ? {} : { SERVICE_CONTACT: contact },
    stop,
    transport: { ...transport, fetch: async (url, init) => (await onFetch(url), transport.fetch(url, init)) },
  });
  return { status, ...(message === undefined ? {} : { message }) };
};

beforeEach(async () => {
  onFetch = () => undefined;
  run = inProcess;
  bench.publishCurve();
  const { transport } = bench.loopback;
  local = await openLocalService(bench.at(".service"), undefined, { now: transport.now });
  for (const { id, live } of PUBLISHERS) if (id !== "treasury" && !live) local.store.decisions.decide(id, false, "2024-06-20");
  // Only the par yield curve is due.
  for (const id of ["treasury.real-yield-curve", "treasury.par-real-yield-curve"])
    await local.store.ledger.feeds.keep(id, { succeeded: new Date(NOW).toISOString(), parts: {} });
  const by: RunUpdate = (options) => run(options);
  updates = createLocalUpdates({ store: local.store, database: bench.database, run: by, hasFredKey: false, inFolder: "", now: transport.now });
  const key = async (): Promise<string> => local.key;
  app = await createApp({ ...local, pages: (served) => localUpdateRoute(served, { key, origins: [ORIGIN], updates }) });
});
afterEach(async () => {
  release();
  await updates.stop();
  await app.close();
  local.store.close();
});

const own = (): Record<string, string> => ({ host: "localhost:3001", origin: ORIGIN, "sec-fetch-site": "same-origin", authorization: `Bearer ${local.key}` });
const post = (payload: unknown, headers: Record<string, string> = own(), more: Partial<InjectOptions> = {}) =>
  app.inject({ method: "POST", url: "/local/update", remoteAddress: "127.0.0.1", headers, payload: payload as object, ...more });
const ask = async (action: "show" | "start" | "cancel", contact?: string): Promise<LocalUpdate> =>
  (await post({ action, ...(contact === undefined ? {} : { contact }) })).json<LocalUpdate>();
const treasury = ({ publishers }: LocalUpdate): PublisherUpdate | undefined => publishers.find(({ id }) => id === "treasury");
/** Resolves when a publisher is asked for an address with this text, and holds that request until `release`. */
function held(part: string): { readonly reached: Promise<void>; release(): void } {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  onFetch = (url) => (url.includes(part) ? (reach(), released) : undefined);
  return { reached, release: () => release() };
}
const tenYear = async (day = "2024-06-20"): Promise<unknown> => {
  const cells = [{ id: 0, fn: "YIELD", args: ["10Y", day] }];
  const reply = await app.inject({ method: "POST", url: "/sheets/eval", headers: { authorization: `Bearer ${local.key}` }, payload: { cells } });
  const [{ value, sample }] = reply.json<{ data: [{ value: unknown; sample?: boolean }] }>().data;
  return sample ? "sample" : value;
};

it("reports each publisher while the service answers, and cells then show published data", async () => {
  expect(await ask("show")).toMatchObject({ phase: "idle", publishers: [{ id: "treasury", state: "waiting", feeds: { done: 0 } }] });
  expect(await tenYear()).toBe("sample");
  const fetching = held("=2000");
  expect((await ask("start")).phase).toBe("running");
  await fetching.reached;
  expect(treasury(await ask("show"))).toMatchObject({ state: "running", now: { done: 10, of: 35, bytes: false } });
  // Complete documents are served while others are fetched.
  expect(await tenYear("1996-07-01")).toBe(4.1);
  fetching.release();
  await updates.finished();
  const { phase, ended, publishers } = await ask("show");
  expect({ phase, ended }).toEqual({ phase: "idle", ended: "done" });
  expect(publishers).toEqual([expect.objectContaining({ id: "treasury", documents: 35, added: 38, changed: 0 })]);
  expect(await tenYear()).toBe(4.25);
});

it("keeps the complete documents of a cancelled update", async () => {
  const fetching = held("=1995");
  await ask("start");
  await fetching.reached;
  expect((await ask("cancel")).phase).toBe("stopping");
  fetching.release();
  await updates.finished();
  expect(await ask("show")).toMatchObject({ phase: "idle", ended: "stopped", publishers: [{ state: "waiting" }] });
  expect(local.store.observations.between("DGS10", "1990-01-01", "2030-01-01")).toHaveLength(5);
  onFetch = () => undefined;
  await ask("start");
  await updates.finished();
  expect(await tenYear()).toBe(4.25);
});

it("names a publisher's failure, and what to do about it", async () => {
  bench.loopback.replies(yearPath(2024), { body: "<!DOCTYPE html><html>Maintenance</html>" });
  await ask("start");
  await updates.finished();
  expect(treasury(await ask("show"))).toMatchObject({ state: "failed", messages: expect.arrayContaining([expect.stringContaining("this is a web page")]) });
});

it("names publishers that need the user's own key or consent, with lines to type", async () => {
  const of = async (id: string) => (await ask("show")).leftOut.find((p) => p.id === id);
  expect(await of("fred")).toMatchObject({ lines: ["npm run -s data -- enable fred --accept", "SERVICE_FRED_KEY=YOUR_KEY npm start"] });
  expect(await of("fred")).toMatchObject({ why: expect.stringContaining("your own key") });
  expect(await of("finra")).toMatchObject({ lines: ["npm run -s data -- enable finra", "npm run -s data -- enable finra --accept"] });
  expect(await of("treasury")).toBeUndefined();
  expect(await of("prices")).toBeUndefined();
});

it("says that the SEC requires a contact, and passes it on if the page sends one", async () => {
  local.store.decisions.decide("treasury", false, "2024-06-20");
  local.store.decisions.decide("sec", true, "2024-06-20");
  await ask("start");
  await updates.finished();
  expect((await ask("show")).publishers).toMatchObject([{ id: "sec", state: "not_fetched", messages: [expect.stringContaining("requires a contact")] }]);
  expect(bench.loopback.asked).toEqual([]);
  await ask("start", "you@example.org");
  await updates.finished();
  expect(bench.loopback.asked[0]?.headers["user-agent"]).toContain("you@example.org");
});

it("runs one update at a time, also next to another command's", async () => {
  let runs = 0;
  run = (options) => (runs++, inProcess(options));
  const fetching = held("=1991");
  await ask("start");
  await fetching.reached;
  expect((await ask("start")).phase).toBe("running");
  fetching.release();
  await updates.finished();
  expect(runs).toBe(1);
  writeFileSync(bench.at(".service", "updating"), String(process.ppid));
  expect((await ask("start")).phase).toBe("elsewhere");
  expect(runs).toBe(1);
});

it("passes on why an update could not run", async () => {
  run = () => Promise.resolve({ status: 1, message: "Failed: the disk is full" });
  await ask("start");
  await updates.finished();
  expect(await ask("show")).toMatchObject({ phase: "idle", ended: "failed", message: "Failed: the disk is full." });
});

it("runs the real command in a process of its own", async () => {
  local.store.decisions.decide("treasury", false, "2024-06-20");
  const events: unknown[] = [];
  const exit = await updateProcess(bench.at(".service"), process.env)({ stop: new AbortController().signal, on: (event) => events.push(event) });
  expect({ exit, events }).toEqual({ exit: { status: 0 }, events: [{ event: "due", publishers: [] }] });
});

describe("a request that is refused starts nothing", () => {
  const without = (name: string) => (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  const withHeaders = (more: Record<string, string>) => (headers: Record<string, string>) => ({ ...headers, ...more });
  it.each<[string, (headers: Record<string, string>) => Record<string, string>, string | undefined]>([
    ["from another site", withHeaders({ origin: "https://example.org", "sec-fetch-site": "cross-site" }), undefined],
    ["from another port of this machine", withHeaders({ origin: "http://localhost:8080", "sec-fetch-site": "same-site" }), undefined],
    ["from a sandboxed page", withHeaders({ origin: "null" }), undefined],
    ["without Origin", without("origin"), undefined],
    ["with a Host of another name, as DNS rebinding has", withHeaders({ host: "attacker.example:3001", origin: "http://attacker.example:3001" }), undefined],
    ["with Host and Origin of different names", withHeaders({ host: "127.0.0.1:3001" }), undefined],
    ["that a browser calls cross-site", withHeaders({ "sec-fetch-site": "cross-site" }), undefined],
    ["through a proxy", withHeaders({ "x-forwarded-for": "203.0.113.7" }), undefined],
    ["from another machine", (headers) => headers, "203.0.113.7"],
    ["without a key", without("authorization"), undefined],
    ["with another key", withHeaders({ authorization: `Bearer ${"a".repeat(40)}` }), undefined],
    ["with the key in another form", (headers) => ({ ...headers, authorization: headers.authorization!.replace("Bearer ", "") }), undefined],
  ])("%s", async (_, headers, remoteAddress) => {
    const reply = await post({ action: "start" }, headers(own()), remoteAddress === undefined ? {} : { remoteAddress });
    expect(reply.statusCode).toBe(403);
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
    expect(reply.body).not.toContain(local.key);
    expect((await updates.show()).phase).toBe("idle");
    expect(bench.loopback.asked).toEqual([]);
  });

  it.each([
    ["a form", "application/x-www-form-urlencoded", "action=start"],
    ["plain text, which a page may send without a preflight", "text/plain", '{"action":"start"}'],
    ["a form with a file", "multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="action"\r\n\r\nstart\r\n--x--'],
    ["no JSON", "application/json", "action=start"],
    ["another action", "application/json", '{"action":"erase"}'],
    ["a contact that would add a header", "application/json", '{"action":"start","contact":"a\\r\\nX-Other: 1"}'],
    ["another member", "application/json", '{"action":"start","folder":"/etc"}'],
  ])("with %s as body", async (_, type, payload) => {
    const reply = await post(payload, { ...own(), "content-type": type });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect((await updates.show()).phase).toBe("idle");
  });

  it("by GET, or as a preflight of another site", async () => {
    const preflight = { ...own(), origin: "https://example.org", "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
    for (const method of ["GET", "OPTIONS"] as const) {
      const headers = method === "GET" ? own() : preflight;
      const reply = await app.inject({ method, url: "/local/update", remoteAddress: "127.0.0.1", headers });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await updates.show()).phase).toBe("idle");
  });

  it("if the service gives pages no key", async () => {
    const other = await createApp({ ...local, pages: (served) => localUpdateRoute(served, { key: undefined, origins: [ORIGIN], updates }) });
    const reply = await other.inject({ method: "POST", url: "/local/update", remoteAddress: "127.0.0.1", headers: own(), payload: { action: "start" } });
    expect(reply.statusCode).toBe(403);
    await other.close();
  });
});

it("is not part of the API", async () => {
  const document = await app.inject({ method: "GET", url: "/v1/openapi.json", headers: { authorization: `Bearer ${local.key}` } });
  expect(document.statusCode).toBe(200);
  expect(document.body).not.toContain("/local/");
});
