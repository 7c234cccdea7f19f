import type { IncomingMessage, ServerResponse } from "node:http";
import { AS_OF_BOUNDS } from "../../../src/service/http/keys/as-of-limit";
import { openStore, type Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { addDays } from "../../../src/contract/dates";
import { MCP_CLIENTS } from "./mcp-clients";
import { keyFor, NOON, serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

const { most, mostOfAccount, mostWaiting } = AS_OF_BOUNDS;
const OTHER = keyFor("of another account");

/** A store that counts, for each moment asked for, the requests that began and the slices of their work. */
function countingStore() {
  const store = openStore({ path: ":memory:" });
  const slices = new Map<number, number>();
  const counted = (moment: number, of: Store): Store => ({
    ...of,
    reading: (work) => {
      slices.set(moment, (slices.get(moment) ?? 0) + 1);
      return of.reading(work);
    },
  });
  const at: Store["at"] = (moment) => {
    slices.set(moment, slices.get(moment) ?? 0);
    return counted(moment, store.at(moment));
  };
  return { store: { ...store, at }, slices };
}

const turns = async (n: number): Promise<void> => {
  for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
};
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await turns(1);
};

describe("requests as of past moments", () => {
  let s: ServiceUnderTest;
  let url: string;
  let slices: Map<number, number>;
  const faults: string[] = [];
  /** Requests with a key that have arrived, those of tools included, and those over the network whose connection was closed before their reply. */
  let [arrived, lost] = [0, 0];
  /** The reply to the newest request over the network. */
  let newest: ServerResponse | undefined;

  beforeEach(async () => {
    const counting = countingStore();
    ({ slices } = counting);
    const clock = createClock(undefined, () => NOON);
    const { ledger } = counting.store;
    const find: typeof ledger.keys.find = (token) => {
      arrived++;
      return ledger.keys.find(token);
    };
    s = await serviceUnderTest({
      clock,
      store: { ...counting.store, ledger: { ...ledger, keys: { ...ledger.keys, find } } },
      onFault: (message) => faults.push(message),
    });
    await s.store.ledger.keys.add(OTHER, "developer", "other", "2024-06-25");
    url = await s.app.listen({ port: 0, host: "127.0.0.1" });
    slices.clear();
    [arrived, lost] = [0, 0];
    s.app.server.on("request", (request: IncomingMessage, reply: ServerResponse) => {
      if (request.url === "/mcp") return;
      newest = reply;
      reply.once("close", () => void (lost += reply.writableEnded ? 0 : 1));
    });
  });
  afterEach(async () => {
    await s.app.close();
    s.store.close();
    expect(faults.splice(0)).toEqual([]);
  });

  const day = (i: number): string => addDays("2024-01-02", i);
  /** Sends a request over the network. Its client can hang up. */
  function send(path: string, { key = s.key, ...init }: RequestInit & { key?: string } = {}) {
    const client = new AbortController();
    const reply = fetch(`${url}${path}`, { ...init, signal: client.signal, headers: { authorization: `Bearer ${key}`, ...init.headers } });
    const done = reply.then(
      async (r) => ({
        status: r.status,
        retryAfter: r.headers.get("retry-after"),
        body: (await r.json()) as { detail?: string; code?: string; data?: unknown[] },
      }),
      () => undefined,
    );
    return { done, hangUp: () => client.abort() };
  }
  const screen = (i: number, key?: string) => send(`/v1/screen?limit=1&as_of=${day(i)}`, key === undefined ? {} : { key });
  const cells = (asOf?: string) =>
    send("/sheets/eval", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cells: [{ id: 0, fn: "FRED", args: ["DGS10"] }], ...(asOf === undefined ? {} : { as_of: asOf }) }),
    });

  /** Sends scans of so many days with one key. Resolves when those beyond the bounds are refused. */
  async function scans(n: number) {
    const refused: { status: number; retryAfter: string | null; body: { code?: string } }[] = [];
    const before = arrived;
    const all = Array.from({ length: n }, (_, i) => screen(i));
    for (const { done } of all) void done.then((reply) => reply && refused.push(reply));
    await until(() => arrived - before === n && refused.length === Math.max(0, n - mostOfAccount - mostWaiting) && slices.size === mostOfAccount);
    return { all, refused };
  }
  /** Has clients hang up, and waits until the service knows it. */
  async function hangUp(all: readonly { hangUp(): void; done: Promise<unknown> }[]): Promise<void> {
    const before = lost;
    for (const one of all) one.hangUp();
    await until(() => lost - before === all.length);
    await Promise.all(all.map(({ done }) => done));
  }
  /** True if another scan is refused. */
  async function isRefused(): Promise<boolean> {
    const [scan, before] = [screen(150), arrived];
    await until(() => arrived > before);
    await turns(5);
    if (newest?.writableEnded === true) return (await scan.done)?.status === 503;
    await hangUp([scan]);
    return false;
  }

  it("are limited: of sixty scans one begins, sixteen wait, and the others get 503 with Retry-After", async () => {
    const { all, refused } = await scans(60);
    expect([slices.size, refused.length]).toEqual([1, 43]);
    for (const reply of refused)
      expect(reply).toEqual({
        status: 503,
        retryAfter: "5",
        body: { code: "too_many_as_of", detail: "Too many requests as of past moments are in work. Send this one again in 5 s." },
      });
    // Requests as of now are not limited, and another account has a place left.
    expect((await cells().done)?.status).toBe(200);
    const begun = slices.size;
    const other = screen(100, OTHER);
    await until(() => slices.size > begun);
    await hangUp([other, ...all.filter((_, i) => i < mostOfAccount + mostWaiting)]);
  });

  it("are answered one after the other: the first while the others wait", async () => {
    const { all } = await scans(mostOfAccount + mostWaiting);
    expect((await all[0]!.done)?.status).toBe(200);
    expect(slices.size).toBeLessThanOrEqual(2);
    await hangUp(all.slice(1));
  });

  it("stop when their clients hang up, and those that wait never begin", async () => {
    const { all } = await scans(mostOfAccount + mostWaiting);
    await hangUp(all.slice(mostOfAccount));
    await hangUp(all.slice(0, mostOfAccount));
    // The places are free once the work has stopped.
    const replies = Array.from({ length: most }, () => cells("2023-05-05"));
    expect((await Promise.all(replies.map((one) => one.done))).map((reply) => reply?.status)).toEqual(Array(most).fill(200));
    const after = new Map(slices);
    await turns(100);
    expect(slices).toEqual(after);
    expect(slices.size).toBe(mostOfAccount + 1);
  });

  it.each(MCP_CLIENTS)("stop when a client of MCP %s hangs up during a call", async (_, connect) => {
    const connection = new AbortController();
    const client = await connect(`${url}/mcp`, s.key, (to, init) => fetch(to, { ...init, signal: connection.signal }));
    const { all } = await scans(mostOfAccount + mostWaiting - 1);
    const before = arrived;
    const called = client.call("equity_signals", { as_of: "2023-05-05" }).catch(() => undefined);
    await until(() => arrived > before);
    await turns(5);
    // The call has the last place to wait, until its client hangs up.
    expect(await isRefused()).toBe(true);
    connection.abort();
    while (await isRefused());
    await called;
    await hangUp(all);
  });

  it("go on for a client that asked the same as one that hung up", async () => {
    s.store.decisions.decide("sample", false, "2024-06-25");
    const first = new AbortController();
    const asked = { url: `/v1/screen?as_of=${day(0)}`, headers: { authorization: `Bearer ${s.key}` } };
    const lostReply = s.app.inject({ ...asked, signal: first.signal }).catch((e: Error) => e.name);
    const reply = s.app.inject(asked);
    await until(() => [...slices.values()].some((n) => n > 0));
    first.abort();
    expect((await reply).statusCode).toBe(200);
    expect(await lostReply).toBe("AbortError");
  });

  it("are refused by every operation that reads all names, which declares that", async () => {
    const document = (await s.get("/v1/openapi.json")).json<{
      paths: Record<string, Record<string, any>>;
      components: { responses: Record<string, { headers: Record<string, unknown> } | undefined> };
    }>();
    const { all } = await scans(mostOfAccount + mostWaiting);
    const checked: string[] = [];
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { parameters = [], responses }] of Object.entries(operations)) {
        const isScan = !path.includes("{") && parameters.some((one: { name: string }) => one.name === "as_of");
        const shared = document.components.responses[String(responses["503"]?.$ref).split("/").at(-1)!];
        expect([path, method, shared?.headers["Retry-After"] !== undefined]).toEqual([path, method, isScan]);
        if (!isScan) continue;
        expect([path, (await s.get(`${path}?as_of=2023-05-05`)).statusCode]).toEqual([path, 503]);
        checked.push(path);
      }
    expect(checked.length).toBeGreaterThan(20);
    // Cells and figures of one name do not wait for scans.
    expect((await s.get("/v1/equities/smart-money/AAPL?as_of=2023-05-05")).statusCode).toBe(200);
    expect((await cells("2023-05-05").done)?.status).toBe(200);
    // Those that the endpoint refuses need no place.
    expect((await s.get("/v1/screen?as_of=2099-01-01")).statusCode).toBe(422);
    await hangUp(all);
  });

  /** Slices that one screen takes. A request whose table is cached reads twice: for its answer and for its page. */
  async function slicesOf(path: string): Promise<number> {
    const count = (): number => [...slices.values()].reduce((sum, n) => sum + n, 0);
    const before = count();
    expect((await s.get(path)).statusCode).toBe(200);
    return count() - before;
  }

  it("never evict the screener's table as of now", async () => {
    s.store.decisions.decide("sample", false, "2024-06-25");
    expect(await slicesOf("/v1/screen")).toBeGreaterThan(2);
    for (let i = 0; i < 5; i++) await slicesOf(`/v1/screen?as_of=${day(i)}`);
    expect(await slicesOf("/v1/screen")).toBe(2);
  });

  it("leave nothing in the cache once it has not been used for a while, except as of now", async () => {
    s.store.decisions.decide("sample", false, "2024-06-25");
    const [now, past] = ["/v1/screen", `/v1/screen?as_of=${day(0)}`];
    expect([(await slicesOf(now)) > 2, (await slicesOf(past)) > 2]).toEqual([true, true]);
    s.store.reads.dropUnused();
    expect(await slicesOf(past)).toBe(2);
    s.store.reads.dropUnused();
    s.store.reads.dropUnused();
    expect([await slicesOf(now), (await slicesOf(past)) > 2]).toEqual([2, true]);
  });
});
