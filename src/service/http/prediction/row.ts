import { type TSchema, Type } from "@sinclair/typebox";
import type { CaveatId } from "../../../contract/caveats";
import type { Context } from "../../answers/context";
import { ASSET_CLASSES, type MarketFigure, type MarketRow, marketRows, readMarketRows } from "../../families/prediction/market-rows";
import { COVERED_FROM } from "../../families/prediction/sample";
import { asOfEntities, oneOfTexts, orNull, sourceMembers, wireRows } from "../server/schemas";
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

/** The members of figures: of each its value, and the reason if it is unknown. */
export function figureMembers<T>(figures: Readonly<Record<string, readonly [description: string, of: (from: T) => MarketFigure]>>) {
  const reasonOf = (stated: MarketFigure): string | undefined => (stated.value === null ? stated.reason : undefined);
  const members: Record<string, readonly [TSchema, (from: T) => unknown]> = {};
  for (const [name, [description, of]] of Object.entries(figures)) {
    const schemas = figureSchema(name, description);
    members[name] = [schemas[name]!, (from) => of(from).value];
    members[`${name}_reason`] = [schemas[`${name}_reason`]!, (from) => reasonOf(of(from))];
  }
  return members;
}

const MARKETS = wireRows<MarketRow>({
  market_id: [Type.String(), ({ market }) => market.id],
  question: [Type.String(), ({ market }) => market.question],
  category: [orNull(Type.String(), "As the venue states it; null if it states none."), ({ market }) => market.category || null],
  asset_class: [
    orNull(oneOfTexts(ASSET_CLASSES), "By the category; if the venue states none, by words of the question. Null for other subjects."),
    (row) => row.assetClass,
  ],
  event: [
    orNull(Type.String(), "Groups the market with its siblings: the event's title, or Kalshi's event ticker. Null if the venue states none."),
    ({ market }) => market.event || null,
  ],
  opened: [Type.String({ description: "First day of trading. For Kalshi, which does not state it, the observation date." }), ({ market }) => market.opened],
  end_date: [Type.String({ description: "The scheduled close." }), ({ market }) => market.end_date],
  closed: [orNull(Type.String(), "The day on which trading stopped; null while the market is open."), ({ market }) => market.closed],
  outcome: [
    orNull(
      oneOfTexts(["Yes", "No", "void"]),
      "Null until it is final, also while it is proposed or disputed. void: neither Yes nor No, such as 50/50 or a refund.",
    ),
    ({ market }) => market.outcome,
  ],
  disputed: [Type.Optional(Type.Literal(true, { description: "Present while an outcome is disputed." })), ({ market }) => market.disputed || undefined],
  observation_date: [Type.String({ description: "The day of the state." }), (row) => row.observed],
  ...figureMembers<MarketRow>({
    yes_probability: ["Probability of Yes by the last trade, 0 to 1.", (row) => row.probability],
    change_24h: [`Change of yes_probability over 24 hours. ${CHANGE}`, (row) => row.change24h],
    change_7d: [`Change of yes_probability over 7 days. ${CHANGE}`, (row) => row.change7d],
    volume_usd: ["Lifetime volume, in US dollars.", (row) => row.volume],
    liquidity_usd: ["Waiting orders, in US dollars.", (row) => row.liquidity],
  }),
  url: [orNull(Type.String(), "The venue's page. Null for a sample market, which is on no venue."), (row) => row.url ?? null],
  ...sourceMembers(({ source }: MarketRow) => source),
});
/** A prediction market on the wire. */
export const MarketOnWire = MARKETS.schema;
export const marketOnWire = MARKETS.of;

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
