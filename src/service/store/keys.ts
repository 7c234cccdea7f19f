import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plan } from "../../contract/plans";
import { execute, selectRow, selectRows, type Sql, writing, writingBriefly } from "./sql";

/** Revoked keys by hash that the database does not have yet. A long import holds its write lock, and a revocation takes effect at once. */
interface EarlyRevocations {
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

export interface StoredKey {
  /** Under which its requests are counted: the hash of the first key of a line of renewed keys. */
  readonly account: string;
  readonly plan: Plan;
  readonly revoked: boolean;
  /** From this moment on (ISO 8601, UTC) it is refused, because another key has replaced it; null without one. */
  readonly ends: string | null;
}

export interface ListedKey {
  /** Under which its requests are counted. */
  readonly account: string;
  readonly label: string;
  readonly plan: Plan;
  readonly created: string;
  /** The day on which it was revoked; null if it was not. */
  readonly revoked: string | null;
  readonly ends: string | null;
}

interface Row extends Omit<ListedKey, "account"> {
  readonly hash: string;
  readonly account: string | null;
}

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** True if a key is accepted at a moment (ISO 8601, UTC). */
export const isValid = ({ revoked, ends }: { readonly revoked: boolean | string | null; readonly ends: string | null }, now: string): boolean =>
  (revoked === false || revoked === null) && (ends === null || now < ends);

const KEY = "SELECT * FROM api_key";

const accountOf = ({ account, hash }: Row): string => account ?? hash;
const insertKey = (sql: Sql, hash: string, plan: Plan, label: string, on: string, account: string | null): void =>
  void execute(
    sql,
    `INSERT INTO api_key (hash, plan, label, created, account) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET plan = excluded.plan, revoked = NULL, ends = NULL`,
    ...[hash, plan, label, on, account],
  );
const revokeKey = (sql: Sql, hash: string, on: string): void => void execute(sql, "UPDATE api_key SET revoked = ? WHERE hash = ?", on, hash);

function storeRevocations(sql: Sql, early: EarlyRevocations): void {
  const days = early.all();
  if (days.size === 0) return;
  writing(sql, () => days.forEach((day, hash) => revokeKey(sql, hash, day)));
  for (const hash of days.keys()) early.remove(hash);
}

export type Keys = ReturnType<typeof createKeys>;

type Renewal = { readonly plan?: Plan | undefined; readonly ends?: string | undefined };

/** API keys, stored as hashes, so that stored data cannot be used as a key. */
export function createKeys(sql: Sql, early: EarlyRevocations) {
  const accepted = new Map<string, StoredKey>();
  const stored = (hash: string): Row | undefined => selectRow(sql, `${KEY} WHERE hash = ?`, hash);
  const unrevoked = (label: string): Row[] =>
    selectRows<Row>(sql, `${KEY} WHERE label = ? AND revoked IS NULL ORDER BY rowid DESC`, label).filter(({ hash }) => !early.has(hash));
  const isRevoked = ({ hash, revoked }: Row): boolean => revoked !== null || early.has(hash);
  function store(hash: string, plan: Plan, label: string, on: string, account: string | null): void {
    insertKey(sql, hash, plan, label, on, account);
    if (early.has(hash)) early.remove(hash);
  }

  return {
    find: (key: string): StoredKey | undefined => {
      const hash = hashOf(key);
      const row = stored(hash);
      return accepted.get(hash) ?? (row && { account: accountOf(row), plan: row.plan, revoked: isRevoked(row), ends: row.ends });
    },
    /** True if a key of this account is accepted at a moment (ISO 8601, UTC). */
    isActive: (account: string, now: string): boolean =>
      [...accepted.values()].some((key) => key.account === account) ||
      selectRows<Row>(sql, `${KEY} WHERE ?1 IN (hash, account)`, account).some((row) => !isRevoked(row) && isValid(row, now)),
    /** Adds a key, or changes the plan of one that is there. */
    add: (key: string, plan: Plan, label: string, on: string): void => store(hashOf(key), plan, label, on, null),
    /** Adds a key with a label that no valid key has; false if one has it. `now` is a moment, ISO 8601 in UTC. */
    addNamed: (key: string, plan: Plan, label: string, now: string): boolean =>
      writingBriefly(sql, () => {
        if (unrevoked(label).some((row) => isValid(row, now))) return false;
        insertKey(sql, hashOf(key), plan, label, now.slice(0, 10), null);
        return true;
      }),
    /** Accepts a key until this store is closed, without storing it. */
    accept: (key: string, plan: Plan): void => void accepted.set(hashOf(key), { account: hashOf(key), plan, revoked: false, ends: null }),
    /** Makes this the only valid key of its label; without a key, none is. Keys of other labels stay. Writes only what changes. */
    keepOnly: (label: string, key: string | undefined, plan: Plan, on: string): void => {
      const hash = key === undefined ? "" : hashOf(key);
      const row = stored(hash);
      const previous = unrevoked(label).filter((other) => other.hash !== hash);
      const isNew = key !== undefined && (row === undefined || isRevoked(row));
      if (!isNew && previous.length === 0) return;
      writingBriefly(sql, () => {
        if (isNew) store(hash, plan, row?.label ?? label, on, previous[0] ? accountOf(previous[0]) : null);
        for (const other of previous) revokeKey(sql, other.hash, on);
      });
    },
    /**
     * Replaces the valid key of this label by a new one, which takes over the counts of its requests. Returns the plan of the new key, by default that of the previous
     * one; undefined if there is no valid key. The previous key works until `ends` (ISO 8601, UTC); by default it is revoked at once.
     */
    renew: (label: string, key: string, now: string, { plan, ends }: Renewal): Plan | undefined =>
      writing(sql, () => {
        const previous = unrevoked(label).find((row) => row.ends === null);
        if (!previous) return undefined;
        insertKey(sql, hashOf(key), plan ?? previous.plan, label, now.slice(0, 10), accountOf(previous));
        if (ends === undefined) revokeKey(sql, previous.hash, now.slice(0, 10));
        else execute(sql, "UPDATE api_key SET ends = ? WHERE hash = ?", ends, previous.hash);
        return plan ?? previous.plan;
      }),
    revoke: (key: string, on: string): void => revokeKey(sql, hashOf(key), on),
    /** Refuses the valid keys of this label from now on, also while another process writes; gives how many there were. `settle` writes that into the database. */
    refuse: (label: string, now: string): number => {
      const valid = unrevoked(label).filter((row) => isValid(row, now));
      for (const { hash } of valid) early.add(hash, now.slice(0, 10));
      return valid.length;
    },
    /** Writes into the database which keys were refused before. Waits for its write lock. */
    settle: (): void => storeRevocations(sql, early),
    /** All stored keys, oldest first. */
    list: (): ListedKey[] => {
      const days = early.all();
      return selectRows<Row>(sql, `${KEY} ORDER BY rowid`).map((row) => {
        const { hash, label, plan, created, revoked, ends } = row;
        return { account: accountOf(row), label, plan, created, revoked: revoked ?? days.get(hash) ?? null, ends };
      });
    },
  };
}
