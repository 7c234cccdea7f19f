import { TICKERS, instrumentOf } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import type { SourceId } from "../../records/attribution";
import type { RowsName } from "../../store/freshness";
import { publishedHoldings } from "../holders13f/published-holdings";
import { cacheInSlices } from "../in-slices";
import { readSymbolNames } from "../symbol-names";
import { untilRelease } from "../../answers/until-import";
import { evidenceFor, isEvidence, publishedSymbols, sampleEvidenceFor } from "./evidence";
import type { Evidence, EvidenceFamily, NoEvidence, SignalRow } from "./rows";
import { within } from "./signals";

/** A signal of one symbol, with the family and the source that it comes from. */
export interface ListedSignal {
  readonly ticker: string;
  readonly family: EvidenceFamily;
  readonly source: SourceId;
  readonly provenance: readonly RowsName[];
  readonly signal: SignalRow;
}

/** True if any row that is searched for signals is imported. */
export const signalsArePublished = (context: Context): boolean => publishedSymbols.names(context).size > 0 || context.store.institutions.any();

/** The symbols of a scan: those with published rows, or those of sample data if no row is imported. */
export const scannedSymbols = (context: Context): readonly string[] =>
  signalsArePublished(context) ? [...new Set([...publishedSymbols.names(context), ...publishedHoldings.names(context)])] : TICKERS;

/** The evidence on one symbol as SIGNAL shows it; a symbol outside of the sample has only published evidence. Cached by the readers. */
function evidenceOf(context: Context, ticker: string): readonly (Evidence | NoEvidence)[] {
  const published = evidenceFor(context, ticker);
  if (published || signalsArePublished(context)) return published ?? [];
  const instrument = instrumentOf(ticker);
  return instrument ? sampleEvidenceFor(context, instrument) : [];
}

const byDate = (a: ListedSignal, b: ListedSignal): number =>
  a.signal.date !== b.signal.date
    ? a.signal.date > b.signal.date
      ? -1
      : 1
    : b.signal.score - a.signal.score || (a.ticker === b.ticker ? (a.signal.type < b.signal.type ? -1 : 1) : a.ticker < b.ticker ? -1 : 1);

const windows = untilRelease<readonly ListedSignal[]>();

/** The signals of all symbols in the last `days` days, newest first, the strongest of a day first. Cached. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function allSignals(context: Context, days: number): Promise<readonly ListedSignal[]> {
  const all = (): readonly ListedSignal[] =>
    windows(context, String(days), () => {
      const isWithin = within(days, context.clock.today());
      return scannedSymbols(context)
        .flatMap((ticker) =>
          evidenceOf(context, ticker)
            .filter(isEvidence)
            .flatMap(({ family, source, provenance = [], signals }) =>
              signals.filter(isWithin).map((signal): ListedSignal => ({ ticker, family, source, provenance, signal })),
            ),
        )
        .sort(byDate);
    });
  if (!windows.has(context, String(days))) {
    await readSymbolNames(context);
    await cacheInSlices(context, scannedSymbols(context), (ticker) => evidenceOf(context, ticker));
  }
  return context.store.reading(all);
}
