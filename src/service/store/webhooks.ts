import type { Sql } from "./sql";
import { writingCounts } from "./transaction";

export interface Webhook {
  readonly id: string;
  /** The account of the key that created it. */
  readonly account: string;
  readonly url: string;
  readonly families: readonly string[];
  /** Null for all. */
  readonly symbol: string | null;
  readonly created: string;
  /** Rows of the feed up to this moment are in its deliveries, in microseconds since 1970. */
  readonly after: number;
}

/** With the secret, for signing only. */
export interface SignedWebhook extends Webhook {
  readonly secret: string;
}

const STATES = ["pending", "delivered", "failed"] as const;

/** One message to a receiver. Times are in milliseconds since 1970. */
export interface Delivery {
  readonly id: string;
  readonly family: string;
  /** Number of rows in it. */
  readonly rows: number;
  readonly created: number;
  readonly state: (typeof STATES)[number];
  readonly attempts: number;
  /** The last attempt; null before the first. */
  readonly tried: number | null;
  /** The next attempt; null unless it is pending. */
  readonly due: number | null;
  /** The end of its attempts. */
  readonly expires: number;
  /** Status of the last reply; null without one. */
  readonly status: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
}

export interface LoggedDelivery extends Delivery {
  readonly webhook: string;
}

/** How a delivery is after an attempt. */
export type Attempt = Pick<Delivery, "state" | "tried" | "due" | "status" | "error">;

export interface Webhooks {
  /** Adds a webhook, unless the account has `most` already. */
  add(webhook: SignedWebhook, most: number): boolean;
  /** Those of an account, oldest first. */
  list(account: string): readonly Webhook[];
  /** Removes it with its deliveries. False if the account has none with this id. */
  remove(account: string, id: string): boolean;
  /** Those of all accounts. */
  all(): readonly SignedWebhook[];
  /** Adds deliveries and moves the webhook to the moment after them. False if another process has moved it: then it changes nothing. */
  enqueue(
    webhook: Webhook,
    after: number,
    deliveries: readonly (Pick<Delivery, "id" | "family" | "rows" | "created" | "expires"> & { readonly body: string })[],
  ): boolean;
  pending(id: string): number;
  /** The oldest pending delivery, with its body. */
  next(id: string): (Delivery & { readonly body: string }) | undefined;
  /**
   * Stores attempt number `number`, counted from 0. Ignores one that failed if another process has stored an attempt since: otherwise a delivery that the receiver
   * has accepted meanwhile would be sent again, after later ones.
   */
  record(deliveryId: string, number: number, attempt: Attempt): void;
  /** The newest deliveries of an account's webhooks, or of one of them, newest first. */
  deliveries(account: string, limit: number, webhook?: string): readonly LoggedDelivery[];
  /** The number of all these deliveries. */
  countDeliveries(account: string, webhook?: string): number;
  /** Makes a delivery pending again, due now. Undefined if the account has no such delivery. */
  redeliver(account: string, deliveryId: string, now: number, expires: number): LoggedDelivery | undefined;
  /** Reserves a webhook for one process until a moment. False if another process has it. */
  lease(id: string, by: string, now: number, until: number): boolean;
  /** Ends the reservation of this process. */
  release(id: string, by: string): void;
  /** Removes ended deliveries of before a moment. */
  forget(before: number): void;
}

const COLUMNS = "id, family, rows, created, state, attempts, tried, due, expires, status, error";
type Row = Omit<SignedWebhook, "families"> & { readonly families: string };
const webhookOf = ({ families, ...row }: Row): SignedWebhook => ({ ...row, families: families.split(",") });
const withoutSecret = ({ id, account, url, families, symbol, created, after }: SignedWebhook): Webhook => ({
  id,
  account,
  url,
  families,
  symbol,
  created,
  after,
});

export function createWebhooks(sql: Sql): Webhooks {
  const WEBHOOK = "SELECT id, account, url, families, symbol, created, after, secret FROM webhook";
  const insert = sql.prepare("INSERT INTO webhook (id, account, url, families, symbol, created, after, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const all = sql.prepare(`${WEBHOOK} ORDER BY rowid`);
  const ofAccount = sql.prepare(`${WEBHOOK} WHERE account = ? ORDER BY rowid`);
  const remove = sql.prepare("DELETE FROM webhook WHERE account = ? AND id = ?");
  const move = sql.prepare("UPDATE webhook SET after = ? WHERE id = ? AND after = ?");
  const addDelivery = sql.prepare(
    "INSERT INTO webhook_delivery (id, webhook, family, rows, created, state, attempts, due, expires, body) VALUES (?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?)",
  );
  const pending = sql.prepare("SELECT COUNT(*) FROM webhook_delivery WHERE webhook = ? AND state = 'pending'").raw();
  const next = sql.prepare(`SELECT ${COLUMNS}, body FROM webhook_delivery WHERE webhook = ? AND state = 'pending' ORDER BY number LIMIT 1`);
  const record = sql.prepare(
    "UPDATE webhook_delivery SET state = ?, tried = ?, due = ?, status = ?, error = ?, attempts = attempts + 1 WHERE id = ? AND state = 'pending' AND (? = 'delivered' OR attempts = ?)",
  );
  const idsOf = sql.prepare("SELECT id FROM webhook WHERE account = ?1 AND (?2 IS NULL OR id = ?2)").raw();
  const LOGGED = `SELECT webhook, ${COLUMNS} FROM webhook_delivery`;
  const one = sql.prepare(`${LOGGED} WHERE webhook IN (SELECT id FROM webhook WHERE account = ?1) AND id = ?2`);
  const numbered = sql.prepare(`${LOGGED} WHERE number = ?`);
  // These two read the index alone. A receiver that accepts nothing for a week leaves a hundred thousand deliveries, and bodies are large.
  const count = sql.prepare("SELECT COUNT(*) FROM webhook_delivery WHERE webhook = ?").raw();
  const newest = sql.prepare("SELECT number FROM webhook_delivery WHERE webhook = ? AND state = ? ORDER BY number DESC LIMIT ?").raw();
  const again = sql.prepare("UPDATE webhook_delivery SET state = 'pending', attempts = 0, due = ?, expires = ? WHERE id = ?");
  const lease = sql.prepare(
    "UPDATE webhook SET leased_by = ?2, leased_until = ?4 WHERE id = ?1 AND (leased_by IS NULL OR leased_by = ?2 OR leased_until <= ?3)",
  );
  const release = sql.prepare("UPDATE webhook SET leased_by = NULL WHERE id = ? AND leased_by = ?");
  const isLeased = sql.prepare("SELECT 1 FROM webhook WHERE id = ? AND leased_by = ?");
  const forget = sql.prepare("DELETE FROM webhook_delivery WHERE state <> 'pending' AND tried < ?");

  const isEnded = sql.prepare("SELECT 1 FROM webhook_delivery WHERE state <> 'pending' AND tried < ? LIMIT 1");

  const webhookIds = (account: string, webhook?: string): readonly string[] => (idsOf.all(account, webhook ?? null) as (readonly [string])[]).map(([id]) => id);
  const changed = (work: () => { readonly changes: number }): boolean => writingCounts(sql, work).changes > 0;

  return {
    add: ({ id, account, url, families, symbol, created, after, secret }, most) =>
      writingCounts(sql, () => {
        if (ofAccount.all(account).length >= most) return false;
        insert.run(id, account, url, families.join(), symbol, created, after, secret);
        return true;
      }),
    list: (account) => (ofAccount.all(account) as Row[]).map((row) => withoutSecret(webhookOf(row))),
    remove: (account, id) => changed(() => remove.run(account, id)),
    all: () => (all.all() as Row[]).map(webhookOf),
    enqueue: ({ id, after: before }, after, deliveries) =>
      writingCounts(sql, () => {
        if (move.run(after, id, before).changes === 0) return false;
        for (const d of deliveries) addDelivery.run(d.id, id, d.family, d.rows, d.created, d.created, d.expires, d.body);
        return true;
      }),
    pending: (id) => (pending.get(id) as readonly [number])[0],
    next: (id) => next.get(id) as (Delivery & { readonly body: string }) | undefined,
    record: (id, number, { state, tried, due, status, error }) =>
      void writingCounts(sql, () => record.run(state, tried, due, status, error, id, state, number)),
    deliveries: (account, limit, webhook) =>
      webhookIds(account, webhook)
        .flatMap((id) => STATES.flatMap((state) => newest.all(id, state, limit) as (readonly [number])[]))
        .map(([number]) => number)
        .sort((a, b) => b - a)
        .slice(0, limit)
        .flatMap((number) => (numbered.get(number) as LoggedDelivery | undefined) ?? []),
    countDeliveries: (account, webhook) => webhookIds(account, webhook).reduce((sum, id) => sum + (count.get(id) as readonly [number])[0], 0),
    redeliver: (account, deliveryId, now, expires) => {
      if (!one.get(account, deliveryId)) return undefined;
      writingCounts(sql, () => again.run(now, expires, deliveryId));
      return one.get(account, deliveryId) as LoggedDelivery | undefined;
    },
    lease: (id, by, now, until) => changed(() => lease.run(id, by, now, until)),
    release: (id, by) => {
      if (isLeased.get(id, by)) writingCounts(sql, () => release.run(id, by));
    },
    forget: (before) => {
      if (isEnded.get(before)) writingCounts(sql, () => forget.run(before));
    },
  };
}
