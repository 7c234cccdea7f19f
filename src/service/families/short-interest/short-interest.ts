import type { FieldName } from "../../../contract/functions";
import { answering, SAMPLE, sampled, type Answering, type Sourced, unknownReason } from "../../answers/answering";
import { instrumentOf, TICKERS } from "../../instruments/universe";
import { unknownTicker } from "../../names/unknown";
import { HOUR, type FamilyAnswer, type EvaluateField, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { countWith, namesWith, publishedRows } from "../../answers/published-rows";
import { notInLatest, settlementFigure, type SettlementField } from "./figures";
import { floatCoverage } from "./listed-settlements";
import { publishedShortInterest } from "./published";
import type { ShortInterestHistory, ShortInterestRow } from "./rows";
import { sampleShortInterest } from "./sample";

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
  if (stale) return say.reason("not_latest_settlement", notInLatest(ticker), row.settlementDate);
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
