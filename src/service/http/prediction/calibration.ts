import { Type } from "@sinclair/typebox";
import { rounded } from "../../../contract/rounded";
import { CONTESTED } from "../../families/prediction/closings";
import { calibrate, DAYS_BEFORE, readResolvedMarkets, type Resolved, resolvedMarkets, type ResolvedOutcomes } from "../../families/prediction/calibration";
import type { MarketFigure } from "../../families/prediction/market-rows";
import { endpoint } from "../server/endpoint";
import { asOfEntities, orNull } from "../server/schemas";
import { shownRows } from "../server/shown-rows";
import { figure, figureSchema, MARKET_CAVEATS } from "./row";

const OUTCOMES = {
  markets: Type.Integer({ description: "Number of markets." }),
  ...figureSchema("mean_probability", "Mean of the probabilities."),
  ...figureSchema("yes_share", "Share of markets that resolved Yes, 0 to 1."),
};
const BRIER = figureSchema("brier_score", "Mean squared difference between probability and outcome: 0 is perfect, 0.25 a coin flip.");
const Tail = Type.Object({
  ...OUTCOMES,
  ...figureSchema("bias", "yes_share less mean_probability: below 0, Yes came true less often than priced."),
});
const Data = Type.Object({
  markets: Type.Integer({ description: "Number of resolved markets with a known probability." }),
  left_out: Type.Integer({ description: `Resolved markets without a known probability ${DAYS_BEFORE} days before their close.` }),
  ...BRIER,
  buckets: Type.Array(Type.Object({ from: Type.Number({ description: "Included." }), to: Type.Number({ description: "Excluded, except 1." }), ...OUTCOMES })),
  categories: Type.Array(
    Type.Object({
      category: orNull(Type.String(), "Null if the venue states none."),
      markets: Type.Integer(),
      ...BRIER,
    }),
  ),
  tails: Type.Object({ longshot: Tail, near_certain: Tail }, { description: `Markets at ${CONTESTED.above} or below, and at ${CONTESTED.below} or above.` }),
});

const stated = (value: number | null, reason: string): MarketFigure => (value === null ? { value, reason } : { value });

const NO_MARKET = "No resolved market is in this group.";
const METHOD = `Each market's last probability ${DAYS_BEFORE} days before its close is compared with its outcome.`;
const NONE: Resolved = { scored: [], without: 0 };

const outcomes = ({ markets, meanProbability, yesShare }: ResolvedOutcomes) => ({
  markets,
  ...figure("mean_probability", stated(meanProbability, NO_MARKET)),
  ...figure("yes_share", stated(yesShare, NO_MARKET)),
});
const tail = (of: ResolvedOutcomes) => ({
  ...outcomes(of),
  ...figure("bias", stated(of.yesShare === null || of.meanProbability === null ? null : rounded(of.yesShare - of.meanProbability, 4), NO_MARKET)),
});

/** GET /v1/prediction/calibration: how often markets came true, by their probability a week before they closed. */
export const predictionCalibrationEndpoint = endpoint({
  path: "/v1/prediction/calibration",
  summary: "Probabilities of prediction markets against outcomes",
  tag: "prediction",
  examples: [{ parameters: { as_of: "2024-06-20" } }, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Data,
  caveats: ["calibration_historical_not_forecast", ...MARKET_CAVEATS],
  answer: async (_asked, context) => {
    await readResolvedMarkets(context);
    return context.store.reading(() => {
      const { rows, whyEmpty } = shownRows(context, context.store.records.any("market"), () => [resolvedMarkets(context)]);
      const [resolved = NONE] = rows;
      const { markets, without, brier, buckets, categories, longshot, nearCertain } = calibrate(resolved);
      const scored = resolved.scored.map(({ id, source }) => ({ source, entity: id }));
      const why = whyEmpty ?? `No resolved market with a known probability ${DAYS_BEFORE} days before its close is known.`;
      return {
        data: {
          markets,
          left_out: without,
          ...figure("brier_score", stated(brier, why)),
          buckets: buckets.map(({ from, to, ...of }) => ({ from, to, ...outcomes(of) })),
          categories: categories.map(({ category, markets: n, brier: score }) => ({
            category: category === "" ? null : category,
            markets: n,
            ...figure("brier_score", stated(score, NO_MARKET)),
          })),
          tails: { longshot: tail(longshot), near_certain: tail(nearCertain) },
        },
        asOf: asOfEntities(context, "market", scored),
        sources: resolved.scored.map(({ source }) => source),
        note: markets === 0 ? why : METHOD,
      };
    });
  },
});
