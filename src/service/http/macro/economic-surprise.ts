import { Type } from "@sinclair/typebox";
import { addDays, type IsoDate } from "../../../contract/dates";
import { contextAt } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { surpriseDays } from "../../families/surprise/surprise";
import { type CellFigures, cellPage, cellRow, cellsEnvelope } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";

const POINT = cellRow("ESI", {
  index: ["index", Type.Number(), "The index as it was known at the end of the day, standard deviations."],
  inflation: ["inflation", Type.Number(), "The same for inflation."],
  n: ["event_count", Type.Number(), "Number of scored releases in the 90 days up to it."],
  thin: ["thin", Type.Boolean(), "True if the releases are few."],
});

const pointOf = (date: IsoDate, { row }: CellFigures) => ({ date, ...row });

const NONE = "No release with a forecast is known in these days. Use more days, or import forecasts: npm run -s data -- import forecasts FILE";

/** The context at the end of a day; of the current day, at the moment of the question. */
function endOf(day: IsoDate, context: Context): Context {
  const at = contextAt(context, day);
  return "detail" in at ? context : at;
}

/** GET /v1/macro/economic-surprise/history: ESI on the days of releases, newest first, each as it was known on that day. */
export const economicSurpriseHistoryEndpoint = endpoint({
  path: "/v1/macro/economic-surprise/history",
  summary: "History of the economic surprise index",
  tag: "macro",
  examples: [{}, { parameters: { days: 366 }, status: 422 }],
  query: { days: Type.Integer({ minimum: 1, maximum: 365, default: 90, description: "Calendar days up to the service's date." }) },
  asOf: true,
  data: Type.Array(Type.Object({ date: Type.String({ description: "Day of a release." }), ...POINT.schema })),
  caveats: POINT.caveats,
  answer: ({ days }, context) => {
    const points = surpriseDays(context, addDays(context.clock.today(), 1 - days)).toReversed();
    return listAnswer(points, (page) => ({
      ...cellPage(context, page, (day) => POINT.of([], endOf(day, context)), pointOf),
      note: points.length > 0 ? undefined : NONE,
    }));
  },
});

const SURPRISE = cellRow("ESI", {
  index: ["index", Type.Number(), "The index: above zero if data was better than forecast, standard deviations."],
  inflation: ["inflation", Type.Number(), "The same for inflation, which is not part of the index: above zero if there was more of it."],
  event_count: ["event_count", Type.Number(), "Number of scored releases in the 90 days."],
  thin: ["thin", Type.Boolean(), "True if the releases are few."],
  date: ["date", Type.String(), "Day of the newest scored release."],
});

/** GET /v1/macro/economic-surprise: the index that ESI shows. It needs the operator's own forecasts; there is no sample data. */
export const economicSurpriseEndpoint = endpoint({
  path: "/v1/macro/economic-surprise",
  summary: "Economic surprise index",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Type.Object(SURPRISE.schema),
  caveats: SURPRISE.caveats,
  answer: (_asked, context) => {
    const { row, answers } = SURPRISE.of([], context);
    return { data: row, ...cellsEnvelope(context, answers) };
  },
});
