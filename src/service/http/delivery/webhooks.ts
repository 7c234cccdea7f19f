import { Type } from "@sinclair/typebox";
import { randomBytes } from "node:crypto";
import type { Context } from "../../answers/context";
import { atFixedMoment } from "../../answers/as-of";
import { databaseFault, isBusy } from "../../sqlite/sql";
import type { LoggedDelivery, Webhook } from "../../ledger/webhooks";
import { refusedUrl } from "../../webhooks/address";
import { type ChangeFeed, EXPIRES_MS, type OpenFeed } from "../../webhooks/deliver";
import { PUBLIC_RECEIVERS } from "../../webhooks/send";
import { newSecret } from "../../webhooks/signature";
import { changedRows, computeFamilies, rowsAfter } from "./change-feed";
import { CHANGE_FAMILIES, CHANGED_ROWS, isFamily } from "./change-families";
import { microsText } from "./changes";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull, rowsMeta, UNWRITABLE, wireRows } from "../server/schemas";
import type { RequestRefusal } from "../server/refuse";

/** Webhooks of one account. */
const MOST = 20;

const momentOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const HOOKS = wireRows<Webhook & { readonly pending: number }>({
  id: [Type.String(), ({ id }) => id],
  url: [Type.String(), ({ url }) => url],
  families: [Type.Array(oneOfTexts(CHANGE_FAMILIES)), ({ families }) => families],
  symbol: [orNull(Type.String(), "Null for all symbols."), ({ symbol }) => symbol],
  created: [Type.String(), ({ created }) => created],
  pending: [Type.Integer({ description: "Deliveries that the receiver has not accepted yet." }), ({ pending }) => pending],
});
const hookOnWire = async (hook: Webhook, { store }: Context) => HOOKS.of({ ...hook, pending: await store.ledger.webhooks.pending(hook.id) });
const Created = Type.Object({ ...HOOKS.schema.properties, secret: Type.String({ description: "The signing secret. It is not shown again." }) });
const DELIVERIES = wireRows<LoggedDelivery>({
  id: [Type.String({ description: "In the header webhook-id, the same for each attempt." }), ({ id }) => id],
  webhook_id: [Type.String(), ({ webhook }) => webhook],
  family: [oneOfTexts(CHANGE_FAMILIES), ({ family }) => family],
  rows: [Type.Integer({ description: "Number of rows in it." }), ({ rows }) => rows],
  created: [Type.String(), ({ created }) => momentOrNull(created)],
  state: [oneOfTexts(["pending", "delivered", "failed"], { description: "failed: no attempt of a day succeeded." }), ({ state }) => state],
  attempts: [Type.Integer(), ({ attempts }) => attempts],
  last_attempt: [orNull(Type.String(), "Null before the first."), ({ tried }) => momentOrNull(tried)],
  next_attempt: [orNull(Type.String(), "Null unless state is pending."), ({ due }) => momentOrNull(due)],
  status: [orNull(Type.Integer(), "Status of the last reply; null without one."), ({ status }) => status],
  error: [orNull(Type.String(), "Why the last attempt failed; null if it did not."), ({ error }) => error],
});

/** Awaits a write. A ledger that cannot be written to now is no server error. */
async function written<T>(work: Promise<T>): Promise<T | RequestRefusal> {
  try {
    return await work;
  } catch (e) {
    const fault = isBusy(e) ? "another process is writing" : databaseFault(e);
    if (fault === undefined) throw e;
    return { code: "source_unavailable", detail: `Nothing was changed: ${fault}. Retry later.` };
  }
}
const unknownHook = (what: string, id: string): RequestRefusal => ({ code: "unknown_name", detail: `This key has no ${what} "${id.slice(0, 60)}".` });
const NOTHING_NEW = "This service answers as of a past moment, so nothing is delivered. To deliver, its operator starts it without --as-of.";

/** The feed of webhooks, in parts of one message per family. */
export function webhookFeed(context: Context): OpenFeed {
  return async (named) => {
    const at = atFixedMoment(context);
    const wanted = CHANGE_FAMILIES.filter((family) => named.has(family));
    const computed = await computeFamilies(at, wanted);
    const read: ChangeFeed["read"] = ({ families, symbol, after }, limit) => {
      const found = rowsAfter(at, { families: families.filter(isFamily), after, symbol: symbol ?? undefined, limit }, computed);
      return {
        newest: found.newest,
        families: [...found.rows].flatMap(([family, rows]) => {
          if (rows.length === 0) return [];
          const sources = rows.flatMap(({ source }) => source ?? []);
          const data = {
            rows: rows.map(({ row, at: moment }) => ({ ...row, first_seen: microsText(moment) })),
            meta: rowsMeta(sources, undefined, CHANGED_ROWS[family].caveats),
          };
          return [{ family, rows: rows.length, data }];
        }),
      };
    };
    return { known: computed.known, newest: at.store.changes.newest(), read };
  };
}

/** POST /v1/webhooks: sends new rows of families to a receiver, from now on. */
export const createWebhookEndpoint = endpoint({
  method: "post",
  path: "/v1/webhooks",
  summary: "Creates a webhook",
  tag: "service",
  examples: [],
  body: {
    url: Type.String({ minLength: 1, maxLength: 2000, description: "The receiver's address. https, on the public Internet." }),
    families: Type.Array(oneOfTexts(CHANGE_FAMILIES), {
      minItems: 1,
      maxItems: CHANGE_FAMILIES.length,
      description: "Which rows are sent: those of GET /v1/changes.",
    }),
    symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 32, description: "Only rows about this symbol, any case, as in GET /v1/changes." })),
  },
  data: Created,
  refusals: UNWRITABLE,
  answer: async ({ url, families, symbol }, context, request, { receivers = PUBLIC_RECEIVERS }) => {
    const { store, clock } = context;
    const why = await refusedUrl(url, receivers);
    if (why !== undefined) return { code: "invalid_request", detail: why };
    const kinds = CHANGE_FAMILIES.filter((family) => families.includes(family));
    // Records the rows that are there already: only later ones are new.
    if (clock.follows) await changedRows(context, { families: kinds, after: store.changes.newest(), limit: 1 });
    const hook = {
      id: `wh_${randomBytes(12).toString("base64url")}`,
      account: request.apiKey!.account,
      url: new URL(url).href,
      families: kinds,
      symbol: symbol?.trim().toUpperCase() ?? null,
      created: new Date(clock.realNow()).toISOString(),
      after: store.changes.newest(),
      secret: newSecret(),
    };
    const added = await written(store.ledger.webhooks.add(hook, MOST));
    if (typeof added === "object") return added;
    if (!added) return { code: "invalid_request", detail: `This key has ${MOST} webhooks already. Delete one first.` };
    return { data: { ...(await hookOnWire(hook, context)), secret: hook.secret }, asOf: hook.created, note: clock.follows ? undefined : NOTHING_NEW };
  },
});

/** GET /v1/webhooks: the webhooks of the key, without their secrets. */
export const webhooksEndpoint = endpoint({
  path: "/v1/webhooks",
  summary: "Webhooks of the key",
  tag: "service",
  examples: [{}],
  data: Type.Array(HOOKS.schema),
  answer: async (_asked, context, request) => {
    const hooks = await context.store.ledger.webhooks.list(request.apiKey!.account);
    return listAnswer(await Promise.all(hooks.map((hook) => hookOnWire(hook, context))), (data) => ({
      data,
      asOf: new Date(context.clock.realNow()).toISOString(),
    }));
  },
});

/** DELETE /v1/webhooks/{webhook_id}: removes a webhook with its deliveries. */
export const deleteWebhookEndpoint = endpoint({
  method: "delete",
  path: "/v1/webhooks/:webhook_id",
  summary: "Deletes a webhook with its deliveries",
  tag: "service",
  examples: [],
  params: { webhook_id: Type.String({ maxLength: 64, description: "Id of a webhook, as GET /v1/webhooks lists it." }) },
  data: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  refusals: { ...NOT_FOUND, ...UNWRITABLE },
  answer: async ({ webhook_id: id }, { store, clock }, request) => {
    const removed = await written(store.ledger.webhooks.remove(request.apiKey!.account, id));
    if (typeof removed === "object") return removed;
    return removed ? { data: { id, deleted: true }, asOf: new Date(clock.realNow()).toISOString() } : unknownHook("webhook", id);
  },
});

/** GET /v1/webhooks/deliveries: the log of deliveries, newest first. */
export const webhookDeliveriesEndpoint = endpoint({
  path: "/v1/webhooks/deliveries",
  summary: "Log of the deliveries of the last 7 days",
  tag: "service",
  examples: [{}, { parameters: { webhook_id: "wh_none" }, status: 404 }, { parameters: { limit: 501 }, status: 422 }],
  query: {
    webhook_id: Type.Optional(Type.String({ maxLength: 64, description: "Omit for all webhooks of the key." })),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: "Most deliveries in the reply: the newest." }),
  },
  data: Type.Array(DELIVERIES.schema),
  refusals: NOT_FOUND,
  answer: async ({ webhook_id: id, limit }, { store, clock }, request) => {
    const { account } = request.apiKey!;
    const { webhooks } = store.ledger;
    if (id !== undefined && !(await webhooks.list(account)).some((hook) => hook.id === id)) return unknownHook("webhook", id);
    const newest = await webhooks.deliveries(account, limit, id);
    return { data: newest.map(DELIVERIES.of), count: await webhooks.countDeliveries(account, id), asOf: new Date(clock.realNow()).toISOString() };
  },
});

/** POST /v1/webhooks/deliveries/{delivery_id}/redeliver: sends a delivery again. */
export const redeliverEndpoint = endpoint({
  method: "post",
  path: "/v1/webhooks/deliveries/:delivery_id/redeliver",
  summary: "Sends a delivery again",
  tag: "service",
  examples: [],
  params: { delivery_id: Type.String({ maxLength: 64, description: "Id of a delivery, as GET /v1/webhooks/deliveries lists it." }) },
  data: DELIVERIES.schema,
  refusals: { ...NOT_FOUND, ...UNWRITABLE },
  answer: async ({ delivery_id: id }, { store, clock }, request) => {
    const now = clock.realNow();
    const found = await written(store.ledger.webhooks.redeliver(request.apiKey!.account, id, now, now + EXPIRES_MS));
    if (found === undefined) return unknownHook("delivery", id);
    return "code" in found ? found : { data: DELIVERIES.of(found), asOf: new Date(now).toISOString() };
  },
});
