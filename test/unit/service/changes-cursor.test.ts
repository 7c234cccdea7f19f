import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isoOf } from "../../../src/contract/dates";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import type { RecordRow } from "../../../src/service/records/record";
import { openStore, type Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { recordRow } from "../../record-row";
import { SEED, WHOLE } from "../../corpus";
import { serviceUnderTest, type ServiceUnderTest } from "../../contract/service/service-under-test";

const START = Date.UTC(2024, 5, 25, 12);
const DAY_MS = 86_400_000;

type Family = "funding" | "whale" | "prediction" | "signals";
type Row = Readonly<Record<string, unknown>> & { readonly first_seen: string };
interface Reply {
  readonly data: Readonly<Record<string, readonly Row[]>>;
  readonly as_of: string;
  readonly meta: { readonly next_since: string; readonly truncated: Readonly<Record<string, boolean>> };
}

type Step =
  | { readonly do: "import"; readonly rows: number; readonly daysOld: number; readonly revise: boolean; readonly other: boolean; readonly skewMs: number }
  | { readonly do: "poll"; readonly who: number; readonly limit: number }
  | { readonly do: "restart" | "rebuild" | "fail" }
  | { readonly do: "advance"; readonly ms: number };

const steps = (rows: number, count: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant("import" as const),
          rows: fc.integer({ min: 1, max: rows }),
          daysOld: fc.constantFrom(0, 0, 3, 40),
          revise: fc.boolean(),
          other: fc.boolean(),
          skewMs: fc.integer({ min: -5000, max: 5000 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant("poll" as const), who: fc.nat(2), limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(500)) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("restart" as const, "rebuild" as const, "fail" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.constantFrom(0, 1, 1000, 1_800_000) }) },
    ),
    { minLength: count, maxLength: count },
  );

const NAMES: { readonly [F in Family]: (row: Row) => string } = {
  funding: (row) => `${String(row.symbol)} ${String(row.time_ms)}`,
  whale: (row) => String(row.transaction),
  prediction: (row) => `${String(row.market_id)} ${String(row.observation_date)}`,
  signals: (row) => `${String(row.asset_symbol)} ${String(row.headline)}`,
};

/** A database with a service on it, a second connection as of another process, and what was imported. */
class World {
  readonly folder = mkdtempSync(path.join(tmpdir(), "changes-"));
  readonly documents = new Map<string, { readonly records: readonly RecordRow[]; readonly seen: string }>();
  /** By family and name, the newest version. */
  readonly newest = new Map<string, number>();
  readonly known: RecordRow[] = [];
  now = START;
  imported = 0;
  private readonly file = path.join(this.folder, "service.db");
  private readonly other = openStore({ path: this.file });
  private store: Store = this.other;
  private service: ServiceUnderTest | undefined;

  async start(): Promise<void> {
    await this.service?.close();
    if (this.store !== this.other) this.store.close();
    this.store = openStore({ path: this.file });
    this.store.feeds.decide(SAMPLE_SWITCH, false, "2024-06-25");
    this.service = await serviceUnderTest({ store: this.store, clock: createClock(undefined, () => this.now) });
  }

  /** Row `n`, or a revision of it. */
  private row(n: number, daysOld: number, version: number): RecordRow {
    const time_ms = START - daysOld * DAY_MS - (n % 997) * 1000;
    const date = isoOf(time_ms);
    const id = `${n} ${daysOld}`;
    const value = 100_000 + version;
    if (n % 10 === 0) {
      const body = {
        name: "", short_interest: 2e6 + version, previous_short_interest: 1e6, avg_daily_volume: 1e6, days_to_cover: 1, days_to_cover_censored: false, change_pct: 100 + version,
        revised: false,
      }; // prettier-ignore
      return recordRow("short_interest", `T${n}`, "2024-05-31", "finra", body);
    }
    if (n % 3 === 0) {
      const body = { exchange: "okx", contract: `BTC ${id}`, time_ms: time_ms - n, rate_pct: value, interval_hours: 8 };
      this.newest.set(`funding BTC ${time_ms - n}`, value);
      return recordRow("funding", "BTC", date, "okx", body, { key: id });
    }
    if (n % 3 === 1) {
      this.newest.set(`whale ${id}`, value);
      const body = { transaction: id, time_ms, usd: value, direction: null, internal: null, from: [], to: null };
      return recordRow("whale_transfer", "ETH", date, "user", body, { key: id });
    }
    const updated = new Date(time_ms).toISOString();
    this.newest.set(`prediction ${id} ${date}`, value);
    const body = {
      id, venue: "polymarket", slug: id, question: `Will ${id} happen?`, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null,
      outcomes: [], yes_probability: 0.5, one_day_change: 0, one_week_change: 0, yes_bid: null, yes_ask: null, last: null, volume_usd: value, volume_contracts: null,
      liquidity_usd: 500, updated,
    }; // prettier-ignore
    return recordRow("market", id, date, "polymarket", body, { key: updated });
  }

  private readonly made: (readonly [n: number, daysOld: number])[] = [];
  import({ rows, daysOld, revise, other, skewMs }: Extract<Step, { do: "import" }>): void {
    const records = Array.from({ length: rows }, (_, i) => {
      const old = revise && i % 3 === 0 ? this.made[(this.imported * 31 + i * 7) % Math.max(1, this.made.length)] : undefined;
      const [n, days] = old ?? [this.imported, daysOld];
      if (!old) this.made.push([n, days]);
      return this.row(n, days, ++this.imported);
    });
    const name = `document ${this.documents.size}`;
    const seen = new Date(this.now + skewMs).toISOString();
    this.documents.set(name, { records, seen });
    (other ? this.other : this.store).insertBatch({ publisher: "test", file: name, sha256: name, rows: [], records }, seen);
  }

  /** An import that ends with an error and stores nothing. */
  fail(): void {
    const wrong = ["1", "2"].map((key) =>
      recordRow("funding", "BTC", "2024-06-25", "okx", { rate_pct: 0 }, { key, ...(key === "2" ? { entity: undefined as never } : {}) }),
    );
    const document = { publisher: "test", file: "wrong", sha256: "wrong", rows: [], records: wrong };
    expect(() => this.store.insertBatch(document, new Date(this.now).toISOString())).toThrow();
  }

  rebuild(): void {
    this.store.imports.replay(["test"], new Map(), ({ id, file }) => {
      const { records, seen } = this.documents.get(file)!;
      this.store.insertBatch({ publisher: "test", file, sha256: file, rows: [], records, id }, seen);
    });
  }

  get = async (url: string): Promise<{ readonly statusCode: number; readonly body: string }> => this.service!.get(url);

  async end(): Promise<void> {
    await this.service?.close();
    if (this.store !== this.other) this.store.close();
    this.other.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** Follows some families with one cursor. */
class Poller {
  since = new Date(START - 60_000).toISOString();
  readonly got = new Map<string, string[]>();
  readonly wrong: string[] = [];
  constructor(private readonly families: readonly Family[]) {}

  /** Returns true if nothing was new. */
  async poll(world: World, limit: number): Promise<boolean> {
    const url = `/v1/changes?since=${encodeURIComponent(this.since)}&families=${this.families.join()}&limit_per_family=${limit}`;
    const { statusCode, body } = await world.get(url);
    if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`);
    const { data, as_of, meta } = JSON.parse(body) as Reply;
    const all = Object.values(data).flat();
    const newest = all.reduce((a, { first_seen }) => (first_seen > a ? first_seen : a), "");
    if (as_of !== meta.next_since || meta.next_since !== (newest || this.since)) this.wrong.push(`next_since ${meta.next_since}, newest ${newest}`);
    for (const family of this.families) {
      const rows = data[family]!;
      if (rows.length > limit) this.wrong.push(`${rows.length} rows of ${family}, limit ${limit}`);
      if (rows.length === limit && !meta.truncated[family]) this.wrong.push(`${family} is not truncated`);
      for (const row of rows) {
        const name = `${family} ${NAMES[family](row)}`;
        const { first_seen: _moment, ...content } = row;
        const before = this.got.get(name) ?? [];
        const version = JSON.stringify(content);
        if (before.includes(version)) this.wrong.push(`twice: ${name}`);
        this.got.set(name, [...before, version]);
      }
    }
    this.since = meta.next_since;
    return all.length === 0;
  }
}

const FOLLOWED: readonly (readonly Family[])[] = [["funding", "whale", "prediction", "signals"], ["funding", "whale"], ["signals"]];
const valueOf = (version: string | undefined): unknown => {
  const row = JSON.parse(version ?? "{}") as Row;
  return row.rate_pct ?? row.usd ?? row.volume_usd;
};

/** Follows a database while it changes. Returns the number of imported rows. */
async function follow(plan: readonly Step[]): Promise<number> {
  const world = new World();
  try {
    await world.start();
    const pollers = FOLLOWED.map((families) => new Poller(families));
    for (const step of plan) {
      if (step.do === "import") world.import(step);
      else if (step.do === "poll") await pollers[step.who]!.poll(world, step.limit);
      else if (step.do === "advance") world.now += step.ms;
      else if (step.do === "rebuild") world.rebuild();
      else if (step.do === "fail") world.fail();
      else await world.start();
    }
    for (const poller of pollers) while (!(await poller.poll(world, 250)));
    const listed = JSON.parse((await world.get("/v1/equities/signals?days=365&limit=200")).body) as { readonly data: readonly Row[]; readonly count: number };
    for (const [i, poller] of pollers.entries()) {
      const has = (name: string): boolean => FOLLOWED[i]!.some((family) => name.startsWith(`${family} `));
      const lost = [...world.newest].filter(([name, value]) => has(name) && valueOf(poller.got.get(name)?.at(-1)) !== value);
      const lostSignals = FOLLOWED[i]!.includes("signals")
        ? listed.data.filter((row) => poller.got.get(`signals ${NAMES.signals(row)}`)?.at(-1) !== JSON.stringify(row))
        : [];
      expect([poller.wrong.slice(0, 5), lost.slice(0, 5), lostSignals.slice(0, 5)]).toEqual([[], [], []]);
    }
    return world.imported;
  } finally {
    await world.end();
  }
}

test("a cursor delivers each imported row once, whatever the limits, clocks, restarts, rebuilds and other processes", async () => {
  const [rows, count, numRuns] = WHOLE ? [250, 200, 3] : [25, 30, 2];
  let imported = 0;
  const property = fc.asyncProperty(steps(rows, count), async (plan) => {
    imported += await follow(plan);
  });
  await fc.assert(property, { seed: Number(SEED), numRuns, endOnFailure: WHOLE });
  expect(imported).toBeGreaterThan(WHOLE ? 10_000 : 200);
}, 600_000);
