import { forCell } from "../../../contract/reason";
import { addDays } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { answering, mergeProvenance, ofDataset, SAMPLE, type Sourced, unknownReason } from "../../answers/answering";
import { instrumentOf, TICKERS } from "../../instruments/universe";
import { unknownTicker } from "../../names/unknown";
import type { StoredRecord } from "../../records/record";
import { type EvaluateField, type Family, type FamilyAnswer, HOUR } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { countWith, namesWith, publishedRows } from "../../answers/published-rows";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import { isPublished } from "../rows";
import { doubted } from "../../answers/doubted";
import { congressDoubt } from "../../doubts/congress";
import { disclosedTrades, effectiveTrades, unreadLines } from "./disclosed";

export const CONGRESS_WINDOW_DAYS = 90;

/** Disclosed transactions of the last `days` days, as filed; undefined for an unknown symbol. */
export function disclosuresFor(context: Context, ticker: string, days: number): Sourced<readonly StoredRecord<DisclosedTrade>[]> | undefined {
  const from = addDays(context.clock.today(), 1 - days);
  const isLoaded = isPublished(context, "congress_trade", ticker) || unreadLines(context, ticker, from) !== undefined;
  if (!isLoaded && !instrumentOf(ticker)) return undefined;
  const { rows, provenance } = disclosedTrades(context, ticker, from, isLoaded);
  const origin = isLoaded ? ofDataset("house", "congress_trade", ticker) : SAMPLE;
  return { rows, ...origin, ...mergeProvenance([origin, { provenance }]) };
}

/** The purchases and sales among disclosures, without exchanges and without trades that were deleted or amended later. */
export const tradesIn = (disclosed: readonly StoredRecord<DisclosedTrade>[]): readonly StoredRecord<DisclosedTrade>[] =>
  effectiveTrades(disclosed).filter(({ body }) => body.type !== "E");

const netCount = (trades: readonly StoredRecord<DisclosedTrade>[]): number => trades.reduce((net, { body }) => net + (body.type === "P" ? 1 : -1), 0);

/** Number of purchases less number of sales in the window, by default that of CONGRESS; undefined if no disclosure in it is known. */
export function congressNetFor(context: Context, ticker: string, days = CONGRESS_WINDOW_DAYS): number | undefined {
  const disclosed = disclosuresFor(context, ticker, days)?.rows ?? [];
  return disclosed.length === 0 ? undefined : netCount(tradesIn(disclosed));
}

const published = publishedRows(["congress_trade"]);
const known = namesWith(TICKERS, published);

const evaluate: EvaluateField<FieldName<"CONGRESS">> = ([symbolIn], context, field) => {
  const ticker = instrumentOf(String(symbolIn))?.ticker ?? String(symbolIn);
  const found = disclosuresFor(context, ticker, CONGRESS_WINDOW_DAYS);
  if (!found) return unknownReason(answering(SAMPLE, HOUR), unknownTicker(ticker, known(context), context));
  const { rows: disclosed, ...origin } = found;
  const say = answering(origin, 6 * HOUR);
  const today = context.clock.today();
  const unread = unreadLines(context, ticker, addDays(today, 1 - CONGRESS_WINDOW_DAYS));
  // Without a report in the window it is unknown whether anyone traded.
  if (disclosed.length === 0)
    return say.reasonOn(today, "no_trades", {
      short: forCell`No disclosure on ${ticker} in the last ${CONGRESS_WINDOW_DAYS} days.`,
      full: `No disclosed trade in ${ticker} by a member of Congress is known for the ${CONGRESS_WINDOW_DAYS} days to ${today}. Members may have traded without having disclosed it yet. ${unread === undefined ? "" : `${unread} `}${origin.sample ? "This is sample data." : "To load disclosures: npm run data -- update house, or import house FILE."}`,
    });
  const trades = tradesIn(disclosed);
  const inDoubt = effectiveTrades(disclosed)
    .map(congressDoubt)
    .find((doubt) => doubt !== undefined);
  const counted = (n: number): FamilyAnswer => {
    const value = say.number(n, "count", today);
    return doubted(unread === undefined ? value : { ...value, note: unread }, inDoubt);
  };
  const figures: Readonly<Record<typeof field, number>> = { count: trades.length, net: netCount(trades) };
  return counted(figures[field]);
};

/** Disclosed trades over 90 days. Zero only if disclosures are known; a net of zero also means as many purchases as sales. */
export const congress: Family = {
  name: "congress",
  functions: {
    CONGRESS: {
      evaluate: evaluate,
      ages: { fields: all("window", "count", "net") },
      universe: (context) => countWith(TICKERS, published, context),
    },
  },
  rows: published,
};
