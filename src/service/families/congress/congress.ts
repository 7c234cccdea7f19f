import { answering, sampled, type Sourced } from "../answering";
import { ofInstrument } from "../../sample/of-instrument";
import { TICKERS, type Instrument } from "../../sample/universe";
import { HOUR, type Context, type Family } from "../family";
import type { CongressTrade } from "./rows";
import { sampleCongressTrades } from "./sample";

const WINDOW_DAYS = 90;

/** Trades of the window, by trade date, that had been disclosed by the clock's day. */
export function congressTradesFor({ clock }: Context, instrument: Instrument, days: number): Sourced<readonly CongressTrade[]> {
  return sampled(sampleCongressTrades(instrument, clock.today(), days));
}

export const netCount = (trades: readonly CongressTrade[]): number => trades.reduce((net, t) => net + (t.type === "purchase" ? 1 : -1), 0);

/** Disclosed trades over 90 days. No trade is a true count of zero, but no net: a net of zero means as many purchases as sales. */
export const congress: Family = {
  name: "congress",
  functions: {
    CONGRESS: ofInstrument((instrument, [, field], context) => {
      const { rows, ...origin } = congressTradesFor(context, instrument, WINDOW_DAYS);
      const say = answering(origin, 6 * HOUR);
      const today = context.clock.today();
      if (field !== "net") return say.number(rows.length, "count", today);
      if (rows.length === 0) return say.reason("no_trades", `no trade in ${instrument.ticker} was disclosed for the last ${WINDOW_DAYS} days`, today);
      return say.number(netCount(rows), "count", today);
    }),
  },
  universe: () => ({ CONGRESS: TICKERS.length }),
};
