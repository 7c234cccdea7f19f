import { createHash } from "node:crypto";
import type { Sql } from "./sql";

export type Plan = "free" | "developer";

export interface StoredKey {
  readonly hash: string;
  readonly plan: Plan;
  readonly revoked: boolean;
}

export interface ListedKey {
  readonly label: string;
  readonly plan: Plan;
  readonly created: string;
  /** The day on which it was revoked; null if it is valid. */
  readonly revoked: string | null;
}

/** API keys, stored as hashes, so that stored data cannot be used as a key. */
export interface Keys {
  find(key: string): StoredKey | undefined;
  /** Adds a key, or changes the plan of one that is there. */
  add(key: string, plan: Plan, label: string, on: string): void;
  /** Accepts a key until this store is closed, without storing it. */
  accept(key: string, plan: Plan): void;
  /** Makes this the only valid key of its label; without a key, none is. Keys of other labels stay. Writes only what changes. */
  keepOnly(label: string, key: string | undefined, plan: Plan, on: string): void;
  revoke(key: string, on: string): void;
  /** Revokes the valid keys of this label; gives how many there were. */
  revokeLabel(label: string, on: string): number;
  /** All stored keys, oldest first. */
  list(): ListedKey[];
}

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

export function createKeys(sql: Sql): Keys {
  const find = sql.prepare("SELECT hash, plan, label, revoked FROM api_key WHERE hash = ?");
  const add = sql.prepare(
    "INSERT INTO api_key (hash, plan, label, created) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET plan = excluded.plan, revoked = NULL",
  );
  const revoke = sql.prepare("UPDATE api_key SET revoked = ? WHERE hash = ?");
  const others = sql.prepare("SELECT hash FROM api_key WHERE label = ? AND hash <> ? AND revoked IS NULL");
  const list = sql.prepare("SELECT label, plan, created, revoked FROM api_key ORDER BY rowid");
  const accepted = new Map<string, StoredKey>();
  const stored = (hash: string) => find.get(hash) as { hash: string; plan: Plan; label: string; revoked: string | null } | undefined;

  function revokeOthers(label: string, hash: string, on: string): number {
    const revoked = others.all(label, hash) as { hash: string }[];
    for (const other of revoked) revoke.run(on, other.hash);
    return revoked.length;
  }

  return {
    find: (key) => {
      const hash = hashOf(key);
      const row = stored(hash);
      return accepted.get(hash) ?? (row && { hash: row.hash, plan: row.plan, revoked: row.revoked !== null });
    },
    add: (key, plan, label, on) => void add.run(hashOf(key), plan, label, on),
    accept: (key, plan) => void accepted.set(hashOf(key), { hash: hashOf(key), plan, revoked: false }),
    keepOnly: (label, key, plan, on) => {
      const hash = key === undefined ? "" : hashOf(key);
      const row = stored(hash);
      // The new key is valid before the previous one is revoked: a process that stops in between leaves no folder without a key.
      if (key !== undefined && (row === undefined || row.revoked !== null)) add.run(hash, plan, row?.label ?? label, on);
      revokeOthers(label, hash, on);
    },
    revoke: (key, on) => void revoke.run(on, hashOf(key)),
    revokeLabel: (label, on) => revokeOthers(label, "", on),
    list: () => list.all() as ListedKey[],
  };
}
