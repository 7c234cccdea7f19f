import { randomBytes } from "node:crypto";
import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isIsoDate, isoOf } from "../contract/dates";
import { createClock, type Clock } from "../service/clock";
import { openStore, type Store } from "../service/store/store";
import { Mistyped, type Io } from "./io";

/** The embedded service's own folder: its database, and the key that this machine's pages and commands use. */
export interface LocalService {
  readonly store: Store;
  readonly key: string;
  readonly clock: Clock;
}

const KEY_FILE = "key";
const FORM = /^[A-Za-z0-9_\-.]{16,128}$/;

/**
 * The local key: `SERVICE_API_KEY` where it is set, else the one in the data folder's `key` file (mode 600), made at the first start.
 * It is never printed but by `npm run key`.
 */
export function localKey(folder: string, env: Io["env"]): string {
  const fromEnv = env.SERVICE_API_KEY?.trim();
  if (fromEnv) {
    if (!FORM.test(fromEnv)) throw new Mistyped("SERVICE_API_KEY: expected 16 to 128 letters, digits, dots, dashes or underscores.");
    return fromEnv;
  }
  const file = path.join(folder, KEY_FILE);
  if (existsSync(file)) {
    const key = readFileSync(file, "utf8").trim();
    if (FORM.test(key)) return key;
    throw new Mistyped(`${file} holds no key that the service can use. Delete it, and a new one is made at the next start.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = `svc_${randomBytes(30).toString("base64url")}`;
  // Written whole under another name first: of two first starts, both then read the one key that stands.
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${made}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
    chmodSync(file, 0o600);
    return made;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === "EEXIST") return localKey(folder, env);
    // A file system without hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
    chmodSync(file, 0o600);
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
}

export function asOfOption(text: string | undefined): string | undefined {
  if (text !== undefined && !isIsoDate(text)) throw new Mistyped(`--as-of: expected a day such as 2024-06-25, got "${text}".`);
  if (text !== undefined && (text < "1900-01-01" || text > "2199-12-31")) throw new Mistyped(`--as-of: expected a day from 1900 to 2199, got "${text}".`);
  return text;
}

/** Opens the service's data at the given date; the local key is known to the store afterwards. */
export function openLocalService(folder: string, asOf: string | undefined, io: Pick<Io, "env" | "now">): LocalService {
  const key = localKey(folder, io.env);
  const store = openStore({ path: path.join(folder, "service.db"), busyMs: 50 });
  if (!store.keys.find(key)) store.keys.add(key, "developer", "this machine", isoOf(io.now()));
  return { store, key, clock: createClock(asOf, io.now) };
}
