import type { Argument } from "../../contract/arguments";
import { HOUR, type Answer, type Context, type Evaluate } from "../families/family";
import { answering, SAMPLE } from "../families/answering";
import { instrumentOf, TICKERS, unknownTicker, type Instrument } from "./universe";

/** Evaluates for a covered symbol (the first argument), and answers an unknown one with the nearest that the family covers. */
export const ofInstrument =
  (then: (instrument: Instrument, args: readonly Argument[], context: Context) => Answer, known: readonly string[] = TICKERS): Evaluate =>
  (args, context) => {
    const ticker = String(args[0]);
    const instrument = instrumentOf(ticker);
    if (instrument) return then(instrument, args, context);
    const { code, reason } = unknownTicker(ticker, known);
    return answering(SAMPLE, HOUR).reason(code, reason);
  };
