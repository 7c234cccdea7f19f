import { Type } from "@sinclair/typebox";
import { addDays, isoOf } from "../../../contract/dates";
import { orList } from "../../../contract/nearest";
import { Meta, PUBLICATIONS, WireAnswer } from "../../../contract/wire";
import { answering, fullOf, NO_ROWS, ofDataset, SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, HOUR, isReason, type FamilyAnswer } from "../../answers/family";
import { briefOf, cryptoQuestions, equityQuestions, type Brief, type BriefFigure, type Sections } from "../../evaluation/brief";
import { derivativesOf } from "../../families/derivatives/derivatives";
import { flowSum, isWithheld, SOURCE_NOT_LICENSED } from "../../families/etf-flows/flows";
import { evaluatorOf } from "../../families/families";
import { publishedFilerOf } from "../../families/fundamentals/published-statements";
import { liquidated } from "../../families/liquidations/liquidated";
import { about, namesOfCoin, namesOfCompany } from "../../families/prediction/find-market";
import { byVolume, isActive } from "../../families/prediction/market-rows";
import { PRICED_COINS, type PricedCoin } from "../../families/prices/sample";
import { instrumentOf } from "../../instruments/universe";
import { symbolNamed } from "../../names/coins";
import { tickerNamed } from "../../names/tickers";
import { whyUnknown } from "../../names/unknown";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";
import { etfDaysOf } from "../crypto/etf-flows";
import { endpoint } from "../server/endpoint";
import { MARKET_CAVEATS, marketEnvelope, MarketOnWire, marketOnWire, shownMarkets, readingMarkets } from "../prediction/row";
import { NOT_FOUND, oneOfTexts, rowsMeta } from "../server/schemas";

const PARAMS = {
  asset_class: oneOfTexts(["crypto", "equity"], { description: "Whether the symbol is a coin or a share." }),
  symbol: Type.String({ minLength: 1, maxLength: 32, description: `${orList(PRICED_COINS)} for crypto, a ticker for equity; any case.` }),
};

const AsOf = Type.String({ description: "When the oldest known row of the section was last confirmed, ISO 8601." });
const Section = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        as_of: AsOf,
        figures: Type.Record(Type.String(), Type.Omit(WireAnswer, ["id", "max_age_s"]), {
          description: "By name, as a cell shows it: null comes with code and reason, and never means zero.",
        }),
      },
      { description },
    ),
  );
const MOST_MARKETS = 10;
const BriefBody = Type.Object({
  asset_class: PARAMS.asset_class,
  symbol: Type.String(),
  signals: Section("Equity. SIGNAL over 30 days."),
  insider: Section("Equity. INSIDER: open-market trades over 30 days, US dollars."),
  congress: Section("Equity. CONGRESS: disclosed trades over 90 days."),
  institutional: Section("Equity. HOLDERS13F at the latest quarter."),
  gamma: Section("Equity. GAMMA: modeled dealer gamma."),
  derivatives: Section("Crypto. The funding rate that FUNDING shows, and the open interest, long/short ratio, basis and mark price of the perpetual."),
  liquidations: Section("Crypto. Positions closed by force over 24 hours, US dollars by side."),
  whales: Section("Crypto. WHALE: large transfers of the coin over 24 hours."),
  stablecoins: Section("Crypto. WHALE: large transfers of the stablecoins over 24 hours."),
  etf_flows: Section("Crypto. Net flow of the spot funds over 7 days, US dollars."),
  regime: Section("Crypto. REGIME: the macro regime."),
  prediction_markets: Type.Object(
    {
      as_of: AsOf,
      count: Type.Integer({ description: "Number of open markets whose question or event names the coin or company." }),
      markets: Type.Array(MarketOnWire, { description: `At most ${MOST_MARKETS} of them, the largest volume first.` }),
      note: Type.Optional(Type.String({ description: "Why there are no markets." })),
    },
    { description: "Open prediction markets on the coin or company." },
  ),
});
const BriefMeta = Type.Object({ ...Meta.properties, ...PUBLICATIONS });

const LIQUIDATION_HOURS = 24;
const NO_LIQUIDATIONS = {
  short: "No liquidations of this time are loaded.",
  full: "No liquidations of this time are loaded. OKX is off until the operator accepts its terms: npm run -s data -- enable okx",
};

function liquidationsOf(context: Context, coin: PricedCoin): Readonly<Record<string, FamilyAnswer>> {
  const now = momentInUtc(context.clock);
  const found = liquidated(context, coin, now - LIQUIDATION_HOURS * HOUR_MS, now);
  const say = answering(found ? ofDataset("okx", "coverage", `liquidation ${coin}`) : NO_ROWS, HOUR, ["liquidations_single_venue_okx"]);
  const partly = found && !found.whole ? { note: `The loaded pages cover only a part of the last ${LIQUIDATION_HOURS} hours: a lower bound.` } : {};
  const usd = (side: "long_usd" | "short_usd"): FamilyAnswer =>
    found ? { ...say.number(found[side], "USD", isoOf(now)), ...partly } : say.reason("not_fetched", NO_LIQUIDATIONS);
  return { long_usd: usd("long_usd"), short_usd: usd("short_usd") };
}

const MARKET_UNITS = { open_interest_usd: "USD", long_short_ratio: "ratio", mark_price_usd: "USD", basis_pct: "%" } as const;
type MarketFigure = keyof typeof MARKET_UNITS;

/** The market of the perpetual. The funding rate next to it is the answer of FUNDING. */
function marketOf(context: Context, coin: PricedCoin): Readonly<Record<string, FamilyAnswer>> {
  const funding = evaluatorOf("FUNDING")!([coin], context);
  const { market, origin } = derivativesOf(context, coin, undefined, isReason(funding) ? fullReason(funding) : undefined);
  const of = (figure: MarketFigure): FamilyAnswer =>
    "reason" in market
      ? answering(NO_ROWS, HOUR).reason("not_covered", { short: "No market data of this perpetual is loaded.", full: market.reason })
      : answering(origin, HOUR).number(market[figure], MARKET_UNITS[figure], isoOf(market.at));
  return Object.fromEntries((Object.keys(MARKET_UNITS) as MarketFigure[]).map((figure) => [figure, of(figure)]));
}

const ETF_DAYS = 7;

/** The flows of the coin's spot funds over a week. */
function etfFlowsOf(context: Context, coin: PricedCoin): Readonly<Record<string, FamilyAnswer>> {
  const from = addDays(context.clock.today(), 1 - ETF_DAYS);
  const { rows, whyEmpty = "" } = etfDaysOf(context, coin, from);
  const flows = flowSum(rows, from);
  const flow = (): FamilyAnswer => {
    const say = answering(flows === null || isWithheld(coin) ? NO_ROWS : SAMPLE, HOUR);
    if (flows === null) return say.reason("no_data_yet", { short: "No flow of the spot funds is known.", full: whyEmpty });
    if (flows.net_flow_usd !== null) return say.number(flows.net_flow_usd, "USD", flows.to);
    return flows.withheld_reason === SOURCE_NOT_LICENSED
      ? say.reasonOn(flows.to, SOURCE_NOT_LICENSED, "The source's licence forbids showing these flows.")
      : say.reasonOn(flows.to, "inputs_missing", "A fund did not report on one of the days.");
  };
  return { net_flow_7d_usd: flow() };
}

const othersOf = (context: Context, coin: PricedCoin): Sections => ({
  derivatives: marketOf(context, coin),
  liquidations: liquidationsOf(context, coin),
  etf_flows: etfFlowsOf(context, coin),
});

/** The open markets on these names, and their envelope. */
function marketsOn(names: readonly string[], context: Context) {
  const { rows, whyEmpty } = shownMarkets(context);
  const isAbout = about(names);
  const found = rows.filter((row) => isActive(row) && isAbout(row.market)).sort(byVolume);
  const listed = found.slice(0, MOST_MARKETS);
  const { asOf, sources } = marketEnvelope(context, listed);
  const note = found.length > 0 ? {} : { note: rows.length === 0 ? whyEmpty : `No open prediction market names ${orList(names)}.` };
  return { section: { as_of: asOf, count: found.length, markets: listed.map(marketOnWire), ...note }, sources };
}

/** Every figure's code is about the name itself. */
const NOT_KNOWN: ReadonlySet<string | undefined> = new Set(["unknown_ticker", "not_covered", "bad_argument"]);

/** Why no section has anything on a ticker: it is unknown. Undefined if one has. */
function unknownTicker({ sections }: Brief): string | undefined {
  const figures: BriefFigure[] = Object.values(sections).flatMap((s) => Object.values(s.figures));
  const first = figures.find((f) => f.code === "unknown_ticker") ?? figures[0];
  return figures.every((f) => NOT_KNOWN.has(f.code)) ? (first?.explanation ?? first?.reason ?? "") : undefined;
}

/** GET /v1/brief/{asset_class}/{symbol}: what each family shows on one coin or share, in sections with their own as_of. */
export const briefEndpoint = endpoint({
  path: "/v1/brief/:asset_class/:symbol",
  summary: "What each family shows on one coin or share",
  tag: "service",
  examples: [
    { parameters: { asset_class: "equity", symbol: "AAPL" } },
    { parameters: { asset_class: "crypto", symbol: "BTC" } },
    { parameters: { asset_class: "equity", symbol: "AAPLX" }, status: 404 },
    { parameters: { asset_class: "bond", symbol: "AAPL" }, status: 422 },
  ],
  params: PARAMS,
  asOf: true,
  data: BriefBody,
  meta: BriefMeta,
  refusals: NOT_FOUND,
  answer: ({ asset_class, symbol: named }, context) =>
    readingMarkets(context, () => {
      const isCrypto = asset_class === "crypto";
      const symbol = isCrypto ? symbolNamed(named) : tickerNamed(named, context.store);
      const coin = PRICED_COINS.find((c) => c === symbol);
      if (isCrypto && !coin) return { code: "unknown_name" as const, detail: fullOf(whyUnknown("perpetual", symbol, PRICED_COINS).text) };
      const { sections, meta } =
        isCrypto && coin ? briefOf(cryptoQuestions(coin), othersOf(context, coin), context) : briefOf(equityQuestions(symbol), {}, context);
      const why = isCrypto ? undefined : unknownTicker({ sections, meta });
      if (why !== undefined) return { code: "unknown_name" as const, detail: why };
      const company = instrumentOf(symbol) ?? { ticker: symbol, name: publishedFilerOf(context, symbol)?.name ?? symbol };
      const { section, sources } = marketsOn(isCrypto ? namesOfCoin(symbol) : namesOfCompany(company), context);
      const ofMarkets = rowsMeta(sources, undefined, section.count > 0 ? MARKET_CAVEATS : []);
      return {
        data: { asset_class, symbol, ...sections, prediction_markets: section },
        asOf: [...Object.values(sections), section].map((s) => s.as_of).sort()[0]!,
        meta: {
          ...meta,
          caveats: [...new Set([...meta.caveats, ...ofMarkets.caveats])].sort(),
          attribution: { ...meta.attribution, ...ofMarkets.attribution },
          sample: meta.sample || ofMarkets.sample,
        },
      };
    }),
});
