import { createHash } from "node:crypto";
import type { Plan } from "../../contract/plans";
import { execute, selectRow, selectRows, type Sql, writingBriefly } from "../sqlite/sql";

export interface StoredKey {
  /** Under which its requests are counted: the hash of the first key of a line of renewed keys. */
  readonly account: string;
  readonly plan: Plan;
  /** The day on which it was revoked; null if it was not. */
  readonly revoked: string | null;
  /** From this moment on (ISO 8601, UTC) it is refused, because another key has replaced it; null without one. */
  readonly ends: string | null;
}

export interface ListedKey extends StoredKey {
  readonly label: string;
  readonly created: string;
}

interface Row extends Omit<ListedKey, "account"> {
  readonly hash: string;
  readonly account: string | null;
}

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** True if a key is accepted at a moment (ISO 8601, UTC). */
export const isValid = ({ revoked, ends }: Pick<StoredKey, "revoked" | "ends">, now: string): boolean => revoked === null && (ends === null || now < ends);

const KEY = "SELECT * FROM api_key";
const UNREVOKED = `${KEY} WHERE label = ? AND revoked IS NULL ORDER BY rowid DESC`;

const accountOf = ({ account, hash }: Row): string => account ?? hash;
const storedKeyOf = (row: Row): StoredKey => ({ account: accountOf(row), plan: row.plan, revoked: row.revoked, ends: row.ends });
const insertKey = (sql: Sql, hash: string, plan: Plan, label: string, on: string, account: string | null): void =>
  void execute(
    sql,
    `INSERT INTO api_key (hash, plan, label, created, account) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET plan = excluded.plan, revoked = NULL, ends = NULL`,
    ...[hash, plan, label, on, account],
  );
const revokeKey = (sql: Sql, hash: string, on: string): void => void execute(sql, "UPDATE api_key SET revoked = ? WHERE hash = ?", on, hash);

type Renewal = { readonly plan?: Plan | undefined; readonly ends?: string | undefined };

/** API keys, stored as hashes, so that stored data cannot be used as a key. */
export function createKeys(sql: Sql) {
  const accepted = new Map<string, StoredKey>();
  const stored = (hash: string): Row | undefined => selectRow(sql, `${KEY} WHERE hash = ?`, hash);
  const unrevoked = (label: string): Row[] => selectRows<Row>(sql, UNREVOKED, label);

  return {
    find: async (key: string): Promise<StoredKey | undefined> => {
      const hash = hashOf(key);
      const known = accepted.get(hash);
      if (known) return known;
      const row = stored(hash);
      return row && storedKeyOf(row);
    },
    /** True if a key of this account is accepted at a moment (ISO 8601, UTC). */
    isActive: async (account: string, now: string): Promise<boolean> =>
      [...accepted.values()].some((key) => key.account === account) ||
      selectRows<Row>(sql, `${KEY} WHERE ?1 IN (hash, account)`, account).some((row) => isValid(row, now)),
    /** Adds a key, or changes the plan of one that is there. */
    add: async (key: string, plan: Plan, label: string, on: string): Promise<void> =>
      writingBriefly(sql, () => insertKey(sql, hashOf(key), plan, label, on, null)),
    /** Adds keys with labels that no valid key has, or none of them. Returns the first label that is taken. `now` is a moment, ISO 8601 in UTC. */
    addNamed: async (keys: readonly (readonly [label: string, key: string])[], plan: Plan, now: string): Promise<string | undefined> =>
      writingBriefly(sql, () => {
        const taken = keys.find(([label]) => unrevoked(label).some((row) => isValid(row, now)));
        if (taken) return taken[0];
        for (const [label, key] of keys) insertKey(sql, hashOf(key), plan, label, now.slice(0, 10), null);
        return undefined;
      }),
    /** Accepts a key until this ledger is closed, without storing it. */
    accept: (key: string, plan: Plan): void => void accepted.set(hashOf(key), { account: hashOf(key), plan, revoked: null, ends: null }),
    /** Makes this the only valid key of its label; without a key, none is. Keys of other labels stay. Writes only what changes. */
    keepOnly: async (label: string, key: string | undefined, plan: Plan, on: string): Promise<void> => {
      const hash = key === undefined ? "" : hashOf(key);
      const row = stored(hash);
      const previous = unrevoked(label).filter((other) => other.hash !== hash);
      const isNew = key !== undefined && row?.revoked !== null;
      if (!isNew && previous.length === 0) return;
      writingBriefly(sql, () => {
        if (isNew) insertKey(sql, hash, plan, row?.label ?? label, on, previous[0] ? accountOf(previous[0]) : null);
        for (const other of previous) revokeKey(sql, other.hash, on);
      });
    },
    /**
     * Replaces the valid key of this label by a new one, which takes over the counts of its requests. Returns the plan of the new key, by default that of the previous
     * one; undefined if there is no valid key. The previous key works until `ends` (ISO 8601, UTC); by default it is revoked at once.
     */
    renew: async (label: string, key: string, now: string, { plan, ends }: Renewal): Promise<Plan | undefined> =>
      writingBriefly(sql, () => {
        const previous = unrevoked(label).find((row) => row.ends === null);
        if (!previous) return undefined;
        insertKey(sql, hashOf(key), plan ?? previous.plan, label, now.slice(0, 10), accountOf(previous));
        if (ends === undefined) revokeKey(sql, previous.hash, now.slice(0, 10));
        else execute(sql, "UPDATE api_key SET ends = ? WHERE hash = ?", ends, previous.hash);
        return plan ?? previous.plan;
      }),
    /** Revokes the valid keys of this label. Returns how many there were. */
    revoke: async (label: string, now: string): Promise<number> =>
      writingBriefly(sql, () => {
        const valid = unrevoked(label).filter((row) => isValid(row, now));
        for (const { hash } of valid) revokeKey(sql, hash, now.slice(0, 10));
        return valid.length;
      }),
    /** All stored keys, oldest first. */
    list: async (): Promise<ListedKey[]> =>
      selectRows<Row>(sql, `${KEY} ORDER BY rowid`).map((row) => ({ ...storedKeyOf(row), label: row.label, created: row.created })),
  };
}
