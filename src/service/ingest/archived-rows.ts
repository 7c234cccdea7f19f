import { createHash } from "node:crypto";
import { publisherOf } from "../publishers/all";
import { ownSeries } from "../publishers/own/series";
import { MissingStoredData, RefusedFile } from "../publishers/reading/text";
import type { LargeDocument } from "../records/large-document";
import { type Archive, sha256Of } from "../store/archive";
import type { LoggedImport } from "../store/import-log";
import { parseByFeed, whenReceived } from "./ingest-document";

/** A row of an archived document. */
export interface ArchivedRow {
  readonly date: string;
  /** Of an observation; null if the publisher lists it as missing. */
  readonly value?: number | null;
  /** Of a record. */
  readonly body?: unknown;
}

/** A document of the archive, read again. */
export type Archived =
  /** `find` returns the row of a day, if the document has it. */
  | {
      readonly state: "read";
      find(row: { readonly dataset: string; readonly entity: string; readonly date: string; readonly key?: string }): ArchivedRow | undefined;
    }
  | { readonly state: "missing" }
  /** Its bytes have another SHA-256 than its name; without one, its file cannot be unpacked. */
  | { readonly state: "damaged"; readonly sha256?: string }
  /** It is there and has its SHA-256, but its rows cannot be read one by one. `why` is a sentence without a full stop. */
  | { readonly state: "unread"; readonly why: string };

/** What is wrong with a damaged document of an archive. */
export const damageWords = ({ sha256 }: Extract<Archived, { readonly state: "damaged" }>): string =>
  sha256 === undefined ? "its file cannot be unpacked" : `its bytes have the SHA-256 ${sha256}`;

/** The publisher in the log of an operator's own file. */
const OWN = "user";

/** True for the spellings of one share class, such as BRKB in a file and BRK.B in the store. */
const isAlike = (read: string, stored: string): boolean => read === stored || read.replace(".", "") === stored.replace(".", "");

/** Bytes of a large document that are in memory at once. */
const PIECE = 1 << 20;

function hashInPieces(large: LargeDocument): string {
  const hash = createHash("sha256");
  for (let at = 0; at < large.size; at += PIECE) hash.update(large.read(at, PIECE));
  return hash.digest("hex");
}

/**
 * Reads a document of an archive again, as an import would.
 *
 * @param series of an operator's own file: the series that its rows are of
 */
export function archivedRows(
  archive: Archive,
  { sha256, publisher, file, seen }: Pick<LoggedImport, "sha256" | "publisher" | "file" | "seen">,
  series?: string,
): Archived {
  let bytes: Uint8Array | undefined;
  try {
    bytes = archive.get(sha256);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code?.startsWith("Z_")) return { state: "damaged" };
    throw e;
  }
  if (!bytes) {
    const large = archive.open(sha256, file);
    if (!large) return { state: "missing" };
    try {
      const own = hashInPieces(large);
      return own === sha256 ? { state: "unread", why: "it is an archive of many files" } : { state: "damaged", sha256: own };
    } finally {
      large.close();
    }
  }
  const own = sha256Of(bytes);
  if (own !== sha256) return { state: "damaged", sha256: own };
  const feeds = publisher === OWN ? (series === undefined ? [] : [ownSeries(series)]) : (publisherOf(publisher)?.feeds ?? []);
  try {
    const { rows, records } = parseByFeed(feeds, { name: file, bytes, ...whenReceived(seen) });
    return {
      state: "read",
      find: ({ dataset, entity, date, key = "" }) =>
        dataset === "observation"
          ? rows.find((row) => row.series === entity && row.date === date)
          : records.find((row) => row.dataset === dataset && isAlike(row.entity, entity) && row.date === date && row.key === key),
    };
  } catch (e) {
    if (e instanceof MissingStoredData) return { state: "unread", why: "its rows can only be read together with others" };
    if (e instanceof RefusedFile) return { state: "unread", why: e.message };
    throw e;
  }
}
