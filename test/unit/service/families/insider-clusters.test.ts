import { createClock } from "../../../../src/service/time/clock";
import { chiefsIn } from "../../../../src/service/records/disclosed-trades";
import { allInsiderClusters, type InsiderMonth, insiderMonthFor, insiderMonthOf, strengthOf } from "../../../../src/service/families/insider/clusters";
import type { OwnedTrade } from "../../../../src/service/families/insider/insider-side";
import { ownership } from "../../../../src/service/publishers/sec/ownership";
import { instrumentOf, TICKERS } from "../../../../src/service/instruments/universe";
import { publishedInstrument } from "../../../../src/service/families/of-instrument";
import type { RecordRow } from "../../../../src/service/records/record";
import { storeWith } from "../../../stored";
import { form4Document, type Form4 } from "../publishers/form4";

const trade = (owner: string, more: Partial<OwnedTrade> = {}): OwnedTrade => {
  return { traded: "2024-05-02", filed: "2024-05-03", side: "buy", value: 100_000, owners: owner.split("+"), chiefs: [], plan: null, ...more };
};
const month = (...trades: OwnedTrade[]): InsiderMonth => insiderMonthOf("EXMP", trades, () => []);
const sold = (owner: string, more: Partial<OwnedTrade> = {}): OwnedTrade => trade(owner, { side: "sell", ...more });

describe("a cluster of insiders", () => {
  test("requires two different buyers or three sellers, counting each owner once", () => {
    expect(month(trade("1"), trade("1")).clusters).toEqual([]);
    expect(month(trade("1"), trade("2")).clusters).toMatchObject([{ side: "buy", insiders: 2, trades: 2, value: 200_000 }]);
    expect(month(sold("1"), sold("2")).clusters).toEqual([]);
    expect(month(sold("1"), sold("2"), sold("3")).clusters).toMatchObject([{ side: "sell", insiders: 3, value: 300_000 }]);
  });

  test("counts owners who share a report as one insider", () => {
    expect(month(trade("1+2"), trade("2+3"), trade("3")).clusters).toEqual([]);
    expect(month(trade("1+2"), trade("4"), trade("2")).clusters).toMatchObject([{ insiders: 2, trades: 3 }]);
    expect(month(trade("1"), trade("2"), trade("1+2")).clusters).toEqual([]);
  });

  test("has no value if one trade has no price, and counts such trades", () =>
    expect(month(trade("1"), trade("2", { value: null })).clusters).toMatchObject([{ value: null, unpriced: 1, trades: 2 }]));

  test("leaves the 10b5-1 plan unknown, not false, if a report does not state one", () => {
    const plan = (...plans: (boolean | null)[]) => month(...plans.map((p, i) => trade(String(i), { plan: p }))).clusters[0]?.has10b5_1;
    expect([plan(null, null), plan(false, null), plan(false, false), plan(true, null), plan(true, false)]).toEqual([null, null, false, true, true]);
  });

  test("has its first and last trade day, its last filing day, and whether it is new today", () => {
    const trades = [trade("1", { traded: "2024-04-20", filed: "2024-04-22" }), trade("2")];
    const days = { firstTrade: "2024-04-20", lastTrade: "2024-05-02", lastFiled: "2024-05-03" };
    expect(insiderMonthOf("EXMP", trades, () => trades.slice(0, 1)).clusters).toMatchObject([{ ...days, newToday: true }]);
    expect(insiderMonthOf("EXMP", trades, () => trades).clusters).toMatchObject([{ newToday: false }]);
  });
});

describe("the strength of a cluster", () => {
  const strength = (...trades: OwnedTrade[]): number => strengthOf(month(...trades).clusters[0]!);
  const of = (n: number, more: Partial<OwnedTrade>): OwnedTrade[] => Array.from({ length: n }, (_, i) => trade(String(i), more));

  test("is at most 35 for insiders, 30 for value, 20 for a chief executive and 15 for trades without a plan", () => {
    // 3 of 6 insiders, 300 thousand in a range of 10 thousand to 10 million, no chief executive, no trading plan.
    expect(strength(...of(3, { plan: false }))).toBeCloseTo(100 * (0.35 * 0.5 + 0.3 * (Math.log10(30) / 3) + 0.15), 1);
    expect(strength(...of(6, { value: 2e6, chiefs: ["CEO"], plan: false }))).toBe(100);
    expect(strength(...of(2, { value: 10, plan: true }))).toBeCloseTo(100 * ((0.35 * 2) / 6), 1);
  });

  test("redistributes the weight of unknown components", () => {
    expect(strength(...of(3, { value: null }))).toBeCloseTo((100 * 0.35 * 0.5) / 0.55, 1);
    expect(strength(...of(3, { value: null }))).toBeGreaterThan(strength(...of(3, { value: 0, plan: true })));
  });

  test.each([
    ["C.E.O.", ["CEO"]],
    ["President & Chief Executive Officer", ["CEO"]],
    ["CEO and CFO", ["CEO", "CFO"]],
    ["Former CEO", []],
    ["General Counsel", []],
    [null, []],
  ])("counts the title %s as %j", (title, chiefs) => expect(chiefsIn(title)).toEqual(chiefs));
});

/** A purchase of 1,000 shares by one owner. */
const report = (owner: string, { price = 10, title = "", ...more }: Form4 & { readonly price?: number; readonly title?: string }) =>
  ownership.parse(form4Document({ period: "2024-05-02", owners: [{ cik: owner, title }], lines: [{ day: "2024-05-02", shares: 1000, price }], ...more }))
    .records;

const contextOf = (day: string, ...reports: (readonly RecordRow[])[]) => ({
  store: storeWith(day, { records: reports.flat() }),
  clock: createClock(day, () => 0),
});
const clustersAt = (day: string, ...reports: (readonly RecordRow[])[]) => {
  const context = contextOf(day, ...reports);
  const { rows, sample } = insiderMonthFor(context, publishedInstrument("EXMP"))!;
  expect(sample).toBe(false);
  expect(allInsiderClusters(context)).toEqual({ rows: rows.clusters, source: "sec", sample: false, provenance: ["sec/insider_trade/EXMP"] });
  return rows.clusters;
};

describe("clusters of imported reports", () => {
  const first = report("1", { filed: "2024-05-03", title: "Chief Executive Officer" });
  const second = report("2", { filed: "2024-05-06" });

  test("begin once enough reports are filed, and end thirty days after the trades", () => {
    const days = ["2024-05-05", "2024-05-06", "2024-05-07", "2024-05-31", "2024-06-01"];
    expect(days.map((day) => clustersAt(day, first, second).map((c) => c.newToday))).toEqual([[], [true], [false], [false], []]);
    expect(clustersAt("2024-05-06", first, second)).toMatchObject([
      { ticker: "EXMP", insiders: 2, value: 20_000, hasCeo: true, hasCfo: false, has10b5_1: null },
    ]);
  });

  test("follow an amendment, and do not count the report it replaces", () => {
    const amended = report("2", { form: "4/A", accession: "0000000005-25-000002", filed: "2024-05-10", price: 30 });
    expect(clustersAt("2024-05-09", first, second, amended)).toMatchObject([{ value: 20_000, trades: 2 }]);
    expect(clustersAt("2024-05-10", first, second, amended)).toMatchObject([{ value: 40_000, trades: 2, newToday: false }]);
  });

  test("of an issuer without a symbol are listed without a ticker", () => {
    const unlisted = ["1", "2"].map((owner) => report(owner, { filed: "2024-05-03", symbol: "NONE" }));
    expect(allInsiderClusters(contextOf("2024-05-06", ...unlisted)).rows).toMatchObject([{ ticker: null, insiders: 2 }]);
  });

  test("are read from reports imported before owners' positions were stored", () => {
    const old = [first, second].flat().map((row): RecordRow => ({
      ...row,
      body: { ...row.body, owners: [{ cik: row.key.split(" ")[0], name: "" }] },
    }));
    expect(clustersAt("2024-05-06", old)).toMatchObject([{ insiders: 2, hasCeo: true }]);
  });

  test("replace sample clusters as soon as one report is imported", () => {
    const none = contextOf("2024-06-25");
    const samples = allInsiderClusters(none);
    expect(samples).toMatchObject({ source: "sample", sample: true });
    expect(samples.rows.length).toBeGreaterThan(5);
    expect(new Set(samples.rows.map((c) => c.side))).toEqual(new Set(["buy", "sell"]));
    expect(allInsiderClusters(contextOf("2024-06-25", first)).rows).toEqual([]);
    expect([insiderMonthFor(none, instrumentOf("SPY")!), insiderMonthFor(none, publishedInstrument("EXMP"))]).toEqual([undefined, undefined]);
    for (const { ticker, strength, insiders, side } of samples.rows) {
      expect(TICKERS).toContain(ticker);
      expect(strength > 0 && strength <= 100 && insiders >= (side === "buy" ? 2 : 3)).toBe(true);
    }
  });
});
