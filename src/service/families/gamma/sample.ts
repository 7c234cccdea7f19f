import type { IsoDate } from "../../../contract/dates";
import { sessionOnOrBefore } from "../../sample/calendar";
import { sizeOf } from "../../sample/company";
import { between, chance, hash, rounded } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { yearsOf } from "../../sample/waves";
import { samplePrice } from "../prices/sample";
import type { GammaSurface } from "./rows";

/** The names with an options chain. */
export const CHAINS: readonly string[] = (
  "SPY QQQ IWM DIA GLD SLV TLT HYG XLF XLE XLK SMH ARKK EEM NVDA AAPL MSFT AMZN GOOGL META TSLA AMD INTC AVGO MU NFLX GME AMC PLTR COIN " +
  "HOOD MSTR SMCI CRM ORCL ADBE UBER SNOW BABA JPM BAC C GS WFC XOM CVX OXY BA DIS PFE LLY UNH JNJ KO WMT COST HD F GM T VZ"
).split(" ");

/** For a hundred billion dollars of market value. */
const SIZE = 9e7;
const REACH = 0.2;
const STEPS = 40;
/** How quickly an option's gamma fades with the distance of the price from its strike. */
const WIDTH = 0.05;

const bell = (distance: number): number => Math.exp(-0.5 * (distance / WIDTH) ** 2);

/** The modeled surface at the last session's close; undefined for a name without a chain. */
export function sampleGamma(i: Instrument, today: IsoDate): GammaSurface | undefined {
  if (!CHAINS.includes(i.ticker)) return undefined;
  const date = sessionOnOrBefore(today);
  const spot = samplePrice(i.ticker, date);
  // What is held in options goes by what the shares are worth: a few million dollars of gamma on a small company, more than a billion on the largest funds.
  const size = SIZE * (sizeOf(i, yearsOf(date)) / 1e11) ** 0.7 * (i.instrumentType === "etf" ? 6 : 1) * between(0.7, 1.4, i.ticker, "gamma size");
  // A week's positioning: calls over all strikes on some names, which leaves the net above zero everywhere.
  const onlyCalls = chance(0.15, i.ticker, date.slice(0, 7), "calls only");
  const tilt = between(-0.05, 0.05, i.ticker, date, "tilt");
  const open = Array.from({ length: STEPS + 1 }, (_, n) => {
    const distance = (n / STEPS) * 2 * REACH - REACH;
    const wobble = 0.5 + hash(i.ticker, date.slice(0, 7), n, "open");
    return {
      distance,
      call: size * bell(distance - 0.04 - tilt) * wobble,
      put: onlyCalls ? -0.02 * size * bell(distance) * wobble : -size * between(0.7, 1.1, i.ticker, date, "puts") * bell(distance + 0.05 - tilt) * wobble,
    };
  });
  const at = (distance: number, side: "call" | "put"): number => open.reduce((sum, o) => sum + o[side] * bell(distance - o.distance), 0) / STEPS;
  return {
    date,
    spot,
    strikes: open.map((o) => ({
      strike: rounded(spot * (1 + o.distance), 2),
      call: rounded((o.call * bell(o.distance)) / STEPS),
      put: rounded((o.put * bell(o.distance)) / STEPS),
    })),
    profile: open.map((o) => ({ price: rounded(spot * (1 + o.distance), 2), net: rounded(at(o.distance, "call") + at(o.distance, "put")) })),
  };
}
