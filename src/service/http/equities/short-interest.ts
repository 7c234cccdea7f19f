import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { FloatCoverage } from "../../../contract/wire";
import { answering, fullOf, NO_ROWS, sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, HOUR, isReason } from "../../answers/family";
import { isStale, staleText } from "../../answers/maximum-age";
import { FLOAT_REASONS, type ListedSettlement, type SettlementField, settlementFigure } from "../../families/short-interest/figures";
import { figureIn, floatCoverage, latestSettlements, SETTLEMENT_SORTS, settlementsOf, sortedSettlements } from "../../families/short-interest/short-interest";
import { isPublished } from "../../families/rows";
import { isKnown, tickerNamed } from "../../names/tickers";
import { unknownTicker } from "../../names/unknown";
import { endpoint, listAnswer } from "../server/endpoint";
import { asOfEntities, oneOfTexts, RowsMeta } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const QUERY = {
  symbol: Type.Optional(
    Type.String({ minLength: 1, maxLength: 12, description: "The settlements of one ticker. Omit for all tickers of the latest settlement." }),
  ),
  min_pct_float: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: "Lowest percent of float. Rows whose float is unknown are then left out, also at 0." }),
  ),
  sort: oneOfTexts(SETTLEMENT_SORTS, {
    default: "short_pct_float",
    description: "Largest first. Rows without the figure come last: newest first, then by shares sold short.",
  }),
};

const OrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const Why = (of: string) => Type.Optional(Type.String({ description: `Why ${of} is null.` }));
const Row = Type.Object({
  symbol: Type.String(),
  settlement_date: Type.String({ description: "The day on which short positions are counted, twice a month." }),
  short_interest: Type.Number({ description: "Shares sold short." }),
  previous_short_interest: OrNull("Shares sold short at the previous settlement, in shares of this one. Null if not stated or not comparable."),
  change_pct: OrNull("Percent from the previous settlement."),
  change_pct_reason: Why("change_pct"),
  avg_daily_volume: OrNull("Shares a day. Null if not stated; 0 is a stated zero."),
  days_to_cover: OrNull("short_interest / avg_daily_volume, as stated."),
  days_to_cover_censored: Type.Boolean({
    description:
      "True if the source shows its ceiling of 999.99: above it, or undefined without volume. avg_daily_volume, if present and positive, means above.",
  }),
  days_to_cover_reason: Why("days_to_cover"),
  short_pct_float: OrNull("Percent of the shares that affiliates do not hold: a lower bound. Null if the float is unknown; float_source gives the reason."),
  float_source: Type.String({ description: `Where the float comes from, or why it is unknown: ${FLOAT_REASONS.join(", ")}.` }),
  float_confidence: Type.Union([Type.Literal("high"), Type.Literal("medium"), Type.Literal("low"), Type.Null()], {
    description: "How reliable the float is; null if it is unknown.",
  }),
  short_pct_shares_outstanding: OrNull(
    "Percent of the shares outstanding, by the company's newest filing: for the latest settlement the newest now, for others the newest on the settlement date.",
  ),
  short_pct_shares_outstanding_reason: Why("short_pct_shares_outstanding"),
  short_pct_shares_outstanding_note: Type.Optional(Type.String({ description: "Why short_pct_shares_outstanding may be wrong, with the numbers compared." })),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
});
const ShortInterestMeta = Type.Composite([
  RowsMeta,
  Type.Object({
    coverage: Type.Optional(
      Type.Object({ short_interest: FloatCoverage }, { description: "For how many tickers a float is known at the latest settlement. Absent without rows." }),
    ),
  }),
]);

/** Why a name without published rows has no sample row either. */
const noneImported = (context: Context, name: string | undefined): string =>
  name !== undefined && !isKnown(name, context.store)
    ? fullOf(unknownTicker(name, undefined, context).text)
    : `No short interest${name === undefined ? "" : ` of ${name}`} is imported. The operator can import FINRA's files.`;

const say = answering(NO_ROWS, HOUR);

/** A figure as a member, with its reason next to it if it has none. */
function figure<K extends string>(name: K, { row }: ListedSettlement, field: SettlementField): object {
  const answer = settlementFigure(say, row, field);
  if (isReason(answer)) return { [name]: null, [`${name}_reason`]: fullReason(answer) };
  return { [name]: answer.value, ...(answer.note === undefined ? {} : { [`${name}_note`]: answer.note }) };
}

const rowOf = (one: ListedSettlement) => {
  const { symbol, source, row } = one;
  const { float } = row;
  return {
    symbol,
    settlement_date: row.settlementDate,
    short_interest: row.shortInterest,
    previous_short_interest: row.previousShortInterest ?? null,
    ...figure("change_pct", one, "change_pct"),
    avg_daily_volume: row.averageDailyVolume ?? null,
    ...figure("days_to_cover", one, "days"),
    days_to_cover_censored: row.daysToCoverCensored,
    short_pct_float: figureIn(one, "pctfloat") ?? null,
    float_source: "unknown" in float ? float.unknown : float.source,
    float_confidence: "unknown" in float ? null : float.confidence,
    ...figure("short_pct_shares_outstanding", one, "pctshares"),
    ...sourceMark(source),
  };
};

/** The sources of a page: those of its rows, and of the filings that count shares outstanding. */
const sourcesOf = (page: readonly ListedSettlement[]) =>
  page.flatMap(({ source, row }) => ("shares" in row.outstanding && row.outstandingOf ? [source, row.outstandingOf.source] : [source]));

/** Why no settlement of the imported ones is listed. */
function noneKnown({ clock, store }: Context, name: string | undefined): string {
  const today = clock.today();
  const newest = store.records.newest("short_interest", today);
  if (name === undefined && newest !== undefined)
    return staleText("short_interest", "short interest", newest, today, "Load newer files, or name one symbol.").full;
  return `No settlement${name === undefined ? "" : ` of ${name}`} was public by ${today}. FINRA publishes one about eight sessions after its day. Use a later day, or import FINRA's earlier files.`;
}

/** GET /v1/equities/short-interest: all symbols at the latest settlement, or the settlements of one symbol. */
export const shortInterestEndpoint = endpoint({
  path: "/v1/equities/short-interest",
  summary: "Short interest",
  tag: "equities",
  examples: [{ parameters: { limit: 500 } }, { parameters: { symbol: "AAPL", sort: "change_pct" } }, { parameters: { min_pct_float: 101 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 500, fallback: 100 },
  data: Type.Array(Row),
  meta: ShortInterestMeta,
  caveats: declarationOf("SHORTINTEREST").caveats,
  answer: ({ symbol, min_pct_float: least, sort }, context) => {
    const { clock, store } = context;
    const today = clock.today();
    const name = symbol === undefined ? undefined : tickerNamed(symbol, store);
    const isLoaded = isPublished(context, "short_interest", name);
    const newest = store.records.newest("short_interest", today);
    const isOld = name === undefined && newest !== undefined && isStale("short_interest", newest, today);
    const read = (): readonly ListedSettlement[] =>
      name !== undefined ? sortedSettlements(settlementsOf(context, name), sort) : isOld ? [] : latestSettlements(context, sort);
    return store.reading(() => {
      const { rows, whyEmpty = noneImported(context, name) } = shownRows(context, isLoaded, read);
      const all = least === undefined ? rows : rows.filter((one) => (figureIn(one, "pctfloat") ?? -1) >= least);
      const coverage = rows.length > 0 ? { coverage: { short_interest: floatCoverage(context) } } : {};
      const tooSmall = `No row has a known short interest of ${least} % of the float or more. Use a smaller min_pct_float, or omit it.`;
      const ofPage = (page: readonly ListedSettlement[]) => ({
        data: page.map(rowOf),
        asOf: asOfEntities(
          context,
          "short_interest",
          page.map(({ symbol: entity, source }) => ({ entity, source })),
        ),
        sources: sourcesOf(page),
        note: all.length > 0 ? undefined : rows.length > 0 ? tooSmall : isLoaded ? noneKnown(context, name) : whyEmpty,
        meta: coverage,
      });
      return listAnswer(all, (page) => store.reading(() => ofPage(page)));
    });
  },
});
