import { append } from "../../contract/lists";
import { existsSync, renameSync } from "node:fs";
import { readDocumentLog, type LogLine } from "../store/document-log";
import { documentsBeside } from "../store/open-database";
import type { Store } from "../store/store";
import { RefusedFile } from "../publishers/reading/text";
import { dependentGroups, rebuild, type RebuildWarnings } from "./rebuild";

interface Recovered {
  readonly documents: number;
  readonly warnings: RebuildWarnings;
  /** Why the rows of some publishers could not be rebuilt, one message each. */
  readonly refused: readonly string[];
}

/** The import log next to a database's documents. Undefined if there is none. */
export const storedLog = (database: string): LogLine[] | undefined => readDocumentLog(documentsBeside(database));

/** Renames a damaged database and its companion files to a name with the time. Returns the name, or undefined if there was no file. */
export function renameDamaged(database: string, now: number): string | undefined {
  const aside = `${database}.damaged-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
  if (existsSync(aside)) throw new Error(`${aside} already exists, so the damaged database was not renamed. Wait a second and type the command again`);
  const parts = ["", "-wal", "-shm"].filter((ending) => existsSync(`${database}${ending}`));
  for (const ending of parts) renameSync(`${database}${ending}`, `${aside}${ending}`);
  return parts.includes("") ? aside : undefined;
}

/** Fills a new database from the documents of this log, each with its number and the time at which it was first seen. */
export function recover(store: Store, log: readonly LogLine[]): Recovered {
  const found = { documents: 0, warnings: { incomplete: [], notices: [] } as RebuildWarnings, refused: [] as string[] };
  store.imports.restore(log);
  for (const group of dependentGroups(store, [...new Set(store.imports.files().map((f) => f.publisher))]))
    try {
      const { documents, warnings } = rebuild(store, group);
      found.documents += documents;
      append(found.warnings.incomplete, warnings.incomplete);
      append(found.warnings.notices, warnings.notices);
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      found.refused = [...found.refused, e.message];
    }
  return found;
}
