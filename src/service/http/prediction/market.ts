import { Type } from "@sinclair/typebox";
import { nearest, orList } from "../../../contract/nearest";
import { momentText } from "../../../contract/as-of";
import type { Context } from "../../answers/context";
import { marketNamed } from "../../families/prediction/find-market";
import { marketHistory } from "../../families/prediction/markets";
import { byVolume, changesOver, noProbability, volumeOf, type MarketRow } from "../../families/prediction/market-rows";
import { HOUR_MS } from "../../time/durations";
import { endpoint, listAnswer } from "../server/endpoint";
import { figure, figureSchema, MARKET_CAVEATS, marketEnvelope, marketOnWire, MarketOnWire, shownMarkets, readingMarkets } from "./row";
import { NOT_FOUND, RowsMeta } from "../server/schemas";
import type { RequestRefusal } from "../server/refuse";

export const MARKET_PARAMS = { market_id: Type.String({ minLength: 1, description: "A market's id or slug, any case." }) };
const Detail = Type.Object({
  ...MarketOnWire.properties,
  ...figureSchema("change_30d", "Change of yes_probability over 30 days, on the same scale."),
  siblings: Type.Array(MarketOnWire, { description: "The other markets of the same event, largest volume first." }),
});

/** Reads the market with this id or slug, with all markets, and answers from it; refuses if there is none. */
export function ofMarket<T>(asked: string, context: Context, answer: (found: MarketRow, rows: readonly MarketRow[]) => T): Promise<T | RequestRefusal> {
  return readingMarkets(context, () => {
    const { rows, whyEmpty } = shownMarkets(context);
    const all = rows.map((row) => row.words);
    const words = marketNamed(all, asked);
    const row = rows.find((one) => one.words === words);
    if (row) return answer(row, rows);
    const ids = rows.map(({ market }) => market.id);
    const near = nearest(asked, ids);
    const then = rows.length === 0 ? whyEmpty : near.length > 0 ? `Did you mean ${orList(near)}?` : "GET /v1/prediction/markets lists the ids.";
    return { code: "unknown_name", detail: `No prediction market ${asked} is known. ${then}` };
  });
}

/** GET /v1/prediction/markets/{market_id}: one market, open or closed, with the other markets of its event and its change over 30 days. */
export const predictionMarketEndpoint = endpoint({
  path: "/v1/prediction/markets/:market_id",
  summary: "One prediction market with its siblings",
  tag: "prediction",
  examples: [{ parameters: { market_id: "us-recession-2024" } }, { parameters: { market_id: "us-recession" }, status: 404 }],
  params: MARKET_PARAMS,
  asOf: true,
  data: Detail,
  caveats: MARKET_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ market_id: asked }, context) =>
    ofMarket(asked, context, (found, rows) => {
      const { market, source, probability } = found;
      const siblings = rows.filter((row) => row !== found && market.event !== "" && row.market.event === market.event && row.source === source).sort(byVolume);
      const change = changesOver(30, context, "few")(market, probability);
      return {
        data: { ...marketOnWire(found), ...figure("change_30d", change), siblings: siblings.map(marketOnWire) },
        ...marketEnvelope(context, [found, ...siblings]),
      };
    }),
});

const DEFAULT_DAYS = 30;
const HISTORY_QUERY = {
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8760, description: `Hours up to the service's time; not with days. ${DEFAULT_DAYS} days if neither is given.` }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, description: "Days of 24 hours up to the service's time; not with hours." })),
};
const Point = Type.Object({
  time: Type.String({ description: "When the state became public, ISO 8601. A sample market has one state a day, public at its end in New York." }),
  ...figureSchema("yes_probability", "Probability of Yes by the last trade, 0 to 1."),
  ...figureSchema("volume_usd", "Lifetime volume at that time, in US dollars."),
});
const HistoryMeta = Type.Object({
  ...RowsMeta.properties,
  has_more: Type.Boolean({ description: "True if the window has older points: a page has its newest ones." }),
});

/** GET /v1/prediction/markets/{market_id}/history: the newest states of one market within the window, oldest first. */
export const predictionHistoryEndpoint = endpoint({
  path: "/v1/prediction/markets/:market_id/history",
  summary: "History of a prediction market, oldest first",
  tag: "prediction",
  examples: [
    { parameters: { market_id: "us-recession-2024" } },
    { parameters: { market_id: "us-recession" }, status: 404 },
    { parameters: { market_id: "us-recession-2024", days: 366 }, status: 422 },
  ],
  params: MARKET_PARAMS,
  query: HISTORY_QUERY,
  asOf: true,
  paging: { most: 2000, fallback: 500 },
  data: Type.Array(Point),
  meta: HistoryMeta,
  caveats: MARKET_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ market_id: asked, hours, days }, context) => {
    if (hours !== undefined && days !== undefined)
      return { code: "invalid_request", detail: `hours: expected hours or days, got both (${hours} and ${days}).` };
    return ofMarket(asked, context, (found) => {
      const { market } = found;
      const window = hours ?? (days ?? DEFAULT_DAYS) * 24;
      const points = marketHistory(market, context.clock.moment() - window * HOUR_MS, context);
      // The page is cut from the newest, and listed oldest first.
      return listAnswer(points.toReversed(), (page) => ({
        data: page.toReversed().map(({ at, yes_probability, volume_usd }) => ({
          time: momentText(at),
          ...figure("yes_probability", yes_probability === null ? { value: null, reason: noProbability(market).full } : { value: yes_probability }),
          ...figure("volume_usd", volumeOf({ volume_usd })),
        })),
        ...marketEnvelope(context, page.length > 0 ? [found] : []),
        note: page.length > 0 ? undefined : `No state of market ${market.id} became public in the last ${window} hours. Use a longer window.`,
      }));
    });
  },
});
