import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import { companyOf, sizeOf } from "../../sample/company";
import { between, chance, hash } from "../../sample/random";
import { wave, yearFraction } from "../../sample/waves";
import { sessionOnOrBefore } from "../../time/calendar";
import { samplePrice } from "../prices/sample";

type Strike = GammaSurface["strikes"][number];

/** The strike at or above the price with the most call gamma, and the one at or below it with the most put gamma; undefined without such a strike. */
export function wallsOf({ strikes, spot }: GammaSurface): { readonly call: Strike | undefined; readonly put: Strike | undefined } {
  const most = (of: readonly Strike[], size: (s: Strike) => number): Strike | undefined =>
    of.reduce<Strike | undefined>((a, b) => (size(b) > 0 && (!a || size(b) > size(a)) ? b : a), undefined);
  const [above, below] = [strikes.filter((s) => s.strike >= spot), strikes.filter((s) => s.strike <= spot)];
  return { call: most(above, (s) => s.call), put: most(below, (s) => -s.put) };
}

/** Modeled dealer gamma of one name at one session's close, in US dollars per 1 % move. */
export type GammaSurface = NonNullable<ReturnType<typeof sampleGamma>>;

export interface NamedSurface {
  readonly ticker: string;
  readonly surface: GammaSurface;
}

/**
 * The names with an options chain. A number is the call gamma in millions of US dollars per 1 % move at the start of 2025, rounded from general
 * knowledge; not a source.
 */
const NAMES = (
  "SPY:4200 QQQ:1800 IWM:520 DIA:60 GLD:320 SLV:90 TLT:150 HYG:60 XLF:60 XLE:45 XLK:35 SMH:90 ARKK:25 EEM:60 NVDA:900 AAPL:430 MSFT:260 AMZN:330 GOOGL:240 META:300 TSLA:980 " +
  "AMD:220 INTC:70 AVGO:190 MU:80 NFLX:130 GME:30 AMC:4 PLTR:240 COIN:100 HOOD:75 MSTR:200 SMCI:60 CRM ORCL:80 ADBE UBER SNOW BABA:90 JPM BAC C GS WFC XOM CVX OXY BA:60 DIS PFE LLY " +
  "UNH JNJ KO WMT COST HD F GM T VZ"
)
  .split(" ")
  .map((entry) => entry.split(":") as [string, string?]);

export const OPTION_CHAINS: readonly string[] = NAMES.map(([ticker]) => ticker);
const KNOWN_CALL_GAMMA: ReadonlyMap<string, number> = new Map(NAMES.flatMap(([ticker, millions]) => (millions ? [[ticker, Number(millions) * 1e6]] : [])));

/** Call gamma of other names at a market value of 100 billion US dollars. */
const USUAL_CALL_GAMMA = 2.2e7;
/** Gamma grows more slowly than market value. */
const VALUE_EXPONENT = 0.7;
const KNOWN_AT = yearFraction("2025-01-02");
/** Funds whose puts are bought as protection, so puts outweigh calls. */
const HEDGED_FUNDS: ReadonlySet<string> = new Set(["SPY", "QQQ", "IWM", "DIA", "HYG", "XLF", "EEM", "SMH", "XLK"]);
const STEPS = 40;
/** Distance from the price in widths: of the outermost strikes, of the centre of the calls, of the centre of the puts. */
const REACH = 4;
const CALLS_ABOVE = 0.8;
const PUTS_BELOW = 1;
/** Width of an option's gamma around its strike, in daily moves. */
const WIDTH_IN_MOVES = 2.6;

/** Approximate call gamma of a name, in US dollars per 1 % move. */
function callGammaOn(i: Instrument, date: IsoDate): number {
  const value = sizeOf(i, yearFraction(date));
  const known = KNOWN_CALL_GAMMA.get(i.ticker);
  return known
    ? known * (value / sizeOf(i, KNOWN_AT)) ** VALUE_EXPONENT
    : USUAL_CALL_GAMMA * (value / 1e11) ** VALUE_EXPONENT * between(0.8, 1.25, i.ticker, "gamma size");
}

/** The modeled surface at the last session's close; undefined for a name without a chain. */
export function sampleGamma(i: Instrument, today: IsoDate) {
  if (!OPTION_CHAINS.includes(i.ticker)) return undefined;
  const date = sessionOnOrBefore(today);
  const spot = samplePrice(i.ticker, date);
  const width = Math.max(0.02, Math.min(0.07, WIDTH_IN_MOVES * companyOf(i).volatility));
  const bell = (distance: number): number => Math.exp(-0.5 * (distance / width) ** 2);
  const reach = REACH * width;
  // In some months calls outweigh puts at all strikes of a company, so net gamma never crosses zero.
  const onlyCalls = i.instrumentType !== "etf" && chance(0.06, i.ticker, date.slice(0, 7), "calls only");
  const usualPuts = HEDGED_FUNDS.has(i.ticker) ? between(1, 1.2, i.ticker, "puts") : between(0.5, 0.9, i.ticker, "puts");
  const puts = onlyCalls ? 0.35 : usualPuts * (1 + 0.3 * wave(`puts ${i.ticker}`, date, 45));
  const tilt = width * (0.45 * wave(`tilt ${i.ticker}`, date, 70) + between(-0.1, 0.1, i.ticker, date, "tilt"));
  const [above, below] = [tilt + CALLS_ABOVE * width, onlyCalls ? tilt + CALLS_ABOVE * width : tilt - PUTS_BELOW * width];
  const shape = Array.from({ length: STEPS + 1 }, (_, n) => {
    const distance = (n / STEPS) * 2 * reach - reach;
    const wobble = 0.5 + hash(i.ticker, date.slice(0, 7), n, "open");
    return { distance, call: bell(distance - above) * wobble, put: -puts * bell(distance - below) * wobble };
  });
  // Scales to the call gamma at the usual distribution of calls.
  const usual = shape.reduce((sum, o) => sum + bell(o.distance - CALLS_ABOVE * width) * bell(o.distance), 0);
  const size = (callGammaOn(i, date) * STEPS) / usual;
  const open = shape.map(({ distance, call, put }) => ({ distance, call: size * call, put: size * put }));
  const at = (distance: number, side: "call" | "put"): number => open.reduce((sum, o) => sum + o[side] * bell(distance - o.distance), 0) / STEPS;
  return {
    date,
    spot,
    /** By strike, lowest first. Calls are positive, puts negative. */
    strikes: open.map((o) => ({
      strike: rounded(spot * (1 + o.distance), 2),
      call: rounded((o.call * bell(o.distance)) / STEPS),
      put: rounded((o.put * bell(o.distance)) / STEPS),
    })),
    /** Net gamma at each price, lowest price first. */
    profile: open.map((o) => ({ price: rounded(spot * (1 + o.distance), 2), net: rounded(at(o.distance, "call") + at(o.distance, "put")) })),
  };
}
