import { Type } from "@sinclair/typebox";
import { sourceMark } from "../../answers/answering";
import { fedMeetings, type Meeting } from "../../families/prediction/fed-meetings";
import type { MarketRow, MarketFigure } from "../../families/prediction/market-rows";
import { rounded } from "../../../contract/rounded";
import { endpoint, listAnswer } from "../server/endpoint";
import { marketEnvelope, shownMarkets, readingMarkets } from "../prediction/row";
import { orNull } from "../server/schemas";

const FIGURES = {
  price_pct: orNull(Type.Number(), "The last traded price of Yes, percent. Not a forecast: the legs of one meeting need not sum to 100."),
  volume_usd: orNull(Type.Number(), "Lifetime volume, US dollars."),
  volume_share_pct: orNull(Type.Number(), "Percent of the volume of all markets on the meeting."),
  reason: Type.Optional(Type.String({ description: "Why a figure is null." })),
};
const Leg = Type.Object({ market_id: Type.String(), question: Type.String(), end_date: Type.String({ description: "The scheduled close." }), ...FIGURES });
const Row = Type.Object({
  meeting: Type.String({ description: "The month in which its markets are scheduled to close, YYYY-MM." }),
  closes: Type.String({ description: "The first scheduled close of the ladder." }),
  event: Type.String({ description: "The event of the ladder." }),
  ladder: Type.Array(Leg, { description: "The markets of the event with the most volume, largest first." }),
  side_markets: Type.Array(Type.Composite([Leg, Type.Object({ event: Type.String() })]), {
    description: "The markets of other events on the meeting, largest event first.",
  }),
  volume_usd: orNull(Type.Number(), "Volume of all of its markets, US dollars; null if one of them states none."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
});

const SHARE_DECIMALS = 2;

function shareOf(part: MarketFigure, whole: MarketFigure): number | null {
  return part.value === null || whole.value === null || whole.value === 0 ? null : rounded((100 * part.value) / whole.value, SHARE_DECIMALS);
}

const legOf = ({ market, probability, volume }: MarketRow, of: Meeting) => {
  const unknown = [probability, volume].flatMap((figure) => (figure.value === null ? [figure.reason] : []));
  return {
    market_id: market.id,
    question: market.question,
    end_date: market.end_date,
    price_pct: probability.value === null ? null : rounded(100 * probability.value, 4),
    volume_usd: volume.value,
    volume_share_pct: shareOf(volume, of.volume),
    ...(unknown.length > 0 ? { reason: unknown.join(" ") } : {}),
  };
};

const marketsOf = ({ ladder, others }: Meeting): readonly MarketRow[] => [ladder, ...others].flatMap(({ legs }) => legs);

const rowOf = (meeting: Meeting) => {
  const { month, closes, ladder, others, volume } = meeting;
  const { source } = ladder.legs[0]!;
  return {
    meeting: month,
    closes,
    event: ladder.title,
    ladder: ladder.legs.map((leg) => legOf(leg, meeting)),
    side_markets: others.flatMap(({ title, legs }) => legs.map((leg) => ({ ...legOf(leg, meeting), event: title }))),
    volume_usd: volume.value,
    ...sourceMark(source),
  };
};

const NONE = "No open prediction market is about a decision of the Federal Reserve.";

/** GET /v1/macro/fed-path: the meetings of the Federal Reserve with open prediction markets, soonest first, with the prices that ODDS shows. */
export const fedPathEndpoint = endpoint({
  path: "/v1/macro/fed-path",
  summary: "Prediction markets on the decisions of the Federal Reserve, by meeting",
  tag: "macro",
  examples: [{}, { parameters: { limit: 101 }, status: 422 }],
  paging: { most: 100, fallback: 24, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["fedpath_ladder_is_the_deepest_event", "fedpath_prices_not_a_forecast", "fedpath_single_venue", "end_date_scheduled_not_actual"],
  answer: (_asked, context) =>
    readingMarkets(context, () => {
      const { rows, whyEmpty } = shownMarkets(context);
      const meetings = fedMeetings(rows);
      return listAnswer(meetings, (page) => ({
        data: page.map(rowOf),
        ...marketEnvelope(context, page.flatMap(marketsOf)),
        note: meetings.length > 0 ? undefined : rows.length > 0 ? NONE : whyEmpty,
      }));
    }),
});
