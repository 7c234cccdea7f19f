import { zipSync } from "fflate";
import { progressLine, sumByPublisher } from "../../../../src/commands/data/update";
import { Stopped, type Transport } from "../../../../src/service/ingest/transport";
import { update, type UpdateOptions } from "../../../../src/service/ingest/update";
import { layoutFeed } from "../../../../src/service/publishers/reading/layout-feed";
import type { Feed, FetchRequest, Publisher } from "../../../../src/service/publishers/publisher";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";
import { parYieldCurve } from "../../../../src/service/publishers/treasury/treasury";
import { openStore, type Store } from "../../../../src/service/store/store";
import { FREE } from "./updates";

const THURSDAY = Date.parse("2024-06-20T23:00:00Z");
const MINUTE = 60_000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface World {
  readonly transport: Transport;
  /** Requested address, and its time after the start. */
  readonly asked: (readonly [url: string, after: number])[];
}

/** A network that replies at once. Its clock stands still until all work waits, and then advances to the end of the shortest wait. */
function world(answers: (url: string) => string | Uint8Array): World {
  let now = THURSDAY;
  const asked: (readonly [string, number])[] = [];
  const resting: { readonly until: number; wake(): void }[] = [];
  let moving = false;
  async function move(): Promise<void> {
    if (moving) return;
    moving = true;
    while (resting.length > 0) {
      for (let i = 0; i < 20; i++) await turn();
      const next = Math.min(...resting.map((r) => r.until));
      now = Math.max(now, next);
      for (const r of resting.filter((one) => one.until <= next)) {
        resting.splice(resting.indexOf(r), 1);
        r.wake();
      }
    }
    moving = false;
  }
  return {
    asked,
    transport: {
      now: () => now,
      timeLimit: () => new AbortController().signal,
      fetch: (url, { signal }) => {
        asked.push([url.replace("https://", ""), now - THURSDAY]);
        const body = answers(url);
        if (signal?.aborted) return Promise.reject(signal.reason as Error);
        return Promise.resolve(new Response(typeof body === "string" ? body : Buffer.from(body)));
      },
      sleep: (ms, stop) =>
        ms <= 0 || stop.aborted
          ? Promise.resolve()
          : new Promise((resolve) => {
              resting.push({ until: now + ms, wake: resolve });
              stop.addEventListener("abort", () => resolve());
              void move();
            }),
    },
  };
}

const schedule = { timeZone: "UTC", on: "daily", at: "18:30" } as const;
const feedOf = (id: string, requests: readonly FetchRequest[], when: NonNullable<Feed["fetching"]>["schedule"] = schedule): Feed =>
  layoutFeed(id, parYieldCurve, { schedule: when, requests: () => requests });
const yearsAt = (host: string, years: readonly number[]): FetchRequest[] => years.map((y) => ({ part: String(y), url: `https://${host}/${y}` }));
const publisher = (id: string, msBetween: number, feeds: readonly Feed[]): Publisher => ({ id, name: id, terms: FREE, msBetween, feeds });
/** The row of one working day in June of the year at the end of the address. */
function curve(url: string): string {
  const year = url.slice(-4);
  const day = [17, 18, 19].find((d) => ![0, 6].includes(new Date(`${year}-06-${d}T00:00:00Z`).getUTCDay()));
  return `Date,"1 Mo","10 Yr"\n06/${day}/${year},5.47,4.25\n`;
}

let store: Store;
beforeEach(() => void (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());
const run = (publishers: readonly Publisher[], { transport }: World, more: Partial<UpdateOptions> = {}) =>
  update({ store, publishers, transport, stop: new AbortController().signal, ...more });

const SLOW = publisher("oecd", MINUTE, [feedOf("oecd.slow", yearsAt("slow.example.org", [2002, 2003, 2007]))]);
const QUICK = publisher("bls", 1000, [feedOf("bls.one", yearsAt("quick.example.org", [2001, 2002])), feedOf("bls.two", yearsAt("quick.example.org", [2012]))]);

describe("publishers updated at the same time", () => {
  it("do not wait for each other; each has one request at a time and its own pause", async () => {
    const w = world(curve);
    const order: string[] = [];
    const updates = await run([SLOW, QUICK], w, { ended: (_p, { feed }) => order.push(feed) });
    const of = (host: string): unknown[] => w.asked.filter(([url]) => url.startsWith(host));
    expect(of("slow")).toEqual([
      ["slow.example.org/2002", 0],
      ["slow.example.org/2003", MINUTE],
      ["slow.example.org/2007", 2 * MINUTE],
    ]);
    expect(of("quick")).toEqual([
      ["quick.example.org/2001", 0],
      ["quick.example.org/2002", 1000],
      ["quick.example.org/2012", 2000],
    ]);
    // Reported as they end; summarised in the publishers' order.
    expect(order).toEqual(["bls.one", "bls.two", "oecd.slow"]);
    expect(updates.map((u) => u.feed)).toEqual(["oecd.slow", "bls.one", "bls.two"]);
    expect(updates.flatMap((u) => u.failures)).toEqual([]);
  });

  it("all stop when the update is stopped, and each feed's status says so", async () => {
    const stopper = new AbortController();
    const w = world((url) => {
      if (url.includes("quick") && url.endsWith("2002")) stopper.abort();
      return curve(url);
    });
    await expect(run([SLOW, QUICK], w, { stop: stopper.signal })).rejects.toBeInstanceOf(Stopped);
    expect(w.asked).toHaveLength(3);
    for (const feed of ["oecd.slow", "bls.one"]) expect((await store.ledger.feeds.state(feed)).failure).toContain("The update was stopped.");
    expect(store.observations.isPublished("DGS10")).toBe(true);
  });

  it("all stop at an internal error, which the update throws", async () => {
    const w = world(curve);
    const { feeds } = store.ledger;
    const keep: typeof feeds.keep = async (feed, state) => {
      if (feed === "bls.two") throw new Error("the disk is full");
      await feeds.keep(feed, state);
    };
    const broken: Store = { ...store, ledger: { ...store.ledger, feeds: { ...feeds, keep } } };
    await expect(run([SLOW, QUICK], w, { store: broken })).rejects.toThrow("the disk is full");
    expect(w.asked.filter(([url]) => url.startsWith("slow"))).toHaveLength(1);
  });

  it("are fetched again if due before the others end, in a background update only", async () => {
    const steps = { timeZone: "UTC", on: { everyMinutes: 1 }, at: "00:00" } as const;
    const venue = (): Publisher => publisher("okx", 0, [feedOf("okx.all-day", yearsAt("venue.example.org", [2005]), steps)]);
    const asked = async (patient: boolean): Promise<number> => {
      const w = world(curve);
      await run([SLOW, venue()], w, { patient });
      return w.asked.filter(([url]) => url.startsWith("venue")).length;
    };
    expect(await asked(false)).toBe(1);
    store.close();
    store = openStore({ path: ":memory:" });
    expect(await asked(true)).toBeGreaterThan(1);
  });
});

describe("a large document with pauses in its transaction", () => {
  /** Rows of a curve in pieces; `end` follows them. */
  function archive(pieces: number, between: () => void = () => undefined, end: () => void = () => undefined): Publisher {
    const feed: Feed = {
      ...feedOf("sec.archive", [{ part: "all", url: "https://large.example.org/all.zip", large: true }]),
      large: {
        recognises: () => true,
        *pieces() {
          for (let i = 1; i <= pieces; i++) {
            between();
            yield {
              done: i,
              records: [{ dataset: "price", entity: `S${i}`, date: "2024-06-20", key: "", known: "2024-06-20", body: { close: i }, source: "user" }],
            };
          }
          end();
        },
      },
    };
    return publisher("sec", 0, [feed]);
  }
  const zip = zipSync({ "one.json": new Uint8Array(8) });
  const answers = (url: string): string | Uint8Array => (url.endsWith(".zip") ? zip : curve(url));
  const many = publisher("bls", 0, [feedOf("bls.many", yearsAt("quick.example.org", [2001, 2002, 2005, 2006, 2007]))]);

  it("is refused without removing rows that another publisher imported meanwhile", async () => {
    const during = new Set<boolean>();
    const w = world(answers);
    const large = archive(
      400,
      () => during.add(store.observations.isPublished("DGS10")),
      () => {
        throw new RefusedFile("it stops in the middle");
      },
    );
    const [sec, bls] = await run([large, many], w);
    expect(sec?.failures).toEqual([expect.stringContaining("it stops in the middle")]);
    expect(store.records.any("price")).toBe(false);
    expect(bls).toMatchObject({ documents: 5, failures: [] });
    expect(store.observations.between("DGS10", "2000-01-01", "2010-01-01")).toHaveLength(5);
    expect(await store.ledger.feeds.state("bls.many")).toMatchObject({ failure: undefined, succeeded: expect.any(String) as string });
  });

  it("is imported whole while another publisher's documents are imported", async () => {
    const [bls, sec] = await run([many, archive(40)], world(answers));
    expect(sec).toMatchObject({ added: 40, failures: [] });
    expect(bls).toMatchObject({ documents: 5, failures: [] });
  });

  it("leaves none of its rows if it is stopped in a pause", async () => {
    const stopper = new AbortController();
    let pieces = 0;
    const large = archive(400, () => {
      if (++pieces === 50) stopper.abort();
    });
    await expect(run([large, many], world(answers), { stop: stopper.signal })).rejects.toBeInstanceOf(Stopped);
    expect(pieces).toBeLessThan(60);
    expect(store.records.any("price")).toBe(false);
    expect((await store.ledger.feeds.state("sec.archive")).failure).toContain("The update was stopped.");
  });
});

describe("progress of an update of several publishers", () => {
  it("is one line of at most 100 characters every five seconds, without finished feeds", () => {
    let now = 0;
    const said: string[] = [];
    const line = progressLine({ out: (l) => said.push(l), now: () => now });
    const tell = (ms: number, ...how: Parameters<typeof line.at>): void => {
      now += ms;
      line.at(...how);
    };
    tell(1000, "treasury.par-yield-curve", 1, 35);
    tell(1000, "sec.companyfacts-archive", 410, 1000, true);
    expect(said).toEqual([]);
    tell(4000, "oecd.long-term-rates", 2, 39);
    tell(1000, "oecd.long-term-rates", 3, 39);
    line.end("sec.companyfacts-archive");
    tell(6000, "treasury.par-yield-curve", 34, 35);
    tell(6000, "treasury.par-yield-curve", 35, 35);
    tell(6000, "oecd.long-term-rates", 4, 39);
    expect(said).toEqual([
      "  treasury.par-yield-curve: 1 of 35 documents; sec.companyfacts-archive: 41 % read; and 1 more …",
      "  treasury.par-yield-curve: 34 of 35 documents; oecd.long-term-rates: 3 of 39 documents …",
      "  oecd.long-term-rates: 4 of 39 documents …",
    ]);
    for (const line of said) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("ends with one line per publisher, in the order of the publishers", () => {
    const none = { failures: [], leftOut: [], notices: [] };
    const of = (feed: string, more: object = {}) => ({ feed, title: feed, documents: 1, unchanged: 0, added: 3, changed: 1, ...none, ...more });
    const ended = [
      { publisher: "oecd", update: of("oecd.a", { failures: ["It is down."] }) },
      { publisher: "bls", update: of("bls.a") },
      { publisher: "bls", update: of("bls.b", { waiting: "A contact is wanted.", documents: 0, added: 0, changed: 0 }) },
    ];
    expect(sumByPublisher([{ id: "bls" }, { id: "sec" }, { id: "oecd" }], ended)).toEqual([
      "",
      "publisher  feeds  documents  unchanged  new rows  changed  result",
      "bls        2      1          0          3         1        1 not fetched",
      "oecd       1      1          0          3         1        1 failed",
    ]);
    expect(sumByPublisher([{ id: "bls" }, { id: "oecd" }], ended.slice(1))).toEqual([]);
  });
});
