import type { FieldName } from "../../../contract/functions";
import { answering, type Answering, sampled, type Sourced } from "../../answers/answering";
import { ofInstrument } from "../of-instrument";
import { newestPublicDay } from "../../sample/public-rows";
import { rounded } from "../../../contract/rounded";
import { type Instrument, instrumentOf } from "../../instruments/universe";
import { type Family, type FamilyAnswer, HOUR, isReason } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { untilRelease } from "../../answers/until-import";
import { type GammaSurface, type NamedSurface, OPTION_CHAINS, sampleGamma } from "./sample";

/** The surface at the close of the last session. */
export function surfaceFor({ clock }: Context, instrument: Instrument): Sourced<GammaSurface | undefined> {
  return sampled(sampleGamma(instrument, newestPublicDay("price", clock)));
}

/** The surfaces of all covered tickers. Cached. */
export const allSurfaces = untilRelease((context) =>
  OPTION_CHAINS.flatMap((ticker): NamedSurface[] => {
    const instrument = instrumentOf(ticker);
    const surface = instrument && surfaceFor(context, instrument).rows;
    return surface ? [{ ticker, surface }] : [];
  }),
);

/** One figure of a surface as GAMMA shows it, or why it has no value. */
export function gammaFigure(say: Answering, surface: GammaSurface, ticker: string, field: FieldName<"GAMMA">): FamilyAnswer {
  const { date, profile, strikes } = surface;
  const sum = (side: "call" | "put"): number => strikes.reduce((total, s) => total + s[side], 0);
  switch (field) {
    case "net":
      return say.number(sum("call") + sum("put"), "USD per 1 % move", date);
    case "call":
      return say.number(sum("call"), "USD per 1 % move", date);
    case "put":
      return say.number(sum("put"), "USD per 1 % move", date);
    case "flip": {
      const flip = flipPrice(surface);
      if (flip !== undefined) return say.number(rounded(flip, 2), "USD", date);
      const [from, to] = [profile[0]?.price, profile[profile.length - 1]?.price];
      return say.reasonOn(date, "no_flip", {
        short: `No flip: gamma keeps its sign from ${from} to ${to}.`,
        full: `The modeled gamma of ${ticker} does not cross zero at any price from ${from} to ${to}. Fields net, call and put are available.`,
      });
    }
  }
}

/** The price nearest to spot where the profile crosses zero, interpolated linearly; undefined without a crossing. */
export function flipPrice({ profile, spot }: GammaSurface): number | undefined {
  const crossings = profile.slice(1).flatMap((right, n) => {
    const left = profile[n];
    if (!left || left.net === right.net || left.net * right.net > 0) return [];
    return [left.price + ((right.price - left.price) * -left.net) / (right.net - left.net)];
  });
  return crossings.sort((a, b) => Math.abs(a - spot) - Math.abs(b - spot))[0];
}

/**
 * Distance of the price from the flip in percent of the flip, positive above it. `flip` is the instrument's answer to GAMMA with field `flip`: if it is a reason,
 * it is returned.
 */
export function flipDistanceOf(context: Context, instrument: Instrument, flip: FamilyAnswer): FamilyAnswer {
  const { rows } = surfaceFor(context, instrument);
  if (isReason(flip) || !rows) return flip;
  return { ...flip, value: rounded((rows.spot / Number(flip.value) - 1) * 100, 2), unit: "%" };
}

/** Modeled dealer gamma: the sum over strikes in US dollars per 1 % move, net and by side, and the price where it crosses zero. */
export const gammaFamily: Family = {
  name: "gamma",
  functions: {
    GAMMA: {
      evaluate: ofInstrument((instrument, _args, context, field: FieldName<"GAMMA">) => {
        const { rows, ...origin } = surfaceFor(context, instrument);
        const say = answering(origin, HOUR, ["gamma_modeled_not_measured"]);
        if (!rows)
          return say.reason("no_options_chain", {
            short: `No options chain is covered for ${instrument.ticker}.`,
            full: `No options chain is covered for ${instrument.ticker}. GAMMA covers ${OPTION_CHAINS.length} names, such as SPY.`,
          });
        return gammaFigure(say, rows, instrument.ticker, field);
      }),
      ages: { fields: all("latest", "net", "call", "put", "flip"), age: () => "options" },
      universe: () => OPTION_CHAINS.length,
    },
  },
};
