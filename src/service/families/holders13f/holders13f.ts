import { answering, sampled, type Sourced } from "../answering";
import { quarterLabel } from "../../sample/calendar";
import { ofInstrument } from "../../sample/of-instrument";
import { TICKERS, type Instrument } from "../../sample/universe";
import { DAY, type Context, type Family } from "../family";
import type { HoldersQuarter } from "./rows";
import { sampleHolders } from "./sample";

/** The last quarters whose reports were due by the clock's day, oldest first. */
export function holdersFor({ clock }: Context, instrument: Instrument, quarters: number): Sourced<readonly HoldersQuarter[]> {
  return sampled(sampleHolders(instrument, clock.today(), quarters));
}

/** Institutional holders at the latest quarter whose reports are due, which is 45 days after its end. */
export const holders13f: Family = {
  name: "holders13f",
  functions: {
    HOLDERS13F: ofInstrument((instrument, [, field], context) => {
      const { rows, ...origin } = holdersFor(context, instrument, 1);
      const say = answering(origin, DAY, ["thirteenf_ticker_resolution"]);
      const latest = rows[rows.length - 1];
      if (!latest) return say.reason("no_data_yet", `no quarter of institutional reports on ${instrument.ticker} was due by ${context.clock.today()}`);
      switch (field) {
        case "value":
          return say.number(latest.value, "USD", latest.quarterEnd);
        case "qoq":
          return say.number(latest.accumulating - latest.reducing, "count", latest.quarterEnd);
        case "quarter":
          return say.text(quarterLabel(latest.quarterEnd), latest.quarterEnd);
        default:
          return say.number(latest.count, "count", latest.quarterEnd);
      }
    }),
  },
  universe: () => ({ HOLDERS13F: TICKERS.length }),
};
