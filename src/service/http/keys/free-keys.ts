import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { DAY_MS } from "../../../contract/dates";
import { PLANS } from "../../../contract/plans";
import { envelope } from "../../../contract/wire";
import { databaseFault } from "../../sqlite/sql";
import type { Store } from "../../store/store";
import type { Clock } from "../../time/clock";
import { withExamples } from "../server/openapi-document";
import { refuse } from "../server/refuse";
import { FORBIDDEN, OPEN_REFUSALS, UNREADY } from "../server/schemas";

/** An address without what proxies write around it: quotes, brackets, a zone, and the port after a bracket. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(/^\[([^\]]*)\](:.*)?$/, "$1")
    .replace(/%.*$/, "");

const isAddress = (text: string): boolean => (text.includes(":") ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text));

/**
 * The network of a client's address, for counting, in one form: an IPv4 address, the /64 of an IPv6 address because a customer has at least that many, or
 * "unknown" for anything else. The address may have a port, which changes from request to request.
 */
export function networkOf(address: string): string {
  const text = bare(address);
  const found = [text, text.replace(/:[^:]*$/, "")].find(isAddress);
  if (found === undefined) return "unknown";
  const parsed = ipaddr.process(found);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** Lets anyone create a free key. */
export interface FreeKeys {
  /** Maximum number of keys for one address a day. */
  readonly perAddress: number;
  readonly newKey: () => string;
}

const Created = Type.Object({
  key: Type.String({ description: "The key. It is shown only this once." }),
  name: Type.String({ description: "Its name, for the operator. It is no secret." }),
  plan: Type.String(),
  minute_limit: Type.Integer(),
  monthly_limit: Type.Integer(),
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const PREFIX = "keys:";

/** POST /v1/keys: creates a free key, if the operator allows it. Needs no key. */
export function freeKeys(
  app: FastifyInstance,
  {
    store: {
      ledger: { keys, usage },
    },
    clock,
    allowed,
  }: { readonly store: Store; readonly clock: Clock; readonly allowed: FreeKeys | undefined },
): void {
  const schema = {
    summary: "Creates a free key",
    description: "Needs no key. The operator decides whether the service creates keys on request, and how many a day for one address.",
    tags: ["service"],
    ...withExamples([{ status: 403 }]),
    security: [],
    response: { 200: envelope(Created, Type.Object({})), ...OPEN_REFUSALS, ...FORBIDDEN, ...UNREADY },
  };
  app.post("/v1/keys", { schema, config: { givesKey: true } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (!allowed) return refuse(reply, { code: "no_self_service" });
    const at = clock.realNow();
    const now = new Date(at).toISOString();
    const period = `${PREFIX}${now.slice(0, 10)}`;
    const account = `address:${sha256(networkOf(request.ip))}`;
    const { isTaken } = await usage.take(account, [{ period, limit: allowed.perAddress }]);
    if (!isTaken) {
      const wait = Math.ceil((DAY_MS - (at % DAY_MS)) / 1000);
      return refuse(reply.header("retry-after", wait), { code: "too_many_keys", perDay: allowed.perAddress });
    }
    await usage.forget(PREFIX, period);
    let key: string;
    let name: string;
    try {
      do {
        key = allowed.newKey();
        name = `self-service-${sha256(key).slice(0, 8)}`;
      } while ((await keys.addNamed([[name, key]], "free", now)) !== undefined);
    } catch (e) {
      const why = databaseFault(e);
      if (why === undefined) throw e;
      return refuse(reply, { code: "not_ready", why });
    }
    const { perMinute, perMonth } = PLANS.free;
    return { data: { key, name, plan: "free", minute_limit: perMinute, monthly_limit: perMonth }, as_of: now, meta: {} };
  });
}
