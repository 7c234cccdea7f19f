import { noRows, openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const URL = "/v1/crypto/unlocks";

const get = (s: ServiceUnderTest, query = "") => s.read(`${URL}${query}`);

describe("GET /v1/crypto/unlocks", () => {
  it("lists the releases of the next 30 days, soonest first, marked as sample, with its caveat", async () => {
    const { data, count, meta } = await get(await serve());
    expect(count).toBe(data.length);
    expect(data.map((r) => [r.symbol, r.date, r.days_until])).toEqual([
      ["OP", "2024-06-30", 5],
      ["SUI", "2024-07-01", 6],
      ["AVAX", "2024-07-09", 14],
      ["APT", "2024-07-12", 17],
      ["NEAR", "2024-07-13", 18],
      ["ARB", "2024-07-16", 21],
    ]);
    for (const r of data) expect(r.pct_of_circulating).toBeCloseTo((100 * r.tokens) / r.circulating_tokens, 3);
    expect(meta).toMatchObject({ sample: true, caveats: ["unlocks_hand_curated"], attribution: { sample: expect.any(String) } });
    expect(data.every((r) => "sample" in r)).toBe(true);
  });

  it("counts the service's date as the first day, and lists nothing of coins that do not trade yet", async () => {
    const s = await serve({ asOf: "2024-07-01" });
    expect((await get(s, "?days=1")).data).toMatchObject([{ symbol: "SUI", date: "2024-07-01", days_until: 0 }]);
    expect(await get(await serve({ asOf: "2024-07-02" }), "?days=1")).toMatchObject(noRows({ note: expect.stringContaining("more days") }));
    const year = (await get(s, "?days=365")).data;
    expect(year.filter((r) => r.symbol === "ARB")).toHaveLength(12);
    // TIA begins in November 2024, on the last day of a shorter month.
    const tia = year.filter((r) => r.symbol === "TIA").map((r) => r.date);
    expect(tia.slice(0, 4)).toEqual(["2024-11-30", "2024-12-30", "2025-01-30", "2025-02-28"]);
    expect((await get(await serve({ asOf: "2023-02-01" }), "?days=365")).data.some((r) => r.symbol === "ARB")).toBe(false);
  });
});
