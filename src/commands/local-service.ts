import { randomBytes } from "node:crypto";
import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AsOf } from "../contract/as-of";
import { isoOf } from "../contract/dates";
import { createClock } from "../service/time/clock";
import type { Ledger } from "../service/ledger/ledger";
import { databaseOf, type Io, UsageError } from "./io";
import { openCompleted } from "./open-data";

const KEY_FILE = "key";
/** Label of the local key; at most one key with it is valid. */
export const LOCAL_OWNER = "this machine";
/** The owner of the machine sees everything that the service serves. */
const PLAN = "developer";
const FORM = /^[A-Za-z0-9_\-.]{16,128}$/;

export const newKey = (): string => `svc_${randomBytes(30).toString("base64url")}`;

/** Writes a temporary file with mode 600. Returns its name; the caller renames or links it into place. */
function draftOf(file: string, text: string): string {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  return draft;
}

/** Reads the key from the data folder's `key` file (mode 600), or creates it. Only `npm run key` prints it. */
export function localKey(folder: string): string {
  const file = path.join(folder, KEY_FILE);
  if (existsSync(file)) {
    const key = readFileSync(file, "utf8").trim();
    if (FORM.test(key)) return key;
    throw new UsageError(`${file} contains no valid key. Delete the file; the next start creates a new key.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = newKey();
  // If two processes start for the first time at once, both use the key that was linked first.
  const draft = draftOf(file, `${made}\n`);
  try {
    linkSync(draft, file);
    return made;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === "EEXIST") return localKey(folder);
    // The file system has no hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
    chmodSync(file, 0o600);
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces the local key. Writes the file first: after a crash, the next command syncs the ledger with the file. A running service
 * reads both, so it refuses the previous key at once.
 */
export async function renewLocalKey(folder: string, { keys }: Ledger, now: number): Promise<string> {
  const made = newKey();
  const file = path.join(folder, KEY_FILE);
  renameSync(draftOf(file, `${made}\n`), file);
  await keys.keepOnly(LOCAL_OWNER, made, PLAN, isoOf(now));
  return made;
}

/** Reads `SERVICE_API_KEY`: a key for one run of the service, stored nowhere. */
export function environmentKey(env: Io["env"]): string | undefined {
  const key = env.SERVICE_API_KEY?.trim();
  if (!key) return undefined;
  if (!FORM.test(key)) throw new UsageError("SERVICE_API_KEY: expected 16 to 128 letters, digits, dots, dashes or underscores.");
  return key;
}

export type LocalService = Awaited<ReturnType<typeof openLocalService>>;

/**
 * Opens the embedded service's data as of the given day or moment: its database, and the key for this machine's pages and commands. The store then accepts the key in the `key` file and no earlier local key. `upgrade`: as of `openData`.
 *
 * @param runKey local key for this run, instead of the file's
 */
export async function openLocalService(
  folder: string,
  asOf: AsOf | undefined,
  { now, err, upgrade = false }: Pick<Io, "now"> & Partial<Pick<Io, "err">> & { readonly upgrade?: boolean },
  runKey?: string,
) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = openCompleted({ path: databaseOf(folder), busyMs: 50, now, ...(err ? { notice: err } : {}) }, upgrade);
  if (runKey !== undefined) store.ledger.keys.accept(runKey, PLAN);
  /** The current key: another command may have renewed it. */
  const currentKey = async (): Promise<string> => {
    if (runKey !== undefined) return runKey;
    const key = localKey(folder);
    await store.ledger.keys.keepOnly(LOCAL_OWNER, key, PLAN, isoOf(now()));
    return key;
  };
  try {
    if (runKey !== undefined)
      await store.ledger.keys.keepOnly(LOCAL_OWNER, existsSync(path.join(folder, KEY_FILE)) ? localKey(folder) : undefined, PLAN, isoOf(now()));
    return { store, key: await currentKey(), clock: createClock(asOf, now), currentKey };
  } catch (e) {
    store.close();
    throw e;
  }
}
