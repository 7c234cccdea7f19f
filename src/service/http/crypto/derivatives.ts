import { Type } from "@sinclair/typebox";
import { orList } from "../../../contract/nearest";
import { shown } from "../../../contract/arguments";
import { fullOf } from "../../answers/answering";
import { fullReason, isReason } from "../../answers/family";
import { asOfRows } from "../../evaluation/on-wire";
import { derivativesOf, type DerivativesRow } from "../../families/derivatives/derivatives";
import { PRICED_COINS, type PricedCoin } from "../../families/prices/sample";
import { symbolNamed } from "../../names/coins";
import { whyUnknown } from "../../names/unknown";
import { type Venue, VENUES } from "../../records/crypto";
import { cell } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { NOT_FOUND, orNull } from "../server/schemas";

const PARAMS = { symbol: Type.String({ minLength: 1, maxLength: 32, description: `${orList(PRICED_COINS)}, any case.` }) };
const QUERY = {
  exchange: Type.String({
    maxLength: 32,
    default: VENUES[0],
    description: `${orList(VENUES)}. A blank is the first of them whose last settlement is not too old, as in FUNDING. Sample data belongs to no venue.`,
  }),
};
const FUNDING = "null if unknown: funding_reason says why";
const MARKET = "null if unknown, never 0: market_reason says why";
const Derivatives = Type.Object({
  symbol: Type.String(),
  exchange: orNull(Type.String(), `The venue, or "sample" for sample data; ${FUNDING}.`),
  contract: orNull(Type.String(), `The venue's own name; ${FUNDING}.`),
  funding_rate_pct: orNull(Type.Number(), `The last settled rate, percent of the position per interval; positive is paid by longs to shorts; ${FUNDING}.`),
  funding_interval_hours: orNull(Type.Number(), "Hours that the rate is paid for; null if unknown or not stated."),
  funding_time: orNull(Type.String(), `Time of the settlement, ISO 8601; ${FUNDING}.`),
  funding_reason: Type.Optional(Type.String()),
  market_time: orNull(Type.String(), `Time of the members below, ISO 8601; ${MARKET}.`),
  open_interest_usd: orNull(Type.Number(), `Open positions at the mark price, US dollars; ${MARKET}.`),
  long_short_ratio: orNull(Type.Number(), `Accounts that are long, divided by accounts that are short; ${MARKET}.`),
  mark_price_usd: orNull(Type.Number(), `US dollars; ${MARKET}.`),
  index_price_usd: orNull(Type.Number(), `US dollars; ${MARKET}.`),
  basis_pct: orNull(Type.Number(), `Mark price above the index price, percent of the index price; ${MARKET}.`),
  market_reason: Type.Optional(Type.String()),
  source: Type.Optional(Type.String({ description: "A key into `meta.attribution`; absent if nothing is known." })),
  sample: Type.Optional(Type.Literal(true)),
});

const NO_FUNDING = { exchange: null, contract: null, funding_rate_pct: null, funding_interval_hours: null, funding_time: null };
const NO_MARKET = { market_time: null, open_interest_usd: null, long_short_ratio: null, mark_price_usd: null, index_price_usd: null, basis_pct: null };

const isoTime = (ms: number): string => new Date(ms).toISOString();
const marketOf = ({ at, ...of }: DerivativesRow) => ({ market_time: isoTime(at), ...of });

const isPriced = (name: string): name is PricedCoin => (PRICED_COINS as readonly string[]).includes(name);
const isVenue = (name: string): name is Venue => (VENUES as readonly string[]).includes(name);

/** GET /v1/crypto/derivatives/{symbol}: funding, open interest, long/short ratio, prices and basis of a perpetual. The funding rate is that of FUNDING if `exchange` is blank. */
export const cryptoDerivativesEndpoint = endpoint({
  path: "/v1/crypto/derivatives/:symbol",
  summary: "Funding, open interest, long/short ratio, basis and mark price of a perpetual",
  tag: "crypto",
  examples: [
    { parameters: { symbol: "ETH" } },
    { parameters: { symbol: "BTX" }, status: 404 },
    { parameters: { symbol: "BTC", exchange: "kraken" }, status: 422 },
  ],
  params: PARAMS,
  query: QUERY,
  asOf: true,
  data: Derivatives,
  refusals: NOT_FOUND,
  answer: ({ symbol: named, exchange }, context) => {
    const symbol = symbolNamed(named);
    if (!isPriced(symbol)) return { code: "unknown_name", detail: fullOf(whyUnknown("perpetual", symbol, PRICED_COINS).text) };
    if (exchange !== "" && !isVenue(exchange))
      return { code: "invalid_request", detail: `exchange: expected ${orList(VENUES)}, or a blank for the venue of FUNDING, got ${shown(exchange)}.` };
    const rate = cell("FUNDING", [symbol], "", context);
    const { funding, market, origin } = derivativesOf(context, symbol, exchange === "" ? undefined : exchange, isReason(rate) ? fullReason(rate) : undefined);
    const isKnown = !("reason" in funding);
    return {
      data: {
        symbol,
        ...(isKnown
          ? {
              exchange: funding.exchange,
              contract: funding.contract,
              funding_rate_pct: funding.rate_pct,
              funding_interval_hours: funding.interval_hours,
              funding_time: isoTime(funding.time_ms),
            }
          : { ...NO_FUNDING, funding_reason: funding.reason }),
        ...("reason" in market ? { ...NO_MARKET, market_reason: market.reason } : marketOf(market)),
        ...(isKnown ? { source: origin.source } : {}),
        ...(origin.sample ? { sample: true as const } : {}),
      },
      asOf: asOfRows(context, origin.provenance ?? []),
      sources: isKnown ? [origin.source] : [],
    };
  },
});
