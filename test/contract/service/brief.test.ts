import { about, namesOfCoin, namesOfCompany } from "../../../src/service/families/prediction/find-market";
import { recordRow as row } from "../../record-row";
import { congressTrade, liquidation } from "./rows";
import { openServices, take, type Reply, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-25";

const briefOn = (s: ServiceUnderTest, path: string) => s.read<any>(`/v1/brief/${path}`);
const sectionsOf = ({ data }: Reply<any>): string[] => Object.keys(data).filter((key) => key !== "asset_class" && key !== "symbol");

/** The figure of a cell, without what only a batch needs. */
async function cell(s: ServiceUnderTest, fn: string, ...args: string[]): Promise<object> {
  const { id: _id, max_age_s: _age, ...figure } = await s.ask(fn, ...args);
  return figure;
}

describe("GET /v1/brief/equity/{symbol}", () => {
  it("has a section for each family, with the answers of cells", async () => {
    const s = await serve();
    for (const ticker of ["NVDA", "KO", "SPY"]) {
      const brief = await briefOn(s, `equity/${ticker.toLowerCase()}`);
      expect(brief.data).toMatchObject({ asset_class: "equity", symbol: ticker });
      expect(sectionsOf(brief)).toEqual(["signals", "insider", "congress", "institutional", "gamma", "prediction_markets"]);
      const fns = { signals: "SIGNAL", insider: "INSIDER", congress: "CONGRESS", institutional: "HOLDERS13F", gamma: "GAMMA" };
      for (const [section, fn] of Object.entries(fns))
        for (const [figure, shown] of Object.entries(brief.data[section].figures))
          expect([ticker, section, figure, shown]).toEqual([ticker, section, figure, await cell(s, fn, ticker, figure)]);
    }
    expect(Object.keys((await briefOn(s, "equity/NVDA")).data.gamma.figures)).toEqual(["net", "call", "put", "flip"]);
  });

  it("carries the caveats and the attribution of its figures, and says that they are sample data", async () => {
    const { meta, as_of, data } = await briefOn(await serve(), "equity/NVDA");
    expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) } });
    expect(meta.caveats).toEqual(expect.arrayContaining(["gamma_modeled_not_measured", "thirteenf_ticker_resolution"]));
    expect(as_of).toBe("2024-06-26T03:59:59Z");
    expect(data.prediction_markets.as_of).toBe(as_of);
  });

  it("dates each section by its own rows", async () => {
    const s = await serve();
    const trade = congressTrade("ZZZT", "2024-05-20", { notification_date: "2024-06-01" }, { known: "2024-06-02", key: "1/1" });
    take(s, [trade], { seen: "2024-06-20" });
    const { data, as_of, meta } = await briefOn(s, "equity/ZZZT");
    expect(data.congress).toMatchObject({ as_of: "2024-06-20T00:00:00Z", figures: { net: { value: 1, source: "house" } } });
    expect(data.insider).toMatchObject({ as_of: "2024-06-26T03:59:59Z", figures: { net: { value: null, code: "unknown_ticker" } } });
    expect(as_of).toBe("2024-06-20T00:00:00Z");
    expect(meta.attribution).toHaveProperty("house");
  });

  it("lists at most ten open markets that name the company, the largest volume first", async () => {
    const s = await serve({ asOf: "2026-06-25" });
    const section = (await briefOn(s, "equity/NVDA")).data.prediction_markets;
    const { data: named } = await s.read("/v1/prediction/markets?limit=200&q=NVIDIA");
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
    expect(await briefOn(await serve(), path)).toEqual({ status, code: expect.any(String), detail: expect.stringMatching(detail) });
  });

  it("has reasons and no figures while sample data is off", async () => {
    const s = await serve({ sample: false });
    for (const path of ["equity/NVDA", "crypto/BTC"]) {
      const brief = await briefOn(s, path);
      const figures = Object.values<any>(brief.data).flatMap((section) => Object.values<any>(section.figures ?? {}));
      expect(figures.filter((f) => f.value !== null || f.reason === undefined)).toEqual([]);
      expect(brief.data.prediction_markets).toMatchObject({ markets: [], note: expect.stringContaining("switched off") });
      expect(brief.meta.sample).toBe(false);
    }
  });
});

describe("GET /v1/brief/crypto/{symbol}", () => {
  const SECTIONS = ["derivatives", "whales", "stablecoins", "regime", "liquidations", "etf_flows", "prediction_markets"];

  it("has a section for each family, with the answers of cells", async () => {
    const s = await serve();
    for (const coin of ["BTC", "ETH", "SOL"]) {
      const brief = await briefOn(s, `crypto/${coin.toLowerCase()}`);
      expect(sectionsOf(brief)).toEqual(SECTIONS);
      expect(brief.data.derivatives.figures.funding_rate).toEqual(await cell(s, "FUNDING", coin));
      for (const [figure, shown] of Object.entries(brief.data.whales.figures)) expect(shown).toEqual(await cell(s, "WHALE", coin, figure));
      expect(brief.data.stablecoins.figures.usdc_net_usd).toEqual(await cell(s, "WHALE", "USDC", "net_usd"));
      expect(brief.data.regime.figures.label).toEqual(await cell(s, "REGIME", "label"));
    }
    expect((await briefOn(s, "crypto/bitcoin")).data.symbol).toBe("BTC");
  });

  it("shows the market that GET /v1/crypto/derivatives shows", async () => {
    const s = await serve();
    const { figures } = (await briefOn(s, "crypto/ETH")).data.derivatives;
    const { data: market } = await s.read<any>("/v1/crypto/derivatives/ETH?exchange=");
    for (const figure of ["open_interest_usd", "long_short_ratio", "mark_price_usd", "basis_pct"])
      expect(figures[figure]).toMatchObject({ value: market[figure], source: "sample", observation_date: expect.any(String) });
  });

  it("shows the headline of GET /v1/crypto/etf/flows, and a reason where it is withheld or not known yet", async () => {
    const flowOf = async (s: ServiceUnderTest, coin: string) => (await briefOn(s, `crypto/${coin}`)).data.etf_flows.figures.net_flow_7d_usd;
    const s = await serve({ asOf: "2026-06-25" });
    const { net_flow_usd, to } = (await s.read("/v1/crypto/etf/flows?asset=SOL")).meta.summary[0].headline;
    expect(net_flow_usd).not.toBeNull();
    expect(await flowOf(s, "SOL")).toMatchObject({ value: net_flow_usd, observation_date: to, source: "sample" });
    expect(await flowOf(s, "BTC")).toMatchObject({ value: null, code: "source_not_licensed" });
    expect(await flowOf(await serve(), "SOL")).toMatchObject({ value: null, code: "no_data_yet", explanation: expect.stringContaining("2025-10-28") });
  });

  it("shows liquidations of imported pages, and a reason without any", async () => {
    const s = await serve();
    const none = (await briefOn(s, "crypto/BTC")).data.liquidations;
    expect(none.figures).toMatchObject({ long_usd: { value: null, code: "not_fetched" }, short_usd: { value: null, code: "not_fetched" } });
    const time_ms = Date.UTC(2024, 5, 25, 12);
    const records = [
      liquidation("BTC", time_ms, 2000),
      row("coverage", "liquidation BTC", DAY, "okx", { from_ms: time_ms, to_ms: time_ms + 3_600_000, contract: "BTC-USDT-SWAP" }),
    ];
    take(s, records);
    const { data, meta } = await briefOn(s, "crypto/BTC");
    const [listed] = (await s.read("/v1/crypto/liquidations?symbol=BTC")).data;
    const { long_usd, short_usd } = data.liquidations.figures;
    expect([long_usd?.value, short_usd?.value]).toEqual([listed.long_usd, listed.short_usd]);
    expect(long_usd).toMatchObject({ value: 2000, source: "okx", note: expect.stringContaining("lower bound") });
    expect(meta.caveats).toContain("liquidations_single_venue_okx");
    expect(meta.attribution).toHaveProperty("okx");
  });
});

const isAbout = (names: readonly string[], question: string): boolean => about(names)({ question, event: "" });

it("a market about a coin or a company names it whole and with its capitals", () => {
  expect(isAbout(namesOfCoin("ETH"), "Will Ether (ETH) trade above $5,000?")).toBe(true);
  expect(isAbout(namesOfCoin("ETH"), "Will Tether lose its peg?")).toBe(false);
  expect(isAbout(namesOfCompany({ ticker: "TGT", name: "Target" }), "Will inflation reach its target in 2026?")).toBe(false);
  expect(isAbout(namesOfCompany({ ticker: "T", name: "AT&T" }), "Will AT&T raise its dividend?")).toBe(true);
  expect(isAbout(namesOfCompany({ ticker: "T", name: "AT&T" }), "Will Model T sell?")).toBe(false);
  expect(isAbout(namesOfCompany({ ticker: "AMZN", name: "Amazon.com" }), "Will Amazon end 2026 higher than it began?")).toBe(true);
});
