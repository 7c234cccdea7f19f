import { addDays } from "../../../src/contract/dates";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { createClock } from "../../../src/service/time/clock";
import type { RecordRow } from "../../../src/service/records/record";
import { recordRow } from "../../record-row";
import { openServices, type ServiceUnderTest, type Setting } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-25";
const CAVEATS = ["end_date_scheduled_not_actual"];

interface Market extends Record<string, unknown> {
  readonly market_id: string;
  readonly question: string;
  readonly category: string | null;
  readonly asset_class: string | null;
  readonly event: string | null;
  readonly opened: string;
  readonly end_date: string;
  readonly closed: string | null;
  readonly yes_probability: number | null;
  readonly change_24h: number | null;
  readonly change_7d: number | null;
  readonly volume_usd: number | null;
}
interface Reply<T> {
  readonly status: number;
  readonly data: T;
  readonly count: number;
  readonly as_of: string;
  readonly detail: string;
  readonly meta: {
    readonly sample: boolean;
    readonly caveats: readonly string[];
    readonly attribution: Record<string, string>;
    readonly has_more?: boolean;
    readonly note?: string;
    readonly as_of?: string;
  };
}
const get = async <T = readonly Market[]>(s: ServiceUnderTest, url: string): Promise<Reply<T>> => {
  const reply = await s.get(`/v1/prediction/${url}`);
  return { status: reply.statusCode, ...reply.json<Omit<Reply<T>, "status">>() };
};
const ids = ({ data }: Reply<readonly Market[]>): string[] => data.map((m) => m.market_id);

const UPDATED = "2024-06-24T10:00:00Z";
/** A state of a published market, as a venue's document gives it. */
const state = (
  id: string,
  yes_probability: number | null,
  more: Record<string, unknown> & { readonly venue?: "polymarket" | "kalshi"; readonly updated?: string } = {},
): RecordRow => {
  const { venue = "polymarket", updated = UPDATED } = more;
  return recordRow(
    "market",
    id,
    updated.slice(0, 10),
    venue,
    {
      id, venue, slug: `slug-of-${id}`, question: `Will ${id} happen?`, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null,
      outcomes: [], yes_probability, one_day_change: null, one_week_change: null, yes_bid: null, yes_ask: null, last: null, volume_usd: 20_000, volume_contracts: null,
      liquidity_usd: 500, updated, ...more,
    }, // prettier-ignore
    { key: updated },
  );
};
let files = 0;
function take(s: ServiceUnderTest, records: readonly RecordRow[], seen = "2024-06-25"): void {
  const file = `file ${files++}`;
  s.store.insertBatch({ publisher: "test", file, sha256: file, rows: [], records }, seen);
}
const published = async (records: readonly RecordRow[], setting: Setting = { asOf: DAY }): Promise<ServiceUnderTest> => {
  const s = await serve(setting);
  take(s, records);
  return s;
};
/** A service without sample data and without markets. */
const empty = async (): Promise<ServiceUnderTest> => {
  const s = await serve({ asOf: DAY });
  s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
  return s;
};

describe("GET /v1/prediction/markets", () => {
  it("lists the open sample markets by volume, with the probability that ODDS shows", async () => {
    const s = await serve({ asOf: DAY });
    const first = await get(s, "markets");
    expect(first).toMatchObject({
      status: 200,
      meta: { caveats: CAVEATS, sample: true, has_more: true, attribution: { sample: expect.any(String) as string } },
    });
    expect([first.data.length, first.count > 80]).toEqual([50, true]);
    const all = await get(s, "markets?limit=200&min_volume=0");
    const volumes = all.data.map((m) => m.volume_usd!);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
    expect(all.data.slice(0, 50)).toEqual(first.data);
    const { data: odds } = await s.cells(all.data.map((m) => ({ fn: "ODDS", args: [m.market_id] })));
    expect(odds.map(({ value, observation_date }) => [value, observation_date])).toEqual(all.data.map((m) => [m.yes_probability, m["observation_date"]]));
    const yesterday = await serve({ asOf: addDays(DAY, -1) });
    const { data: before } = await yesterday.cells(all.data.map((m) => ({ fn: "ODDS", args: [m.market_id] })));
    expect(all.data.map((m) => m.change_24h)).toEqual(
      all.data.map((m, i) => (typeof before[i]?.value === "number" ? Number((m.yes_probability! - before[i].value).toFixed(6)) : null)),
    );
    const young = all.data.filter((m) => m.change_7d === null);
    expect(young.every((m) => m.opened > addDays(DAY, -7))).toBe(true);
    for (const m of young)
      expect(m["change_7d_reason"]).toBe(`There is no state of 7 days earlier: the market opened on ${m.opened}, and sample markets begin on 2020-01-01.`);
  });

  it("filters by category, asset class, words and volume", async () => {
    const s = await serve({ asOf: DAY });
    const macro = await get(s, "markets?category=MACRO&limit=200");
    expect(new Set(macro.data.map((m) => m.category))).toEqual(new Set(["macro"]));
    for (const name of ["crypto", "equity", "macro", "forex", "commodity"]) {
      const { data } = await get(s, `markets?asset_class=${name}&limit=200`);
      expect([name, ...new Set(data.map((m) => m.asset_class))]).toEqual([name, name]);
    }
    expect(new Set((await get(s, "markets?category=politics")).data.map((m) => m.asset_class))).toEqual(new Set([null]));
    expect(ids(await get(s, "markets?q=Fed%27s%20rate%20CUT%20july"))).toEqual(["fed-cut-2024-07"]);
    // "Federal Reserve" is in the title of the event and in the question, "decide" only in the title.
    expect(ids(await get(s, "markets?q=federal+reserve+decide+july")).sort()).toEqual(["fed-cut-2024-07", "fed-hike-2024-07", "fed-hold-2024-07"]);
    expect((await get(s, "markets?q=zebra")).meta.note).toBe("No open market fits the parameters.");
    expect((await get(s, "markets?q=%25")).count).toBeGreaterThan(0);
    expect((await get(s, "markets?q=")).count).toBe((await get(s, "markets")).count);
    const large = await get(s, "markets?min_volume=1000000.5&limit=200");
    expect(large.data.every((m) => m.volume_usd! >= 1_000_000.5)).toBe(true);
    expect((await get(s, "markets?min_volume=1e99")).status).toBe(422);
    expect(await get(s, "markets?min_volume=99999999999")).toMatchObject({
      data: [],
      count: 0,
      meta: { note: "No open market that fits has a volume of 99999999999 US dollars or more. Use a smaller min_volume." },
    });
  });

  it("cuts a page of up to 200 markets, and counts all", async () => {
    const s = await serve({ asOf: DAY });
    const one = await get(s, "markets?limit=1");
    expect([one.data.length, one.meta.has_more]).toEqual([1, true]);
    expect(one.count).toBe((await get(s, "markets?limit=200")).count);
  });

  it.each([
    ["limit=0", "limit: expected a whole number from 1 to 200, got 0."],
    ["limit=201", "limit: expected a whole number from 1 to 200, got 201."],
    ["min_volume=-0.5", "min_volume: expected a number of at least 0, got -0.5."],
    ["min_volume=many", 'min_volume: expected a number of at least 0, got "many".'],
    ["asset_class=bond", 'asset_class: expected crypto, equity, macro, forex or commodity, got "bond".'],
    ["category=", "category: expected text of 1 to 80 characters, got a blank."],
    [`q=${"x".repeat(81)}`, `q: expected text of at most 80 characters, got "${"x".repeat(57)}…".`],
    ["offset=1", 'There is no parameter "offset" here.'],
  ])("refuses %s", async (query, detail) => expect(await get(await serve({ asOf: DAY }), `markets?${query}`)).toMatchObject({ status: 422, detail }));

  it("accepts each parameter at its bounds", async () => {
    const s = await serve({ asOf: DAY });
    for (const query of ["limit=1", "limit=200", "min_volume=0", `q=${"x".repeat(80)}`, `category=${"x".repeat(80)}`])
      expect([query, (await get(s, `markets?${query}`)).status]).toEqual([query, 200]);
  });

  it("lists published markets once any is imported, with what the venue does not state as null with its reason", async () => {
    const s = await published([
      state("a", 0.4, { one_day_change: -0.01, one_week_change: 0.2, category: "Economics", event: "An event" }),
      state("KXB-24", 0.3, {
        venue: "kalshi",
        volume_usd: null,
        liquidity_usd: null,
        event: "KXB",
        question: "Will Bitcoin rise?",
        updated: "2024-06-25T10:00:00Z",
      }),
      state("unknown", null, { volume_usd: 30_000 }),
      state("small", 0.3, { volume_usd: 999.99 }),
      state("closed", 0.3, { closed: "2024-06-20" }),
      state("over", 0.3, { end_date: "2024-06-24" }),
      state("old", 0.3, { updated: "2024-06-20T10:00:00Z", volume_usd: 10_000 }),
    ]);
    const list = await get(s, "markets");
    expect(ids(list)).toEqual(["unknown", "a", "old"]);
    expect(list.meta).toMatchObject({
      sample: false,
      attribution: { polymarket: expect.any(String) as string },
      note: "1 market is left out, because the venue states no volume in US dollars. Use min_volume=0 to list it.",
    });
    expect(list.data[1]).toEqual({
      market_id: "a", question: "Will a happen?", category: "Economics", asset_class: "macro", event: "An event", opened: "2024-01-01", end_date: "2024-12-31", closed: null,
      outcome: null, observation_date: "2024-06-24", yes_probability: 0.4, change_24h: -0.01, change_7d: 0.2, volume_usd: 20_000, liquidity_usd: 500,
      url: "https://polymarket.com/market/slug-of-a", source: "polymarket",
    }); // prettier-ignore
    expect(list.data[0]).toMatchObject({
      yes_probability: null,
      yes_probability_reason: (await s.ask("ODDS", "unknown")).explanation,
      category: null,
      event: null,
    });
    const old = await s.ask("ODDS", "old");
    expect([old.code, list.data[2]!["yes_probability_reason"]]).toEqual(["stale", old.explanation]);
    const all = await get(s, "markets?min_volume=0");
    expect(ids(all)).toEqual(["unknown", "a", "old", "small", "KXB-24"]);
    expect(all.data[4]).toMatchObject({
      asset_class: "crypto",
      yes_probability: (await s.ask("ODDS", "KXB-24")).value,
      change_24h: null,
      change_24h_reason: "The venue states no change over 24 hours, and no state of 24 hours earlier is imported.",
      volume_usd: null,
      volume_usd_reason: "The venue states the volume in contracts, not in US dollars.",
      liquidity_usd: null,
      liquidity_usd_reason: "The venue states no liquidity.",
      url: "https://kalshi.com/markets/kxb",
      source: "kalshi",
    });
  });

  it("takes a change that the venue does not state from the state that was known then", async () => {
    const s = await published([state("a", 0.4), state("a", 0.35, { updated: "2024-06-23T10:00:00Z" }), state("a", 0.1, { updated: "2024-06-17T10:00:00Z" })]);
    expect((await get(s, "markets")).data[0]).toMatchObject({ yes_probability: 0.4, change_24h: 0, change_7d: 0.3 });
    expect((await get(s, "markets?as_of=2024-06-24T11:00Z")).data[0]).toMatchObject({ yes_probability: 0.4, change_24h: 0.05, change_7d: 0.3 });
  });

  it("shows as of a past moment only what was public then", async () => {
    const s = await published([state("a", 0.4), state("a", 0.35, { updated: "2024-06-23T10:00:00Z" }), state("b", 0.1)]);
    const then = await get(s, "markets?as_of=2024-06-24T09:59Z");
    expect(then.data.map((m) => [m.market_id, m.yes_probability])).toEqual([["a", 0.35]]);
    expect(then.meta.as_of).toBe("2024-06-24T09:59:00Z");
    expect(await get(s, "markets?as_of=2024-06-01")).toMatchObject({
      data: [],
      meta: { note: expect.stringMatching(/^No imported prediction market was known on 2024-06-01\./) as string },
    });
    const sample = await serve({ clock: createClock(undefined, () => Date.UTC(2024, 5, 25, 12)) });
    expect((await get(sample, "markets")).data.every((m) => m["observation_date"] === addDays(DAY, -1))).toBe(true);
    expect(await get(sample, "markets?as_of=2019-12-31")).toMatchObject({ data: [], meta: { sample: false, note: "Prediction markets begin on 2020-01-01." } });
  });

  it("lists no sample market if sample data is off", async () => {
    expect(await get(await empty(), "markets")).toMatchObject({
      data: [],
      count: 0,
      meta: { sample: false, caveats: CAVEATS, attribution: {}, note: expect.stringContaining("switched off") as string },
    });
  });
});
