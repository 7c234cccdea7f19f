import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { DAY_MS } from "../../contract/dates";
import { databaseFault, isBusy } from "../sqlite/sql";
import type { Attempt, SignedWebhook, Webhook } from "../ledger/webhooks";
import type { Ledger } from "../ledger/ledger";
import type { Store } from "../store/store";
import type { Send, Sent } from "./send";
import { signatureHeaders } from "./signature";

/** Waits between the attempts of a delivery, in seconds: about a day in all. */
const WAITS_S = [5, 60, 300, 1800, 7200, 18_000, 28_800, 28_800];
/** After this time no attempt is made. */
export const EXPIRES_MS = DAY_MS;
/** How long ended deliveries stay in the log. */
const KEPT_MS = 7 * DAY_MS;
/** Rows of one delivery. */
const MOST_ROWS = 100;
/** Pending deliveries of a webhook. Later rows wait in the feed. */
const MOST_PENDING = 1000;
/** Deliveries of a webhook in one turn, so that others have theirs. */
const TURN = 50;
/** Longer than one attempt takes. */
const LEASE_MS = 60_000;

/** The rows of one family in a message, and the part of the feed that ends at `newest`. */
export interface FeedPart {
  readonly newest: number | undefined;
  readonly families: readonly { readonly family: string; readonly rows: number; readonly data: object }[];
}
/** The feed at one moment, for all webhooks. */
export interface ChangeFeed {
  /** A webhook that has read up to its end has all rows up to this moment. */
  readonly known: number;
  /** The newest moment of any row. */
  readonly newest: number;
  /** Reads the part of a webhook after its moment. */
  read(webhook: Webhook, limit: number): FeedPart;
}
/** Computes what these families show now: once, because that takes long and is the same for all webhooks. */
export type OpenFeed = (families: ReadonlySet<string>) => Promise<ChangeFeed>;

interface Parts {
  readonly store: Store;
  readonly openFeed: OpenFeed;
  readonly send: Send;
  /** Real time in milliseconds since 1970. */
  now(): number;
  onFault(message: string): void;
}

/** The job that delivers webhooks. */
export interface Deliverer {
  /**
   * Queues new rows of all webhooks, and makes the attempts that are due. Resolves when all are made; a call in between serves the webhooks whose receivers are
   * not awaited. Never rejects.
   */
  run(): Promise<void>;
}

/** A message of one family's rows. */
function messageOf({ id: webhook_id }: SignedWebhook, { family, rows, data }: FeedPart["families"][number], at: number) {
  const id = `msg_${randomBytes(15).toString("base64url")}`;
  const body = JSON.stringify({ id, type: family, timestamp: new Date(at).toISOString(), webhook_id, data });
  return { id, family, rows, created: at, expires: at + EXPIRES_MS, body };
}

/** What an attempt at `tried` leads to: the end of the delivery, or when it is tried again. */
function attemptOf(sent: Sent, tried: number, attempts: number, expires: number): Attempt {
  if ("status" in sent && sent.status >= 200 && sent.status < 300) return { state: "delivered", tried, due: null, status: sent.status, error: null };
  const status = "status" in sent ? sent.status : null;
  const error = "error" in sent ? sent.error : sent.status < 400 ? `Replied ${sent.status}. Redirects are not followed.` : `Replied ${sent.status}.`;
  const wait = Math.max((WAITS_S[attempts] ?? Infinity) * 1000, ("status" in sent ? sent.retryAfterMs : undefined) ?? 0);
  const due = tried + wait;
  return due > expires ? { state: "failed", tried, due: null, status, error } : { state: "pending", tried, due, status, error };
}

/** Queues the rows of the feed as deliveries of each webhook. */
function createCollector({ webhooks, now }: Pick<Parts, "now"> & Pick<Ledger, "webhooks">) {
  /** By webhook, the moment up to which the feed has no row for it. Without it, a webhook that nothing fits would read all rows again each time. */
  const read = new Map<string, number>();

  async function collect(webhook: SignedWebhook, feed: ChangeFeed): Promise<void> {
    let after = Math.max(webhook.after, read.get(webhook.id) ?? 0);
    let stored = webhook.after;
    for (let n = 0; n < TURN && after < feed.newest && (await webhooks.pending(webhook.id)) < MOST_PENDING; n++) {
      // Other requests are answered in between.
      await setImmediate();
      const { newest, families } = feed.read({ ...webhook, after }, MOST_ROWS);
      if (newest === undefined) {
        read.set(webhook.id, Math.max(after, feed.known));
        return;
      }
      const messages = families.map((part) => messageOf(webhook, part, now()));
      if (!(await webhooks.enqueue({ ...webhook, after: stored }, newest, messages))) return;
      after = stored = newest;
    }
  }

  /** Forgets webhooks other than these. */
  function keepOnly(ids: ReadonlySet<string>): void {
    for (const id of read.keys()) if (!ids.has(id)) read.delete(id);
  }
  return { collect, keepOnly };
}

/** Makes the attempts of one webhook that are due, in order. */
function createSender({
  webhooks,
  send,
  now,
  isActive,
}: Pick<Parts, "send" | "now"> & Pick<Ledger, "webhooks"> & { isActive(webhook: Webhook): Promise<boolean> }) {
  const self = randomBytes(9).toString("base64url");
  /** Attempts that could not be stored yet. Without them, a delivery would be sent again for as long as the database is locked. */
  const unstored = new Map<string, { readonly delivery: string; readonly number: number; readonly attempt: Attempt }>();

  async function storeAttempt(webhook: string): Promise<void> {
    const waiting = unstored.get(webhook);
    if (!waiting) return;
    await webhooks.record(waiting.delivery, waiting.number, waiting.attempt);
    unstored.delete(webhook);
  }

  const isDue = async (id: string): Promise<boolean> => ((await webhooks.next(id))?.due ?? Infinity) <= now();

  /** Sends the oldest pending delivery. Returns true if the next one may be sent: later ones wait, so that the receiver gets all in order. */
  async function attempt({ id, url, secret }: SignedWebhook): Promise<boolean> {
    const at = now();
    const next = await webhooks.next(id);
    // The webhook was deleted meanwhile.
    if (!next) return false;
    const body = Buffer.from(next.body);
    const headers = { "content-type": "application/json", "user-agent": "service-webhooks", ...signatureHeaders(secret, next.id, at, body) };
    const made = attemptOf(await send(url, headers, body), at, next.attempts, next.expires);
    unstored.set(id, { delivery: next.id, number: next.attempts, attempt: made });
    await storeAttempt(id);
    return made.state !== "pending";
  }

  return async function deliver(webhook: SignedWebhook): Promise<void> {
    const { id } = webhook;
    await storeAttempt(id);
    // Fifty slow replies take minutes: the key may be revoked meanwhile.
    for (let n = 0; n < TURN && (await isDue(id)) && (await isActive(webhook)); n++) {
      if (!(await webhooks.lease(id, self, now(), now() + LEASE_MS))) return;
      // Another process may have sent it before the lease.
      if (!(await isDue(id)) || !(await attempt(webhook))) break;
    }
    await webhooks.release(id, self);
  };
}

export function createDeliverer({ store, openFeed, send, now, onFault }: Parts): Deliverer {
  const { webhooks, keys } = store.ledger;
  const isActive = ({ account }: Webhook): Promise<boolean> => keys.isActive(account, new Date(now()).toISOString());
  const collector = createCollector({ webhooks, now });
  const deliver = createSender({ webhooks, send, now, isActive });

  async function guarded(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (e) {
      // Another process imports. The next turn continues.
      if (!isBusy(e)) onFault(`${what}: ${databaseFault(e) ?? (e as Error).stack ?? String(e)}`);
    }
  }

  /** By webhook, its deliveries that are under way. */
  const delivering = new Map<string, Promise<void>>();
  const startDelivering = (webhook: SignedWebhook): void => {
    const { id } = webhook;
    if (delivering.has(id)) return;
    const made = guarded(`Webhook ${id}`, () => deliver(webhook)).finally(() => delivering.delete(id));
    delivering.set(id, made);
  };

  async function queueAll(): Promise<void> {
    // The service whose data was copied may still deliver.
    if ((await store.ledger.restoredOn()) !== undefined) return;
    const all = await Promise.all((await webhooks.all()).map(async (webhook) => ((await isActive(webhook)) ? [webhook] : [])));
    const active = all.flat();
    if (active.length === 0) return;
    collector.keepOnly(new Set(active.map(({ id }) => id)));
    await guarded("Webhooks", async () => {
      const feed = await openFeed(new Set(active.flatMap(({ families }) => families)));
      for (const webhook of active) await guarded(`Webhook ${webhook.id}`, () => collector.collect(webhook, feed));
    });
    active.forEach(startDelivering);
  }

  let queueing: Promise<void> | undefined;
  async function run(): Promise<void> {
    await (queueing ??= guarded("Webhooks", queueAll).finally(() => (queueing = undefined)));
    await Promise.all(delivering.values());
    await guarded("Webhooks", () => webhooks.forget(now() - KEPT_MS));
  }
  return { run };
}
