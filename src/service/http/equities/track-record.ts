import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { SIGNAL_TYPES } from "../../../contract/listed/signals";
import { HORIZONS } from "../../../contract/vocabulary";
import { cell, cellsEnvelope, Components, componentsOf, CELL_MEMBERS, rowOfAnswers, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const Horizon = oneOfTexts(HORIZONS, { description: "Time after the signal." });
const QUERY = {
  signal_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Such as insider_cluster_buy. Omit for all." })),
  horizon: Type.Optional(Horizon),
};
const Row = Type.Object({
  signal_type: Type.String(),
  horizon: Horizon,
  median_return_pct: orNull(Type.Number(), "Median return after the signals with a completed horizon, percent."),
  last_signal: Type.Optional(Type.String({ description: "Day of the newest signal with a completed horizon." })),
  components: Components,
  ...CELL_MEMBERS,
});

/** GET /v1/equities/track-record: the returns after past signals that TRACKRECORD shows, by signal type and horizon. */
export const trackRecordEndpoint = endpoint({
  path: "/v1/equities/track-record",
  summary: "Returns after past signals, by signal type and horizon",
  tag: "equities",
  examples: [
    { parameters: { signal_type: "insider_cluster_buy" } },
    { parameters: { signal_type: "insider" }, status: 404 },
    { parameters: { horizon: "2d" }, status: 422 },
  ],
  query: QUERY,
  paging: { most: SIGNAL_TYPES.length * HORIZONS.length, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: declarationOf("TRACKRECORD").caveats,
  refusals: NOT_FOUND,
  answer: ({ signal_type: named, horizon }, context) =>
    context.store.reading(() => {
      const wanted = named
        ?.trim()
        .toLowerCase()
        .replace(/[\s-]+/g, "_");
      const unknown = wanted === undefined ? undefined : unknownRefusal([cell("TRACKRECORD", [wanted, HORIZONS[0]], "", context)]);
      if (unknown) return unknown;
      const all = (wanted === undefined ? SIGNAL_TYPES : [wanted]).flatMap((type) =>
        (horizon === undefined ? HORIZONS : [horizon]).map((after) => ({ type, after })),
      );
      return listAnswer(all, (page) =>
        context.store.reading(() => {
          const answers = page.map(({ type, after }) => cell("TRACKRECORD", [type, after], "", context));
          return {
            data: answers.map((answer, i) => {
              const { row } = rowOfAnswers({ median_return_pct: answer });
              const last = row["median_return_pct"] === null ? undefined : answer.observation_date;
              return {
                signal_type: page[i]!.type,
                horizon: page[i]!.after,
                ...row,
                ...(last === undefined ? {} : { last_signal: last }),
                components: componentsOf(answer),
              };
            }),
            ...cellsEnvelope(context, answers),
          };
        }),
      );
    }),
});
