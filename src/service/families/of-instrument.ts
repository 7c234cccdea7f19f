import type { Argument } from "../../contract/arguments";
import { HOUR, type FamilyAnswer, type EvaluateField } from "../answers/family";
import type { Context } from "../answers/context";
import { answering, SAMPLE, unknownReason } from "../answers/answering";
import type { Dataset } from "../records/record";
import { unknownTicker } from "../names/unknown";
import { instrumentOf, TICKERS, type Instrument } from "../instruments/universe";

/** Resolves a symbol outside of the sample universe to an instrument; undefined if no published rows exist. */
export type PublishedSymbol = (ticker: string, context: Context) => Instrument | undefined;

/** An instrument known only from imported rows. It has no sample data, sector or other share classes. */
export const publishedInstrument = (ticker: string, name: string = ticker): Instrument => ({
  ticker,
  name,
  sector: "",
  subIndustry: "",
  instrumentType: "common",
  currency: "USD",
  issuer: ticker,
  multiClass: false,
});

/** Accepts a symbol with a row in one of these datasets. The family must answer it from published rows only. */
export const publishedIn =
  (...datasets: readonly Dataset[]): PublishedSymbol =>
  (ticker, { store }) =>
    datasets.some((dataset) => store.records.isPublished(dataset, ticker)) ? publishedInstrument(ticker) : undefined;

/** Evaluates for a covered symbol (the first argument) or one with published rows. An unknown symbol gets a reason with the nearest covered one. */
export const ofInstrument =
  <N extends string>(
    then: (instrument: Instrument, args: readonly Argument[], context: Context, field: N) => FamilyAnswer,
    known: readonly string[] = TICKERS,
    published?: PublishedSymbol,
  ): EvaluateField<N> =>
  (args, context, field) => {
    const ticker = String(args[0]);
    const instrument = instrumentOf(ticker) ?? published?.(ticker, context);
    if (instrument) return then(instrument, args, context, field);
    return unknownReason(answering(SAMPLE, HOUR), unknownTicker(ticker, known, context));
  };
