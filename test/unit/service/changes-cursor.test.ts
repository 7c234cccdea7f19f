import fc from "fast-check";
import { createClock } from "../../../src/service/time/clock";
import { SEED, WHOLE } from "../../corpus";
import { serviceUnderTest, type ServiceUnderTest } from "../../contract/service/service-under-test";
import { ChangingDatabase, imports, NAMES, START, type Family, type Import, type Row } from "./changing-database";

interface Reply {
  readonly data: Readonly<Record<string, readonly Row[]>>;
  readonly as_of: string;
  readonly meta: { readonly next_since: string; readonly truncated: Readonly<Record<string, boolean>> };
}

type Step =
  | Import
  | { readonly do: "poll"; readonly who: number; readonly limit: number }
  | { readonly do: "restart" | "rebuild" | "fail" }
  | { readonly do: "advance"; readonly ms: number };

const steps = (rows: number, count: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: imports(rows) },
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant("poll" as const), who: fc.nat(2), limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(500)) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("restart" as const, "rebuild" as const, "fail" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.constantFrom(0, 1, 1000, 1_800_000) }) },
    ),
    { minLength: count, maxLength: count },
  );

/** A changing database with a service on it. */
class World extends ChangingDatabase {
  private service: ServiceUnderTest | undefined;

  async start(): Promise<void> {
    await this.service?.close();
    this.reopen();
    this.service = await serviceUnderTest({ store: this.store, clock: createClock(undefined, () => this.now) });
  }

  get = async (url: string): Promise<{ readonly statusCode: number; readonly body: string }> => this.service!.get(url);

  async end(): Promise<void> {
    await this.service?.close();
    this.close();
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
});
