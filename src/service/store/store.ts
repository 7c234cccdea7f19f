import { existsSync, statSync } from "node:fs";
import { createLedger, type Ledger, ledgerBeside, openLedger } from "../ledger/ledger";
import { folderArchive, memoryArchive, type Archive } from "./archive";
import { createChangeMoments, createRowChanges, type Changes } from "./changes";
import { createExpire, createForgetSeries, type Expire, type ForgetSeries, type LogLine, lostEntries, writeDocumentLog } from "./document-log";
import { createDecisions, type Decisions } from "./decisions";
import { createFreshness, type Freshness } from "./freshness";
import { createImportLog, type ImportLog } from "./import-log";
import { createInstitutions, type Institutions } from "./institutions";
import type { OtherVersion } from "../ledger/schema";
import { checkVersion, migrate } from "./migrations";
import { fileInPlace, hasLogFiles, MEMORY, storeIdOf } from "../sqlite/open-file";
import { damagedLedger, documentsBeside, openDatabase } from "./open-database";
import { createObservations, type Observations } from "./observations";
import { createInsertPieces, type InsertPieces } from "./pieces";
import { createNewestPublic, NOW } from "./publication";
import { createRowDocuments, type DocumentOf } from "./rows-read";
import { createReads, noteTotals, trackReads, type Noted, type Reads } from "./reads";
import { createRecords, type Records } from "./records";
import type { Dataset } from "../records/record";
import { createReadCache, type CachedReads, type ReadCache } from "./read-cache";
import { createInsertBatches, type Batch, type BatchCounts, type InsertBatches, type Writers } from "./insert-batches";
import { damageOf, isDamage, type Sql, waitAtMost, waitForLock, writing, writingInSteps } from "../sqlite/sql";

/** Everything that the service stores: imported observations and records, and the ledger with what no document can restore. */
export interface Store {
  /** The moment as of which rows are read, in milliseconds since 1970; `NOW` if every stored row was public by then. */
  readonly moment: number;
  /** The same store, whose observations, records and institutions are read as of a moment. */
  at(moment: number): Store;
  /** The same store as of now. Only to find a figure's split basis; never to read the figure. */
  readonly now: Store;
  /** Identifies the database file on this machine; undefined if nothing is stored in a file. */
  readonly id: string | undefined;
  readonly observations: Observations;
  readonly records: Records;
  /** Institutions' reports of holdings. */
  readonly institutions: Institutions;
  /** The order in which rows were first stored. */
  readonly changes: Changes;
  /** Which rows a computed value used, and whether they have changed since. */
  readonly reads: Reads;
  /** Which document a row came in. */
  readonly documentOf: DocumentOf;
  readonly archive: Archive;
  /** What was imported, in order, for rebuilds. */
  readonly imports: ImportLog;
  /** Writes the rows of documents and logs them, in one transaction. */
  readonly insertBatches: InsertBatches;
  /** Entries that the log beside the documents has, and the database does not: an import was interrupted, or lost with the power. */
  lostEntries(): readonly LogLine[];
  /** The same for one document. */
  insertBatch(batch: Batch, seen: string): BatchCounts;
  readonly forgetSeries: ForgetSeries;
  readonly expire: Expire;
  /** Inserts a large document piece by piece. */
  readonly insertPieces: InsertPieces;
  /** What the operator has turned on. */
  readonly decisions: Decisions;
  /** When the rows of a series or a dataset were last confirmed. */
  readonly freshness: Freshness;
  readonly ledger: Ledger;
  /** Reads database and ledger. @throws an error that `databaseFault` explains, if one cannot be read, or if its file was moved, deleted or replaced. */
  check(): void;
  /** The damage of the database file in SQLite's words. Undefined if it is valid. Reads the whole file. */
  damage(): string | undefined;
  /** Runs work in one write transaction. Takes the write lock before the work reads anything. */
  writing<T>(work: () => T): T;
  /** `writing` for work in steps. Stopping in the middle writes nothing. */
  writingInSteps<S, T>(work: () => Generator<S, T>): Generator<S, T>;
  /** Runs reads on one state of the database. Equal reads run once. */
  reading<T>(work: () => T): T;
  /** Closes database and ledger. `waitMs`: as of the ledger's `close`. */
  close(waitMs?: number): void;
}

interface OpenOptions {
  readonly path: string;
  readonly busyMs?: number;
  /** Write transactions wait for those of other processes without a limit, as `waitForLock`; called whenever `busyMs` have passed. */
  readonly waiting?: () => void;
  /** For a command that only reads: changes and creates no file, and opens a database that this user cannot write. */
  readonly readOnly?: boolean;
  /** Called with the refusal of a database of an earlier version. Throws it, and nothing is changed; or else the database is upgraded, as it is without this function. */
  readonly earlier?: (refusal: OtherVersion) => void;
  /** Creates a new database although documents of an earlier one exist next to it. */
  readonly recreate?: boolean;
  /** Real time in milliseconds since 1970: when rows are stored. Without it, they count as stored when their document was received. */
  readonly now?: (() => number) | undefined;
  /** Called before a long upgrade of the schema, and once when a part of the store fails that answers do not depend on. */
  readonly notice?: (sentence: string) => void;
}

/** How long a command waits for a lock, in milliseconds. */
const LONG_WAIT_MS = 60_000;

const refuse = (refusal: OtherVersion): never => {
  throw refusal;
};

/** Opens the database in a version that this service knows. */
function openedDatabase({ path: file, readOnly = false, earlier, recreate = false, notice = () => undefined }: OpenOptions): Sql {
  if (earlier && !hasLogFiles(file) && statSync(file, { throwIfNoEntry: false })?.size) {
    // Opening a file without log files for writing may change it.
    const seen = openDatabase(file, { readOnly: true });
    try {
      checkVersion(seen, file, earlier);
    } finally {
      seen.close();
    }
  }
  const sql = openDatabase(file, { readOnly, recreate, beforeNew: () => guarded(file, () => createLedger(file)) });
  // Imports sort millions of rows. By default this driver would sort them in memory.
  sql.exec("PRAGMA temp_store = FILE");
  sql.exec("PRAGMA foreign_keys = ON");
  // Reads of millions of rows are scattered: a cache of 64 MiB instead of 2 saves most file reads.
  sql.exec("PRAGMA cache_size = -65536");
  try {
    checkVersion(sql, file, readOnly ? refuse : earlier);
    if (!readOnly || file === MEMORY) migrate(sql, file, notice);
  } catch (e) {
    sql.close();
    throw e;
  }
  return sql;
}

/** Prepares the reads of rows. Returns them for any moment; with `isNoted`, they note the rows that they return. */
function createReadsAt(sql: Sql, cache: ReadCache, reads: Reads) {
  const readsOf = (cached: CachedReads) => ({
    records: createRecords(sql, cached, cache),
    observations: createObservations(sql, cached),
    institutions: createInstitutions(sql, cached),
    documents: createRowDocuments(cached),
  });
  const present = readsOf(cache.now);
  const asked = readsOf(cache.asked);
  return (moment: number, isNoted: boolean): Pick<Store, "moment" | "observations" | "records" | "institutions" | "documentOf"> => {
    const { records, observations, institutions, documents } = moment === NOW ? present : asked;
    const note: Noted | undefined = isNoted ? (kind, series, found) => reads.note(kind, series, found, moment) : undefined;
    return {
      moment,
      observations: trackReads(observations(moment), reads.addRead, () => "observation", note),
      records: trackReads(records(moment), reads.addRead, (dataset) => dataset as Dataset | undefined, note),
      institutions: noteTotals(
        trackReads(institutions(moment), reads.addRead, () => "holding"),
        reads,
      ),
      documentOf: documents(moment),
    };
  };
}

/** Runs work on the ledger of a database. @throws DamagedDatabase if the ledger is damaged; it says so of the ledger */
function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    throw isDamage(e) ? damagedLedger(ledgerBeside(file), `damaged (${(e as Error).message})`) : e;
  }
}

/** Opens the ledger of an open database. One that is lost is created again only by `recreate`. @throws DamagedDatabase */
function openedLedger({ path: file, busyMs = LONG_WAIT_MS, readOnly = false, recreate = false, waiting, notice = () => undefined }: OpenOptions): Ledger {
  const ledger = ledgerBeside(file);
  const isThere = ledger === MEMORY || existsSync(ledger);
  if (!isThere && !recreate) throw damagedLedger(ledger, "missing");
  return guarded(file, () => openLedger({ path: ledger, busyMs, readOnly, create: !isThere, waiting, notice }));
}

/**
 * Opens the database, creates it if needed, and updates its schema. `:memory:` stores nothing on disk. Several processes may open one file: readers do not
 * block; a writer waits for `busyMs` milliseconds before it fails. A service that answers meanwhile should use a short wait, because waiting blocks the whole
 * process.
 */
export function openStore(options: OpenOptions): Store {
  const { path: file, busyMs = LONG_WAIT_MS, waiting, now } = options;
  const sql = openedDatabase(options);
  let ledger: Ledger;
  try {
    ledger = openedLedger(options);
  } catch (e) {
    sql.close();
    throw e;
  }
  waitAtMost(sql, busyMs);
  if (waiting) waitForLock(sql, waiting);
  const documents = file === MEMORY ? undefined : documentsBeside(file);
  if (documents !== undefined) writeDocumentLog(sql, documents);
  const id = file === MEMORY ? undefined : storeIdOf(file);
  const checkFile = fileInPlace(file);
  const cache = createReadCache(sql);
  const reads = createReads(sql, cache);
  const readsAt = createReadsAt(sql, cache, reads);
  const newestPublic = createNewestPublic(sql);
  const moments = createChangeMoments(sql, now);
  const freshness = createFreshness(sql, cache, reads.addRead);
  const writers: Writers = { sql, newestPublic, moments, freshness, reads };
  const insertBatches = createInsertBatches(writers);
  // Rows read for how values are expressed are no part of a value.
  const unnoted: { store?: Store } = {};
  const store: Store = {
    ...readsAt(NOW, true),
    get now() {
      return unnoted.store!;
    },
    at: (moment) => {
      const seen = moment >= newestPublic.get() ? NOW : moment;
      return seen === NOW ? store : { ...store, ...readsAt(seen, true), now: store.now };
    },
    id,
    changes: createRowChanges(sql),
    reads,
    archive: documents === undefined ? memoryArchive() : folderArchive(documents),
    imports: createImportLog({ sql, moments, freshness }),
    insertBatches,
    lostEntries: () => (documents === undefined ? [] : lostEntries(sql, documents)),
    insertBatch: (batch, seen) => insertBatches([batch], seen)[0]!,
    forgetSeries: createForgetSeries(sql, { freshness, reads }),
    expire: createExpire(sql, { reads }),
    insertPieces: createInsertPieces(writers),
    decisions: createDecisions(sql, cache.now, reads.addRead),
    freshness,
    ledger,
    check: () => {
      checkFile();
      sql.prepare("SELECT COUNT(*) FROM schema_version").get();
      ledger.check();
    },
    close: (waitMs) => {
      ledger.close(waitMs);
      sql.close();
    },
    damage: () => damageOf(sql),
    writing: (work) => writing(sql, work),
    writingInSteps: (work) => writingInSteps(sql, work),
    reading: cache.reading,
  };
  unnoted.store = { ...store, ...readsAt(NOW, false) };
  return store;
}
