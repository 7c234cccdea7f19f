import { Type } from "@sinclair/typebox";
import { RV_METRICS } from "../../../contract/vocabulary";
import { Meta, PeerLevel } from "../../../contract/wire";
import { isReason } from "../../answers/family";
import { SPLIT_JUMP_RATIO } from "../../families/prices/returns";
import { cellRow, cellsEnvelope, readNames, rowOfAnswers, unknownRefusal } from "../server/cell-figures";
import { tickerNamed } from "../../names/tickers";
import { endpoint } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const FIGURES = cellRow("RV", {
  value: ["value", Type.Number(), "The ticker's own metric. A refused one is null, never zero."],
  percentile: ["percentile", Type.Number(), "Percent of the peers below the value: a position, not a rating."],
  peer_median: ["peer_median", Type.Number(), "Median of the peers."],
  peer_count: ["peer_count", Type.Number(), "Number of peers with the metric."],
  peer_level: ["peer_level", PeerLevel, "Group of the peers."],
  rank: ["rank", Type.Number(), "Rank among the peers, 1 is the highest."],
  refusal: ["refusal", Type.String(), "Code of the refusal, or none."],
});
const Values = Type.Object({
  ticker: Type.String(),
  metrics: Type.Array(
    Type.Object({
      metric: oneOfTexts(RV_METRICS),
      unit: orNull(Type.String(), "Unit of value and peer_median; null if neither is known."),
      observation_date: Type.Optional(Type.String({ description: "The day that the value describes; of a refused value, that of the peers' figures." })),
      note: Type.Optional(Type.String({ description: "The basis of the value." })),
      ...FIGURES.schema,
    }),
    { description: "Every metric of RV." },
  ),
});

/** GET /v1/equities/relative-value/{ticker}: every metric of RV of one company, alone and against its peers. */
export const relativeValueEndpoint = endpoint({
  path: "/v1/equities/relative-value/:ticker",
  summary: "Peer relative value of one company",
  tag: "equities",
  examples: [
    { parameters: { ticker: "MSFT" } },
    { parameters: { ticker: "SPY" } },
    { parameters: { ticker: "AAPLX" }, status: 404 },
    { parameters: { ticker: "AAAAAAAAAAAAA" }, status: 422 },
  ],
  params: { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) },
  asOf: true,
  data: Values,
  meta: Meta,
  caveats: FIGURES.caveats,
  refusals: NOT_FOUND,
  answer: ({ ticker: named }, context) => {
    const names = readNames("RV", [named, RV_METRICS[0]]);
    if ("code" in names) return names;
    const ticker = tickerNamed(named, context.store);
    const metrics = RV_METRICS.map((metric) => {
      const answers = FIGURES.answersOf([ticker, metric], context);
      // A refused value has no date; its peers' figures have.
      const dated = Object.values(answers).flatMap((answer) => (isReason(answer) ? [] : (answer.observation_date ?? [])));
      return { metric, value: answers["value"]!, median: answers["peer_median"]!, date: dated[0], figures: rowOfAnswers(answers) };
    });
    const all = metrics.flatMap(({ figures }) => figures.answers);
    const unknown = unknownRefusal(all);
    if (unknown) return unknown;
    const levels = new Set(all.flatMap(({ peerLevel }) => peerLevel ?? []));
    const [level] = levels;
    return {
      data: {
        ticker,
        metrics: metrics.map(({ metric, value, median, date, figures }) => ({
          metric,
          unit: [value, median].flatMap((answer) => (isReason(answer) ? [] : [answer.unit ?? null]))[0] ?? null,
          ...figures.row,
          ...(date === undefined ? {} : { observation_date: date }),
          ...(value.note === undefined ? {} : { note: value.note }),
        })),
      },
      ...cellsEnvelope(context, all),
      meta: {
        rules: { split_jump_ratio: SPLIT_JUMP_RATIO },
        ...(level === undefined ? {} : { peer_level: levels.size > 1 ? ("mixed" as const) : level }),
      },
    };
  },
});
