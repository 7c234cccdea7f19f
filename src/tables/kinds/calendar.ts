import { LAYOUT } from "../kind";
import { integerIn, listKind } from "../list-kind";
import { rowsIn } from "../read-body";

const DAYS = { id: "days", label: "Days", kind: "integer", bounds: { from: 1, to: 60, fallback: 14 } } as const;

/** The scheduled closes of prediction markets. */
export const CALENDAR = listKind({
  id: "calendar",
  title: "Calendar of prediction markets",
  about: "Scheduled closes of contested markets, soonest first.",
  fields: [DAYS, LAYOUT],
  titleOf: (asked) => `Prediction markets that close within ${integerIn(asked, DAYS)} days`,
  path: () => "/v1/prediction/calendar",
  parameters: (asked) => ({ days: integerIn(asked, DAYS) }),
  page: 0,
  rowsOf: (data) => rowsIn(data).flatMap((day) => rowsIn(day.markets).map((market) => ({ ...market, closes: day.date }))),
  columns: [
    { id: "closes", heading: "Closes", as: "day" },
    { id: "question", heading: "Question", as: "text" },
    { id: "category", heading: "Category", as: "text" },
    { id: "yes_probability", heading: "Yes", format: "0.0%" },
    { id: "change_24h", heading: "Change, 24 h", format: "+0.0%;-0.0%;0.0%" },
    { id: "change_7d", heading: "Change, 7 days", format: "+0.0%;-0.0%;0.0%" },
    { id: "volume_usd", heading: "Volume, USD" },
    { id: "liquidity_usd", heading: "Liquidity, USD" },
    { id: "observation_date", heading: "Observed", as: "day" },
    { id: "market_id", heading: "Market", as: "text", key: true },
  ],
});
