import { addDays } from "../../../contract/dates";
import type { Instrument } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import { publishedFilers } from "../fundamentals/published-filers";
import { publishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import { filings, fundamentals } from "./filing-readers";
import { ownCloses, prices, shortInterest, shortVolume } from "./market-readers";
import type { Asked, Reader } from "./reader";
import { EVIDENCE_FAMILIES, type Evidence, type EvidenceFamily, type NoEvidence } from "./rows";
import { sampleEvidence } from "./sample";
import { congress, holders13f, insider } from "./trade-readers";

/** No question reaches further back. */
const YEAR_DAYS = 365;
/** Closes of a year, and of the year before for the 52 weeks of its first day. */
const CLOSES = 2 * 253;

const READERS: { readonly [F in EvidenceFamily]: Reader } = {
  insider,
  congress,
  holders13f,
  short_interest: shortInterest,
  short_volume: shortVolume,
  filings,
  fundamentals,
  prices,
};

export const isEvidence = (e: Evidence | NoEvidence): e is Evidence => "signals" in e;

/** Evidence on one ticker from the families' published rows, in the order of `EVIDENCE_FAMILIES`; undefined if no family has a row. */
export const evidenceFor = (context: Context, ticker: string): readonly (Evidence | NoEvidence)[] | undefined =>
  kept(context, ticker, () => {
    const today = context.clock.today();
    const asked: Asked = { context, ticker, today, since: addDays(today, -YEAR_DAYS), closes: ownCloses(context, ticker, CLOSES) };
    const found = EVIDENCE_FAMILIES.map((family) => READERS[family](asked));
    return { found: found.some((e) => isEvidence(e) || e.loaded) ? found : undefined };
  }).found;

/** The same from sample rows, for a covered symbol without published rows in any family. */
export const sampleEvidenceFor = (context: Context, instrument: Instrument): readonly (Evidence | NoEvidence)[] =>
  keptSample(context, instrument.ticker, () => sampleEvidence(context, instrument));

const keptSample = untilImport<readonly (Evidence | NoEvidence)[]>(2_000);

/** Reading a ticker takes milliseconds; caching it takes one or two kilobytes. */
const kept = untilImport<{ readonly found: readonly (Evidence | NoEvidence)[] | undefined }>(20_000);

/** The datasets whose entities are symbols. */
export const BY_SYMBOL = ["insider_trade", "congress_trade", "short_interest", "short_volume", "offering", "price"] as const;

/** The symbols of which any family has published rows. Holdings alone are left out: they are kept under the numbers of securities. */
export const publishedSymbols = publishedRows([...BY_SYMBOL, "filing", "statement"], (context) => [
  ...bySymbol.names(context),
  ...publishedFilers.names(context),
]);

const bySymbol = publishedRows(BY_SYMBOL);
