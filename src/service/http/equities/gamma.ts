import { Type } from "@sinclair/typebox";
import type { FieldName } from "../../../contract/functions";
import { answering, SAMPLE } from "../../answers/answering";
import { fullReason, HOUR, isReason } from "../../answers/family";
import { allSurfaces, gammaFigure, surfaceFor } from "../../families/gamma/gamma";
import { type NamedSurface, wallsOf } from "../../families/gamma/sample";
import { instrumentOf } from "../../instruments/universe";
import { tickerNamed } from "../../names/tickers";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";
import { shownSampleRows } from "../server/shown-rows";

const PARAMS = { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) };
export const GAMMA_CAVEATS = ["gamma_modeled_not_measured"] as const;

const Money = (description: string) => orNull(Type.Number(), `${description} US dollars per 1 % move; null if nothing is modeled.`);
const Price = (description: string) => orNull(Type.Number(), description);
const FIGURES = {
  ticker: Type.String(),
  date: orNull(Type.String(), "The session whose close is modeled; null if nothing is modeled."),
  price: Price("The close, in US dollars; null if nothing is modeled."),
  net_gamma_usd: Money("Net dealer gamma: calls plus puts."),
  call_gamma_usd: Money("Gamma of calls, positive."),
  put_gamma_usd: Money("Gamma of puts, negative."),
  dealer_gamma: orNull(oneOfTexts(["long", "short"]), "long if net_gamma_usd is positive, short if it is negative. Null if it is zero or not modeled."),
  flip_price: Price("The price nearest to the close at which net gamma crosses zero, in US dollars. Null if it does not cross; flip_reason says so."),
  flip_reason: Type.Optional(Type.String({ description: "Why flip_price is null." })),
  sample: Type.Optional(Type.Literal(true)),
};
const Wall = (description: string) =>
  orNull(
    Type.Object({ strike: Type.Number({ description: "US dollars." }), gamma_usd: Type.Number({ description: "US dollars per 1 % move." }) }),
    description,
  );
const Detail = Type.Object({
  ...FIGURES,
  reason: Type.Optional(Type.String({ description: "Why nothing is modeled." })),
  call_wall: Wall("The strike at or above the close with the most call gamma; null without one."),
  put_wall: Wall("The strike at or below the close with the most put gamma; null without one."),
  strikes: Type.Array(
    Type.Object({
      strike: Type.Number({ description: "US dollars." }),
      call_gamma_usd: Type.Number({ description: "US dollars per 1 % move." }),
      put_gamma_usd: Type.Number(),
      net_gamma_usd: Type.Number(),
    }),
    { description: "Gamma by strike, lowest first; empty if nothing is modeled." },
  ),
});

const say = answering(SAMPLE, HOUR);

/** The figures of a surface in their wire form. */
export const surfaceOnWire = ({ ticker, surface }: NamedSurface) => {
  const figure = (field: FieldName<"GAMMA">) => gammaFigure(say, surface, ticker, field);
  const number = (field: FieldName<"GAMMA">): number => Number((figure(field) as { readonly value: number }).value);
  const [net, flip] = [number("net"), figure("flip")];
  return {
    ticker,
    date: surface.date,
    price: surface.spot,
    net_gamma_usd: net,
    call_gamma_usd: number("call"),
    put_gamma_usd: number("put"),
    dealer_gamma: net > 0 ? ("long" as const) : net < 0 ? ("short" as const) : null,
    ...(isReason(flip) ? { flip_price: null, flip_reason: fullReason(flip) } : { flip_price: Number(flip.value) }),
    sample: true as const,
  };
};

const NOTHING_MODELED = {
  date: null, price: null, net_gamma_usd: null, call_gamma_usd: null, put_gamma_usd: null, dealer_gamma: null, flip_price: null, call_wall: null, put_wall: null, strikes: [],
}; // prettier-ignore

/** GET /v1/equities/gamma: modeled dealer gamma of every covered name, largest net gamma of either sign first. */
export const gammaSurfaceEndpoint = endpoint({
  path: "/v1/equities/gamma",
  summary: "Modeled dealer gamma of all covered tickers",
  tag: "equities",
  examples: [{}, { parameters: { limit: 5 }, status: 422 }],
  asOf: true,
  data: Type.Array(Type.Object(FIGURES)),
  caveats: GAMMA_CAVEATS,
  answer: (_asked, context) => {
    const { rows, whyEmpty } = shownSampleRows(context, () => allSurfaces(context));
    const all = rows.map(surfaceOnWire).sort((a, b) => Math.abs(b.net_gamma_usd) - Math.abs(a.net_gamma_usd) || (a.ticker < b.ticker ? -1 : 1));
    return listAnswer(all, (data) => ({ data, asOf: context.clock.asOf(), sources: data.map(() => SAMPLE.source), note: whyEmpty }));
  },
});

/** GET /v1/equities/gamma/{ticker}: modeled dealer gamma of one name by strike, with its flip and its walls. */
export const gammaOfEndpoint = endpoint({
  path: "/v1/equities/gamma/:ticker",
  summary: "Modeled dealer gamma of one name",
  tag: "equities",
  examples: [
    { parameters: { ticker: "SPY" } },
    { parameters: { ticker: "ACLS" } },
    { parameters: { ticker: "AAPLX" }, status: 404 },
    { parameters: { ticker: "AAAAAAAAAAAAA" }, status: 422 },
  ],
  params: PARAMS,
  asOf: true,
  data: Detail,
  caveats: GAMMA_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ ticker: named }, context) => {
    const ticker = tickerNamed(named, context.store);
    const net = cell("GAMMA", [ticker], "net", context);
    const asOf = context.clock.asOf();
    if (isReason(net)) return unknownRefusal([net]) ?? { data: { ticker, ...NOTHING_MODELED, flip_reason: fullReason(net), reason: fullReason(net) }, asOf };
    const instrument = instrumentOf(ticker);
    const surface = instrument && surfaceFor(context, instrument).rows;
    if (!instrument || !surface) throw new Error(`GAMMA has a value for ${ticker} without a surface`);
    const { call, put } = wallsOf(surface);
    return {
      data: {
        ...surfaceOnWire({ ticker: instrument.ticker, surface }),
        call_wall: call ? { strike: call.strike, gamma_usd: call.call } : null,
        put_wall: put ? { strike: put.strike, gamma_usd: put.put } : null,
        strikes: surface.strikes.map((s) => ({ strike: s.strike, call_gamma_usd: s.call, put_gamma_usd: s.put, net_gamma_usd: s.call + s.put })),
      },
      asOf,
      sources: [SAMPLE.source],
    };
  },
});
