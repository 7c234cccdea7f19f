import { randomBytes } from "node:crypto";
import { DAY_MS } from "../../contract/dates";
import { databaseFault, isBusy } from "../store/database-fault";
import type { Attempt, SignedWebhook, Webhook } from "../store/webhooks";
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
/** Reads the feed of a webhook after its moment. */
export type ReadFeed = (webhook: Webhook, limit: number) => Promise<FeedPart>;

interface Parts {
  readonly store: Store;
  readonly readFeed: ReadFeed;
  readonly send: Send;
  /** Real time in milliseconds since 1970. */
  now(): number;
  onFault(message: string): void;
}

/** The job that delivers webhooks. */
export interface Deliverer {
  /** Queues new rows of all webhooks, and makes the attempts that are due. Never rejects. */
  run(): Promise<void>;
}

export function createDeliverer({ store, readFeed, send, now, onFault }: Parts): Deliverer {
  const { webhooks, keys } = store;
  const self = randomBytes(9).toString("base64url");
  /** Attempts that could not be stored yet. Without them, a delivery would be sent again for as long as the database is locked. */
  const unstored = new Map<string, { readonly delivery: string; readonly attempt: Attempt }>();

  async function collect(webhook: SignedWebhook): Promise<void> {
    let { after } = webhook;
    for (let n = 0; n < TURN && webhooks.pending(webhook.id) < MOST_PENDING; n++) {
      const { newest, families } = await readFeed({ ...webhook, after }, MOST_ROWS);
      if (newest === undefined) return;
      webhooks.enqueue(
        { ...webhook, after },
        newest,
        families.map((part) => messageOf(webhook, part)),
      );
      after = newest;
    }
  }

  function messageOf({ id: webhook_id }: SignedWebhook, { family, rows, data }: FeedPart["families"][number]) {
    const at = now();
    const id = `msg_${randomBytes(15).toString("base64url")}`;
    const body = JSON.stringify({ id, type: family, timestamp: new Date(at).toISOString(), webhook_id, data });
    return { id, family, rows, created: at, expires: at + EXPIRES_MS, body };
  }

  function attemptOf(sent: Sent, tried: number, attempts: number, expires: number): Attempt {
    if ("status" in sent && sent.status >= 200 && sent.status < 300) return { state: "delivered", tried, due: null, status: sent.status, error: null };
    const status = "status" in sent ? sent.status : null;
    const error = "error" in sent ? sent.error : sent.status < 400 ? `Replied ${sent.status}. Redirects are not followed.` : `Replied ${sent.status}.`;
    const wait = Math.max((WAITS_S[attempts] ?? Infinity) * 1000, ("status" in sent ? sent.retryAfterMs : undefined) ?? 0);
    const due = tried + wait;
    return due > expires ? { state: "failed", tried, due: null, status, error } : { state: "pending", tried, due, status, error };
  }

  function storeAttempt(webhook: string): void {
    const waiting = unstored.get(webhook);
    if (!waiting) return;
    webhooks.record(waiting.delivery, waiting.attempt);
    unstored.delete(webhook);
  }

  const isDue = (id: string): boolean => (webhooks.next(id)?.due ?? Infinity) <= now();

  async function deliver(webhook: SignedWebhook): Promise<void> {
    const { id } = webhook;
    storeAttempt(id);
    for (let n = 0; n < TURN && isDue(id); n++) {
      if (!webhooks.lease(id, self, now(), now() + LEASE_MS)) return;
      // Another process may have sent it before the lease.
      if (!isDue(id) || !(await attempt(webhook))) break;
    }
    webhooks.release(id, self);
  }

  /** Sends the oldest pending delivery. Returns true if the next one may be sent: later ones wait, so that the receiver gets all in order. */
  async function attempt({ id, url, secret }: SignedWebhook): Promise<boolean> {
    const at = now();
    const next = webhooks.next(id)!;
    const body = Buffer.from(next.body);
    const headers = { "content-type": "application/json", "user-agent": "service-webhooks", ...signatureHeaders(secret, next.id, at, body) };
    const made = attemptOf(await send(url, headers, body), at, next.attempts, next.expires);
    unstored.set(id, { delivery: next.id, attempt: made });
    storeAttempt(id);
    return made.state !== "pending";
  }

  async function turn(webhook: SignedWebhook): Promise<void> {
    try {
      await collect(webhook);
      await deliver(webhook);
    } catch (e) {
      // Another process imports. The next turn continues.
      if (!isBusy(e)) onFault(`Webhook ${webhook.id}: ${databaseFault(e) ?? (e as Error).stack ?? String(e)}`);
    }
  }

  let running: Promise<void> | undefined;
  async function all(): Promise<void> {
    const moment = new Date(now()).toISOString();
    const active = webhooks.all().filter(({ account }) => keys.isActive(account, moment));
    await Promise.all(active.map(turn));
    try {
      if (active.length > 0) webhooks.forget(now() - KEPT_MS);
    } catch (e) {
      if (!isBusy(e)) onFault(`Webhooks: ${databaseFault(e) ?? String(e)}`);
    }
  }
  return { run: () => (running ??= all().finally(() => (running = undefined))) };
}
