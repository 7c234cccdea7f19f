import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { WireComponent } from "../../../src/contract/wire";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import type { RecordRow } from "../../../src/service/records/record";
import { recordRow } from "../../record-row";
import { openServices } from "./service-under-test";

const serve = openServices();
type Service = Awaited<ReturnType<typeof serve>>;
const URL = "/v1/equities/smart-money";
const TODAY = "2024-06-25";

interface Row {
  readonly ticker: string;
  readonly score: number;
  readonly direction: "long" | "short" | null;
  readonly families: number;
  readonly legs: readonly WireComponent[];
}
interface Reply {
  readonly data: readonly Row[];
  readonly count: number;
  readonly meta: { readonly caveats: string[]; readonly attribution: object; readonly sample: boolean; readonly has_more: boolean; readonly note?: string };
}
const list = async (s: Service, query = ""): Promise<Reply> => (await s.get(`${URL}?${query}`)).json();
const scores = ({ data }: Reply) => data.map((r) => [r.ticker, r.score]);

let imports = 0;
function take(s: Service, records: readonly RecordRow[]): void {
  const name = String(imports++);
  s.store.insertBatch({ publisher: "test", file: name, sha256: name, rows: [], records }, TODAY);
}
/** Disclosed trades of one ticker: purchases and sales. Four give the full score. */
const disclosed = (ticker: string, types: string, date: IsoDate = "2024-05-20") =>
  [...types].map((type, n) =>
    recordRow("congress_trade", ticker, date, "house", {
      document: "20030001", member: "Hon. Jane Doe", state_district: "XX01", owner: null, sub_holding: null, asset: "Z", asset_type: "ST", type, notification_date: date,
      amount_low: 1001, amount_high: 15000, filing_status: "New",
    }, { known: "2024-06-10", key: `${ticker}/${n}` }),
  ); // prettier-ignore
/** 25 days of short volume: the share of the last five days, and of those before. */
const volumes = (ticker: string, last: number, before: number) =>
  Array.from({ length: 25 }, (_, back) =>
    recordRow("short_volume", ticker, addDays("2024-06-24", -back), "finra", {
      short_volume: 1000 * (back < 5 ? last : before),
      short_exempt_volume: 0,
      total_volume: 1000,
      market: "Q",
    }),
  );
const filled = async () => {
  const s = await serve();
  take(s, [
    ...disclosed("BULL", "PPPP"),
    ...disclosed("BEAR", "SSSS"),
    ...disclosed("FLAT", "PPSS"),
    ...disclosed("BOTH", "PPPP"),
    ...volumes("BOTH", 0.35, 0.4),
    ...disclosed("OLD", "PPPP", "2023-01-10"),
  ]);
  return s;
};

describe("GET /v1/equities/smart-money over published rows", () => {
  it("ranks the symbols with at least two components by the size of their score", async () => {
    const { data, count, meta } = await list(await filled());
    expect([count, meta.has_more, meta.sample]).toEqual([1, false, false]);
    expect(data[0]).toMatchObject({ ticker: "BOTH", direction: "long", families: 2, observation_date: "2024-06-24" });
    expect(data[0]?.legs.map((l) => [l.name, l.direction, typeof l.absent])).toEqual([
      ["insider", undefined, "string"],
      ["congress", "bull", "undefined"],
      ["holders13f", undefined, "string"],
      ["short_volume", "bull", "undefined"],
    ]);
    expect(data[0]?.legs[1]).toMatchObject({ weight: expect.closeTo(0.2 / 0.35, 3) as number, contribution: expect.any(Number) as number });
    expect(meta).toMatchObject({
      caveats: ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"],
      attribution: { finra: expect.any(String) as string, house: expect.any(String) as string },
    });
  });

  it("filters by the number of components, the direction and the size of the score", async () => {
    const s = await filled();
    const all = await list(s, "min_families=1");
    expect(scores(all)).toEqual([["BEAR", -100], ["BULL", 100], ["BOTH", all.data[2]?.score], ["FLAT", 0]]); // prettier-ignore
    expect(scores(await list(s, "min_families=1&direction=short"))).toEqual([["BEAR", -100]]);
    expect(scores(await list(s, "min_families=1&direction=long")).map(([ticker]) => ticker)).toEqual(["BULL", "BOTH"]);
    expect(scores(await list(s, "min_families=1&min_abs_score=99.5"))).toEqual([["BEAR", -100], ["BULL", 100]]); // prettier-ignore
    expect(await list(s, "min_families=1&limit=2")).toMatchObject({ data: [{ ticker: "BEAR" }, { ticker: "BULL" }], count: 4, meta: { has_more: true } });
    expect(all.data[3]).toMatchObject({ ticker: "FLAT", direction: null });
    const none = await list(s, "min_families=4");
    expect([none.data, none.count, none.meta.note]).toEqual([[], 0, expect.stringMatching(/^No score has at least 4 components/)]);
  });

  it("gives the scores and components that SMARTMONEY and the endpoint of one ticker show", async () => {
    const s = await filled();
    for (const { ticker, score, legs } of (await list(s, "min_families=1")).data) {
      const cell = await s.ask("SMARTMONEY", ticker);
      const one = (await s.get(`${URL}/${ticker}`)).json<{ data: { score: number; legs: object[] } }>().data;
      expect([score, legs]).toEqual([cell.value, cell.components]);
      expect([score, legs]).toEqual([one.score, one.legs]);
    }
  });

  it("as of a past day uses only what was public then, and follows each import", async () => {
    const s = await filled();
    expect(await list(s, "min_families=1&as_of=2024-06-09")).toMatchObject({ data: [{ ticker: "BOTH", families: 1 }], count: 1 });
    expect((await list(s, "min_families=1&as_of=2024-05-01")).meta.note).toMatch(/^No symbol has a score on this date/);
    take(s, disclosed("MORE", "PPPP"));
    expect((await list(s, "min_families=1")).count).toBe(5);
  });
});

describe("GET /v1/equities/smart-money over sample rows", () => {
  it("ranks the sample scores that SMARTMONEY shows", async () => {
    const s = await serve({ asOf: TODAY });
    const { data, count, meta } = await list(s);
    expect([data.length, count > 50, meta.sample, meta.has_more]).toEqual([50, true, true, true]);
    const sizes = data.map((r) => Math.abs(r.score));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const { data: cells } = await s.cells(data.map((r) => ({ fn: "SMARTMONEY", args: [r.ticker] })));
    expect(data.map((r) => [r.score, r.legs])).toEqual(cells.map((c) => [c.value, c.components]));
    expect(data.filter((r) => r.families < 2)).toEqual([]);
  });

  it("lists nothing if sample data is off or outside the sample years", async () => {
    const s = await serve({ asOf: TODAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, TODAY);
    expect(await list(s)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("switched off") as string } });
    expect(await list(await serve({ asOf: "1965-06-30" }))).toMatchObject({ data: [], meta: { sample: false } });
  });
});

test("GET /v1/equities/smart-money accepts its parameters at their bounds and refuses them outside", async () => {
  const s = await filled();
  const status = async (query: string) => (await s.get(`${URL}?${query}`)).statusCode;
  for (const query of ["limit=1", "limit=200", "min_families=1", "min_families=4", "min_abs_score=0", "min_abs_score=100", "direction=all"])
    expect([query, await status(query)]).toEqual([query, 200]);
  for (const query of ["limit=0", "limit=201", "min_families=0", "min_families=5", "min_abs_score=-1", "min_abs_score=100.1", "direction=buy", "offset=1"])
    expect([query, await status(query)]).toEqual([query, 422]);
});
