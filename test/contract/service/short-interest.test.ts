import { recordRow } from "../../record-row";
import { shortInterest } from "./rows";
import { openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const URL = "/v1/equities/short-interest";

const list = (s: ServiceUnderTest, query = "") => s.read(`${URL}?${query}`);
const symbols = ({ data }: Reply): string[] => data.map((r) => r.symbol);

const settlement = (symbol: string, date: string, short_interest: number, more: object = {}) =>
  shortInterest(symbol, date, { short_interest, avg_daily_volume: 10, days_to_cover: short_interest / 10, change_pct: short_interest - 100, ...more });
const filed = (ticker: string, cik: string, filings: readonly (readonly [period: string, filed: string, shares: number])[]) => [
  recordRow("filer", ticker, "1993-01-01", "sec", { cik, name: ticker }),
  ...filings.map(([period, day, shares]) => {
    const stated = { shares_outstanding: [[[day, shares, `00000000${cik}-24-000001`, "10-K", "dei"]]] };
    return recordRow("statement", cik, period, "sec", { period: `FY${period.slice(0, 4)}`, annual: true, currency: "USD", stated }, { known: day });
  }),
];

/** Settlements of 2024-05-31 and of 2024-06-14, the latest one known. GONE is only in the first. */
const filled = async () => {
  const s = await serve();
  take(s, [
    ...["BIG", "MID", "GONE"].map((symbol) => settlement(symbol, "2024-05-31", 100)),
    settlement("BIG", "2024-06-14", 300),
    settlement("MID", "2024-06-14", 120),
    settlement("IDLE", "2024-06-14", 90, { avg_daily_volume: 0, days_to_cover: null }),
    settlement("BIG", "2024-06-28", 900),
    ...filed("MID", "42", [
      ["2023-12-31", "2024-02-01", 1_000],
      ["2024-03-31", "2024-06-05", 2_400],
    ]),
  ]);
  return s;
};

describe("GET /v1/equities/short-interest over FINRA's rows", () => {
  it("lists every ticker of the latest public settlement with its figures, reasons and source", async () => {
    const { data, count, meta } = await list(await filled());
    expect([count, meta.has_more, meta.sample]).toEqual([3, false, false]);
    expect(data.map((r) => [r.symbol, r.settlement_date])).toEqual(grid(2, "BIG", "2024-06-14", "MID", "2024-06-14", "IDLE", "2024-06-14"));
    expect(data[1]).toEqual({
      symbol: "MID", settlement_date: "2024-06-14", short_interest: 120, previous_short_interest: 100, change_pct: 20, avg_daily_volume: 10, days_to_cover: 12,
      days_to_cover_censored: false, short_pct_float: null, float_source: "no_affiliate_data", float_confidence: null, short_pct_shares_outstanding: 5, source: "finra",
    }); // prettier-ignore
    expect(data[0]).toMatchObject({
      short_pct_shares_outstanding: null,
      short_pct_shares_outstanding_reason: "No usable count of shares outstanding is known. Field short_interest is available.",
    });
    expect(data[2]).toMatchObject({
      days_to_cover: null,
      days_to_cover_censored: true,
      days_to_cover_reason: "Days to cover not available: average volume is zero (source shows 999.99).",
      avg_daily_volume: 0,
    });
    expect(meta).toMatchObject({
      caveats: ["short_pct_float_is_a_lower_bound", "short_pct_float_partial_coverage", "short_pct_shares_outstanding_is_not_float"],
      attribution: { finra: expect.stringContaining("FINRA"), sec: expect.any(String) },
      coverage: { short_interest: { settlement_date: "2024-06-14", tickers: 3, with_float: 0 } },
    });
  });

  it("lists the settlements of one ticker, newest first, with the shares outstanding of each day and a float only at the latest", async () => {
    const s = await filled();
    const { data, count } = await list(s, "symbol=mid");
    expect(data.map((r) => [r.settlement_date, r.short_pct_shares_outstanding, r.float_source])).toEqual([
      ["2024-06-14", 5, "no_affiliate_data"],
      ["2024-05-31", 10, "not_latest_settlement"],
    ]);
    expect(count).toBe(2);
    expect((await list(s, "symbol=GONE")).data).toMatchObject([{ settlement_date: "2024-05-31", float_source: "not_latest_settlement" }]);
  });

  it("sorts by each figure, largest first, with unknown ones last", async () => {
    const s = await filled();
    expect(symbols(await list(s, "sort=days_to_cover"))).toEqual(["BIG", "MID", "IDLE"]);
    expect(symbols(await list(s, "sort=short_pct_shares_outstanding"))).toEqual(["MID", "BIG", "IDLE"]);
    expect(symbols(await list(s, "sort=change_pct"))).toEqual(["BIG", "MID", "IDLE"]);
    expect(symbols(await list(s, "sort=settlement_date"))).toEqual(["BIG", "MID", "IDLE"]);
    expect((await list(s, "symbol=BIG&sort=change_pct")).data.map((r) => r.change_pct)).toEqual([200, 0]);
  });

  it("gives no change across a split that the settlements may not count alike", async () => {
    const s = await filled();
    take(s, [recordRow("split", "BIG", "2024-06-07", "user", { ratio: 3 })]);
    const [big] = (await list(s, "symbol=BIG")).data;
    const cell = await s.ask("SHORTINTEREST", "BIG", "change_pct");
    expect([big?.change_pct, big?.previous_short_interest]).toEqual([cell.value, cell.value === null ? null : expect.any(Number)]);
    expect((await list(s, "sort=change_pct")).data.find((r) => r.symbol === "BIG")?.change_pct).toBe(cell.value);
  });

  it("lists the settlement that was public as of a day, at its release", async () => {
    const s = await filled();
    expect(symbols(await list(s, "as_of=2024-06-20"))).toEqual(["BIG", "GONE", "MID"]);
    expect((await list(s, "symbol=BIG&as_of=2024-06-20")).count).toBe(1);
    const none = await list(s, "as_of=2024-05-01");
    expect([none.data, none.meta.note]).toEqual([
      [],
      expect.stringMatching(/^No settlement was public by 2024-05-01\. FINRA publishes one about eight sessions after/),
    ]);
    expect((await list(s, "symbol=BIG&as_of=2024-05-01")).meta.note).toMatch(/^No settlement of BIG was public by 2024-05-01\./);
  });

  it("lists no settlement as the latest that is too old, but still the history of a ticker", async () => {
    const s = await serve({ asOf: "2024-12-01" });
    take(s, [settlement("BIG", "2024-06-14", 300)]);
    const { data, meta } = await list(s);
    expect([data, meta.note, meta.coverage]).toEqual([
      [],
      expect.stringMatching(/from 2024-06-14, 170 days earlier\. The limit is 35 days\. Load newer files/),
      undefined,
    ]);
    expect((await list(s, "symbol=BIG")).count).toBe(1);
  });

  it("leaves out unknown floats with min_pct_float, also at 0", async () => {
    const { data, count, meta } = await list(await filled(), "min_pct_float=0");
    expect([data, count, meta.note]).toEqual([
      [],
      0,
      "No row has a known short interest of 0 % of the float or more. Use a smaller min_pct_float, or omit it.",
    ]);
    expect(meta.coverage).toMatchObject({ short_interest: { with_float: 0 } });
  });
});

describe("GET /v1/equities/short-interest over sample rows", () => {
  it("lists the sample settlements that SHORTINTEREST shows, largest percent of float first", async () => {
    const s = await serve();
    const { data, count, meta } = await list(s, "limit=500");
    expect([data.length, meta.has_more, meta.sample]).toEqual([500, count > 500, true]);
    const floats = data.map((r) => r.short_pct_float);
    expect(floats).toEqual([...floats].sort((a, b) => (b ?? -1) - (a ?? -1)));
    for (const { symbol, short_pct_float, float_source, source, sample } of [...data.slice(0, 5), ...data.slice(-5)]) {
      expect([short_pct_float, float_source]).toEqual([
        (await s.ask("SHORTINTEREST", symbol, "pctfloat")).value,
        (await s.ask("SHORTINTEREST", symbol, "source")).value,
      ]);
      expect([source, sample]).toEqual(["sample", true]);
    }
    expect(meta.coverage).toEqual((await s.cells([{ fn: "SHORTINTEREST", args: ["AAPL"] }])).meta.coverage);
  });

  it("filters by the percent of float, and names each reason of an unknown one", async () => {
    const s = await serve();
    const { data, count } = await list(s, "min_pct_float=20&limit=500");
    expect([data.length, data.every((r) => Number(r.short_pct_float) >= 20)]).toEqual([count, true]);
    const one = async (symbol: string) => (await list(s, `symbol=${symbol}`)).data[0];
    expect(await one("SPY")).toMatchObject({ short_pct_float: null, float_source: "no_affiliate_data", float_confidence: null });
    expect(await one("GOOGL")).toMatchObject({ short_pct_float: null, float_source: "multi_class_unresolved" });
    expect(await one("WOLF")).toMatchObject({ float_source: "denominator_invalid", short_pct_shares_outstanding: null });
    expect(await one("USM")).toMatchObject({ float_source: "float_non_positive", days_to_cover: null, days_to_cover_censored: true });
    expect(await one("SPCE")).toMatchObject({ float_source: "not_latest_settlement" });
    expect(symbols(await list(s, "limit=500"))).not.toContain("SPCE");
  });

  it("lists five years of one ticker, a spelling of a share class included", async () => {
    const s = await serve();
    const { data, count } = await list(s, "symbol=BRK-B&limit=500");
    expect([count, data.length, data[0]?.settlement_date]).toEqual([120, 120, "2024-05-31"]);
    expect(data.map((r) => r.settlement_date)).toEqual([...data.map((r) => r.settlement_date)].sort().reverse());
  });

  it("lists nothing for an unknown ticker and says why, and gives no coverage without rows", async () => {
    const note = expect.stringContaining("ZZZT is not in the sample data");
    expect(await list(await serve(), "symbol=ZZZT")).toMatchObject({ data: [], count: 0, meta: { sample: false, note } });
    const off = await serve({ sample: false });
    for (const query of ["", "symbol=AAPL"]) expect((await list(off, query)).meta.coverage).toBeUndefined();
  });
});

it.each([URL, "/v1/equities/short-volume"])("%s says that a ticker is unknown, instead of asking for files of it", async (url) => {
  const s = await serve();
  const { data, meta } = await s.read(`${url}?symbol=GMEX1`);
  expect([data, meta.note]).toEqual([[], "No ticker GMEX1 is covered. Check the spelling, or import published data for it."]);
});

it("GET /v1/equities/short-interest of one of several classes gives no percent of shares for any settlement, and a note above 100 %", async () => {
  const s = await serve({ asOf: "2024-06-28" });
  const settled = (symbol: string, date: string, name: string, short_interest: number) => settlement(symbol, date, short_interest, { name });
  take(
    s,
    [
      ...["2024-05-31", "2024-06-14"].flatMap((day) => [settled("TWOA", day, "Two Inc. Class A", 5), settled("TWOX", day, "Two Inc. Class B", 5)]),
      settled("ONEX", "2024-06-14", "One Inc.", 150),
      ...filed("TWOA", "42", [["2023-12-31", "2024-02-01", 100]]),
      ...filed("TWOX", "42", []),
      ...filed("ONEX", "43", [["2023-12-31", "2024-02-01", 100]]),
    ],
    { seen: "2024-06-28" },
  );
  const rows = async (symbol: string) => (await list(s, `symbol=${symbol}`)).data;
  const two = await rows("TWOA");
  expect(two.map((row) => row.short_pct_shares_outstanding)).toEqual([null, null]);
  for (const row of two) expect(row.short_pct_shares_outstanding_reason).toContain("several share classes");
  expect((await rows("ONEX"))[0]).toMatchObject({
    short_pct_shares_outstanding: 150,
    short_pct_shares_outstanding_note: "Short interest of 150 shares is more than the 100 shares outstanding that the filing counts.",
  });
});
