import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { hasUnmergedLog, MEMORY, openSqlite } from "../sqlite/open-file";
import { isDamage, type Sql } from "../sqlite/sql";
import { documentLogIn } from "./document-log";

/** A database file that is empty, truncated, overwritten or missing. The message says what to do. */
export class DamagedDatabase extends Error {}

export const documentsBeside = (file: string): string => path.join(path.dirname(file), "documents");

function hasDocuments(file: string): boolean {
  const folder = documentsBeside(file);
  return existsSync(folder) && readdirSync(folder).length > 0;
}

const rebuildIn = (folder: string): string => `npm run -s data -- rebuild --data ${JSON.stringify(folder)}`;

function damaged(file: string, how: string): DamagedDatabase {
  const folder = path.dirname(file);
  const remedy = existsSync(documentLogIn(documentsBeside(file)))
    ? `The imported documents are kept. Stop the service, then type: ${rebuildIn(folder)}. It keeps the damaged file under another name`
    : hasDocuments(file)
      ? `The imported documents are kept, but no list of what they are. Restore ${folder} from a backup, or import the files again into another folder (--data)`
      : `No imported documents are kept. Restore ${folder} from a backup, or rename the file: the next start makes a new database`;
  return new DamagedDatabase(`The database ${file} is ${how}. Nothing was written to it. ${remedy}.`);
}

interface Opening {
  /** Never changes or creates a file. */
  readonly readOnly?: boolean;
  /** Creates a new database although documents of an earlier one exist. */
  readonly recreate?: boolean;
  /** Called before a new file is created. */
  readonly beforeNew?: () => void;
}

/**
 * Opens a database file, or creates it. On a read-only disk it is opened for reading.
 *
 * @throws DamagedDatabase for an invalid file; nothing is written to it.
 */
export function openDatabase(file: string, { readOnly = false, recreate = false, beforeNew }: Opening = {}): Sql {
  if (file !== MEMORY) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found && !recreate && existsSync(documentLogIn(documentsBeside(file)))) throw damaged(file, "missing");
    const isEmpty = found?.size === 0 && !hasUnmergedLog(file);
    // SQLite treats an empty file as a new database. If documents lie next to it, it has lost its rows.
    if (isEmpty && hasDocuments(file)) throw damaged(file, "empty");
    if ((!found || isEmpty) && !readOnly) beforeNew?.();
  }
  try {
    return openSqlite(file, readOnly);
  } catch (e) {
    if (isDamage(e)) throw damaged(file, `damaged (${(e as Error).message})`);
    throw e;
  }
}

/** The same for the ledger. */
export class DamagedLedger extends DamagedDatabase {}

/** That the keys and the other parts of the ledger are lost, and what to do. */
export function damagedLedger(file: string, how: string): DamagedLedger {
  const folder = path.dirname(file);
  return new DamagedLedger(
    `The database ${file} is ${how}. It has the keys, the counts of their requests, webhooks, and what was fetched when. Nothing was written to it. ` +
      `Stop the service and restore ${folder} from a backup. Without one, type: ${rebuildIn(folder)}. It makes a new ledger, without keys and webhooks.`,
  );
}
