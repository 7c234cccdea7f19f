import type { Feed, FetchRequest } from "../publisher";
import type { LargeDocument, Piece } from "../../records/large-document";
import { NothingServed, RefusedFile } from "../reading/text";
import { bytesOf, entriesOf, isZip } from "../reading/zip";
import type { ZipEntry } from "../../../zip/directory";
import { companyRecords } from "./company-facts";
import { contactMissing } from "./contact";

const TITLE = "the SEC's archive of all company facts (companyfacts.zip)";
const ENTRY = /^CIK\d{10}\.json$/;
/** Refused companies that are tolerated. If more are refused, and more than one in a hundred, the format has changed. */
const FEW = 20;

const isFacts = (entries: readonly ZipEntry[]): boolean => entries.length > 0 && entries.every((e) => ENTRY.test(e.name));

function recognises(document: LargeDocument): boolean {
  try {
    return isZip(document) && isFacts(entriesOf(document));
  } catch (e) {
    // A truncated archive has no directory, but its first entry identifies it. Reading then refuses it with the reason.
    if (e instanceof RefusedFile) return /^CIK\d{10}\.json/.test(Buffer.from(document.read(30, 20)).toString("latin1"));
    throw e;
  }
}

function* pieces(document: LargeDocument): Generator<Piece> {
  const entries = entriesOf(document);
  let refused = 0;
  for (const [i, entry] of entries.entries()) {
    const done = Math.round((document.size * (i + 1)) / entries.length);
    const bytes = bytesOf(document, entry);
    try {
      yield { records: companyRecords(bytes, entry.name), done };
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      // Funds, shells and trusts tag nothing that is served. The document is still valid.
      if (e instanceof NothingServed || emptyFacts(bytes)) {
        yield { done };
        continue;
      }
      refused++;
      if (refused > FEW && refused > entries.length / 100)
        throw new RefusedFile(
          `${refused} companies in the archive have an unknown format, the last one ${entry.name}: ${e.sentence}; the SEC may have changed it: update the service`,
        );
      yield { leftOut: { part: entry.name, why: e.sentence }, done };
    }
  }
}

/** True for a filer without any tagged facts. */
const emptyFacts = (bytes: Uint8Array): boolean => bytes.length < 400 && /^\s*\{\s*\}\s*$|"facts"\s*:\s*\{\s*\}/.test(new TextDecoder().decode(bytes));

/**
 * The facts of all companies in one archive of about 1.4 GB, rebuilt each night. Companies without a served line are skipped. Refused companies are left out by
 * name; their stored data stays. Source: www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip.
 */
export const companyFactsArchive: Feed = {
  id: "sec.company-facts-archive",
  title: TITLE,
  looksLike: "a zip archive with CIK0000320193.json and others",
  recognises: () => false,
  parse: () => {
    throw new Error("The archive of all company facts is read in pieces.");
  },
  large: { recognises, pieces },
  fetching: {
    schedule: { timeZone: "America/New_York", on: "daily", at: "04:30" },
    onDemand: true,
    missing: contactMissing,
    requests: (): FetchRequest[] => [{ part: "companyfacts.zip", url: "https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip", large: true }],
  },
};
