import { Type } from "@sinclair/typebox";
import { momentText } from "../../../contract/as-of";
import { slippagesOf, type Side } from "../../families/prediction/book-fill";
import { booksOfLast, presentBook } from "../../families/prediction/books";
import type { MarketFigure } from "../../families/prediction/market-rows";
import { BOOK_LEVELS } from "../../records/prediction";
import { HOUR_MS } from "../../time/durations";
import { endpoint } from "../server/endpoint";
import { BOOK_CAVEATS, bookEnvelope, IDENTITY, LEG, legOn, NOTIONALS, PRICES, TIME, unknown, WINDOW_HOURS } from "./book";
import { MARKET_PARAMS, ofMarket } from "./market";
import { figure, figureSchema } from "./row";
import { NOT_FOUND } from "../server/schemas";

const MOST_NOTIONALS = 20;

const COST_QUERY = {
  notional: Type.Array(Type.Number({ minimum: 1, maximum: 1e9 }), {
    minItems: 1,
    maxItems: MOST_NOTIONALS,
    default: [...NOTIONALS],
    description: "US dollars that an order pays or receives. Repeat it for several sizes.",
  }),
};
const CostLeg = Type.Object({
  ...LEG,
  ...figureSchema("median_slippage_bps", "Median of slippage_bps over the window."),
  ...figureSchema("p90_slippage_bps", "90th percentile of slippage_bps over the window, by nearest rank."),
  compared_snapshots: Type.Integer({ description: "Snapshots in the median: with both sides, or too thin for the order." }),
  exhausted_snapshots: Type.Integer({ description: "Snapshots too thin for the order. They count as worse than every other one." }),
});
const CostData = Type.Object({
  ...IDENTITY.schema.properties,
  time: TIME,
  ...PRICES.schema.properties,
  window_hours: Type.Integer(),
  snapshots: Type.Integer({ description: "Snapshots in the window." }),
  sizes: Type.Array(Type.Object({ notional: Type.Number({ description: "US dollars paid or received." }), buy: CostLeg, sell: CostLeg })),
});

const COST_METHOD = `A modeled fill of one order against the best ${BOOK_LEVELS} levels of each side, without fees. Median and 90th percentile are over ${WINDOW_HOURS} hours.`;

/** GET /v1/prediction/markets/{market_id}/execution-cost: modeled price and slippage of orders by size, now and over a day. */
export const predictionExecutionCostEndpoint = endpoint({
  path: "/v1/prediction/markets/:market_id/execution-cost",
  summary: "Modeled cost of orders in a prediction market",
  tag: "prediction",
  examples: [
    { parameters: { market_id: "msft-higher-2024" } },
    { parameters: { market_id: "us-recession" }, status: 404 },
    { parameters: { market_id: "msft-higher-2024", notional: 0 }, status: 422 },
  ],
  params: MARKET_PARAMS,
  query: COST_QUERY,
  asOf: true,
  data: CostData,
  caveats: BOOK_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ market_id: asked, notional: notionals }, context) =>
    ofMarket(asked, context, (found) => {
      const present = presentBook(found.market, context);
      const [book, reason] = "book" in present ? [present.book, ""] : [undefined, present.reason];
      const books = booksOfLast(WINDOW_HOURS * HOUR_MS, found.market, context);
      const leg = (side: Side, notional: number) => {
        const { median, p90, snapshots, exhausted } = slippagesOf(books, side, notional);
        const over = (stated: MarketFigure): MarketFigure => (books.length === 0 ? unknown(reason) : stated);
        return {
          ...legOn({ book, reason }, side, notional),
          ...figure("median_slippage_bps", over(median)),
          ...figure("p90_slippage_bps", over(p90)),
          compared_snapshots: snapshots,
          exhausted_snapshots: exhausted,
        };
      };
      return {
        data: {
          ...IDENTITY.of(found),
          time: book ? momentText(book.at) : null,
          ...PRICES.of({ book, reason }),
          window_hours: WINDOW_HOURS,
          snapshots: books.length,
          sizes: [...new Set(notionals)].map((notional) => ({ notional, buy: leg("buy", notional), sell: leg("sell", notional) })),
        },
        ...bookEnvelope(context, found, books.length > 0),
        note: book ? COST_METHOD : reason,
      };
    }),
});
