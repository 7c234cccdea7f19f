import type { FieldName } from "../../../contract/functions";
import { answering, sampled, type Sourced } from "../../answers/answering";
import { ofInstrument } from "../of-instrument";
import { newestPublicDay } from "../../sample/public-rows";
import { rounded } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";
import { HOUR, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import type { GammaSurface } from "./rows";
import { CHAINS, sampleGamma } from "./sample";

/** The surface at the close of the last session. */
function surfaceFor({ clock }: Context, instrument: Instrument): Sourced<GammaSurface | undefined> {
  return sampled(sampleGamma(instrument, newestPublicDay("price", clock)));
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

/** Modeled dealer gamma: the sum over strikes in US dollars per 1 % move, net and by side, and the price where it crosses zero. */
export const gamma: Family = {
  name: "gamma",
  functions: {
    GAMMA: {
      evaluate: ofInstrument((instrument, _args, context, field: FieldName<"GAMMA">) => {
        const { rows, ...origin } = surfaceFor(context, instrument);
        const say = answering(origin, HOUR, ["gamma_modeled_not_measured"]);
        if (!rows)
          return say.reason("no_options_chain", {
            short: `No options chain is covered for ${instrument.ticker}.`,
            full: `No options chain is covered for ${instrument.ticker}. GAMMA covers ${CHAINS.length} names, such as SPY.`,
          });
        const sum = (side: "call" | "put"): number => rows.strikes.reduce((total, s) => total + s[side], 0);
        switch (field) {
          case "net":
            return say.number(sum("call") + sum("put"), "USD per 1 % move", rows.date);
          case "call":
            return say.number(sum("call"), "USD per 1 % move", rows.date);
          case "put":
            return say.number(sum("put"), "USD per 1 % move", rows.date);
          case "flip": {
            const flip = flipPrice(rows);
            if (flip !== undefined) return say.number(rounded(flip, 2), "USD", rows.date);
            const last = rows.profile[rows.profile.length - 1];
            const [from, to] = [rows.profile[0]?.price, last?.price];
            return say.reason(
              "no_flip",
              {
                short: `No flip: gamma keeps its sign from ${from} to ${to}.`,
                full: `The modeled gamma of ${instrument.ticker} does not cross zero at any price from ${from} to ${to}. Fields net, call and put are available.`,
              },
              rows.date,
            );
          }
        }
      }),
      ages: { fields: all("latest", "net", "call", "put", "flip"), age: () => "options" },
      universe: () => CHAINS.length,
      asOf: "never",
    },
  },
};
