import { Type } from "@sinclair/typebox";
import { ASSET_CLASSES, byVolume, hasVolume, isActive, type MarketRow } from "../../families/prediction/market-rows";
import { wordsOf } from "../../families/prediction/find-market";
import { endpoint, listAnswer } from "../server/endpoint";
import { marketEnvelope, marketOnWire, MarketOnWire, MARKET_CAVEATS, shownMarkets, readingMarkets } from "./row";
import { oneOfTexts } from "../server/schemas";

const QUERY = {
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: "The whole category, in any case." })),
  asset_class: Type.Optional(oneOfTexts(ASSET_CLASSES, { description: "Omit for all, also those without one." })),
  q: Type.Optional(Type.String({ maxLength: 80, description: "Whole words of the question or the event's title, as in ODDS." })),
  min_volume: Type.Number({
    minimum: 0,
    default: 1000,
    description: "Lowest lifetime volume, in US dollars. With 0, also markets without a volume in dollars.",
  }),
};

/** True if question and event contain every word. A text without words, such as "%", must occur as it is. */
function contains({ market, words: { question, event } }: MarketRow, q: string): boolean {
  const words = wordsOf(q);
  if (words.length > 0) return words.every((word) => question.has(word) || event.has(word));
  return `${market.question} ${market.event}`.toLowerCase().includes(q.trim().toLowerCase());
}

/** Why no market is listed, or which ones are left out. */
export function noteOf(found: readonly MarketRow[], shown: number, minVolume: number): string | undefined {
  const without = found.filter(({ volume }) => volume.value === null).length;
  if (minVolume > 0 && without > 0)
    return `${without} ${without === 1 ? "market is" : "markets are"} left out, because the venue states no volume in US dollars. Use min_volume=0 to list ${without === 1 ? "it" : "them"}.`;
  if (found.length === 0) return "No open market fits the parameters.";
  return shown === 0 ? `No open market that fits has a volume of ${minVolume} US dollars or more. Use a smaller min_volume.` : undefined;
}

/** GET /v1/prediction/markets: the open markets without an outcome, largest volume first. */
export const predictionMarketsEndpoint = endpoint({
  path: "/v1/prediction/markets",
  summary: "Open prediction markets",
  tag: "prediction",
  examples: [{ parameters: { min_volume: 0.5 } }, { parameters: { limit: 201 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50 },
  data: Type.Array(MarketOnWire),
  caveats: MARKET_CAVEATS,
  answer: ({ category, asset_class, q = "", min_volume }, context) =>
    readingMarkets(context, () => {
      const { rows, whyEmpty } = shownMarkets(context);
      const found = rows.filter(
        (row) =>
          isActive(row) &&
          (category === undefined || row.market.category.toLowerCase() === category.toLowerCase()) &&
          (asset_class === undefined || row.assetClass === asset_class) &&
          contains(row, q),
      );
      const all = found.filter((row) => hasVolume(row, min_volume)).sort(byVolume);
      const note = rows.length === 0 ? whyEmpty : noteOf(found, all.length, min_volume);
      return listAnswer(all, (page) => ({ data: page.map(marketOnWire), ...marketEnvelope(context, page), note }));
    }),
});
