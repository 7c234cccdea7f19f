import { addDays } from "../../../contract/dates";
import { answering, ofDataset, SAMPLE, sampled, type Sourced } from "../answering";
import { instrumentOf, TICKERS, unknownTicker, type Instrument } from "../../sample/universe";
import { HOUR, type Context, type Evaluate, type Family } from "../family";
import { countWith, namesWith, realRows } from "../real-rows";
import type { CongressTrade, DisclosedTrade } from "./rows";
import { sampleCongressTrades } from "./sample";
import { standingTrades } from "./standing-trades";

const WINDOW_DAYS = 90;

/** Published trades of a symbol; undefined where none was ever imported. An exchange is neither purchase nor sale, and one that was deleted or amended later is not counted. */
function publishedTrades({ clock, store }: Context, ticker: string, days: number): Sourced<readonly CongressTrade[]> | undefined {
  if (!store.records.isReal("congress_trade", ticker)) return undefined;
  const today = clock.today();
  const kept = store.records.between<DisclosedTrade>("congress_trade", ticker, addDays(today, 1 - days), today, today);
  const rows = standingTrades(kept)
    .filter(({ body }) => body.type !== "E")
    .map(({ date, known, body }): CongressTrade => ({
      traded: date,
      disclosed: known,
      type: body.type === "P" ? "purchase" : "sale",
      amountLow: body.amount_low,
      amountHigh: body.amount_high,
    }));
  return { rows, ...ofDataset("house", "congress_trade", ticker) };
}

/** Trades of the window, by trade date, that had been disclosed by the clock's day. */
export const congressTradesFor = (context: Context, instrument: Instrument, days: number): Sourced<readonly CongressTrade[]> =>
  publishedTrades(context, instrument.ticker, days) ?? sampled(sampleCongressTrades(instrument, context.clock.today(), days));

export const netCount = (trades: readonly CongressTrade[]): number => trades.reduce((net, t) => net + (t.type === "purchase" ? 1 : -1), 0);

const real = realRows(["congress_trade"]);
const known = namesWith(TICKERS, real);

const evaluate: Evaluate = ([asked, field], context) => {
  const instrument = instrumentOf(String(asked));
  const ticker = instrument?.ticker ?? String(asked);
  const found = instrument ? congressTradesFor(context, instrument, WINDOW_DAYS) : publishedTrades(context, ticker, WINDOW_DAYS);
  if (!found) {
    const { code, reason } = unknownTicker(ticker, known(context));
    return answering(SAMPLE, HOUR).reason(code, reason);
  }
  const { rows, ...origin } = found;
  const say = answering(origin, 6 * HOUR);
  const today = context.clock.today();
  // Reports are imported one by one: without a trade in the window nothing says whether there was none or whether its report is not there.
  if (rows.length === 0 && !origin.sample)
    return say.reason("no_trades", `no report on ${ticker} with a trade in the ${WINDOW_DAYS} days to ${today} is imported`, today);
  if (field !== "net") return say.number(rows.length, "count", today);
  if (rows.length === 0) return say.reason("no_trades", `no trade in ${ticker} was disclosed for the last ${WINDOW_DAYS} days`, today);
  return say.number(netCount(rows), "count", today);
};

/** Disclosed trades over 90 days. No trade is a true count of zero, but no net: a net of zero means as many purchases as sales. */
export const congress: Family = {
  name: "congress",
  functions: { CONGRESS: evaluate },
  rows: real,
  universe: (context) => ({ CONGRESS: countWith(TICKERS, real, context) }),
};
