import { recordRow } from "../../record-row";
import { holdingsReport as report } from "./rows";
import { noRows, openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const URL = "/v1/equities/institutional";
const [DEC, MAR, JUN] = ["2023-12-31", "2024-03-31", "2024-06-30"] as const;
const T = "ZZZT";

const list = (s: ServiceUnderTest, query = "") => s.read(`${URL}?${query}`);
const shown = ({ data }: Reply) => data.map((r) => [r.fund_cik, r.cusip, r.qoq_signal]);

const [A, B, NAMELESS] = ["000000001", "000000002", "000000003"] as const;
const filled = async () => {
  const s = await serve();
  const reports = [
    report("1", DEC, [[A, T, 100], [B, "YYYT", 50]]),
    report("1", MAR, [[A, T, 150], [B, "YYYT", 50], [NAMELESS, null, 7]]),
    report("2", DEC, [[A, T, 90]]),
    report("2", MAR, [[A, T, 30]]),
    report("3", MAR, [[A, T, 500]]),
    report("1", JUN, [[A, T, 999]], { filed: "2024-06-20" }),
  ]; // prettier-ignore
  take(s, [], { reports });
  return s;
};

describe("GET /v1/equities/institutional", () => {
  let s: Awaited<ReturnType<typeof filled>>;
  beforeEach(async () => void (s = await filled()));

  it("lists the positions of the newest quarter whose reports were due, largest first, with their change", async () => {
    const { data, count, meta } = await list(await filled());
    expect(shown({ data } as Reply)).toEqual(grid(3, "3", A, null, "1", A, "accumulating", "1", B, "unchanged", "2", A, "reducing", "1", NAMELESS, "new"));
    expect(data[0]).toEqual({
      fund_cik: "3", fund_name: "FUND 3", cusip: A, ticker: T, quarter: "2024Q1", shares: 500, market_value_usd: 5000, qoq_signal: null,
      qoq_reason: "No report of this institution for 2023Q4 is loaded.", filed: "2024-05-10", accession: "3-2024-03-31", source: "sec",
    }); // prettier-ignore
    expect(data[4]).toMatchObject({ ticker: null });
    expect([count, meta]).toEqual([
      5,
      {
        caveats: ["thirteenf_ticker_resolution"],
        attribution: { sec: expect.any(String) },
        sample: false,
        has_more: false,
        note: expect.stringMatching(/^covers the 3 institutions whose reports for 2024Q1 are loaded/),
      },
    ]);
  });

  it("gives the totals that HOLDERS13F shows for a ticker", async () => {
    const { data } = await list(s, "ticker=zzzt&limit=500");
    const cell = async (field: string) => (await s.ask("HOLDERS13F", T, field)).value;
    const of = (signal: string) => data.filter((r) => r.qoq_signal === signal).length;
    expect([data.length, data.reduce((sum, r) => sum + r.market_value_usd, 0), of("accumulating") - of("reducing"), data[0]?.quarter]).toEqual([
      await cell("count"),
      await cell("value"),
      await cell("qoq"),
      await cell("quarter"),
    ]);
  });

  it("filters by institution, ticker and quarter, and counts all matches beyond the limit", async () => {
    expect(shown(await list(s, "fund_cik=0000000001"))).toEqual([["1", A, "accumulating"], ["1", B, "unchanged"], ["1", NAMELESS, "new"]]); // prettier-ignore
    expect(shown(await list(s, "fund_cik=1&ticker=YYYT"))).toEqual([["1", B, "unchanged"]]);
    expect(shown(await list(s, "quarter=2023Q4"))).toEqual([["1", A, null], ["2", A, null], ["1", B, null]]); // prettier-ignore
    expect(shown(await list(s, "quarter=2024Q2"))).toEqual([["1", A, "accumulating"]]);
    for (const [query, total] of [["", 5], ["ticker=ZZZT", 3], ["fund_cik=1", 3]] as const) {
      const { data, count, meta } = await list(s, `${query}&limit=2`);
      expect([query, data.length, count, meta.has_more]).toEqual([query, 2, total, true]);
    } // prettier-ignore
  });

  it("replaces a report by a later one, and adds the holdings of an addition", async () => {
    const addition = report("3", MAR, [[B, "YYYT", 5]], { adds: true, filed: "2024-06-02" });
    take(s, [], { reports: [report("2", MAR, [[A, T, 95]], { accession: "2-new", filed: "2024-06-01" }), addition] });
    expect(shown(await list(s, "fund_cik=2"))).toEqual([["2", A, "accumulating"]]);
    expect((await list(s, "fund_cik=3")).data.map((r) => r.cusip)).toEqual([A, B]);
    expect(shown(await list(s, "fund_cik=2&as_of=2024-05-31"))).toEqual([["2", A, "reducing"]]);
    expect((await list(s, "as_of=2024-05-31")).count).toBe(5);
  });

  it("resolves a CUSIP by the list of fails to deliver, and compares across a split of its ticker", async () => {
    take(s, [
      recordRow("security", "XXXT", "2013-01-01", "sec", { cusip: NAMELESS, name: "X" }),
      recordRow("split", T, "2024-02-15", "user", { ratio: 2 }),
    ]); // prettier-ignore
    const { data } = await list(s, "fund_cik=1");
    expect(data.map((r) => [r.ticker, r.qoq_signal])).toEqual([[T, "reducing"], ["YYYT", "unchanged"], ["XXXT", "new"]]); // prettier-ignore
    expect(shown(await list(s, "ticker=XXXT"))).toEqual([["1", NAMELESS, "new"]]);
  });

  it("as of a past day lists only reports that were filed by then", async () => {
    expect(shown(await list(s, "as_of=2024-05-09"))).toEqual([["1", A, null], ["2", A, null], ["1", B, null]]); // prettier-ignore
    const { data, count, meta } = await list(s, "as_of=2024-02-08");
    expect([data, count, meta.note]).toEqual([[], 0, expect.stringMatching(/^No position in a report filed by 2024-02-08 matches\./)]);
  });

  it("says why it lists nothing: no match, no import, or sample data off", async () => {
    expect(await list(await serve())).toMatchObject(
      noRows({ sample: false, has_more: false, note: expect.stringMatching(/^No institution's report is imported, and sample data has only totals/) }),
    );
    expect((await list(await serve({ sample: false }))).meta.note).toContain("switched off");
    const published = await filled();
    for (const query of ["fund_cik=99", "ticker=QQQX", "quarter=2019Q1"]) expect(await list(published, query)).toMatchObject({ data: [], count: 0 });
    expect((await list(published, "quarter=2019Q1")).meta.note).toMatch(/^No position for 2019Q1 in a report filed by 2024-06-25 matches\./);
  });
});
