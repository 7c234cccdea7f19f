import { Type } from "@sinclair/typebox";
import { asOfRows } from "../../evaluation/on-wire";
import { allInsiderClusters, CLUSTER_DAYS, type InsiderCluster, MIN_INSIDERS } from "../../families/insider/clusters";
import { sampled } from "../../answers/answering";
import { isPublished } from "../../families/rows";
import type { SourceId } from "../../records/attribution";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull, RowsMeta, sourceMembers, wireRows } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const SIDES = ["buy", "sell"] as const;
const QUERY = { direction: Type.Optional(oneOfTexts(SIDES, { description: "Omit for both." })) };

const plural = (n: number, one: string, more: string): string => (n === 1 ? one : more);
/** Why the value is not known, or which trades are not in it. */
const valueReason = ({ trades, unpriced, out }: InsiderCluster): string | undefined =>
  unpriced > 0
    ? `${unpriced} of ${trades} trades ${plural(unpriced, "states", "state")} no price.`
    : out > 0
      ? `${out} of ${trades} trades ${plural(out, "is", "are")} not in the value: the price is out of the range of published prices.`
      : undefined;
const text = (description: string) => Type.String({ description });
const ROWS = wireRows<InsiderCluster & { readonly of: SourceId }>({
  ticker: [orNull(Type.String(), "Null if the reports name no symbol."), (c) => c.ticker],
  direction: [oneOfTexts(SIDES), (c) => c.side],
  strength_score: [Type.Number({ description: "0 to 100; docs/figures.md has the formula." }), (c) => c.strength],
  insider_count: [Type.Integer({ description: "Number of insiders; a group that files together counts once." }), (c) => c.insiders],
  trade_count: [Type.Integer(), (c) => c.trades],
  total_value_usd: [orNull(Type.Number(), "Null if a trade states no price, or no price is right; value_reason says how many."), (c) => c.value],
  value_reason: [Type.Optional(text("Why the value is null, or which trades are not in it.")), valueReason],
  has_ceo: [Type.Boolean(), (c) => c.hasCeo],
  has_cfo: [Type.Boolean(), (c) => c.hasCfo],
  has_10b5_1: [
    orNull(Type.Boolean(), "True if any trade was made under a rule 10b5-1 plan; null if the reports do not say. None did before April 2023."),
    (c) => c.has10b5_1,
  ],
  window_start: [text("The day of the first trade."), (c) => c.firstTrade],
  window_end: [text("The day of the last trade."), (c) => c.lastTrade],
  filed: [text("The day of the newest report."), (c) => c.lastFiled],
  new_today: [Type.Boolean({ description: "True if it was not yet a cluster by the reports filed up to the day before." }), (c) => c.newToday],
  ...sourceMembers(({ of }: { readonly of: SourceId }) => of),
});
const ClustersMeta = Type.Composite([RowsMeta, Type.Object({ by_direction: Type.Object({ buy: Type.Integer(), sell: Type.Integer() }) })]);

const METHOD = `A cluster is at least ${MIN_INSIDERS.buy} insiders who buy, or at least ${MIN_INSIDERS.sell} who sell, in the open market within ${CLUSTER_DAYS} days.`;

/** GET /v1/equities/insider-clusters: insiders of one company who buy, or sell, within the same days, strongest cluster first. */
export const insiderClustersEndpoint = endpoint({
  path: "/v1/equities/insider-clusters",
  summary: "Clusters of insiders who buy or sell",
  tag: "equities",
  examples: [{ parameters: { direction: "buy", limit: 5 } }, { parameters: { direction: "long" }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50, offset: true },
  data: Type.Array(ROWS.schema),
  meta: ClustersMeta,
  answer: ({ direction }, context) => {
    const { rows: found, whyEmpty } = shownRows(context, isPublished(context, "insider_trade"), () => [allInsiderClusters(context)]);
    const [{ rows, source, sample, provenance = [] } = sampled([])] = found;
    const count = (side: "buy" | "sell"): number => rows.filter((c) => c.side === side).length;
    return listAnswer(
      rows.filter((c) => direction === undefined || c.side === direction),
      (page) => ({
        data: page.map((c) => ROWS.of({ ...c, of: source })),
        asOf: asOfRows(context, provenance),
        sources: page.map(() => source),
        note: whyEmpty ?? METHOD,
        meta: { sample: sample && rows.length > 0, by_direction: { buy: count("buy"), sell: count("sell") } },
      }),
    );
  },
});
