import type { EvalReply } from "../../../src/contract/wire";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest()));
afterAll(() => s.close());

const meta = async (...cells: readonly (readonly [string, ...string[]])[]): Promise<EvalReply["meta"]> =>
  (await s.cells(cells.map(([fn, ...args]) => ({ fn, args })))).meta;

describe("the meta of a reply", () => {
  it("has rules.split_jump_ratio for a return of RV, and not for YIELD", async () => {
    expect((await meta(["RV", "NVDA", "return_1m"])).rules).toEqual({ split_jump_ratio: 1.8 });
    expect((await meta(["YIELD", "10Y", "2024-06-20"])).rules).toBeUndefined();
  });

  it("has the peer_level of all RV answers, or mixed, and each answer has its own", async () => {
    const near = ["RV", "NVDA", "ps", "percentile"] as const;
    const wide = ["RV", "MMM", "ps", "value"] as const;
    expect((await meta(near)).peer_level).toBe("sub_industry");
    expect((await meta(wide)).peer_level).toBe("sector");
    expect((await meta(near, wide)).peer_level).toBe("mixed");
    expect((await meta(["YIELD", "10Y", "2024-06-20"])).peer_level).toBeUndefined();
    const { data } = await s.cells([
      { fn: near[0], args: near.slice(1) },
      { fn: wide[0], args: wide.slice(1) },
      { fn: "RV", args: ["SPY", "pe"] },
    ]);
    expect(data.map((a) => a.peer_level)).toEqual(["sub_industry", "sector", undefined]);
  });

  it("has coverage.short_interest for the percentage of float, and not for days to cover", async () => {
    const { coverage } = await meta(["SHORTINTEREST", "GME", "pctfloat"]);
    expect(coverage?.short_interest).toMatchObject({ settlement_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
    const { tickers = 0, with_float = 0 } = coverage?.short_interest ?? {};
    expect(with_float).toBeGreaterThan(0);
    expect(tickers).toBeGreaterThan(with_float);
    expect((await meta(["SHORTINTEREST", "GME", "days"])).coverage).toBeUndefined();
  });
});
