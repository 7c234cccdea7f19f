import { once } from "node:events";
import { createSocket } from "node:dgram";
import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { verify } from "@octokit/webhooks-methods";
import { webhookFeed } from "../../../src/service/http/delivery/webhooks";
import { openStore, type Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { isPublicAddress, type AddressRules } from "../../../src/service/webhooks/address";
import { createDeliverer, type Deliverer } from "../../../src/service/webhooks/deliver";
import { nameServerLookup, networkSend } from "../../../src/service/webhooks/send";
import { signatureHeaders } from "../../../src/service/webhooks/signature";
import { funding } from "./rows";
import { keyFor, NOON, serviceUnderTest, take as takeInto, type ServiceUnderTest } from "./service-under-test";

const root = path.resolve(__dirname, "../../..");
const HOUR_MS = 3_600_000;

/** The verdicts of octokit's verifier and of the docs'. */
async function verified({ secret, body, signature }: { readonly secret: string; readonly body: string; readonly signature: string }): Promise<boolean[]> {
  const docs = (await import(path.join(root, "docs", "verify-webhook.mjs"))) as {
    verifyWebhook(secret: string, body: Uint8Array, signature: string): boolean;
  };
  return [await verify(secret, body, signature), docs.verifyWebhook(secret, Buffer.from(body), signature)];
}

interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
let received: Received[] = [];
let answer: (response: ServerResponse, path: string) => void = (response) => void response.writeHead(204).end();
let receiver: Server;
let hook: string;

let now = NOON;
let folder: string;
let store: Store;
let s: ServiceUnderTest;
let deliverer: Deliverer;
let late: Promise<void>;
const faults: string[] = [];
const ADDRESSES: Record<string, string> = { "intranet.example": "10.0.0.8", "public.example": "93.184.215.14", "mixed.example": "127.0.0.1" };
const rules: AddressRules = {
  allowPrivate: false,
  lookup: async (host) => {
    const address = ADDRESSES[host];
    if (address === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    return [{ address, family: 4 }, ...(host === "mixed.example" ? [{ address: "93.184.215.14", family: 4 }] : [])];
  },
};
const open = networkSend({ ...rules, allowPrivate: true }, 300);
const strict = networkSend(rules, 300);
const clock = createClock(undefined, () => now);
const newDeliverer = (of: Store, more: Partial<Parameters<typeof createDeliverer>[0]> = {}): Deliverer =>
  createDeliverer({ store: of, openFeed: webhookFeed({ store: of, clock }), send: open.send, now: () => now, onFault: (m) => faults.push(m), ...more });
const file = () => path.join(folder, "service.db");

async function start(): Promise<void> {
  store = openStore({ path: file() });
  s = await serviceUnderTest({ store, receivers: { ...rules, allowPrivate: true }, clock, sample: false });
  deliverer = newDeliverer(store);
}
async function stop(): Promise<void> {
  await s.close();
  store.close();
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "webhooks-"));
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      answer(response, request.url!);
      receiver.emit("delivered");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await start();
});
afterAll(async () => {
  await stop();
  await open.close();
  await strict.close();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
  expect(faults).toEqual([]);
});
beforeEach(() => {
  received = [];
  answer = (response) => void response.writeHead(204).end();
});

const call = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object, key = s.key, app = s.app) => {
  const response = await app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, text: response.body, ...response.json<{ data: any; count?: number; detail?: string; code?: string }>() };
};
const create = (more: object = {}, key = s.key) => call("POST", "/v1/webhooks", { url: hook, families: ["funding"], ...more }, key);
const log = async () => (await call("GET", "/v1/webhooks/deliveries")).data as Record<string, unknown>[];
const removeAll = async () => {
  for (const { id } of (await call("GET", "/v1/webhooks")).data as { id: string }[]) await call("DELETE", `/v1/webhooks/${id}`);
};

/** Resolves when this many deliveries have come. */
async function untilReceived(count: number): Promise<void> {
  while (received.length < count) await once(receiver, "delivered");
}

let imports = 0;
/** Imports a settlement of a perpetual with this rate. */
function take(rate_pct: number, coin = "BTC"): void {
  const time = new Date(NOON - ++imports * 1000).toISOString();
  takeInto({ store }, [funding(coin, "okx", time, rate_pct, 8, `${coin}-USDT-SWAP`)], { seen: new Date(now).toISOString() });
}
/** Imports such a settlement and delivers it. */
async function deliver(...of: Parameters<typeof take>): Promise<void> {
  take(...of);
  await deliverer.run();
}
const rates = () => received.flatMap(({ body }) => (JSON.parse(body) as { data: { rows: { rate_pct: number }[] } }).data.rows.map((row) => row.rate_pct));

describe("addresses of receivers", () => {
  it("are public only on the Internet", () => {
    const isPublic = ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"];
    const isNot = [
      "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "198.18.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255",
      "::1", "::", "fe80::1", "fc00::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1", "localhost",
    ]; // prettier-ignore
    expect([isPublic.filter((address) => !isPublicAddress(address)), isNot.filter(isPublicAddress)]).toEqual([[], []]);
  });

  it("are refused when a webhook is created, unless the operator allows them", async () => {
    const app = await serviceUnderTest({ store, receivers: rules, clock });
    const OPERATOR = "The operator can allow it with npm start -- --private-webhooks.";
    const host = (name: string) => `url: expected a host on the public Internet, got "${name}", whose address is not public. ${OPERATOR}`;
    for (const [url, detail] of [
      ["nothing", 'url: expected an address such as https://example.com/hook, got "nothing".'],
      ["ftp://public.example", 'url: expected an address such as https://example.com/hook, got "ftp://public.example".'],
      ["http://public.example/", `url: expected https, got http. ${OPERATOR}`],
      ["https://me:secret@public.example/", "url: expected an address without a name and a password. The signature shows the receiver who sends."],
      ["https://127.0.0.1/", host("127.0.0.1")],
      ["https://2130706433/", host("127.0.0.1")],
      ["https://[::ffff:10.0.0.1]/", host("[::ffff:a00:1]")],
      ["https://[::1]:8443/", host("[::1]")],
      ["https://intranet.example/", host("intranet.example")],
      ["https://mixed.example/", host("mixed.example")],
      ["https://missing.example/", 'url: the host "missing.example" cannot be found. Check its name.'],
    ] as const)
      expect(await call("POST", "/v1/webhooks", { url, families: ["funding"] }, s.key, app.app)).toMatchObject({
        status: 422,
        code: "invalid_request",
        detail,
      });
    expect((await call("POST", "/v1/webhooks", { url: "https://public.example/", families: ["gamma"] }, s.key, app.app)).status).toBe(200);
    await app.close();
    await removeAll();
  });

  it("are checked again for each connection, because a host can get another address", async () => {
    const sent = (url: string) => strict.send(url, {}, Buffer.from("x"));
    const error = "Not sent: the address of the host is not public.";
    ADDRESSES["public.example"] = "127.0.0.1";
    const port = new URL(hook).port;
    expect(await sent(`http://public.example:${port}/`)).toEqual({ error });
    ADDRESSES["public.example"] = "93.184.215.14";
    expect([await sent(hook), await sent(`http://[::ffff:127.0.0.1]:${port}/`), await sent(`http://mixed.example:${port}/`)]).toEqual([
      { error },
      { error },
      { error },
    ]);
    expect(received).toEqual([]);
  });

  it("are looked up without holding a thread, also at name servers that stay silent", async () => {
    const unanswered: (() => void)[] = [];
    const server = createSocket("udp4", (question, from) => {
      const end = question.indexOf(0, 12) + 5;
      const reply = Buffer.from(question.subarray(0, end));
      // The bytes of a question of type A, and of an answer with one address. Questions of other types, and of other names, have no answer.
      const found = question[end - 3] === 1 && question.includes("public") ? [192, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 93, 184, 215, 14] : [];
      reply.set([0x81, 0x80, 0, 1, 0, found.length > 0 ? 1 : 0, 0, 0, 0, 0], 2);
      const send = () => server.send(Buffer.concat([reply, Buffer.from(found)]), from.port, from.address);
      if (question.includes("public")) send();
      else unanswered.push(send);
    });
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    const lookup = nameServerLookup([`127.0.0.1:${server.address().port}`]);
    const silent = Promise.allSettled(Array.from({ length: 8 }, (_, n) => lookup(`silent${n}.example`)));
    const order: string[] = [];
    void silent.then(() => order.push("silent"));
    await readFile(__filename);
    order.push("file");
    expect(await lookup("public.example")).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(order).toEqual(["file"]);
    for (const send of unanswered) send();
    expect(new Set((await silent).map(({ status }) => status))).toEqual(new Set(["rejected"]));
    server.close();
  });
});

describe("webhooks", () => {
  afterEach(removeAll);

  it("show their secret once, and belong to the key that created them", async () => {
    const created = await create({ families: ["whale", "funding"], symbol: "btc" });
    const { secret, ...rest } = created.data;
    expect([created.status, rest]).toEqual([
      200,
      { id: expect.stringMatching(/^wh_/), url: hook, families: ["whale", "funding"], symbol: "BTC", created: new Date(now).toISOString(), pending: 0 },
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await call("GET", "/v1/webhooks");
    expect([listed.data, listed.text.includes(secret)]).toEqual([[rest], false]);
    const other = keyFor("another");
    await store.ledger.keys.add(other, "free", "another", "2024-06-25");
    expect((await call("GET", "/v1/webhooks", undefined, other)).data).toEqual([]);
    for (const [method, url] of [
      ["DELETE", `/v1/webhooks/${rest.id}`],
      ["GET", `/v1/webhooks/deliveries?webhook_id=${rest.id}`],
      ["POST", "/v1/webhooks/deliveries/msg_none/redeliver"],
    ] as const)
      expect(await call(method, url, undefined, other)).toMatchObject({ status: 404, code: "unknown_name" });
    expect(await call("DELETE", `/v1/webhooks/${rest.id}`)).toMatchObject({ status: 200, data: { id: rest.id, deleted: true } });
    expect((await call("GET", "/v1/webhooks")).data).toEqual([]);
  });

  it.each<[object | undefined, number, RegExp]>([
    [undefined, 400, /^The body cannot be read/],
    [{ url: "https://public.example/" }, 422, /^families: expected .*got nothing\.$/],
    [{ url: "https://public.example/", families: [] }, 422, /^families: expected /],
    [{ url: "https://public.example/", families: ["whales"] }, 422, /^families\.0: expected signals, whale, .* or confluence, got "whales"\.$/],
    [{ url: "https://public.example/", families: ["whale"], secret: "mine" }, 422, /^There is no member "secret" here/],
  ])("refuse %j with %i", async (body, status, detail) => {
    const reply = await call("POST", "/v1/webhooks", body);
    expect([reply.status, reply.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it("deliver new rows with signatures that octokit, Standard Webhooks and the verifier of the docs accept", async () => {
    take(0.01);
    const { secret, id } = (await create()).data;
    take(0.02);
    await deliver(0.03);
    await deliverer.run();
    expect(rates()).toEqual([0.02, 0.03]);
    const [{ headers, body }] = received as [Received];
    expect(JSON.parse(body)).toMatchObject({
      id: headers["webhook-id"],
      type: "funding",
      webhook_id: id,
      data: { rows: [{ symbol: "BTC", first_seen: expect.any(String) }, {}], meta: { attribution: { okx: expect.any(String) }, sample: false } },
    });
    const signature = String(headers["x-service-signature"]);
    const changed = { secret, body: `${body} `, signature };
    expect(await verified({ secret, body, signature })).toEqual([true, true]);
    for (const wrong of [changed, { secret: `${secret}x`, body, signature }]) expect(await verified(wrong)).toEqual([false, false]);
    const standard = new Webhook(secret);
    const at = Date.now;
    Date.now = () => now;
    try {
      expect(standard.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      expect(() => standard.verify(`${body} `, headers as Record<string, string>)).toThrow();
    } finally {
      Date.now = at;
    }
    expect(await log()).toMatchObject([
      { id: headers["webhook-id"], family: "funding", rows: 2, state: "delivered", attempts: 1, status: 204, error: null, next_attempt: null },
    ]);
  });

  it("have the signatures of the published test vectors", () => {
    const body = Buffer.from('{"test": 2432232314}');
    const signed = signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330_000, body);
    expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    expect(signatureHeaders("It's a Secret to Everybody", "", 0, Buffer.from("Hello, World!"))["x-service-signature"]).toBe(
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    );
  });

  it("retry a delivery for a day, in order and across a restart, and resend it on request", async () => {
    await create();
    answer = (response) => void response.writeHead(503).end();
    await deliver(1);
    await deliver(2);
    expect(rates()).toEqual([1]);
    expect(await log()).toMatchObject([
      { state: "pending", attempts: 0, status: null },
      { state: "pending", attempts: 1, status: 503, error: "Replied 503.", next_attempt: new Date(now + 5000).toISOString() },
    ]);
    await stop();
    await start();
    now += 5000;
    await deliverer.run();
    answer = (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("y".repeat(1_000_000));
    now += 60_000;
    await deliverer.run();
    expect([rates(), new Set(received.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size]).toEqual([[1, 1, 1, 2], 1]);
    answer = (response) => void response.writeHead(500, { "retry-after": "7200" }).end();
    take(3);
    for (let hour = 0; hour < 30; hour++, now += HOUR_MS) await deliverer.run();
    const [failed] = await log();
    expect(failed).toMatchObject({ state: "failed", status: 500, next_attempt: null });
    expect(failed!.attempts).toBeGreaterThan(4);
    answer = (response) => void response.writeHead(204).end();
    received = [];
    await deliverer.run();
    expect(received).toEqual([]);
    expect(await call("POST", `/v1/webhooks/deliveries/${String(failed!.id)}/redeliver`)).toMatchObject({ status: 200, data: { state: "pending" } });
    await deliverer.run();
    expect([rates(), (await log())[0]]).toMatchObject([[3], { id: failed!.id, state: "delivered", attempts: 1 }]);
  });

  it("log the newest deliveries of all states and webhooks, and count them all", async () => {
    const other = (await create({ families: ["funding", "whale"] })).data.id as string;
    await create();
    await deliver(5);
    answer = (response) => void response.writeHead(503).end();
    await deliver(6);
    const all = await call("GET", "/v1/webhooks/deliveries");
    const [own, newest] = [await call("GET", `/v1/webhooks/deliveries?webhook_id=${other}`), await call("GET", "/v1/webhooks/deliveries?limit=3")];
    expect(all.data.map(({ state }: { state: string }) => state)).toEqual(["pending", "pending", "delivered", "delivered"]);
    expect(own).toMatchObject({
      count: 2,
      data: [
        { webhook_id: other, state: "pending" },
        { webhook_id: other, state: "delivered" },
      ],
    });
    expect(newest).toMatchObject({ count: 4, data: all.data.slice(0, 3) });
  });

  it("do not follow redirects, and give up on a receiver that does not reply", async () => {
    await create();
    take(4);
    answer = (response, at) => void response.writeHead(at === "/hook" ? 302 : 204, { location: "/elsewhere" }).end();
    await deliverer.run();
    expect([received.length, (await log())[0]]).toMatchObject([1, { state: "pending", status: 302, error: "Replied 302. Redirects are not followed." }]);
    answer = () => undefined;
    now += 5000;
    await deliverer.run();
    expect((await log())[0]).toMatchObject({ state: "pending", attempts: 2, status: null, error: "No reply within 0.3 seconds." });
  });

  it("are sent by one process at a time, and stop when their key is revoked", async () => {
    await create();
    const second = openStore({ path: file() });
    const other = newDeliverer(second);
    take(5);
    await Promise.all([deliverer.run(), other.run()]);
    await other.run();
    expect(rates()).toEqual([5]);
    second.close();
    now += 60_000;
    const renewed = keyFor("renewed");
    await store.ledger.keys.renew("test", renewed, new Date(now).toISOString(), {});
    await deliver(6);
    expect([rates(), (await call("GET", "/v1/webhooks", undefined, renewed)).data.length]).toEqual([[5, 6], 1]);
    await store.ledger.keys.revoke("test", new Date(now).toISOString());
    await deliver(7);
    expect(rates()).toEqual([5, 6]);
    await store.ledger.keys.add(s.key, "developer", "test", "2024-06-25");
  });

  it("do not wait for the slow receiver of another webhook", async () => {
    await create({ url: hook.replace("/hook", "/slow") });
    await create();
    let slow: ServerResponse | undefined;
    const isReached = new Promise<void>((resolve) => {
      answer = (response, at) => {
        if (at !== "/slow" || slow) return void response.writeHead(204).end();
        slow = response;
        resolve();
      };
    });
    take(8);
    const first = deliverer.run();
    await isReached;
    take(9);
    const second = deliverer.run();
    await Promise.race([second, untilReceived(3)]);
    expect(rates()).toEqual([8, 8, 9]);
    slow?.writeHead(204).end();
    await Promise.all([first, second]);
  });

  it("stop within a turn when their key is revoked", async () => {
    await create();
    answer = (response) => void response.writeHead(503).end();
    for (const rate of [10, 11]) await deliver(rate);
    now += 5000;
    received = [];
    answer = (response) => {
      void store.ledger.keys.revoke("test", new Date(now).toISOString()).then(() => response.writeHead(204).end());
    };
    await deliverer.run();
    expect(rates()).toEqual([10]);
    await store.ledger.keys.add(s.key, "developer", "test", "2024-06-25");
  });

  it("compute the feed once for all, and read rows that do not fit only once", async () => {
    for (let n = 0; n < 3; n++) await create({ symbol: "ETH" });
    const [opened, read] = [jest.fn(), jest.fn()];
    const openFeed = webhookFeed({ store, clock });
    const counted = newDeliverer(store, {
      openFeed: async (families) => {
        opened();
        const feed = await openFeed(families);
        return {
          ...feed,
          read: (...asked) => {
            read();
            return feed.read(...asked);
          },
        };
      },
    });
    take(12);
    for (let n = 0; n < 4; n++) await counted.run();
    expect([opened.mock.calls.length, read.mock.calls.length, received.length]).toEqual([4, 3, 0]);
    take(13, "ETH");
    await counted.run();
    expect(rates()).toEqual([13, 13, 13]);
  });

  it("ignore a failure that a process stores after its lease has ended", async () => {
    await create();
    take(8);
    const second = openStore({ path: file() });
    let reply: (sent: { status: number }) => void = () => undefined;
    const isSent = new Promise<void>((sent) => {
      const stalled = newDeliverer(second, { send: () => (sent(), new Promise((resolve) => (reply = resolve))) });
      late = stalled.run();
    });
    await isSent;
    now += 60_001;
    await deliverer.run();
    await deliver(9);
    reply({ status: 503 });
    await late;
    second.close();
    now += 5000;
    await deliverer.run();
    expect([rates(), await log()]).toMatchObject([
      [8, 9],
      [{ state: "delivered" }, { state: "delivered", attempts: 1, status: 204 }],
    ]);
  });

  it("that are deleted while a delivery begins get nothing", async () => {
    await create();
    received = [];
    take(12);
    let asked = 0;
    const next = async (id: string) => {
      // After the checks that it is due, before it is sent.
      if (++asked === 3) await call("DELETE", `/v1/webhooks/${id}`);
      return store.ledger.webhooks.next(id);
    };
    const reports: string[] = [];
    const other = newDeliverer({ ...store, ledger: { ...store.ledger, webhooks: { ...store.ledger.webhooks, next } } }, { onFault: (m) => reports.push(m) });
    await other.run();
    expect([asked, received, reports]).toEqual([3, [], []]);
  });

  it("are reported and continue later if the database cannot be read", async () => {
    const reports: string[] = [];
    const all = () => {
      throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
    };
    const gone = { ...store, ledger: { ...store.ledger, webhooks: { ...store.ledger.webhooks, all } } };
    const other = newDeliverer(gone, { onFault: (m) => reports.push(m) });
    await other.run();
    await other.run();
    expect(reports).toEqual(Array(2).fill("Webhooks: the database reports an error (SQLITE_IOERR: disk I/O error). Check the disk"));
  });
});
