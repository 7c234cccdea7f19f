import { append } from "../../contract/lists";
import { existsSync, renameSync } from "node:fs";
import { readDocumentLog, type LogLine } from "../store/document-log";
import { documentsBeside } from "../store/open-database";
import type { Store } from "../store/store";
import { RefusedFile } from "../publishers/reading/refused-file";
import { groupsOf, rebuild, type TakenAgain } from "./rebuild";

interface Recovered {
  readonly documents: number;
  readonly told: TakenAgain;
  /** Why the rows of some publishers could not be made again, a sentence each. */
  readonly refused: readonly string[];
}

/** The import log that is kept beside the documents of a database; undefined if there is none. */
export const keptLog = (database: string): LogLine[] | undefined => readDocumentLog(documentsBeside(database));

/** Puts a damaged database aside under a name that says when, with what stands beside it. Gives the name, or undefined if there was no file. */
export function putAside(database: string, now: number): string | undefined {
  const aside = `${database}.damaged-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
  if (existsSync(aside)) throw new Error(`${aside} exists already: the damaged database is not put in its place. Wait a second and type the command again`);
  const parts = ["", "-wal", "-shm"].filter((ending) => existsSync(`${database}${ending}`));
  for (const ending of parts) renameSync(`${database}${ending}`, `${aside}${ending}`);
  return parts.includes("") ? aside : undefined;
}

/** Fills a new database with the rows of the documents of this log, each with its number and the day on which it was first seen. */
export function recover(store: Store, log: readonly LogLine[]): Recovered {
  const found = { documents: 0, told: { incomplete: [], notices: [] } as TakenAgain, refused: [] as string[] };
  store.imports.restore(log);
  for (const group of groupsOf(store, [...new Set(store.imports.files().map((f) => f.publisher))]))
    try {
      const { documents, told } = rebuild(store, group);
      found.documents += documents;
      append(found.told.incomplete, told.incomplete);
      append(found.told.notices, told.notices);
    } catch (e) {
      if (!(e instanceof RefusedFile)) throw e;
      found.refused = [...found.refused, e.message];
    }
  return found;
}
