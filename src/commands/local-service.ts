import { randomBytes } from "node:crypto";
import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isIsoDate, isoOf } from "../contract/dates";
import { createClock, type Clock } from "../service/time/clock";
import { openStore, type Store } from "../service/store/store";
import { Mistyped, type Io } from "./io";

/** The embedded service's own folder: its database, and the key that this machine's pages and commands use. */
export interface LocalService {
  readonly store: Store;
  readonly key: string;
  readonly clock: Clock;
  /** The key at this moment: another command may have renewed it. */
  currentKey(): string;
}

const KEY_FILE = "key";
/** The label under which the local key is stored: at most one key of this label is valid. */
export const LOCAL = "this machine";
const PLAN = "developer";
const FORM = /^[A-Za-z0-9_\-.]{16,128}$/;

export const databaseOf = (folder: string): string => path.join(folder, "service.db");

export const newKey = (): string => `svc_${randomBytes(30).toString("base64url")}`;

/** Writes a file for its owner alone, whole or not at all, under a name of its own. Gives its name. */
function draftOf(file: string, text: string): string {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  return draft;
}

/** The key in the data folder's `key` file (mode 600), made if there is none. Only `npm run key` prints it. */
export function localKey(folder: string): string {
  const file = path.join(folder, KEY_FILE);
  if (existsSync(file)) {
    const key = readFileSync(file, "utf8").trim();
    if (FORM.test(key)) return key;
    throw new Mistyped(`${file} holds no key that the service can use. Delete it, and a new one is made at the next start.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = newKey();
  // Of two first starts, both then read the one key that is there.
  const draft = draftOf(file, `${made}\n`);
  try {
    linkSync(draft, file);
    return made;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === "EEXIST") return localKey(folder);
    // A file system without hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
    chmodSync(file, 0o600);
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces the local key. The file comes first: whatever happens then, the next command makes the stored key follow the file. A running service
 * reads both, so the previous key is refused at once.
 */
export function renewLocalKey(folder: string, store: Store, now: number): string {
  const made = newKey();
  const file = path.join(folder, KEY_FILE);
  renameSync(draftOf(file, `${made}\n`), file);
  store.keys.keepOnly(LOCAL, made, PLAN, isoOf(now));
  return made;
}

/** `SERVICE_API_KEY`: a key for one run of the service, which is stored nowhere. */
export function environmentKey(env: Io["env"]): string | undefined {
  const key = env.SERVICE_API_KEY?.trim();
  if (!key) return undefined;
  if (!FORM.test(key)) throw new Mistyped("SERVICE_API_KEY: expected 16 to 128 letters, digits, dots, dashes or underscores.");
  return key;
}

export function asOfOption(text: string | undefined): string | undefined {
  if (text !== undefined && !isIsoDate(text)) throw new Mistyped(`--as-of: expected a day such as 2024-06-25, got "${text}".`);
  if (text !== undefined && (text < "1900-01-01" || text > "2199-12-31")) throw new Mistyped(`--as-of: expected a day from 1900 to 2199, got "${text}".`);
  return text;
}

/**
 * Opens the service's data at the given date. The store then accepts the key of the `key` file and no earlier local key.
 *
 * @param runKey the local key of this run alone, in place of the file's.
 */
export function openLocalService(
  folder: string,
  asOf: string | undefined,
  { now, err }: Pick<Io, "now"> & Partial<Pick<Io, "err">>,
  runKey?: string,
): LocalService {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = openStore({ path: databaseOf(folder), busyMs: 50, ...(err ? { notice: err } : {}) });
  if (runKey !== undefined) store.keys.accept(runKey, PLAN);
  const currentKey = (): string => {
    if (runKey !== undefined) return runKey;
    const key = localKey(folder);
    store.keys.keepOnly(LOCAL, key, PLAN, isoOf(now()));
    return key;
  };
  try {
    if (runKey !== undefined) store.keys.keepOnly(LOCAL, existsSync(path.join(folder, KEY_FILE)) ? localKey(folder) : undefined, PLAN, isoOf(now()));
    return { store, key: currentKey(), clock: createClock(asOf, now), currentKey };
  } catch (e) {
    store.close();
    throw e;
  }
}
