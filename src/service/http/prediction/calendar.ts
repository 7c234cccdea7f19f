import { Type } from "@sinclair/typebox";
import type { IsoDate } from "../../../contract/dates";
import { closingDays, CONTESTED } from "../../families/prediction/closings";
import { endpoint, listAnswer } from "../server/endpoint";
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
