import { existsSync } from "node:fs";
import path from "node:path";
import { append } from "../../contract/lists";
import { counted, withFullStop } from "../../contract/counted";
import { dependentGroups, rebuild as rebuildRows, type RebuildWarnings, recover, renameDamaged, storedLog, unfitWords } from "../../service/ingest/rebuild";
import { atFixedMoment } from "../../service/answers/as-of";
import { computeFamilies } from "../../service/http/delivery/change-feed";
import { CHANGE_FAMILIES } from "../../service/http/delivery/change-families";
import { createClock } from "../../service/time/clock";
import { PUBLISHERS } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/text";
import { createLedger, ledgerBeside, ledgerDamage } from "../../service/ledger/ledger";
import { isDamage } from "../../service/sqlite/sql";
import { DamagedDatabase, DamagedLedger } from "../../service/store/open-database";
import { openStore, type Store } from "../../service/store/store";
import { UsageError } from "../io";
import { readRunning } from "../running";
import { closing, type DataCall, publishersNamed, withStore } from "./data-io";
import { updatingNow } from "./one-update";
import { printRebuildNotices } from "./warnings";

/** The database opens, but parts of it are damaged. */
class DamagedWithin extends Error {}

/**
 * Logs the rows of `/v1/changes` that are computed from stored rows, as they are now. Returns the last number of the import log, so that the rebuild can tell
 * corrected rows from news; undefined if that failed.
 */
async function logNews(store: Store, { now, err }: DataCall["io"]): Promise<number | undefined> {
  const last = store.imports.last();
  try {
    const logged = CHANGE_FAMILIES.filter((family) => store.changes.isLogged(family));
    await computeFamilies(atFixedMoment({ store, clock: createClock(undefined, now) }), logged);
    return last;
  } catch (e) {
    // A rebuild also repairs rows that cannot be read.
    err(`Corrected rows may be listed as new in /v1/changes: ${withFullStop(e instanceof Error ? e.message : String(e))}`);
    return undefined;
  }
}

/** Rebuilds the rows of these publishers in a sound database. A publisher that fails does not affect the others. */
async function rebuildIn(store: Store, named: readonly string[], { io }: DataCall): Promise<number> {
  if (store.damage() !== undefined) throw new DamagedWithin();
  if (store.ledger.damage() !== undefined) throw new DamagedLedger();
  let settled = await logNews(store, io);
  const read = { publishers: [] as string[], documents: 0 };
  const all: RebuildWarnings = { incomplete: [], notices: [] };
  let refused = 0;
  for (const group of dependentGroups(store, named.length > 0 ? named : [...PUBLISHERS.map((p) => p.id), "user"])) {
    try {
      const { publishers, documents, warnings } = rebuildRows(store, group, settled);
      settled &&= store.imports.last();
      append(read.publishers, publishers);
      read.documents += documents;
      append(all.incomplete, warnings.incomplete);
      append(all.notices, warnings.notices);
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      refused++;
      io.err(`Not rebuilt: ${e.message}.`);
    }
  }
  const more = named.length === 0 ? [] : read.publishers.filter((id) => !named.includes(id));
  if (read.documents > 0 || refused === 0)
    io.out(`${counted(read.documents, "document")} read from the archive, oldest first; their rows are rebuilt. The network was not used.`);
  if (more.length > 0) io.out(`Also rebuilt, because they share series with these or depend on them: ${more.join(", ")}.`);
  printRebuildNotices(io, all);
  if (settled !== undefined) await logNews(store, io);
  return refused > 0 ? 1 : 0;
}

/** Refuses while a process uses a damaged file. */
function refuseInUse(database: string): void {
  const pid = readRunning(path.dirname(database))?.pid ?? updatingNow(database);
  if (pid !== undefined) throw new UsageError(`rebuild: process ${pid} is using the damaged database. Stop it first.`);
}

/** Replaces a damaged or lost ledger with a new one. */
function newLedger({ database, io }: DataCall): void {
  refuseInUse(database);
  const aside = renameDamaged(ledgerBeside(database), io.now());
  createLedger(database);
  io.out("The ledger was damaged or lost; a new one was created.");
  if (aside !== undefined) io.out(`The damaged one is kept as ${aside}.`);
  io.out(
    "Not restored: keys other than this machine's, the counts of requests, webhooks, and the companies and keywords that updates fetch. The next update fetches everything.",
  );
}

/** Replaces a damaged or lost database with a new one, from the documents and their log. */
function recovered(call: DataCall): number {
  const { database, io } = call;
  const log = storedLog(database);
  if (log === undefined)
    throw new UsageError(`rebuild: ${database} is damaged, and there are no documents with a log to rebuild it from. Restore the folder from a backup.`);
  refuseInUse(database);
  if (!existsSync(ledgerBeside(database)) || ledgerDamage(database) !== undefined) newLedger(call);
  const aside = renameDamaged(database, io.now());
  return closing(openStore({ path: database, recreate: true }), (store) => {
    const { documents, warnings, refused } = recover(store, log);
    for (const sentence of refused) io.err(`Not rebuilt: ${sentence}.`);
    const unfit = unfitWords(log);
    if (unfit !== undefined) io.err(unfit);
    io.out(`The database was damaged or lost; a new one was created. ${counted(documents, "document")} read from the archive, oldest first.`);
    if (aside !== undefined) io.out(`The damaged one is kept as ${aside}.`);
    printRebuildNotices(io, warnings);
    io.out("The next update fetches everything.");
    return refused.length > 0 || unfit !== undefined ? 1 : 0;
  });
}

/** `data -- rebuild`: rebuilds the rows from the archive, after a parser has changed or the database was damaged. Does not use the network. */
export async function rebuildCommand(call: DataCall): Promise<number> {
  const { words, database } = call;
  if (!existsSync(database) && !storedLog(database)) throw new UsageError("rebuild: nothing is imported yet.");
  const named = publishersNamed("rebuild", words).map((p) => p.id);
  try {
    return await withStore(call, (store) => rebuildIn(store, named, call));
  } catch (e) {
    if (e instanceof DamagedLedger) {
      newLedger(call);
      return rebuildCommand(call);
    }
    if (e instanceof DamagedDatabase || e instanceof DamagedWithin || isDamage(e)) return recovered(call);
    throw e;
  }
}
