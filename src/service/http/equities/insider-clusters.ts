import { Type } from "@sinclair/typebox";
import { asOfRows } from "../../evaluation/on-wire";
import { allInsiderClusters, CLUSTER_DAYS, type InsiderCluster, MIN_INSIDERS } from "../../families/insider/clusters";
import { sampled, sourceMark } from "../../answers/answering";
import { isPublished } from "../../families/rows";
import { endpoint, listAnswer } from "../server/endpoint";
import { RowsMeta } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const Direction = Type.Union([Type.Literal("buy"), Type.Literal("sell")]);
const QUERY = {
  direction: Type.Optional(Type.Union([Type.Literal("buy"), Type.Literal("sell")], { description: "Omit for both." })),
};
const Row = Type.Object({
  ticker: Type.Union([Type.String(), Type.Null()], { description: "Null if the reports name no symbol." }),
  direction: Direction,
  strength_score: Type.Number({ description: "0 to 100; docs/figures.md has the formula." }),
  insider_count: Type.Integer({ description: "Number of insiders; a group that files together counts once." }),
  trade_count: Type.Integer(),
  total_value_usd: Type.Union([Type.Number(), Type.Null()], {
    description: "Null if a trade states no price, or no price is right; value_reason says how many.",
  }),
  value_reason: Type.Optional(Type.String({ description: "Why the value is null, or which trades are not in it." })),
  has_ceo: Type.Boolean(),
  has_cfo: Type.Boolean(),
  has_10b5_1: Type.Union([Type.Boolean(), Type.Null()], {
    description: "True if any trade was made under a rule 10b5-1 plan; null if the reports do not say. None did before April 2023.",
  }),
  window_start: Type.String({ description: "The day of the first trade." }),
  window_end: Type.String({ description: "The day of the last trade." }),
  filed: Type.String({ description: "The day of the newest report." }),
  new_today: Type.Boolean({ description: "True if it was not yet a cluster by the reports filed up to the day before." }),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
});
const ClustersMeta = Type.Composite([RowsMeta, Type.Object({ by_direction: Type.Object({ buy: Type.Integer(), sell: Type.Integer() }) })]);

const METHOD = `A cluster is at least ${MIN_INSIDERS.buy} insiders who buy, or at least ${MIN_INSIDERS.sell} who sell, in the open market within ${CLUSTER_DAYS} days.`;

const rowOf = (c: InsiderCluster) => ({
  ticker: c.ticker,
  direction: c.side,
  strength_score: c.strength,
  insider_count: c.insiders,
  trade_count: c.trades,
  total_value_usd: c.value,
  ...(c.unpriced > 0
    ? { value_reason: `${c.unpriced} of ${c.trades} trades ${c.unpriced === 1 ? "states" : "state"} no price.` }
    : c.out > 0
      ? { value_reason: `${c.out} of ${c.trades} trades ${c.out === 1 ? "is" : "are"} not in the value: the price is out of the range of published prices.` }
      : {}),
  has_ceo: c.hasCeo,
  has_cfo: c.hasCfo,
  has_10b5_1: c.has10b5_1,
  window_start: c.firstTrade,
  window_end: c.lastTrade,
  filed: c.lastFiled,
  new_today: c.newToday,
});

/** GET /v1/equities/insider-clusters: insiders of one company who buy, or sell, within the same days, strongest cluster first. */
export const insiderClustersEndpoint = endpoint({
  path: "/v1/equities/insider-clusters",
  summary: "Clusters of insiders who buy or sell",
  tag: "equities",
  examples: [{ parameters: { direction: "buy", limit: 5 } }, { parameters: { direction: "long" }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50, offset: true },
  data: Type.Array(Row),
  meta: ClustersMeta,
  answer: ({ direction }, context) => {
    const { rows: found, whyEmpty } = context.store.reading(() =>
      shownRows(context, isPublished(context, "insider_trade"), () => [allInsiderClusters(context)]),
    );
    const [{ rows, source, sample, provenance = [] } = sampled([])] = found;
    const count = (side: "buy" | "sell"): number => rows.filter((c) => c.side === side).length;
    return listAnswer(
      rows.filter((c) => direction === undefined || c.side === direction),
      (page) => ({
        data: page.map((c) => ({ ...rowOf(c), ...sourceMark(source) })),
        asOf: asOfRows(context, provenance),
        sources: page.map(() => source),
        note: whyEmpty ?? METHOD,
        meta: { sample: sample && rows.length > 0, by_direction: { buy: count("buy"), sell: count("sell") } },
      }),
    );
  },
});
