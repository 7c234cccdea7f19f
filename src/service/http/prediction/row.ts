import { type TSchema, Type } from "@sinclair/typebox";
import type { CaveatId } from "../../../contract/caveats";
import { sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { ASSET_CLASSES, type MarketFigure, type MarketRow, marketRows, readMarketRows } from "../../families/prediction/market-rows";
import { COVERED_FROM } from "../../families/prediction/sample";
import { asOfEntities, oneOfTexts, orNull } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

export const MARKET_CAVEATS: readonly CaveatId[] = ["end_date_scheduled_not_actual"];

/** Schema of a figure and of the reason for its absence. */
export const figureSchema = <N extends string>(name: N, description: string): Record<N | `${N}_reason`, TSchema> =>
  ({
    [name]: orNull(Type.Number(), `${description} Null if unknown: ${name}_reason says why.`),
    [`${name}_reason`]: Type.Optional(Type.String()),
  }) as Record<N | `${N}_reason`, TSchema>;

/** A figure, and the reason if it is unknown. */
export const figure = <N extends string>(name: N, stated: MarketFigure): Record<N, number | null> =>
  ({ [name]: stated.value, ...(stated.value === null ? { [`${name}_reason`]: stated.reason } : {}) }) as Record<N, number | null>;

const CHANGE = "On the scale of yes_probability: 0.05 is five percentage points.";

/** A prediction market on the wire. */
export const MARKET = {
  market_id: Type.String(),
  question: Type.String(),
  category: orNull(Type.String(), "As the venue states it; null if it states none."),
  asset_class: orNull(oneOfTexts(ASSET_CLASSES), "By the category; if the venue states none, by words of the question. Null for other subjects."),
  event: orNull(Type.String(), "Groups the market with its siblings: the event's title, or Kalshi's event ticker. Null if the venue states none."),
  opened: Type.String({ description: "First day of trading. For Kalshi, which does not state it, the observation date." }),
  end_date: Type.String({ description: "The scheduled close." }),
  closed: orNull(Type.String(), "The day on which trading stopped; null while the market is open."),
  outcome: orNull(
    Type.Union([Type.Literal("Yes"), Type.Literal("No"), Type.Literal("void")]),
    "Null until it is final, also while it is proposed or disputed. void: neither Yes nor No, such as 50/50 or a refund.",
  ),
  disputed: Type.Optional(Type.Literal(true, { description: "Present while an outcome is disputed." })),
  observation_date: Type.String({ description: "The day of the state." }),
  ...figureSchema("yes_probability", "Probability of Yes by the last trade, 0 to 1."),
  ...figureSchema("change_24h", `Change of yes_probability over 24 hours. ${CHANGE}`),
  ...figureSchema("change_7d", `Change of yes_probability over 7 days. ${CHANGE}`),
  ...figureSchema("volume_usd", "Lifetime volume, in US dollars."),
  ...figureSchema("liquidity_usd", "Waiting orders, in US dollars."),
  url: orNull(Type.String(), "The venue's page. Null for a sample market, which is on no venue."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
};
export const MarketOnWire = Type.Object(MARKET);

/** A market in its wire form. */
export const marketOnWire = ({ market, ...row }: MarketRow) => ({
  market_id: market.id,
  question: market.question,
  category: market.category === "" ? null : market.category,
  asset_class: row.assetClass,
  event: market.event === "" ? null : market.event,
  opened: market.opened,
  end_date: market.end_date,
  closed: market.closed,
  outcome: market.outcome,
  ...(market.disputed ? { disputed: true as const } : {}),
  observation_date: row.observed,
  ...figure("yes_probability", row.probability),
  ...figure("change_24h", row.change24h),
  ...figure("change_7d", row.change7d),
  ...figure("volume_usd", row.volume),
  ...figure("liquidity_usd", row.liquidity),
  url: row.url ?? null,
  ...sourceMark(row.source),
});

const NONE = "No prediction market is imported. The operator can turn on Polymarket or Kalshi.";

/** Runs work that reads the known markets, which it first reads in slices. */
export async function readingMarkets<T>(context: Context, work: () => T): Promise<T> {
  await readMarketRows(context);
  return context.store.reading(work);
}

/** The known markets, and why there are none. Sample markets under the same conditions as in cells. */
export function shownMarkets(context: Context): { readonly rows: readonly MarketRow[]; readonly whyEmpty: string } {
  const today = context.clock.today();
  const isPublished = context.store.records.any("market");
  const none = isPublished
    ? `No imported prediction market was known on ${today}. Use a later day, or import earlier states.`
    : today < COVERED_FROM
      ? `Prediction markets begin on ${COVERED_FROM}.`
      : NONE;
  return { whyEmpty: none, ...shownRows(context, isPublished, () => marketRows(context)) };
}

/** When these markets were last confirmed, and their sources. */
export const marketEnvelope = (context: Context, rows: readonly MarketRow[]) => ({
  asOf: asOfEntities(
    context,
    "market",
    rows.map(({ source, market }) => ({ source, entity: market.id })),
  ),
  sources: rows.map(({ source }) => source),
});
