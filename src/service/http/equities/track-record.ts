import { Type } from "@sinclair/typebox";
import { SIGNAL_TYPES } from "../../../contract/listed/signals";
import { HORIZONS } from "../../../contract/vocabulary";
import { type FamilyAnswer, isReason } from "../../answers/family";
import { cell, cellPage, cellRow, Components, componentsOf, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts } from "../server/schemas";

const Horizon = oneOfTexts(HORIZONS, { description: "Time after the signal." });
const QUERY = {
  signal_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Such as insider_cluster_buy. Omit for all." })),
  horizon: Type.Optional(Horizon),
};
const FIGURES = cellRow("TRACKRECORD", {
  median_return_pct: ["", Type.Number(), "Median return after the signals with a completed horizon, percent."],
});
const Row = Type.Object({
  signal_type: Type.String(),
  horizon: Horizon,
  last_signal: Type.Optional(Type.String({ description: "Day of the newest signal with a completed horizon." })),
  components: Components,
  ...FIGURES.schema,
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
  caveats: FIGURES.caveats,
  refusals: NOT_FOUND,
  answer: ({ signal_type: named, horizon }, context) => {
    const wanted = named
      ?.trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
    const unknown = wanted === undefined ? undefined : unknownRefusal([cell("TRACKRECORD", [wanted, HORIZONS[0]], "", context)]);
    if (unknown) return unknown;
    const all = (wanted === undefined ? SIGNAL_TYPES : [wanted]).flatMap((signal_type) =>
      (horizon === undefined ? HORIZONS : [horizon]).map((after) => ({ signal_type, horizon: after })),
    );
    return listAnswer(all, (page) =>
      cellPage(
        context,
        page,
        (one) => FIGURES.of([one.signal_type, one.horizon], context),
        (one, { row, answers }) => {
          const [answer] = answers as [FamilyAnswer];
          const last = isReason(answer) ? undefined : answer.observation_date;
          return { ...one, ...row, ...(last === undefined ? {} : { last_signal: last }), components: componentsOf(answer) };
        },
      ),
    );
  },
});
