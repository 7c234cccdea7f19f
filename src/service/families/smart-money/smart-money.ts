import { answering, SAMPLE, type Origin } from "../../answers/answering";
import { ofInstrument, realInstrument, type RealSymbol } from "../of-instrument";
import { TICKERS, type Instrument } from "../../instruments/universe";
import { HOUR, type Answer, type Evaluate, type Family } from "../../answers/family";
import type { Context } from "../../answers/context";
import { realHoldings } from "../holders13f/real-holdings";
import { countWith, realRows, type RealRows } from "../../answers/real-rows";
import { untilImport } from "../../answers/until-import";
import { compositeOf } from "./composite";
import { anyLegIsReal, LEG_SOURCES, readLegs, sampleLegs, switchedOn } from "./read-legs";
import { LEG_NAMES, type LegName } from "./rows";

/** Which legs a score rests on, where it is not all of them. */
function basis(speaking: readonly LegName[]): string | undefined {
  if (speaking.length === LEG_NAMES.length) return undefined;
  return `rests on ${speaking.length} of ${LEG_NAMES.length} legs: ${speaking.join(", ")}; the weight of the others is shared out over ${speaking.length === 1 ? "it" : "them"}`;
}

function compute(context: Context, instrument: Instrument, real: boolean): Answer {
  const { composite, legs } = compositeOf(real ? readLegs(context, instrument) : sampleLegs(context, instrument), !real);
  const speaking = LEG_NAMES.filter((name) => legs.some((leg) => leg.name === name && !("absent" in leg)));
  const [first = "insider"] = speaking;
  const origin: Origin = real ? { source: LEG_SOURCES[first], sample: false } : SAMPLE;
  const say = answering(origin, 6 * HOUR, ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"]);
  if (!composite) {
    const why = legs.map((leg) => `${leg.name}: ${"absent" in leg ? leg.absent : ""}`).join("; ");
    const text = {
      short: "No score: no component gives a direction.",
      full: `No score for ${instrument.ticker}, because no component gives a direction (${why}). Ask for another ticker, or have its reports loaded.`,
    };
    return { ...say.reason("inputs_missing", text), legs };
  }
  const note = basis(speaking);
  return { ...say.number(composite.score, "score", composite.observed), ...(note === undefined ? {} : { note }), legs };
}

/** A thousand cells of it are asked at once, and each reads four families. */
const kept = untilImport<Answer>(4_000);

/** Share classes are written with a point in imported rows, as in BRK.B. */
const realLegs: RealSymbol = (ticker, context) => {
  const known = [ticker, ticker.replace(/[-/]/g, ".")].find((t) => anyLegIsReal(context, t));
  return known === undefined ? undefined : realInstrument(known);
};

const LEG_DATASETS = ["insider_trade", "congress_trade", "short_volume"] as const;
const ofLegs = realRows(LEG_DATASETS);
const rows: RealRows = {
  names: (context) => new Set([...ofLegs.names(context), ...realHoldings.names(context)]),
  newest: (context) =>
    [ofLegs.newest(context), realHoldings.newest(context)]
      .filter((d) => d !== undefined)
      .sort()
      .at(-1),
};

const evaluate: Evaluate = ofInstrument(
  (instrument, _args, context) => compute(context, instrument, anyLegIsReal(context, instrument.ticker)),
  TICKERS,
  realLegs,
);

/**
 * A descriptive summary of who bought and who sold: clusters of insiders, members of Congress, institutions, and the trend of short volume. As soon as one of
 * them has real rows of a symbol, no sample speaks for it.
 */
export const smartMoney: Family = {
  name: "smart-money",
  functions: {
    SMARTMONEY: (args, context) => kept(context, `${String(args[0])} ${switchedOn(context)}`, () => evaluate(args, context)),
  },
  rows,
  universe: (context) => ({ SMARTMONEY: countWith(TICKERS, rows, context) }),
};
