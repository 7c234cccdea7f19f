import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { about, namesOfCoin, namesOfCompany } from "../../../src/service/families/prediction/words";
import { recordRow as row } from "../../record-row";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-25";

interface Figure {
  readonly value: number | string | null;
  readonly code?: string;
  readonly reason?: string;
  readonly source?: string;
}
interface Section {
  readonly as_of: string;
  readonly figures: Readonly<Record<string, Figure>>;
}
interface Markets {
  readonly as_of: string;
  readonly count: number;
  readonly markets: readonly { readonly market_id: string; readonly question: string; readonly volume_usd: number; readonly yes_probability: number }[];
  readonly note?: string;
}
interface Brief {
  readonly data: { readonly asset_class: string; readonly symbol: string; readonly prediction_markets: Markets } & Readonly<Record<string, Section>>;
  readonly as_of: string;
  readonly meta: { readonly caveats: string[]; readonly attribution: Record<string, string>; readonly sample: boolean; readonly as_of?: string };
}
const briefOn = async (s: ServiceUnderTest, path: string): Promise<Brief> => (await s.get(`/v1/brief/${path}`)).json();
const sectionsOf = ({ data }: Brief): string[] => Object.keys(data).filter((key) => key !== "asset_class" && key !== "symbol");

/** The figure of a cell, without what only a batch needs. */
async function cell(s: ServiceUnderTest, fn: string, ...args: string[]): Promise<object> {
  const { id: _id, max_age_s: _age, ...figure } = await s.ask(fn, ...args);
  return figure;
}

describe("GET /v1/brief/equity/{symbol}", () => {
  it("has a section for each family, with the answers of cells", async () => {
    const s = await serve({ asOf: DAY });
    for (const ticker of ["NVDA", "KO", "SPY"]) {
      const brief = await briefOn(s, `equity/${ticker.toLowerCase()}`);
      expect(brief.data).toMatchObject({ asset_class: "equity", symbol: ticker });
      expect(sectionsOf(brief)).toEqual(["signals", "insider", "congress", "institutional", "gamma", "prediction_markets"]);
      const fns = { signals: "SIGNAL", insider: "INSIDER", congress: "CONGRESS", institutional: "HOLDERS13F", gamma: "GAMMA" };
      for (const [section, fn] of Object.entries(fns))
        for (const [figure, shown] of Object.entries(brief.data[section]!.figures))
          expect([ticker, section, figure, shown]).toEqual([ticker, section, figure, await cell(s, fn, ticker, figure)]);
    }
    expect(Object.keys((await briefOn(s, "equity/NVDA")).data["gamma"]!.figures)).toEqual(["net", "call", "put", "flip"]);
  });

  it("carries the caveats and the attribution of its figures, and says that they are sample data", async () => {
    const { meta, as_of, data } = await briefOn(await serve({ asOf: DAY }), "equity/NVDA");
    expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) as string } });
    expect(meta.caveats).toEqual(expect.arrayContaining(["gamma_modeled_not_measured", "thirteenf_ticker_resolution"]));
    expect(as_of).toBe("2024-06-26T03:59:59Z");
    expect(data.prediction_markets.as_of).toBe(as_of);
  });

  it("dates each section by its own rows", async () => {
    const s = await serve({ asOf: DAY });
    const trade = { document: "1", member: "Hon. Jane Doe", state_district: "XX01", owner: "SP", sub_holding: null, asset: "A (ZZZT) [ST]", asset_type: "ST", type: "P", notification_date: "2024-06-01", amount_low: 1001, amount_high: 15000, filing_status: "New" }; // prettier-ignore
    const records = [row("congress_trade", "ZZZT", "2024-05-20", "house", trade, { known: "2024-06-02", key: "1/1" })];
    s.store.insertBatch({ publisher: "test", file: "a", sha256: "a", rows: [], records }, "2024-06-20");
    const { data, as_of, meta } = await briefOn(s, "equity/ZZZT");
    expect(data["congress"]).toMatchObject({ as_of: "2024-06-20T00:00:00Z", figures: { net: { value: 1, source: "house" } } });
    expect(data["insider"]).toMatchObject({ as_of: "2024-06-26T03:59:59Z", figures: { net: { value: null, code: "unknown_ticker" } } });
    expect(as_of).toBe("2024-06-20T00:00:00Z");
    expect(meta.attribution).toHaveProperty("house");
  });

  it("lists at most ten open markets that name the company, the largest volume first", async () => {
    const s = await serve({ asOf: "2026-06-25" });
    const { section, all } = {
      section: (await briefOn(s, "equity/NVDA")).data.prediction_markets,
      all: await s.get("/v1/prediction/markets?limit=200&q=NVIDIA"),
    };
    const named = all.json<{ data: Markets["markets"] }>().data;
    expect(section.markets.length).toBeGreaterThan(0);
    expect(section.count).toBe(named.length);
    expect(section.markets).toEqual(named.slice(0, 10));
    const none = (await briefOn(s, "equity/KO")).data.prediction_markets;
    expect(none).toMatchObject({ count: 0, markets: [], note: "No open prediction market names Coca-Cola." });
  });

  it.each([
    ["equity/ZZZZ", 404, /ZZZZ/],
    ["equity/VOD%20LN%20Equity", 404, /exchange that is not covered/],
    ["equity/%3F%3F", 404, /expected a ticker such as/],
    ["crypto/DOGE", 404, /DOGE/],
    ["bond/AAPL", 422, /^asset_class: expected crypto or equity, got "bond"\.$/],
    [`equity/${"A".repeat(33)}`, 422, /^symbol: expected text of 1 to 32 characters/],
    ["equity/AAPL?days=3", 422, /There is no parameter "days" here/],
  ])("refuses %s with %i", async (path, status, detail) => {
    const reply = await (await serve({ asOf: DAY })).get(`/v1/brief/${path}`);
    expect([reply.statusCode, reply.json()]).toEqual([status, { code: expect.any(String) as string, detail: expect.stringMatching(detail) as string }]);
  });

  it("gives as of a day the reply of a service whose date is that day", async () => {
    const [now, then] = [await serve({ asOf: "2024-09-25" }), await serve({ asOf: DAY })];
    for (const path of ["equity/NVDA", "crypto/BTC"]) {
      const own = await briefOn(then, path);
      expect(await briefOn(now, `${path}?as_of=${DAY}`)).toEqual({ ...own, meta: { ...own.meta, as_of: "2024-06-26T03:59:59Z" } });
    }
  });

  it("has reasons and no figures while sample data is off", async () => {
    const s = await serve({ asOf: DAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    for (const path of ["equity/NVDA", "crypto/BTC"]) {
      const brief = await briefOn(s, path);
      const figures = Object.values(brief.data).flatMap((section) => Object.values((section as Partial<Section>).figures ?? {}));
      expect(figures.filter((f) => f.value !== null || f.reason === undefined)).toEqual([]);
      expect(brief.data.prediction_markets).toMatchObject({ markets: [], note: expect.stringContaining("switched off") as string });
      expect(brief.meta.sample).toBe(false);
    }
  });
});

describe("GET /v1/brief/crypto/{symbol}", () => {
  const SECTIONS = ["derivatives", "whales", "stablecoins", "regime", "liquidations", "etf_flows", "prediction_markets"];

  it("has a section for each family, with the answers of cells", async () => {
    const s = await serve({ asOf: DAY });
    for (const coin of ["BTC", "ETH", "SOL"]) {
      const brief = await briefOn(s, `crypto/${coin.toLowerCase()}`);
      expect(sectionsOf(brief)).toEqual(SECTIONS);
      expect(brief.data["derivatives"]!.figures["funding_rate"]).toEqual(await cell(s, "FUNDING", coin));
      for (const [figure, shown] of Object.entries(brief.data["whales"]!.figures)) expect(shown).toEqual(await cell(s, "WHALE", coin, figure));
      expect(brief.data["stablecoins"]!.figures["usdc_net_usd"]).toEqual(await cell(s, "WHALE", "USDC", "net_usd"));
      expect(brief.data["regime"]!.figures["label"]).toEqual(await cell(s, "REGIME", "label"));
    }
    expect((await briefOn(s, "crypto/bitcoin")).data.symbol).toBe("BTC");
  });

  it("shows the market that GET /v1/crypto/derivatives shows", async () => {
    const s = await serve({ asOf: DAY });
    const { figures } = (await briefOn(s, "crypto/ETH")).data["derivatives"]!;
    const market = (await s.get("/v1/crypto/derivatives/ETH?exchange=")).json<{ data: Record<string, number> }>().data;
    for (const figure of ["open_interest_usd", "long_short_ratio", "mark_price_usd", "basis_pct"])
      expect(figures[figure]).toMatchObject({ value: market[figure], source: "sample", observation_date: expect.any(String) as string });
  });

  it("shows the headline of GET /v1/crypto/etf/flows, and a reason where it is withheld or not known yet", async () => {
    const flowOf = async (s: ServiceUnderTest, coin: string) => (await briefOn(s, `crypto/${coin}`)).data["etf_flows"]!.figures["net_flow_7d_usd"]!;
    const s = await serve({ asOf: "2026-06-25" });
    const { meta } = (await s.get("/v1/crypto/etf/flows?asset=SOL")).json<{ meta: { summary: { headline: { net_flow_usd: number | null; to: string } }[] } }>();
    const { net_flow_usd, to } = meta.summary[0]!.headline;
    expect(net_flow_usd).not.toBeNull();
    expect(await flowOf(s, "SOL")).toMatchObject({ value: net_flow_usd, observation_date: to, source: "sample" });
    expect(await flowOf(s, "BTC")).toMatchObject({ value: null, code: "source_not_licensed" });
    expect(await flowOf(await serve({ asOf: DAY }), "SOL")).toMatchObject({
      value: null,
      code: "no_data_yet",
      explanation: expect.stringContaining("2025-10-28") as string,
    });
  });

  it("shows liquidations of imported pages, and a reason without any", async () => {
    const s = await serve({ asOf: DAY });
    const none = (await briefOn(s, "crypto/BTC")).data["liquidations"]!;
    expect(none.figures).toMatchObject({ long_usd: { value: null, code: "not_fetched" }, short_usd: { value: null, code: "not_fetched" } });
    const time_ms = Date.UTC(2024, 5, 25, 12);
    const records = [
      row("liquidation", "BTC", DAY, "okx", { exchange: "okx", contract: "BTC-USDT-SWAP", time_ms, side: "long", contracts: 4, price: 50000, usd: 2000 }),
      row("coverage", "liquidation BTC", DAY, "okx", { from_ms: time_ms, to_ms: time_ms + 3_600_000, contract: "BTC-USDT-SWAP" }),
    ];
    s.store.insertBatch({ publisher: "test", file: "a", sha256: "a", rows: [], records }, DAY);
    const { data, meta } = await briefOn(s, "crypto/BTC");
    const [listed] = (await s.get("/v1/crypto/liquidations?symbol=BTC")).json<{ data: { long_usd: number; short_usd: number }[] }>().data;
    const { long_usd, short_usd } = data["liquidations"]!.figures;
    expect([long_usd?.value, short_usd?.value]).toEqual([listed!.long_usd, listed!.short_usd]);
    expect(long_usd).toMatchObject({ value: 2000, source: "okx", note: expect.stringContaining("lower bound") as string });
    expect(meta.caveats).toContain("liquidations_single_venue_okx");
    expect(meta.attribution).toHaveProperty("okx");
  });
});

describe("a market about a coin or a company", () => {
  const isAbout = (names: readonly string[], question: string): boolean => about(names)({ question, event: "" });

  it("names it whole and with its capitals", () => {
    expect(isAbout(namesOfCoin("ETH"), "Will Ether (ETH) trade above $5,000?")).toBe(true);
    expect(isAbout(namesOfCoin("ETH"), "Will Tether lose its peg?")).toBe(false);
    expect(isAbout(namesOfCompany({ ticker: "TGT", name: "Target" }), "Will inflation reach its target in 2026?")).toBe(false);
    expect(isAbout(namesOfCompany({ ticker: "T", name: "AT&T" }), "Will AT&T raise its dividend?")).toBe(true);
    expect(isAbout(namesOfCompany({ ticker: "T", name: "AT&T" }), "Will Model T sell?")).toBe(false);
    expect(isAbout(namesOfCompany({ ticker: "AMZN", name: "Amazon.com" }), "Will Amazon end 2026 higher than it began?")).toBe(true);
  });
});
