import { statSync } from "node:fs";
import path from "node:path";
import { keptLog } from "../../service/ingest/recover";
import type { Wire } from "../../service/ingest/wire";
import { openStore, type Store } from "../../service/store/store";
import { ownFolder } from "../own-folder";
import { dataFolder, DEFAULT_DATA, namedFolder, type Io } from "../io";

/** What the command may touch besides files: where it writes, the folder that relative names start from, milliseconds of real time. */
export interface DataIo {
  out(line: string): void;
  err(line: string): void;
  readonly cwd: string;
  now(): number;
  readonly env?: Io["env"];
  /** The network; this machine's own if left out. */
  readonly wire?: Wire;
  /** Stops what takes long; Ctrl+C if left out. */
  readonly stop?: AbortSignal;
}

/** One subcommand's call: the words after its name, the options, the folder as typed and the database in it. */
export interface DataCall {
  readonly words: readonly string[];
  readonly options: DataOptions;
  readonly folder: string;
  readonly database: string;
  readonly io: DataIo;
}

export interface DataOptions {
  readonly data?: string | undefined;
  readonly help?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly accept?: boolean | undefined;
  readonly patient?: boolean | undefined;
  readonly contact?: string | undefined;
  readonly tickers?: string | undefined;
  readonly keywords?: string | undefined;
  readonly bulk?: boolean | undefined;
  readonly ca?: string | undefined;
}

export const RUN = "npm run -s data --";

/** Prepares the data folder, too. */
export function callOf(words: readonly string[], options: DataOptions, io: DataIo): DataCall {
  const folder = dataFolder(options.data, io);
  ownFolder(folder, io);
  return { words, options, folder: namedFolder(options.data, io) ?? DEFAULT_DATA, database: path.join(folder, "service.db"), io };
}

/** A data folder that this user may not read. */
export class NotReadable extends Error {}

/** The database as a command that only looks opens it: in memory if nothing is there, for nothing is made by looking. @throws NotReadable */
export function lookingAt(database: string): string {
  try {
    statSync(database);
    return database;
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === "ENOENT") return keptLog(database) ? database : ":memory:";
    throw new NotReadable(
      `${path.dirname(database)} cannot be read by this user (${code}), so it is not known what is imported. Run the command as the user who runs the service.`,
    );
  }
}

/** Opens the database for as long as the work takes, making it where there is none. */
export function withStore<T>(database: string, work: (store: Store) => T): T {
  const store = openStore({ path: database });
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
