import { Type } from "@sinclair/typebox";
import { hasVolume, movers, WINDOWS } from "../../families/prediction/market-rows";
import { endpoint, listAnswer } from "../server/endpoint";
import { noteOf } from "./markets";
import { marketEnvelope, marketOnWire, MarketOnWire, MARKET_CAVEATS, shownMarkets, readingMarkets } from "./row";
import { oneOfTexts } from "../server/schemas";

const QUERY = {
  window: oneOfTexts(WINDOWS, { default: "24h", description: "Ranks by change_24h or by change_7d." }),
  min_volume: Type.Number({
    minimum: 0,
    default: 10_000,
    description: "Lowest lifetime volume, in US dollars. With 0, also markets without a volume in dollars.",
  }),
  include_sports: Type.Boolean({ default: false, description: "With true, also markets on sport." }),
};

const left = (unknown: number, window: string): string =>
  `${unknown} ${unknown === 1 ? "market is" : "markets are"} left out, because no change over ${window} is known.`;

/** GET /v1/prediction/movers: the open markets whose probability changed most, up or down. */
export const predictionMoversEndpoint = endpoint({
  path: "/v1/prediction/movers",
  summary: "Prediction markets that moved most",
  tag: "prediction",
  examples: [{ parameters: { include_sports: true } }, { parameters: { window: "30d" }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 30 },
  data: Type.Array(MarketOnWire),
  caveats: MARKET_CAVEATS,
  answer: ({ window, min_volume, include_sports }, context) =>
    readingMarkets(context, () => {
      const { rows, whyEmpty } = shownMarkets(context);
      const { rows: moved, unknown } = movers(rows, window, include_sports);
      const all = moved.filter((row) => hasVolume(row, min_volume));
      const notes = [unknown > 0 ? left(unknown, window) : undefined, moved.length > 0 ? noteOf(moved, all.length, min_volume) : undefined];
      const note = notes.filter((one) => one !== undefined).join(" ");
      return listAnswer(all, (page) => ({
        data: page.map(marketOnWire),
        ...marketEnvelope(context, page),
        note: rows.length === 0 ? whyEmpty : note === "" ? undefined : note,
      }));
    }),
});
