import fc from "fast-check";
import Database from "libsql";
import { createHmac } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookFeed } from "../../../src/service/http/delivery/webhooks";
import type { Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { ledgerBeside } from "../../../src/service/ledger/ledger";
import { createDeliverer, EXPIRES_MS } from "../../../src/service/webhooks/deliver";
import { networkSend, PUBLIC_RECEIVERS, type Send } from "../../../src/service/webhooks/send";
import { newSecret } from "../../../src/service/webhooks/signature";
import { SEED, WHOLE } from "../../corpus";
import { keyFor } from "../../contract/service/service-under-test";
import { ChangingDatabase, imports, NAMES, START, type Family, type Import, type Row } from "./changing-database";

/** What a receiver does with the next requests. `slow` accepts, after the service has stopped waiting. `cut` reads the request and breaks the connection. */
const MANNERS = ["accept", "accept", "accept", "refuse", "redirect", "retry later", "slow", "cut", "closed"] as const;
type Manner = (typeof MANNERS)[number];
/**
 * What happens to a process after it has sent. `killed`: it stores nothing more. `locked`: the database is locked until it has made its turn. `stalled`: it stops
 * for longer than its lease, and the other process makes a turn meanwhile.
 */
const FATES = ["none", "none", "none", "killed", "locked", "stalled"] as const;
type Fate = (typeof FATES)[number];

type Step =
  | Import
  | { readonly do: "run"; readonly who: 0 | 1; readonly both: boolean; readonly fate: Fate; readonly after: number }
  | { readonly do: "receiver"; readonly who: number; readonly manners: readonly Manner[] }
  | { readonly do: "restart" | "rebuild" | "fail" }
  | { readonly do: "advance"; readonly ms: number };

const steps = (rows: number, count: number): fc.Arbitrary<Step[]> => {
  const run = fc.record({
    do: fc.constant("run" as const),
    who: fc.constantFrom(0 as const, 1 as const),
    both: fc.boolean(),
    fate: fc.constantFrom(...FATES),
    after: fc.nat(3),
  });
  const one = fc.oneof(
    { weight: 4, arbitrary: imports(rows) },
    { weight: 6, arbitrary: run },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("receiver" as const),
        who: fc.nat(2),
        manners: fc.array(fc.constantFrom(...MANNERS), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("restart" as const, "rebuild" as const, "fail" as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.constantFrom(1, 5000, 60_000, 301_000, 301_000, 1_800_000, 7_200_000, EXPIRES_MS) }),
    },
  );
  return fc.array(one, { minLength: count, maxLength: count });
};

interface Message {
  readonly id: string;
  readonly type: Family;
  readonly data: { readonly rows: readonly Row[] };
}

/** A receiver of one webhook: everything that arrived, and what it has accepted. */
class Receiver {
  readonly id: string;
  readonly secret = newSecret();
  manner: Manner = "accept";
  /** Taken in turn, one for each request. */
  private manners: readonly Manner[] = ["accept"];
  private requests = 0;
  /** Ids of the messages in the order of their first attempt, which may not arrive. */
  private readonly order = new Set<string>();
  /** Texts of the messages by id. */
  readonly bodies = new Map<string, string>();
  readonly accepted = new Set<string>();
  /** Messages that may arrive again after they were accepted: the service could not know, or was asked to send them again. */
  readonly again = new Set<string>();
  /** The newest message that arrived, unless it is one that was asked for again. */
  private newest = -1;
  readonly wrong: string[] = [];

  constructor(
    readonly number: number,
    readonly families: readonly Family[],
    readonly symbol: string | null,
  ) {
    this.id = `wh_${number}`;
  }

  behave(manners: readonly Manner[]): void {
    this.manners = manners;
  }

  /** Before each request. */
  next(id: string): void {
    this.order.add(id);
    this.manner = this.manners[this.requests++ % this.manners.length]!;
  }

  receive(id: string, signature: unknown, body: string, response: ServerResponse): void {
    const manner = this.manner;
    if (manner === "closed") return void response.destroy();
    if (signature !== `sha256=${createHmac("sha256", this.secret).update(body).digest("hex")}`) this.wrong.push(`signature of ${id}`);
    if ((this.bodies.get(id) ?? body) !== body) this.wrong.push(`another text of ${id}`);
    if (this.accepted.has(id) && !this.again.has(id)) this.wrong.push(`accepted already: ${id}`);
    this.bodies.set(id, body);
    const place = [...this.order].indexOf(id);
    if (place < this.newest && !this.asked.has(id)) this.wrong.push(`message ${place} after message ${this.newest}`);
    this.newest = Math.max(this.newest, place);
    if (manner === "accept") {
      this.accepted.add(id);
      response.writeHead(204).end();
    } else if (manner === "slow") this.accepted.add(id);
    else if (manner === "cut") response.destroy();
    else if (manner === "redirect") response.writeHead(302, { location: "/0" }).end();
    else response.writeHead(503, manner === "retry later" ? { "retry-after": "600" } : {}).end();
  }

  /** Failed deliveries that were asked for again: these come out of order. */
  readonly asked = new Set<string>();

  /** Accepted versions of each row, in order. Reports rows that are in two messages or out of order. */
  versions(): Map<string, Row[]> {
    const found = new Map<string, Row[]>();
    const last = new Map<Family, string>();
    for (const id of this.order) {
      if (!this.accepted.has(id)) continue;
      const { type, data } = JSON.parse(this.bodies.get(id)!) as Message;
      if (data.rows[0]!.first_seen <= (last.get(type) ?? "")) this.wrong.push(`${type} goes back to ${data.rows[0]!.first_seen}`);
      for (const row of data.rows) {
        if (row.first_seen < (last.get(type) ?? "")) this.wrong.push(`${type} is out of order at ${row.first_seen}`);
        last.set(type, row.first_seen);
        const name = `${type} ${NAMES[type](row)}`;
        const before = found.get(name) ?? [];
        if (before.some((of) => of.first_seen === row.first_seen)) this.wrong.push(`in two messages: ${name}`);
        found.set(name, [...before, row]);
      }
    }
    return found;
  }
}

/** Shorter than the moments of rows are kept when they are rebuilt. */
const KEPT_MS = 8 * EXPIRES_MS;
const LEASE_MS = 60_000;
const KILLED = "the process was killed";

const ALL: readonly Family[] = ["signals", "whale", "prediction", "funding"];

let receivers: readonly Receiver[] = [];
let server: Server;
const held = new Set<ServerResponse>();
const anywhere = { ...PUBLIC_RECEIVERS, allowPrivate: true };
const patient = networkSend(anywhere);
/** For receivers that never reply. */
const impatient = networkSend(anywhere, 20);

beforeAll(async () => {
  server = createServer((request, response) => {
    const receiver = receivers[Number(request.url!.slice(1))]!;
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (receiver.manner === "slow") held.add(response);
      receiver.receive(String(request.headers["webhook-id"]), request.headers["x-service-signature"], Buffer.concat(parts).toString(), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await patient.close();
  await impatient.close();
  server.closeAllConnections();
  server.close();
});

/** A process that delivers. */
interface Process {
  /** Messages whose attempt may not be stored yet, with the time of the attempt. */
  readonly open: Map<string, { readonly receiver: Receiver; readonly at: number }>;
  isKilled: boolean;
  run(): Promise<void>;
}

/** A process that ends or stalls, or whose lease ends, before it stores an attempt cannot know whether the message was accepted. */
function mayRepeat({ open }: Process, since = Infinity): void {
  for (const [id, { receiver, at }] of open) if (at <= since) receiver.again.add(id);
}

/** Two processes that deliver from one database. */
class Deliveries extends ChangingDatabase {
  private readonly processes: Process[] = [];
  private readonly faults: string[] = [];
  private fate: Fate = "none";
  private left = 0;
  private readonly locker = new Database(ledgerBeside(this.file));
  /** Ends a stall. */
  private stalled: (() => void) | undefined;

  start(): void {
    if (this.processes[0]) mayRepeat(this.processes[0]);
    this.reopen();
    this.processes[0] = this.process(this.store);
    this.processes[1] ??= this.process(this.other);
  }

  async subscribe(families: readonly (readonly [families: readonly Family[], symbol: string | null])[]): Promise<readonly Receiver[]> {
    const { ledger, changes } = this.store;
    await ledger.keys.add(keyFor("good"), "developer", "test", "2024-06-25");
    const { account } = (await ledger.keys.find(keyFor("good")))!;
    const made = families.map(async ([named, symbol], number) => {
      const receiver = new Receiver(number, named, symbol);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${number}`;
      const { id, secret } = receiver;
      await ledger.webhooks.add({ id, account, url, families: named, symbol, created: new Date(this.now).toISOString(), after: changes.newest(), secret }, 20);
      return receiver;
    });
    return Promise.all(made);
  }

  feed(store: Store) {
    return webhookFeed({ store, clock: createClock(undefined, () => this.now) });
  }

  private process(store: Store): Process {
    const process: Process = { open: new Map(), isKilled: false, run: () => deliverer.run() };
    const send: Send = async (url, headers, body) => {
      if (process.isKilled) throw new Error(KILLED);
      const receiver = receivers[Number(new URL(url).pathname.slice(1))]!;
      receiver.next(headers["webhook-id"]!);
      process.open.set(headers["webhook-id"]!, { receiver, at: this.now });
      if (receiver.manner === "slow") receiver.again.add(headers["webhook-id"]!);
      const fate = this.left-- === 0 ? this.fate : "none";
      const sent = await (receiver.manner === "slow" ? impatient : patient).send(url, headers, body);
      if (fate === "killed") process.isKilled = true;
      if (fate === "locked") this.locker.exec("BEGIN IMMEDIATE");
      if (fate === "stalled") await new Promise<void>((resolve) => (this.stalled = resolve));
      if (process.isKilled) throw new Error(KILLED);
      return sent;
    };
    const onFault = (message: string): void => void (message.includes(KILLED) || this.faults.push(message));
    const deliverer = createDeliverer({ store, openFeed: this.feed(store), send, now: () => this.now, onFault });
    return process;
  }

  async run({ who, both, fate, after }: Extract<Step, { do: "run" }>): Promise<void> {
    const [own, other] = [this.processes[who]!, this.processes[1 - who]!];
    this.fate = fate;
    this.left = after;
    mayRepeat(other, this.now - LEASE_MS);
    if (both) mayRepeat(own, this.now - LEASE_MS);
    const ran = new Set(both ? [own, other] : [own]);
    let isDone = false;
    const done = Promise.all([own.run(), both ? other.run() : undefined]).then(() => (isDone = true));
    while (fate === "stalled" && !isDone) {
      await new Promise(setImmediate);
      if (!this.stalled) continue;
      this.now += LEASE_MS + 1;
      mayRepeat(own);
      if (both) mayRepeat(other);
      else {
        ran.add(other);
        await other.run();
      }
      this.stalled();
      this.stalled = undefined;
    }
    await done;
    this.fate = "none";
    if (this.locker.inTransaction) this.locker.exec("ROLLBACK");
    else
      for (const process of ran) {
        if (process.isKilled) mayRepeat(process);
        process.open.clear();
      }
    for (const [n, store] of [this.store, this.other].entries()) if (this.processes[n]!.isKilled) this.processes[n] = this.process(store);
  }

  /** Asks again for deliveries that failed for a day. */
  async askAgain(): Promise<void> {
    const { webhooks } = this.store.ledger;
    const { account } = (await webhooks.all())[0]!;
    for (const { id, webhook, state } of await webhooks.deliveries(account, 100_000)) {
      if (state !== "failed") continue;
      const receiver = receivers.find((of) => of.id === webhook)!;
      receiver.asked.add(id);
      receiver.again.add(id);
      await webhooks.redeliver(account, id, this.now, this.now + EXPIRES_MS);
    }
  }

  /** Delivers what is left to receivers that accept. */
  async drain(): Promise<void> {
    for (const receiver of receivers) receiver.behave(["accept"]);
    const isLeft = async (): Promise<boolean> => {
      const feed = await this.feed(this.store)(new Set(ALL));
      const { webhooks } = this.store.ledger;
      for (const hook of await webhooks.all()) if ((await webhooks.pending(hook.id)) > 0 || feed.read(hook, 1).newest !== undefined) return true;
      return false;
    };
    for (let turns = 0; turns < 1000; turns++, this.now += 60_001) {
      await this.askAgain();
      await this.run({ do: "run", who: turns % 2 === 0 ? 0 : 1, both: false, fate: "none", after: 0 });
      if (!(await isLeft())) break;
    }
    expect([await isLeft(), this.faults]).toEqual([false, []]);
  }

  end(): void {
    this.locker.close();
    for (const response of held) response.destroy();
    held.clear();
    this.close();
  }
}

const valueOf = (row: Row | undefined): unknown => row?.rate_pct ?? row?.usd ?? row?.volume_usd;

/** Delivers from a database while it changes. Returns the number of imported rows and of accepted messages. */
async function deliverWhile(plan: readonly Step[]): Promise<readonly [rows: number, messages: number]> {
  const world = new Deliveries();
  try {
    world.start();
    receivers = await world.subscribe([
      [ALL, null],
      [["funding", "whale"], "ETH"],
      [["prediction", "signals"], null],
    ]);
    const start = (await world.store.ledger.webhooks.all())[0]!;
    for (const step of plan) {
      if (step.do === "import") world.import(step);
      else if (step.do === "run") await world.run(step);
      else if (step.do === "receiver") receivers[step.who]!.behave(step.manners);
      else if (step.do === "advance") world.now += world.now + step.ms < START + KEPT_MS ? step.ms : 1;
      else if (step.do === "rebuild") world.rebuild();
      else if (step.do === "fail") world.fail();
      else world.start();
      if (step.do === "advance") await world.askAgain();
    }
    await world.drain();

    // Every row of the feed, as a reader that begins with the webhook finds it now.
    const feed = await world.feed(world.store)(new Set(ALL));
    for (const receiver of receivers) {
      const versions = receiver.versions();
      const lost: string[] = [];
      for (let after = start.after; ;) {
        const { newest, families } = feed.read({ ...start, families: receiver.families, symbol: receiver.symbol, after }, 500);
        if (newest === undefined) break;
        after = newest;
        for (const { family, data } of families)
          for (const row of (data as Message["data"]).rows) {
            const name = `${family} ${NAMES[family as Family](row)}`;
            if (!versions.get(name)?.some((of) => of.first_seen === row.first_seen)) lost.push(name);
          }
      }
      for (const [name, value] of world.newest) {
        const [family] = name.split(" ") as [Family];
        const isAbout = receiver.symbol === null || family === "whale";
        if (receiver.families.includes(family) && isAbout && valueOf(versions.get(name)?.at(-1)) !== value) lost.push(name);
      }
      expect([receiver.number, receiver.wrong.slice(0, 5), lost.slice(0, 5)]).toEqual([receiver.number, [], []]);
    }
    return [world.imported, receivers.reduce((sum, { accepted }) => sum + accepted.size, 0)];
  } finally {
    world.end();
  }
}

test("webhooks deliver each imported row in order, whatever receivers, restarts, rebuilds and other processes do", async () => {
  const [rows, count, numRuns] = WHOLE ? [250, 400, 1] : [40, 50, 1];
  let [imported, accepted] = [0, 0];
  const property = fc.asyncProperty(steps(rows, count), async (plan) => {
    const [all, messages] = await deliverWhile(plan);
    imported += all;
    accepted += messages;
  });
  await fc.assert(property, { seed: Number(SEED), numRuns, endOnFailure: true });
  expect(imported).toBeGreaterThan(WHOLE ? 10_000 : 40);
  expect(accepted).toBeGreaterThan(WHOLE ? 300 : 10);
});
