import type { IsoDate } from "../../contract/dates";
import { folderArchive, memoryArchive, type Archive } from "./archive";
import { createCounting, type Counting } from "./counting";
import { keepDocumentLog } from "./document-log";
import { createFeeds, type Feeds } from "./feeds";
import { createForgetSeries, type ForgetSeries } from "./forget-series";
import { createFreshness, type Freshness } from "./freshness";
import { createImportLog, type ImportLog } from "./import-log";
import { createKeys, type Keys } from "./keys";
import { createKeywords, type Keywords } from "./keywords";
import { createInstitutions, type Institutions } from "./institutions";
import { migrate } from "./migrations";
import { documentsBeside, openDatabase } from "./open-database";
import { createObservations, type Observations } from "./observations";
import { createTakePieces, type TakePieces } from "./pieces";
import { createReads, trackReads, type Reads } from "./reads";
import { createRecords, type Records } from "./records";
import type { Dataset } from "../records/record";
import { createSnapshots } from "./snapshot";
import { createTakeBatches, type Batch, type BatchTaken, type TakeBatches } from "./take-batches";
import { writing } from "./transaction";
import { storeIdOf } from "./store-id";
import { createUsage, type Usage } from "./usage";

/** Everything that the service keeps: imported observations and records, keys (hashed), and how much each key has used. */
export interface Store {
  /** Identifies the database file on this machine; undefined if nothing is stored in a file. */
  readonly id: string | undefined;
  readonly observations: Observations;
  readonly records: Records;
  /** Institutions' reports of holdings. */
  readonly institutions: Institutions;
  /** Which rows a computed value was made of, and whether they have changed since. */
  readonly reads: Reads;
  readonly archive: Archive;
  /** What was imported, in order, for making the rows again. */
  readonly imports: ImportLog;
  /** Writes the rows of documents and logs them, in one transaction. */
  readonly takeBatches: TakeBatches;
  /** The same for one document. */
  takeBatch(batch: Batch, seen: IsoDate): BatchTaken;
  readonly forgetSeries: ForgetSeries;
  /** Takes a large document piece by piece. */
  readonly takePieces: TakePieces;
  /** How fetching stands, and what the operator has turned on. */
  readonly feeds: Feeds;
  /** When the rows of a series or a dataset were last confirmed. */
  readonly freshness: Freshness;
  /** The keywords that cells have asked for, of a publisher that is searched by keyword. */
  readonly keywords: Keywords;
  readonly keys: Keys;
  readonly usage: Usage;
  /** Whether requests and keywords can be counted; answers do not depend on it. */
  readonly counting: Pick<Counting, "off">;
  /** What is wrong with the database file, in SQLite's words; undefined if it is sound. Reads all of it. */
  damage(): string | undefined;
  /** Does work that writes in one transaction, with the write lock taken before it reads anything. */
  writing<T>(work: () => T): T;
  /** Does reading work over one state of the database, equal reads once. */
  reading<T>(work: () => T): T;
  close(): void;
}

interface OpenOptions {
  readonly path: string;
  readonly busyMs?: number;
  /** For a command that only looks: opens a database that this user may read and not write. */
  readonly look?: boolean;
  /** Makes a new database although documents of an earlier one are kept beside it. */
  readonly afresh?: boolean;
  /** Told once, in a sentence, when something of the store fails that answers do not depend on. */
  readonly notice?: (sentence: string) => void;
}

/**
 * Opens the database, creating it and bringing its schema up to date. `:memory:` keeps nothing.
 * Several processes may hold one file: readers do not block; a writer waits for `busyMs` before it fails.
 * A service that answers while it waits gives a short one: waiting blocks the whole process.
 */
export function openStore({ path: file, busyMs = 60_000, look = false, afresh = false, notice = () => undefined }: OpenOptions): Store {
  const sql = openDatabase(file, { look, afresh });
  // Millions of rows are sorted on the way into the database; this driver would hold them in memory.
  sql.exec("PRAGMA temp_store = FILE");
  sql.exec("PRAGMA foreign_keys = ON");
  // A store of millions of rows is read all over: 64 MiB of pages instead of 2 save most of the way to the file.
  sql.exec("PRAGMA cache_size = -65536");
  migrate(sql);
  sql.exec(`PRAGMA busy_timeout = ${busyMs}`);
  if (file !== ":memory:") keepDocumentLog(sql, documentsBeside(file));
  const counting = createCounting(notice);
  const snapshots = createSnapshots(sql);
  const records = createRecords(sql, snapshots);
  const institutions = createInstitutions(sql, snapshots);
  const freshness = createFreshness(sql, snapshots);
  const reads = createReads(sql, snapshots);
  const observations = createObservations(sql, snapshots);
  const takeBatches = createTakeBatches(sql, { records, institutions, freshness, reads });
  return {
    id: file === ":memory:" ? undefined : storeIdOf(file),
    observations: trackReads(observations, reads, () => "observation"),
    records: trackReads(records, reads, (dataset) => dataset as Dataset | undefined),
    institutions: trackReads(institutions, reads, () => "holding"),
    reads,
    archive: file === ":memory:" ? memoryArchive() : folderArchive(documentsBeside(file)),
    imports: createImportLog(sql, institutions),
    takeBatches,
    takeBatch: (batch, seen) => takeBatches([batch], seen)[0]!,
    forgetSeries: createForgetSeries(sql, { freshness, reads }),
    takePieces: createTakePieces(sql, records, institutions, freshness, reads),
    feeds: createFeeds(sql, snapshots),
    freshness,
    keywords: createKeywords(sql, counting),
    keys: createKeys(sql),
    usage: createUsage(sql, counting),
    counting,
    damage: () => {
      const { quick_check: found } = sql.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
      return found === "ok" ? undefined : found;
    },
    writing: (work) => writing(sql, work),
    reading: snapshots.reading,
    close: () => sql.close(),
  };
}
