import { existsSync } from "node:fs";
import path from "node:path";
import { append } from "../../contract/lists";
import { counted } from "../../contract/counted";
import { keptLog, putAside, recover } from "../../service/ingest/recover";
import { groupsOf, rebuild as rebuildRows, type TakenAgain } from "../../service/ingest/rebuild";
import { PUBLISHERS } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/refused-file";
import { isDamage } from "../../service/store/database-fault";
import { DamagedDatabase } from "../../service/store/open-database";
import { openStore, type Store } from "../../service/store/store";
import { UsageError } from "../io";
import { readRunning } from "../running";
import { RUN, withStore, type DataCall } from "./data-io";
import { updatingNow } from "./one-update";
import { publishersNamed } from "./publishers-named";
import { tellTakenAgain } from "./tell-taken-again";

/** A database that opens and is damaged further in. */
class DamagedWithin extends Error {}

/** Makes the rows of these publishers again in a sound database. One that cannot be leaves the others alone. */
function rebuildIn(store: Store, named: readonly string[], { io }: DataCall): number {
  if (store.damage() !== undefined) throw new DamagedWithin();
  const read = { publishers: [] as string[], documents: 0 };
  const all: TakenAgain = { incomplete: [], notices: [] };
  let refused = 0;
  for (const group of groupsOf(store, named.length > 0 ? named : [...PUBLISHERS.map((p) => p.id), "user"])) {
    try {
      const { publishers, documents, told } = rebuildRows(store, group);
      append(read.publishers, publishers);
      read.documents += documents;
      append(all.incomplete, told.incomplete);
      append(all.notices, told.notices);
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      refused++;
      io.err(`Left as it was: ${e.message}.`);
    }
  }
  const more = named.length === 0 ? [] : read.publishers.filter((id) => !named.includes(id));
  if (read.documents > 0 || refused === 0)
    io.out(`${counted(read.documents, "document")} read again from the archive, oldest first; the rows are made anew. Nobody was asked.`);
  if (more.length > 0) io.out(`Also read again, because they give values for the same series or rest on these: ${more.join(", ")}.`);
  tellTakenAgain(io, all);
  return refused > 0 ? 1 : 0;
}

/** Makes a new database from the documents and their log, in place of one that is damaged or lost. */
function recovered({ database, io }: DataCall): number {
  const log = keptLog(database);
  if (log === undefined)
    throw new UsageError(`rebuild: ${database} is damaged, and no documents with their log are kept beside it. Restore the folder from a backup.`);
  const pid = readRunning(path.dirname(database))?.pid ?? updatingNow(database);
  if (pid !== undefined) throw new UsageError(`rebuild: the database is damaged, and process ${pid} still uses it. Stop that first.`);
  const aside = putAside(database, io.now());
  const store = openStore({ path: database, afresh: true });
  try {
    const { documents, told, refused } = recover(store, log);
    for (const sentence of refused) io.err(`Not made again: ${sentence}.`);
    io.out(`The database was damaged or lost, and a new one is made. ${counted(documents, "document")} read again from the archive, oldest first.`);
    if (aside !== undefined) io.out(`The damaged one is kept as ${aside}.`);
    tellTakenAgain(io, told);
    io.out(
      `Documents do not say which publishers are on (${RUN} enable PUBLISHER), which keys other than this machine's there were, and what was fetched when: the next update asks for everything.`,
    );
    return refused.length > 0 ? 1 : 0;
  } finally {
    store.close();
  }
}

/** `data -- rebuild`: makes the rows again from the archive, for a parser that has learnt something or a database that is damaged; nobody is asked. */
export function rebuild(call: DataCall): number {
  const { words, database } = call;
  if (!existsSync(database) && !keptLog(database)) throw new UsageError("rebuild: nothing is imported yet.");
  const named = publishersNamed("rebuild", words).map((p) => p.id);
  try {
    return withStore(database, (store) => rebuildIn(store, named, call));
  } catch (e) {
    if (e instanceof DamagedDatabase || e instanceof DamagedWithin || isDamage(e)) return recovered(call);
    throw e;
  }
}
