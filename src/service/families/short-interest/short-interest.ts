import type { FieldName } from "../../../contract/functions";
import type { FloatCoverage } from "../../../contract/wire";
import { answering, type Answering, NO_ROWS, SAMPLE, sampled, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type EvaluateField, type Family, type FamilyAnswer, HOUR, isReason } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { countWith, namesWith, publishedRows } from "../../answers/published-rows";
import { untilRelease } from "../../answers/until-import";
import { instrumentOf, TICKERS, UNIVERSE } from "../../instruments/universe";
import { unknownTicker } from "../../names/unknown";
import { isPublished } from "../rows";
import { isInSampleYears } from "../sample-switch";
import { type ListedSettlement, notInLatest, type SettlementField, settlementFigure, type ShortInterestHistory, type ShortInterestRow } from "./figures";
import { publishedAtLatest, publishedSettlements, publishedShortInterest } from "./published";
import { sampleShortInterest } from "./sample";

/** Number of tickers in the latest settlement, and how many of them have a float. Uses published rows if any are loaded, else sample rows. */
export const floatCoverage = untilRelease((context): FloatCoverage => {
  const { clock, store } = context;
  const today = clock.today();
  const settlement_date = store.records.newest("short_interest", today);
  if (settlement_date === undefined) return sampleCoverage(context);
  // Published rows have no float: no file of affiliates' holdings is imported.
  return { settlement_date, tickers: store.records.across("short_interest", settlement_date, settlement_date, today).length, with_float: 0 };
});

function sampleCoverage(context: Context): FloatCoverage {
  const rows = sampleAtLatest(context).map(({ row }) => row);
  return { settlement_date: rows[0]?.settlementDate ?? "", tickers: rows.length, with_float: rows.filter(({ float }) => !("unknown" in float)).length };
}

/** The figures that settlements can be sorted by, with their fields. Settlement dates are compared as text. */
const SORT_FIELDS = {
  short_pct_float: "pctfloat",
  short_pct_shares_outstanding: "pctshares",
  days_to_cover: "days",
  change_pct: "change_pct",
} as const satisfies Record<string, SettlementField>;
export const SETTLEMENT_SORTS = ["short_pct_float", "short_pct_shares_outstanding", "days_to_cover", "change_pct", "settlement_date"] as const;
type SettlementSort = (typeof SETTLEMENT_SORTS)[number];

/** Settlements in the history of a sample symbol: five years. */
const SAMPLE_SETTLEMENTS = 120;

const say = answering(NO_ROWS, HOUR);

/** A figure of a settlement as SHORTINTEREST shows it; undefined if the cell shows a reason. */
export function figureIn({ row }: ListedSettlement, field: SettlementField): number | undefined {
  const answer = settlementFigure(say, row, field);
  return isReason(answer) ? undefined : Number(answer.value);
}

const byDate = (a: ListedSettlement, b: ListedSettlement): number =>
  a.row.settlementDate > b.row.settlementDate ? -1 : a.row.settlementDate < b.row.settlementDate ? 1 : 0;
const bySize = (a: ListedSettlement, b: ListedSettlement): number => b.row.shortInterest - a.row.shortInterest || (a.symbol < b.symbol ? -1 : 1);

/** Settlements with the largest figure first, and without the figure last. Equal ones are in order of date, newest first, then of shares sold short. */
export function sortedSettlements(rows: readonly ListedSettlement[], sort: SettlementSort): readonly ListedSettlement[] {
  if (sort === "settlement_date") return rows.toSorted((a, b) => byDate(a, b) || bySize(a, b));
  const each = rows.map((one) => ({ one, figure: figureIn(one, SORT_FIELDS[sort]) ?? Number.NEGATIVE_INFINITY }));
  const compare = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);
  return each.sort((a, b) => compare(a.figure, b.figure) || byDate(a.one, b.one) || bySize(a.one, b.one)).map(({ one }) => one);
}

/** The settlements of a symbol, oldest first. A float is known only at the latest settlement. */
export function settlementsOf(context: Context, symbol: string): readonly ListedSettlement[] {
  if (isPublished(context, "short_interest", symbol)) return publishedSettlements(context, symbol);
  const instrument = instrumentOf(symbol);
  if (!instrument) return [];
  const { rows, latestSettlement } = sampleShortInterest(instrument, context.clock.moment(), SAMPLE_SETTLEMENTS);
  return rows
    .filter((row) => isInSampleYears(row.settlementDate))
    .map((row) => ({
      symbol: instrument.ticker,
      source: "sample",
      row: row.settlementDate < latestSettlement ? { ...row, float: { unknown: "not_latest_settlement" } } : row,
    }));
}

/** The settlements of all sample symbols on the latest settlement date. */
const sampleAtLatest = ({ clock }: Context): readonly ListedSettlement[] =>
  UNIVERSE.flatMap((instrument) => {
    const { rows, latestSettlement } = sampleShortInterest(instrument, clock.moment(), 1);
    return rows.filter((row) => row.settlementDate === latestSettlement).map((row) => ({ symbol: instrument.ticker, source: "sample" as const, row }));
  });

const allAtLatest = untilRelease((context) => (isPublished(context, "short_interest") ? publishedAtLatest(context) : sampleAtLatest(context)));

/** The settlements of all symbols on the latest settlement date, sorted: published ones, or sample ones if none is imported. Cached. */
export const latestSettlements = untilRelease((context, sort: SettlementSort) => sortedSettlements(allAtLatest(context), sort));

type Field = FieldName<"SHORTINTEREST">;

/** The rows published by the service's date, oldest first; undefined for an unknown symbol. */
function shortInterestFor(context: Context, symbol: string, field: Field): Sourced<ShortInterestHistory> | undefined {
  const instrument = instrumentOf(symbol);
  return (
    publishedShortInterest(context, instrument?.ticker ?? symbol, field === "change_pct") ??
    (instrument && sampled(sampleShortInterest(instrument, context.clock.moment())))
  );
}

/** A figure of the latest settlement. A float figure has the number of tickers that have a float. */
function atLatest(say: Answering, row: ShortInterestRow, field: SettlementField, context: Context): FamilyAnswer {
  const answer = settlementFigure(say, row, field);
  return field === "pctfloat" || field === "confidence" ? Object.assign(answer, { floatCoverage: floatCoverage(context) }) : answer;
}

const rows = publishedRows(["short_interest"]);
const known = namesWith(TICKERS, rows);

const evaluate: EvaluateField<Field> = ([symbol], context, field) => {
  const ticker = String(symbol);
  const found = shortInterestFor(context, ticker, field);
  if (!found) return unknownReason(answering(SAMPLE, HOUR), unknownTicker(ticker, known(context), context));
  const { rows: history, ...origin } = found;
  const say = answering(origin, 12 * HOUR);
  const row = history.rows[history.rows.length - 1];
  if (!row) return say.reason("no_data_yet", `No settlement of ${ticker} by ${context.clock.today()} is known.`);
  const stale = row.settlementDate < history.latestSettlement;
  if (field === "settlement_date") return say.date(row.settlementDate, row.settlementDate);
  if (field === "source") return say.text(stale ? "not_latest_settlement" : "unknown" in row.float ? row.float.unknown : row.float.source, row.settlementDate);
  if (stale) return say.reasonOn(row.settlementDate, "not_latest_settlement", notInLatest(ticker));
  return atLatest(say, row, field, context);
};

/** Short interest at the latest published settlement. If the float is unknown, float fields give a reason, and `source` gives its code. */
export const shortInterestFamily: Family = {
  name: "short-interest",
  functions: {
    SHORTINTEREST: {
      evaluate: evaluate,
      ages: {
        fields: {
          ...all("latest", "pctfloat", "pctshares", "days", "confidence", "source", "short_interest", "avg_daily_volume", "change_pct"),
          settlement_date: "day",
        },
        age: () => "short_interest",
        dayField: "settlement_date",
      },
      universe: (context) => countWith(TICKERS, rows, context),
      asOf: { field: "pctshares" },
    },
  },
  rows,
};
