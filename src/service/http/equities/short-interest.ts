import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { FloatCoverage } from "../../../contract/wire";
import { answering, NO_ROWS } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, HOUR, isReason } from "../../answers/family";
import { isStale, staleText } from "../../answers/maximum-age";
import { FLOAT_REASONS, type ListedSettlement, type SettlementField, settlementFigure } from "../../families/short-interest/figures";
import { figureIn, floatCoverage, latestSettlements, SETTLEMENT_SORTS, settlementsOf, sortedSettlements } from "../../families/short-interest/short-interest";
import { isPublished } from "../../families/rows";
import { tickerNamed } from "../../names/tickers";
import { endpoint, listAnswer } from "../server/endpoint";
import { asOfEntities, oneOfTexts, orNull, RowsMeta, sourceMembers, wireRows } from "../server/schemas";
import { noneImported, shownRows } from "../server/shown-rows";

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

const orUnknown = (description: string) => orNull(Type.Number(), description);
const why = (of: string) => Type.Optional(Type.String({ description: `Why ${of} is null.` }));
const say = answering(NO_ROWS, HOUR);
const value = (field: SettlementField) => (one: ListedSettlement) => {
  const answer = settlementFigure(say, one.row, field);
  return isReason(answer) ? null : answer.value;
};
const reason = (field: SettlementField) => (one: ListedSettlement) => {
  const answer = settlementFigure(say, one.row, field);
  return isReason(answer) ? fullReason(answer) : undefined;
};
const ROWS = wireRows<ListedSettlement>({
  symbol: [Type.String(), ({ symbol }) => symbol],
  settlement_date: [Type.String({ description: "The day on which short positions are counted, twice a month." }), ({ row }) => row.settlementDate],
  short_interest: [Type.Number({ description: "Shares sold short." }), ({ row }) => row.shortInterest],
  previous_short_interest: [
    orUnknown("Shares sold short at the previous settlement, in shares of this one. Null if not stated or not comparable."),
    ({ row }) => row.previousShortInterest ?? null,
  ],
  change_pct: [orUnknown("Percent from the previous settlement."), value("change_pct")],
  change_pct_reason: [why("change_pct"), reason("change_pct")],
  avg_daily_volume: [orUnknown("Shares a day. Null if not stated; 0 is a stated zero."), ({ row }) => row.averageDailyVolume ?? null],
  days_to_cover: [orUnknown("short_interest / avg_daily_volume, as stated."), value("days")],
  days_to_cover_censored: [
    Type.Boolean({
      description:
        "True if the source shows its ceiling of 999.99: above it, or undefined without volume. avg_daily_volume, if present and positive, means above.",
    }),
    ({ row }) => row.daysToCoverCensored,
  ],
  days_to_cover_reason: [why("days_to_cover"), reason("days")],
  short_pct_float: [
    orUnknown("Percent of the shares that affiliates do not hold: a lower bound. Null if the float is unknown; float_source gives the reason."),
    (one) => figureIn(one, "pctfloat") ?? null,
  ],
  float_source: [
    Type.String({ description: `Where the float comes from, or why it is unknown: ${FLOAT_REASONS.join(", ")}.` }),
    ({ row: { float } }) => ("unknown" in float ? float.unknown : float.source),
  ],
  float_confidence: [
    orNull(oneOfTexts(["high", "medium", "low"]), "How reliable the float is; null if it is unknown."),
    ({ row: { float } }) => ("unknown" in float ? null : float.confidence),
  ],
  short_pct_shares_outstanding: [
    orUnknown(
      "Percent of the shares outstanding, by the company's newest filing: for the latest settlement the newest now, for others the newest on the settlement date.",
    ),
    value("pctshares"),
  ],
  short_pct_shares_outstanding_reason: [why("short_pct_shares_outstanding"), reason("pctshares")],
  short_pct_shares_outstanding_note: [
    Type.Optional(Type.String({ description: "Why short_pct_shares_outstanding may be wrong, with the numbers compared." })),
    ({ row }) => settlementFigure(say, row, "pctshares").note,
  ],
  ...sourceMembers(({ source }: ListedSettlement) => source),
});
const ShortInterestMeta = Type.Composite([
  RowsMeta,
  Type.Object({
    coverage: Type.Optional(
      Type.Object({ short_interest: FloatCoverage }, { description: "For how many tickers a float is known at the latest settlement. Absent without rows." }),
    ),
  }),
]);

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
  data: Type.Array(ROWS.schema),
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
    const { rows, whyEmpty = noneImported(context, name, "short interest", "files") } = shownRows(context, isLoaded, read);
    const all = least === undefined ? rows : rows.filter((one) => (figureIn(one, "pctfloat") ?? -1) >= least);
    const coverage = rows.length > 0 ? { coverage: { short_interest: floatCoverage(context) } } : {};
    const tooSmall = `No row has a known short interest of ${least} % of the float or more. Use a smaller min_pct_float, or omit it.`;
    return listAnswer(all, (page) => ({
      data: page.map(ROWS.of),
      asOf: asOfEntities(
        context,
        "short_interest",
        page.map(({ symbol: entity, source }) => ({ entity, source })),
      ),
      sources: sourcesOf(page),
      note: all.length > 0 ? undefined : rows.length > 0 ? tooSmall : isLoaded ? noneKnown(context, name) : whyEmpty,
      meta: coverage,
    }));
  },
});
