import { Type } from "@sinclair/typebox";
import { closingDays, CONTESTED } from "../families/prediction/calendar";
import { endpoint, listed } from "./endpoint";
import { figure, figureSchema, MARKET_CAVEATS, marketEnvelope, marketOnWire, MarketOnWire, shownMarkets } from "./prediction-row";

const QUERY = { days: Type.Integer({ minimum: 1, maximum: 60, default: 14, description: "Calendar days from the service's date on, that day included." }) };
const Day = Type.Object({
  date: Type.String({ description: "The scheduled close." }),
  ...figureSchema("contested_capital", "Sum of the markets' lifetime volumes, in US dollars."),
  market_count: Type.Integer(),
  markets: Type.Array(MarketOnWire, { description: "Largest volume first." }),
});

const CONTESTED_ONLY = `Only contested markets are listed: yes_probability above ${CONTESTED.above} and below ${CONTESTED.below}.`;

/** GET /v1/prediction/calendar: the scheduled closes of contested markets by day. Days without one are not listed. */
export const predictionCalendar = endpoint({
  path: "/v1/prediction/calendar",
  summary: "Scheduled closes of prediction markets by day",
  tag: "prediction",
  examples: [{ parameters: { days: 60 } }, { parameters: { days: 61 }, status: 422 }],
  query: QUERY,
  asOf: true,
  data: Type.Array(Day),
  caveats: MARKET_CAVEATS,
  answer: ({ days: asked }, context) =>
    context.store.reading(() => {
      const { rows, whyEmpty } = shownMarkets(context);
      const { days, unknown } = closingDays(rows, context.clock.today(), asked);
      const left = unknown > 0 ? ` ${unknown} ${unknown === 1 ? "market is" : "markets are"} left out, because the probability is unknown or too old.` : "";
      return listed(days, (page) => ({
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
        note: rows.length === 0 ? whyEmpty : CONTESTED_ONLY + left,
      }));
    }),
});
