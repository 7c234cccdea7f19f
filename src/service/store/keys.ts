import { createHash } from "node:crypto";
import type { Sql } from "./sql";

export type Plan = "free" | "developer";

export interface StoredKey {
  readonly hash: string;
  readonly plan: Plan;
  readonly revoked: boolean;
}

/** Keys are kept as hashes: what is stored cannot be used to ask. */
export interface Keys {
  find(key: string): StoredKey | undefined;
  /** Adds a key, or changes the plan of one that is there. */
  add(key: string, plan: Plan, label: string, on: string): void;
  revoke(key: string, on: string): void;
}

export const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

export function createKeys(sql: Sql): Keys {
  const find = sql.prepare("SELECT hash, plan, revoked FROM api_key WHERE hash = ?");
  const add = sql.prepare(
    "INSERT INTO api_key (hash, plan, label, created) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET plan = excluded.plan, revoked = NULL",
  );
  const revoke = sql.prepare("UPDATE api_key SET revoked = ? WHERE hash = ?");
  return {
    find: (key) => {
      const row = find.get(hashOf(key)) as { hash: string; plan: Plan; revoked: string | null } | undefined;
      return row && { hash: row.hash, plan: row.plan, revoked: row.revoked !== null };
    },
    add: (key, plan, label, on) => void add.run(hashOf(key), plan, label, on),
    revoke: (key, on) => void revoke.run(on, hashOf(key)),
  };
}
