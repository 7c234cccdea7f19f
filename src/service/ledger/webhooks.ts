import { execute, selectColumns, selectRow, selectRows, selectValue, type Sql, writingBriefly, writingCounts } from "../sqlite/sql";

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

type Row = Omit<SignedWebhook, "families"> & { readonly families: string };
const WEBHOOK = "SELECT id, account, url, families, symbol, created, after, secret FROM webhook";
const webhookOf = ({ families, ...row }: Row): SignedWebhook => ({ ...row, families: families.split(",") });
const ofAccount = (sql: Sql, account: string): SignedWebhook[] => selectRows<Row>(sql, `${WEBHOOK} WHERE account = ? ORDER BY rowid`, account).map(webhookOf);

const COLUMNS = "id, family, rows, created, state, attempts, tried, due, expires, status, error";
const LOGGED = `SELECT webhook, ${COLUMNS} FROM webhook_delivery`;
const ADD_DELIVERY =
  "INSERT INTO webhook_delivery (id, webhook, family, rows, created, state, attempts, due, expires, body) VALUES (?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?)";
const RECORD =
  "UPDATE webhook_delivery SET state = ?, tried = ?, due = ?, status = ?, error = ?, attempts = attempts + 1 WHERE id = ? AND state = 'pending' AND (? = 'delivered' OR attempts = ?)";
// These two read the index alone. A receiver that accepts nothing for a week leaves a hundred thousand deliveries, and bodies are large.
const COUNT = "SELECT COUNT(*) FROM webhook_delivery WHERE webhook = ?";
const NUMBERS = "SELECT number FROM webhook_delivery WHERE webhook = ? AND state = ? ORDER BY number DESC LIMIT ?";
const LEASE = "UPDATE webhook SET leased_by = ?2, leased_until = ?4 WHERE id = ?1 AND (leased_by IS NULL OR leased_by = ?2 OR leased_until <= ?3)";
const ENDED = "FROM webhook_delivery WHERE state <> 'pending' AND tried < ?";

export function createWebhooks(sql: Sql) {
  const idsOf = (account: string, webhook?: string): string[] =>
    selectColumns<[string]>(sql, "SELECT id FROM webhook WHERE account = ?1 AND (?2 IS NULL OR id = ?2)", account, webhook ?? null).flat();
  const one = (account: string, id: string): LoggedDelivery | undefined =>
    selectRow(sql, `${LOGGED} WHERE webhook IN (SELECT id FROM webhook WHERE account = ?1) AND id = ?2`, account, id);
  /** Runs one change. Returns whether it changed a row. */
  const change = (text: string, ...values: readonly unknown[]): boolean => writingCounts(sql, () => execute(sql, text, ...values).changes > 0);
  return {
    /** Adds a webhook, unless the account has `most` already. */
    add: async ({ id, account, url, families, symbol, created, after, secret }: SignedWebhook, most: number): Promise<boolean> =>
      writingBriefly(sql, () => {
        if (ofAccount(sql, account).length >= most) return false;
        execute(
          sql,
          "INSERT INTO webhook (id, account, url, families, symbol, created, after, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          ...[id, account, url, families.join(), symbol, created, after, secret],
        );
        return true;
      }),
    /** Those of an account, oldest first. */
    list: async (account: string): Promise<readonly Webhook[]> =>
      ofAccount(sql, account).map(({ id, url, families, symbol, created, after }) => {
        return { id, account, url, families, symbol, created, after };
      }),
    /** Removes it with its deliveries. False if the account has none with this id. */
    remove: async (account: string, id: string): Promise<boolean> =>
      writingBriefly(sql, () => execute(sql, "DELETE FROM webhook WHERE account = ? AND id = ?", account, id).changes > 0),
    /** Those of all accounts. */
    all: async (): Promise<readonly SignedWebhook[]> => selectRows<Row>(sql, `${WEBHOOK} ORDER BY rowid`).map(webhookOf),
    /** Adds deliveries and moves the webhook to the moment after them. False if another process has moved it: then it changes nothing. */
    enqueue: async (
      { id, after: before }: Webhook,
      after: number,
      deliveries: readonly (Pick<Delivery, "id" | "family" | "rows" | "created" | "expires"> & { readonly body: string })[],
    ): Promise<boolean> =>
      writingBriefly(sql, () => {
        if (execute(sql, "UPDATE webhook SET after = ? WHERE id = ? AND after = ?", after, id, before).changes === 0) return false;
        for (const d of deliveries) execute(sql, ADD_DELIVERY, d.id, id, d.family, d.rows, d.created, d.created, d.expires, d.body);
        return true;
      }),
    pending: async (id: string): Promise<number> => selectValue(sql, `${COUNT} AND state = 'pending'`, id)!,
    /** The oldest pending delivery, with its body. */
    next: async (id: string): Promise<(Delivery & { readonly body: string }) | undefined> =>
      selectRow(sql, `SELECT ${COLUMNS}, body FROM webhook_delivery WHERE webhook = ? AND state = 'pending' ORDER BY number LIMIT 1`, id),
    /**
     * Stores attempt number `number`, counted from 0. Ignores one that failed if another process has stored an attempt since: otherwise a delivery that the receiver
     * has accepted meanwhile would be sent again, after later ones.
     */
    record: async (id: string, number: number, { state, tried, due, status, error }: Attempt): Promise<void> =>
      void change(RECORD, state, tried, due, status, error, id, state, number),
    /** The newest deliveries of an account's webhooks, or of one of them, newest first. */
    deliveries: async (account: string, limit: number, webhook?: string): Promise<readonly LoggedDelivery[]> =>
      idsOf(account, webhook)
        .flatMap((id) => STATES.flatMap((state) => selectColumns<[number]>(sql, NUMBERS, id, state, limit).flat()))
        .sort((a, b) => b - a)
        .slice(0, limit)
        .flatMap((number) => selectRow<LoggedDelivery>(sql, `${LOGGED} WHERE number = ?`, number) ?? []),
    /** The number of all these deliveries. */
    countDeliveries: async (account: string, webhook?: string): Promise<number> =>
      idsOf(account, webhook).reduce((sum, id) => sum + selectValue<number>(sql, COUNT, id)!, 0),
    /** Makes a delivery pending again, due now. Undefined if the account has no such delivery. */
    redeliver: async (account: string, id: string, now: number, expires: number): Promise<LoggedDelivery | undefined> => {
      if (!one(account, id)) return undefined;
      change("UPDATE webhook_delivery SET state = 'pending', attempts = 0, due = ?, expires = ? WHERE id = ?", now, expires, id);
      return one(account, id);
    },
    /** Reserves a webhook for one process until a moment. False if another process has it. */
    lease: async (id: string, by: string, now: number, until: number): Promise<boolean> => change(LEASE, id, by, now, until),
    /** Ends the reservation of this process. */
    release: async (id: string, by: string): Promise<void> => {
      if (selectValue(sql, "SELECT 1 FROM webhook WHERE id = ? AND leased_by = ?", id, by) !== undefined)
        change("UPDATE webhook SET leased_by = NULL WHERE id = ? AND leased_by = ?", id, by);
    },
    /** Removes ended deliveries of before a moment. */
    forget: async (before: number): Promise<void> => {
      if (selectValue(sql, `SELECT 1 ${ENDED} LIMIT 1`, before) !== undefined) change(`DELETE ${ENDED}`, before);
    },
  };
}
