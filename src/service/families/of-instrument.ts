import type { Argument } from "../../contract/arguments";
import { HOUR, type Answer, type Evaluate } from "../answers/family";
import type { Context } from "../answers/context";
import { answering, SAMPLE } from "../answers/answering";
import type { Dataset } from "../records/record";
import { unknownTicker } from "../names/unknown";
import { instrumentOf, TICKERS, type Instrument } from "../instruments/universe";

/** How a symbol outside of the sample universe is let through: the instrument that it stands for, or undefined where nothing published is known of it. */
export type PublishedSymbol = (ticker: string, context: Context) => Instrument | undefined;

/** A symbol that only imported rows know. Nothing is generated for it: its sector and its further classes are not known. */
export const publishedInstrument = (ticker: string, name: string = ticker): Instrument => ({
  ticker,
  name,
  sector: "",
  subIndustry: "",
  instrumentType: "common",
  currency: "USD",
  issuer: ticker,
  multiClass: false,
  place: 0,
});

/** Lets a symbol through that has a row in one of these datasets, so that the family must answer from its published rows alone. */
export const publishedIn =
  (...datasets: readonly Dataset[]): PublishedSymbol =>
  (ticker, { store }) =>
    datasets.some((dataset) => store.records.isPublished(dataset, ticker)) ? publishedInstrument(ticker) : undefined;

/** Evaluates for a covered symbol (the first argument), or one that `real` knows, and answers an unknown one with the nearest that the family covers. */
export const ofInstrument =
  (
    then: (instrument: Instrument, args: readonly Argument[], context: Context) => Answer,
    known: readonly string[] = TICKERS,
    published?: PublishedSymbol,
  ): Evaluate =>
  (args, context) => {
    const ticker = String(args[0]);
    const instrument = instrumentOf(ticker) ?? published?.(ticker, context);
    if (instrument) return then(instrument, args, context);
    const { code, text } = unknownTicker(ticker, known, context);
    return answering(SAMPLE, HOUR).reason(code, text);
  };
