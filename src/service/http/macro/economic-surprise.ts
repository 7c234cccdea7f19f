import { Type } from "@sinclair/typebox";
import { addDays, type IsoDate } from "../../../contract/dates";
import { declarationOf } from "../../../contract/functions/declarations";
import { contextAt } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { surpriseDays } from "../../families/surprise/surprise";
import { CELL_MEMBERS, cellFigures, type CellFigures, cellsEnvelope } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { orNull } from "../server/schemas";

const FIGURES = { index: "index", inflation: "inflation", n: "event_count", thin: "thin" } as const;
const Point = Type.Object({
  date: Type.String({ description: "Day of a release." }),
  index: orNull(Type.Number(), "The index as it was known at the end of the day, standard deviations."),
  inflation: orNull(Type.Number(), "The same for inflation."),
  n: orNull(Type.Number(), "Number of scored releases in the 90 days up to it."),
  thin: orNull(Type.Boolean(), "True if the releases are few."),
  ...CELL_MEMBERS,
});

const NONE = "No release with a forecast is known in these days. Use more days, or import forecasts: npm run -s data -- import forecasts FILE";

/** ESI at the end of a day. Of the current day, at the moment of the question. */
function figuresOn(day: IsoDate, context: Context): CellFigures {
  const at = contextAt(context, day);
  return cellFigures("ESI", [], FIGURES, "detail" in at ? context : at);
}

/** GET /v1/macro/economic-surprise/history: ESI on the days of releases, newest first, each as it was known on that day. */
export const economicSurpriseHistoryEndpoint = endpoint({
  path: "/v1/macro/economic-surprise/history",
  summary: "History of the economic surprise index",
  tag: "macro",
  examples: [{}, { parameters: { days: 366 }, status: 422 }],
  query: { days: Type.Integer({ minimum: 1, maximum: 365, default: 90, description: "Calendar days up to the service's date." }) },
  asOf: true,
  data: Type.Array(Point),
  caveats: declarationOf("ESI").caveats,
  answer: ({ days }, context) =>
    context.store.reading(() => {
      const points = surpriseDays(context, addDays(context.clock.today(), 1 - days)).toReversed();
      return listAnswer(points, (page) => {
        const found = page.map((day) => figuresOn(day, context));
        return {
          data: found.map(({ row }, i) => ({ date: page[i]!, ...row })),
          ...cellsEnvelope(
            context,
            found.flatMap(({ answers }) => answers),
          ),
          note: points.length > 0 ? undefined : NONE,
        };
      });
    }),
});

const Surprise = Type.Object({
  index: orNull(Type.Number(), "The index: above zero if data was better than forecast, standard deviations."),
  inflation: orNull(Type.Number(), "The same for inflation, which is not part of the index: above zero if there was more of it."),
  event_count: orNull(Type.Number(), "Number of scored releases in the 90 days."),
  thin: orNull(Type.Boolean(), "True if the releases are few."),
  date: orNull(Type.String(), "Day of the newest scored release."),
  ...CELL_MEMBERS,
});

/** GET /v1/macro/economic-surprise: the index that ESI shows. It needs the operator's own forecasts; there is no sample data. */
export const economicSurpriseEndpoint = endpoint({
  path: "/v1/macro/economic-surprise",
  summary: "Economic surprise index",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Surprise,
  caveats: declarationOf("ESI").caveats,
  answer: (_asked, context) =>
    context.store.reading(() => {
      const figures = { index: "index", inflation: "inflation", event_count: "event_count", thin: "thin", date: "date" } as const;
      const { row, answers } = cellFigures("ESI", [], figures, context);
      return { data: row, ...cellsEnvelope(context, answers) };
    }),
});
