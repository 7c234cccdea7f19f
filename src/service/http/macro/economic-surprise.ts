import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { cellFigures, cellsEnvelope, CELL_MEMBERS } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { orNull } from "../server/schemas";

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
