import { Type } from "@sinclair/typebox";
import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { closingDays, CONTESTED } from "../../families/prediction/closings";
import { calibrate, DAYS_BEFORE, readResolvedMarkets, type Resolved, resolvedMarkets, type ResolvedOutcomes } from "../../families/prediction/calibration";
import type { MarketFigure } from "../../families/prediction/market-rows";
import { endpoint, listAnswer } from "../server/endpoint";
import { asOfEntities, shownRows } from "../server/schemas";
import { figure, figureSchema, MARKET_CAVEATS, marketEnvelope, marketOnWire, MarketOnWire, readingMarkets, shownMarkets } from "./row";

const QUERY = { days: Type.Integer({ minimum: 1, maximum: 60, default: 14, description: "Calendar days from the service's date on, that day included." }) };
const Day = Type.Object({
  date: Type.String({ description: "The scheduled close." }),
  ...figureSchema("contested_capital", "Sum of the markets' lifetime volumes, in US dollars."),
  market_count: Type.Integer(),
  markets: Type.Array(MarketOnWire, { description: "Largest volume first." }),
});

const CONTESTED_ONLY = `Only contested markets are listed: yes_probability above ${CONTESTED.above} and below ${CONTESTED.below}.`;

/** What the list holds, what is left out, and, if it is empty, when the next close is. */
function noteOn({ days, to, decided, unknown, next }: ReturnType<typeof closingDays>, today: IsoDate): string {
  const markets = (n: number): string => (n === 1 ? "1 market is" : `${n} markets are`);
  const period = to === today ? `on ${today}` : `from ${today} to ${to}`;
  return [
    days.length > 0 ? `Scheduled closes ${period}.` : `No contested market closes ${period}.`,
    ...(days.length > 0 ? [] : [next === undefined ? "No later close of a contested market is known." : `The next one closes on ${next}.`]),
    CONTESTED_ONLY,
    ...(decided > 0 ? [`${markets(decided)} left out, because the probability is not between these.`] : []),
    ...(unknown > 0 ? [`${markets(unknown)} left out, because the probability is unknown or too old.`] : []),
  ].join(" ");
}

/** GET /v1/prediction/calendar: the scheduled closes of contested markets by day. Days without one are not listed. */
export const predictionCalendarEndpoint = endpoint({
  path: "/v1/prediction/calendar",
  summary: "Scheduled closes of prediction markets by day",
  tag: "prediction",
  examples: [{ parameters: { days: 60 } }, { parameters: { days: 61 }, status: 422 }],
  query: QUERY,
  asOf: true,
  data: Type.Array(Day),
  caveats: MARKET_CAVEATS,
  answer: ({ days: asked }, context) =>
    readingMarkets(context, () => {
      const { rows, whyEmpty } = shownMarkets(context);
      const today = context.clock.today();
      const closings = closingDays(rows, today, asked);
      return listAnswer(closings.days, (page) => ({
        data: page.map(({ date, rows: markets, capital }) => ({
          date,
          ...figure("contested_capital", capital),
          market_count: markets.length,
          markets: markets.map(marketOnWire),
        })),
        ...marketEnvelope(
          context,
          page.flatMap((day) => day.rows),
        ),
        note: rows.length === 0 ? whyEmpty : noteOn(closings, today),
      }));
    }),
});

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
      category: Type.Union([Type.String(), Type.Null()], { description: "Null if the venue states none." }),
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
        asOf: asOfEntities(
          context,
          "market",
          resolved.scored.map(({ id, source }) => ({ source, entity: id })),
        ),
        sources: resolved.scored.map(({ source }) => source),
        note: markets === 0 ? why : METHOD,
      };
    });
  },
});
