import { rounded } from "../../sample/random";
import { answering, sampled, type Sourced } from "../answering";
import { ofInstrument } from "../../sample/of-instrument";
import { UNIVERSE, type Instrument } from "../../sample/universe";
import { HOUR, type Context, type Family } from "../family";
import type { InsiderTrade } from "./rows";
import { sampleInsiderTrades } from "./sample";

const WINDOW_DAYS = 30;
const COVERED = UNIVERSE.filter((i) => i.instrumentType === "common").length;

/** Form 4 trades of the window that had been filed by the clock's day; undefined for filers that file none. */
export function insiderTradesFor({ clock }: Context, instrument: Instrument, days: number): Sourced<readonly InsiderTrade[] | undefined> {
  return sampled(instrument.instrumentType === "common" ? sampleInsiderTrades(instrument, clock.today(), days) : undefined);
}

export const valueOf = (trades: readonly InsiderTrade[], side: InsiderTrade["side"]): number =>
  rounded(
    trades.filter((t) => t.side === side).reduce((sum, t) => sum + t.value, 0),
    2,
  );

/** Open-market trades of insiders over 30 days, in US dollars. A company without trades in the window has a true zero. */
export const insider: Family = {
  name: "insider",
  functions: {
    INSIDER: ofInstrument((instrument, [, field], context) => {
      const { rows, ...origin } = insiderTradesFor(context, instrument, WINDOW_DAYS);
      const say = answering(origin, 6 * HOUR);
      if (!rows) {
        const why = instrument.instrumentType === "etf" ? "is a fund and has no insiders" : "is a foreign private issuer, whose insiders file no Form 4";
        return say.reason("not_covered", `${instrument.ticker} ${why}`);
      }
      const buy = valueOf(rows, "buy");
      const sell = valueOf(rows, "sell");
      const value = { net: buy - sell, value: buy + sell, buy, sell }[String(field)] ?? Number.NaN;
      return say.number(rounded(value, 2), "USD", context.clock.today());
    }),
  },
  universe: () => ({ INSIDER: COVERED }),
};
