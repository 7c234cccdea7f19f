import { statSync } from "node:fs";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { endWithNearest } from "../../contract/nearest";
import { storedLog } from "../../service/ingest/rebuild";
import type { Transport } from "../../service/ingest/transport";
import { publisherOf, PUBLISHERS } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { databaseFault } from "../../service/sqlite/sql";
import { DamagedDatabase } from "../../service/store/open-database";
import { openStore, type Store } from "../../service/store/store";
import { databaseOf, dataFolder, DEFAULT_DATA, type Io, namedFolder, UsageError } from "../io";
import { openCompleted } from "../open-data";
import type { parseOptions } from "../options";
import { ownFolder } from "../own-folder";

/**
 * The named publishers, each once. `extra` is one more word that the command accepts, and its meaning.
 *
 * @throws UsageError for an unknown name, with the nearest known one.
 */
export function publishersNamed(command: string, words: readonly string[], extra?: { readonly word: string; readonly means: string }): Publisher[] {
  const ids = PUBLISHERS.map((p) => p.id);
  const candidates = extra ? [...ids, extra.word] : ids;
  const more = extra ? `, and ${extra.word} for ${extra.means}` : "";
  const named = words.map((word) => {
    const publisher = publisherOf(word.toLowerCase());
    if (publisher) return publisher;
    throw new UsageError(`${command}: ${shown(word)} is not a publisher${endWithNearest(word, candidates, 1)} Valid: ${ids.join(", ")}${more}.`);
  });
  return PUBLISHERS.filter((p) => named.includes(p));
}

/** A number of bytes in words: kB, MB or GB. */
export const bytesInWords = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** A data command's environment: output, working folder, wall clock in milliseconds, variables and network. */
export interface DataIo extends Pick<Io, "out" | "err" | "cwd" | "now">, Partial<Pick<Io, "env">> {
  /** The network; by default this machine's. */
  readonly transport?: Transport;
  /** Stops long work; by default Ctrl+C does. */
  readonly stop?: AbortSignal;
}

/** Arguments of one subcommand: words after its name, options, the folder as typed, and its database. */
export interface DataCall {
  readonly words: readonly string[];
  readonly options: DataOptions;
  readonly folder: string;
  readonly database: string;
  readonly io: DataIo;
}

export type DataOptions = ReturnType<typeof parseOptions<"data">>["values"];

export const RUN = "npm run -s data --";

/** Resolves the arguments and prepares the data folder. */
export function callOf(words: readonly string[], options: DataOptions, io: DataIo): DataCall {
  const folder = dataFolder(options.data, io);
  ownFolder(folder, io);
  return { words, options, folder: namedFolder(options.data, io) ?? DEFAULT_DATA, database: databaseOf(folder), io };
}

/** This user may not read the data folder. */
export class NotReadable extends Error {}

/** The path for read-only use: in memory if there is no database, because reading must not create one. @throws NotReadable */
function readOnlyPath(database: string): string {
  try {
    statSync(database);
    return database;
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === "ENOENT") return storedLog(database) ? database : ":memory:";
    throw new NotReadable(`${path.dirname(database)} cannot be read by this user (${code}). Run the command as the user who runs the service.`);
  }
}

function openReadOnly(database: string): Store {
  try {
    return openStore({ path: readOnlyPath(database), readOnly: true });
  } catch (e) {
    const fault = e instanceof DamagedDatabase ? undefined : databaseFault(e);
    throw fault === undefined ? e : new NotReadable(`${database} cannot be read: ${fault}.`);
  }
}

/** Closes the store after the work. */
export function closing<T>(store: Store, work: (store: Store) => T): T {
  const close = (): void => store.close();
  try {
    const result = work(store);
    if (result instanceof Promise) return result.finally(close) as T;
    close();
    return result;
  } catch (e) {
    close();
    throw e;
  }
}

/**
 * Opens the database for reading, and closes it after the work. Changes and creates no file; without a database the store is empty.
 *
 * @throws NotReadable
 */
export const readingStore = <T>(database: string, work: (store: Store) => T): T => closing(openReadOnly(database), work);

/** That there is no database, in a sentence; undefined if there is one. */
export const noDatabase = (database: string): string | undefined =>
  readOnlyPath(database) === ":memory:" ? `There is no database in ${path.dirname(database)}.` : undefined;

/** Says that a command makes a database in the default data folder: on a server, the service uses another folder. A folder that was named is the one that was meant. */
export function announceNewDatabase(option: string | undefined, io: Pick<Io, "cwd" | "env" | "err">): void {
  if (namedFolder(option, io) !== undefined) return;
  const folder = dataFolder(option, io);
  if (noDatabase(databaseOf(folder)) !== undefined)
    io.err(`(There was no database in ${folder}, the default data folder: a new one is made. For another folder use --data or SERVICE_DATA.)`);
}

interface Opened extends Pick<DataCall, "database" | "io" | "options"> {
  /** Whether it waits without a limit for another command that writes; by default it does. */
  readonly waits?: boolean;
}

/** Opens the database for writing. */
export function openForWriting({ database, io, options, waits = true }: Opened): Store {
  announceNewDatabase(options.data, { ...io, env: io.env ?? {} });
  return openCompleted({ path: database, now: io.now, notice: io.err }, options.upgrade ?? false, waits ? io.err : undefined);
}

/** Opens the database for writing, creates it if missing, and closes it after the work. */
export const withStore = <T>(call: Opened, work: (store: Store) => T): T => closing(openForWriting(call), work);
