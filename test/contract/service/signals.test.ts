import { shortInterest } from "./rows";
import { openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";
import { figuresOf, unlikeCells, type FigureRow } from "./unlike-cells";

const serve = openServices();
const URL = "/v1/equities/signals";

const list = (s: ServiceUnderTest, query = "") => s.read(`${URL}?${query}`);
const shown = ({ data }: Reply) => data.map((r) => [r.asset_symbol, r.signal_type, r.date]);

/** A settlement of 2024-05-31, which FINRA published on 2024-06-11. */
const settlement = (symbol: string, change_pct: number) =>
  shortInterest(symbol, "2024-05-31", {
    short_interest: 1e6 * (1 + change_pct / 100),
    previous_short_interest: 1e6,
    avg_daily_volume: 1e6,
    days_to_cover: 1,
    change_pct,
  });
const filled = async () => {
  const s = await serve();
  take(s, [settlement("UPPP", 100), settlement("DOWN", -30), settlement("CALM", 3)]);
  return s;
};

describe("GET /v1/equities/signals over published rows", () => {
  it("lists the signals that SIGNAL shows, newest first and the strongest of a day first, with their source", async () => {
    const s = await filled();
    // One family alone makes no confluence.
    expect(await confluences(s)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("matches") } });
    const { data, count, meta } = await list(s, "days=30");
    expect(data.map((r) => [r.asset_symbol, r.signal_type, r.direction])).toEqual([
      ["UPPP", "short_interest_surge", "bear"],
      ["DOWN", "short_interest_drop", "bull"],
    ]);
    for (const row of data) {
      const cell = async (field: string) => (await s.ask("SIGNAL", row.asset_symbol, field, 30)).value;
      expect([row.signal_type, row.direction, row.severity, row.score, row.headline, row.date]).toEqual([
        await cell("type"), await cell("direction"), await cell("severity"), await cell("score"), await cell("headline"), await cell("date"),
      ]); // prettier-ignore
    }
    expect([count, meta]).toEqual([2, { caveats: [], attribution: { finra: expect.stringContaining("FINRA") }, sample: false, has_more: false }]);
  });

  it("filters by type, severity and days, and counts beyond the limit", async () => {
    const s = await filled();
    const [first] = (await list(s, "days=30")).data;
    expect(shown(await list(s, "days=30&signal_type=short_interest_drop"))).toEqual([["DOWN", "short_interest_drop", first?.date]]);
    expect((await list(s, `days=30&severity=${first?.severity}`)).data.map((r) => r.asset_symbol)).toContain("UPPP");
    expect((await list(s, "days=30&severity=critical")).data.filter((r) => r.severity !== "critical")).toEqual([]);
    expect(await list(s)).toMatchObject({ data: [], count: 0, meta: { note: "No such signal is known in the last 7 days. Use more days, at most 365." } });
    expect(await list(s, "days=30&limit=1")).toMatchObject({ data: [{ asset_symbol: "UPPP" }], count: 2, meta: { has_more: true } });
    const day = (await list(s, "days=30")).data[0]!.date;
    expect((await list(s, `as_of=${day}`)).count).toBe(2);
    expect((await list(s, "days=365&as_of=2024-06-05")).count).toBe(0);
    take(s, [settlement("MORE", 60)]);
    expect((await list(s, "days=30")).count).toBe(3);
  });

  it("says that a type does not exist or has no data source", async () => {
    const s = await filled();
    expect((await list(s, "signal_type=insider_cluster_bye")).meta.note).toBe(
      'There is no signal type "insider_cluster_bye"; did you mean insider_cluster_buy?',
    );
    expect((await list(s, "signal_type=gap_up")).meta.note).toBe("gap_up is not detected: opening prices are not public.");
  });
});

const confluences = (s: ServiceUnderTest, query = "") => s.read<readonly FigureRow[]>(`/v1/confluence?${query}`);

/** Compares GET /v1/confluence with the cells of every 20th listed symbol. */
async function confluencesAreLikeCells(s: ServiceUnderTest): Promise<void> {
  const { data, count, meta } = await confluences(s, "limit=200");
  expect([data.length, count > 200, meta.sample]).toEqual([200, true, true]);
  const scores = data.map((row) => Number(row["score"]));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const some = data.filter((_, i) => i % 20 === 0);
  expect(
    await unlikeCells(
      s,
      some.flatMap((row) => figuresOf(row, "CONFLUENCE", String(row["symbol"]))),
    ),
  ).toEqual([]);
  const bears = (await confluences(s, "direction=bear&kind=divergence&min_score=5")).data;
  expect(bears.length).toBeGreaterThan(0);
  expect(bears.filter((row) => row["direction"] !== "bear" || row["kind"] !== "divergence" || Number(row["score"]) < 5)).toEqual([]);
}

// One test, because reading the evidence on all symbols takes seconds.
it("GET /v1/equities/signals over sample rows lists the sample signals that SIGNAL counts, and the confluences that CONFLUENCE shows", async () => {
  const s = await serve();
  const { data, count, meta } = await list(s, "limit=200");
  expect([data.length, count > 50, meta.sample]).toEqual([Math.min(200, count), true, true]);
  expect(data.map((r) => r.date)).toEqual([...data.map((r) => r.date)].sort().reverse());
  const symbols = [...new Set(data.map((r) => r.asset_symbol))].slice(0, 5);
  for (const symbol of symbols) {
    const cell = await s.ask("SIGNAL", symbol, "headline", 7);
    expect(data.find((r) => r.asset_symbol === symbol)).toMatchObject({ headline: cell.value, sample: true });
  }
  await confluencesAreLikeCells(s);
});
