import { existsSync } from "node:fs";
import path from "node:path";
import { counted } from "../../contract/counted";
import { shown } from "../../contract/arguments";
import { restoreBackup, writeBackup } from "../../service/store/backup";
import { openStore } from "../../service/store/store";
import { VERSION } from "../../service/store/version";
import { dataOption, UsageError } from "../io";
import { ownFolder } from "../own-folder";
import { readRunning } from "../running";
import { restoredWords } from "./activate";
import { bytesInWords, closing, type DataCall, RUN } from "./data-io";
import { updatingNow } from "./one-update";

function fileOf(command: string, { words, io }: DataCall): string {
  const [file, ...rest] = words;
  if (file === undefined || file.trim() === "") throw new UsageError(`${command}: expected a file, got nothing. Type: ${RUN} ${command} service.backup`);
  if (rest[0] !== undefined) throw new UsageError(`${command}: expected one file, got also ${shown(rest[0])}. Put a name with blanks in quotes.`);
  return path.resolve(io.cwd, file);
}

/** `data -- backup FILE`: writes database, ledger, documents and this machine's key into one file, also while the service runs. */
export function backup(call: DataCall): number {
  const file = fileOf("backup", call);
  const { database, folder, io } = call;
  const { documents, bytes, missing } = writeBackup(path.dirname(database), file, { now: new Date(io.now()).toISOString(), version: VERSION });
  io.out(`${file}: database and ledger, ${counted(documents, "document")} and this machine's key, ${bytesInWords(bytes)}.`);
  const [are, their, files] = missing === 1 ? ["is", "Its", "file"] : ["are", "Their", "files"];
  if (missing > 0)
    io.err(
      `${counted(missing, "imported document")} of the import log ${are} not in the archive, so not in the backup either. ${their} rows are. To store ${missing === 1 ? "it" : "them"}, import the same ${files} again, then make the backup again.`,
    );
  io.out(`Keep it where nobody else can read it: it contains a key. To put it back, type: ${RUN} restore ${JSON.stringify(file)}${dataOption(folder)}`);
  return 0;
}

/** `data -- restore FILE`: replaces the data of the folder by a backup. The previous data is kept beside it. */
export async function restore(call: DataCall): Promise<number> {
  const file = fileOf("restore", call);
  const { database, folder: typed, io } = call;
  const folder = path.dirname(database);
  const pid = readRunning(folder)?.pid ?? updatingNow(database);
  if (pid !== undefined) throw new UsageError(`restore: process ${pid} is using the data in ${folder}. Stop it first.`);
  const { documents, created, version, previous } = restoreBackup(folder, file, io.now());
  // Upgrades a database of an earlier version, and writes the log of the documents at the end of a transaction.
  const waits = await closing(openStore({ path: database, notice: io.err }), (store) => {
    store.writing(() => undefined);
    return restoredWords(store, typed);
  });
  if (existsSync(folder)) ownFolder(folder, io);
  io.out(
    `Restored the backup of ${created.slice(0, 16).replace("T", " ")} UTC (version ${version}): database and ledger, ${counted(documents, "document")} and this machine's key.`,
  );
  if (previous !== undefined) io.out(`The previous data is in ${previous}. Delete that folder when you no longer need it.`);
  io.out(
    `Keys and counts are those of the backup: look at the keys with npm run -s key -- list${dataOption(typed)}. Revoke again what was revoked since, and create again what was created or renewed since.`,
  );
  if (waits !== undefined) io.out(waits);
  return 0;
}
