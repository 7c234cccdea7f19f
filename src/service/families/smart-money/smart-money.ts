import { answering, jointOrigin, sampled, type Sourced } from "../answering";
import { ofInstrument } from "../../sample/of-instrument";
import { rounded } from "../../sample/random";
import { TICKERS, type Instrument } from "../../sample/universe";
import { congressTradesFor } from "../congress/congress";
import { HOUR, type Context, type Family } from "../family";
import { holdersFor } from "../holders13f/holders13f";
import { insiderTradesFor } from "../insider/insider";
import { composite, congressLeg, holdersLeg, insiderLeg, shortVolumeLeg } from "./legs";
import type { Leg, ShortVolumeRow } from "./rows";
import { sampleShortVolume } from "./sample";

const TRADE_DAYS = 90;
const SHORT_VOLUME_SESSIONS = 25;

/** Daily short volume of the last sessions; undefined for a symbol that is not covered. */
export function shortVolumeFor({ clock }: Context, instrument: Instrument, sessions: number): Sourced<readonly ShortVolumeRow[] | undefined> {
  return sampled(sampleShortVolume(instrument, clock.today(), sessions));
}

/** The legs that are there, each from its own family's rows; sample as soon as one of them is. */
export function legsFor(context: Context, instrument: Instrument): Sourced<readonly Leg[]> {
  const insider = insiderTradesFor(context, instrument, TRADE_DAYS);
  const congress = congressTradesFor(context, instrument, TRADE_DAYS);
  const holders = holdersFor(context, instrument, 1);
  const shortVolume = shortVolumeFor(context, instrument, SHORT_VOLUME_SESSIONS);
  const parts = [
    { from: insider, leg: insiderLeg(insider.rows) },
    { from: congress, leg: congressLeg(congress.rows) },
    { from: holders, leg: holdersLeg(holders.rows[holders.rows.length - 1]) },
    { from: shortVolume, leg: shortVolumeLeg(shortVolume.rows) },
  ].flatMap(({ from, leg }) => (leg ? [{ from, leg }] : []));
  return { rows: parts.map((p) => p.leg), ...jointOrigin(parts.length > 0 ? parts.map((p) => p.from) : [insider]) };
}

/** A descriptive summary of who bought and who sold: insiders, members of Congress, institutions, and the trend of short volume. */
export const smartMoney: Family = {
  name: "smart-money",
  functions: {
    SMARTMONEY: ofInstrument((instrument, _args, context) => {
      const { rows: legs, ...origin } = legsFor(context, instrument);
      const say = answering(origin, 6 * HOUR, ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"]);
      const score = composite(legs);
      const observed = legs.map((leg) => leg.observed).reduce((a, b) => (b > a ? b : a), "");
      return score === undefined
        ? say.reason("inputs_missing", `no leg of the composite has rows for ${instrument.ticker}`)
        : say.number(rounded(score, 2), "score", observed);
    }),
  },
  universe: () => ({ SMARTMONEY: TICKERS.length }),
};
