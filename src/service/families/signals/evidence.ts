import { addDays } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import { untilImport, untilRelease } from "../../answers/until-import";
import { publishedFilers } from "../fundamentals/published-statements";
import { publishedHoldings } from "../holders13f/reported-holders";
import { cacheInSlices } from "../in-slices";
import { CLOSES_READ, ownCloses, publishedEvidence, type ReaderInput, YEAR_DAYS } from "./readers";
import { type Evidence, EVIDENCE_FAMILIES, type NoEvidence } from "./rows";
import { sampleEvidence } from "./sample";

export const isEvidence = (e: Evidence | NoEvidence): e is Evidence => "signals" in e;

/**
 * Evidence on one ticker from the families' published rows, in the order of `EVIDENCE_FAMILIES`; undefined if no family has a row. Reading a ticker takes milliseconds;
 * caching it takes one or two kilobytes.
 */
export const evidenceFor = untilImport((context, ticker: string): readonly (Evidence | NoEvidence)[] | undefined => {
  const today = context.clock.today();
  const input: ReaderInput = { context, ticker, today, since: addDays(today, -YEAR_DAYS), closes: ownCloses(context, ticker, CLOSES_READ) };
  const found = EVIDENCE_FAMILIES.map((family) => publishedEvidence(family, input));
  return found.some((e) => isEvidence(e) || e.loaded) ? found : undefined;
});

/** Evidence from sample rows, for a covered symbol without published rows in any family. */
export const sampleEvidenceFor = untilRelease(sampleEvidence, (_context, { ticker }) => ticker);

/** The datasets whose entities are symbols. */
export const BY_SYMBOL = ["insider_trade", "congress_trade", "short_interest", "short_volume", "offering", "price"] as const;

/** Symbols with published rows in any family, except holdings: these are stored by CUSIP. */
export const publishedSymbols = publishedRows([...BY_SYMBOL, "filing", "statement"], (context) => [
  ...bySymbol.names(context),
  ...publishedFilers.names(context),
]);

const bySymbol = publishedRows(BY_SYMBOL);

const DATASETS = [...BY_SYMBOL, "statement", "filing", "filer", "security"] as const;

/** Reads the names of all symbols in slices. The first time they come from the disk, a dataset at a time: afterwards the lists of names are quick. */
export async function readSymbolNames(context: Context): Promise<void> {
  await cacheInSlices(context, DATASETS, (dataset) => context.store.records.entities(dataset));
  await cacheInSlices(context, [publishedFilers, publishedHoldings, publishedSymbols], (rows) => rows.names(context));
}
