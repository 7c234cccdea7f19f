import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Revoked keys by hash that the database does not have yet. A long import holds its write lock, and a revocation takes effect at once. */
export interface EarlyRevocations {
  has(hash: string): boolean;
  /** `day` is the day of the revocation. */
  add(hash: string, day: string): void;
  /** The day of each, by hash. */
  all(): ReadonlyMap<string, string>;
  remove(hash: string): void;
}

/** A file for each key, named by its hash, in a folder beside the database: two commands never write the same file, and a running service needs one look for each request. */
export function earlyRevocations(dataFolder: string): EarlyRevocations {
  const folder = path.join(dataFolder, "revoked");
  const fileOf = (hash: string): string => path.join(folder, hash);
  return {
    has: (hash) => existsSync(fileOf(hash)),
    add: (hash, day) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(fileOf(hash), day, { mode: 0o600, flush: true });
    },
    all: () => new Map(existsSync(folder) ? readdirSync(folder).map((hash) => [hash, readFileSync(fileOf(hash), "utf8")]) : []),
    remove: (hash) => rmSync(fileOf(hash), { force: true }),
  };
}

/** The same for a database in memory, which has no folder. */
export function earlyRevocationsInMemory(): EarlyRevocations {
  const days = new Map<string, string>();
  return { has: (hash) => days.has(hash), add: (hash, day) => void days.set(hash, day), all: () => new Map(days), remove: (hash) => void days.delete(hash) };
}
