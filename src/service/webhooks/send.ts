import { lookup as lookupBySystem, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { type AddressRules, allowedAddresses, hostOf, RefusedAddress } from "./address";

/** What came of one attempt. `retryAfterMs` is how long the receiver asks to wait. */
export type Sent = { readonly status: number; readonly retryAfterMs?: number | undefined } | { readonly error: string };
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: Buffer) => Promise<Sent>;

/** Time of one attempt, from the connection to the status. */
const LIMIT_MS = 10_000;
/** Bytes of a reply that are read before the connection is closed. */
const REPLY_BYTES = 64 * 1024;

/**
 * Looks up a host at name servers. The system's look-up is not for names of users: it holds a thread until the servers reply, and four names whose servers stay
 * silent would hold all that files and compression need.
 *
 * @param servers by default those of the system
 */
export function nameServerLookup(servers?: readonly string[]): AddressRules["lookup"] {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [v4, v6].flatMap((of, i) => (of.status === "fulfilled" ? of.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : []));
    if (found.length === 0 && v4.status === "rejected") throw v4.reason;
    return found;
  };
}

let publicLookup: AddressRules["lookup"] | undefined;
/** Receivers on the public Internet. */
export const PUBLIC_RECEIVERS: AddressRules = { allowPrivate: false, lookup: (host) => (publicLookup ??= nameServerLookup())(host) };
/** All receivers, by the system's look-up, which knows the names of this machine and its network. */
export const ALL_RECEIVERS: AddressRules = { allowPrivate: true, lookup: (host) => lookupBySystem(host, { all: true }) };

/** The error's own words for the log of deliveries. They contain no secret. */
function inWords(e: unknown, limitMs: number): string {
  const { name, code, cause } = e as { name?: string; code?: string; cause?: unknown };
  if (e instanceof RefusedAddress || cause instanceof RefusedAddress) return "Not sent: the address of the host is not public.";
  if (name === "TimeoutError") return `No reply within ${limitMs / 1000} seconds.`;
  const { code: of = code } = (cause ?? {}) as { code?: string };
  return `No reply: ${of ?? (e as Error).message}.`;
}

/** Sends over the network, in at most `limitMs` milliseconds. Each connection is made only to allowed addresses. Redirects are not followed. */
export function networkSend(rules: AddressRules, limitMs = LIMIT_MS): { readonly send: Send; close(): Promise<void> } {
  // Given to the connection itself: a host that had an allowed address at the check can have another one now.
  const lookup: LookupFunction = (host, options, callback) => {
    allowedAddresses(host, rules).then(
      (found) => (options.all ? callback(null, [...found]) : callback(null, found[0]!.address, found[0]!.family)),
      (e: NodeJS.ErrnoException) => callback(e, "", 0),
    );
  };
  /** Loaded with the first delivery, because most services have none. */
  let loaded: ReturnType<typeof load> | undefined;
  async function load() {
    const { Agent, buildConnector, request } = await import("undici");
    const connect = buildConnector({ lookup, timeout: limitMs });
    const dispatcher = new Agent({
      connect: (options, callback) => {
        const host = hostOf(options.hostname);
        // An address needs no look-up.
        if (isIP(host) === 0) return connect(options, callback);
        allowedAddresses(host, rules).then(
          () => connect(options, callback),
          (e: Error) => callback(e, null),
        );
      },
    });
    return { request, dispatcher };
  }
  return {
    send: async (url, headers, body) => {
      const { request, dispatcher } = await (loaded ??= load());
      const signal = AbortSignal.timeout(limitMs);
      try {
        const reply = await request(url, { method: "POST", headers, body, dispatcher, signal });
        const wait = Number(reply.headers["retry-after"]);
        // The status decides. A reply that is too long or never ends is cut off.
        await reply.body.dump({ limit: REPLY_BYTES, signal }).catch(() => undefined);
        return { status: reply.statusCode, ...(wait > 0 ? { retryAfterMs: wait * 1000 } : {}) };
      } catch (e) {
        return { error: inWords(e, limitMs) };
      }
    },
    close: async () => {
      if (loaded) await (await loaded).dispatcher.destroy();
    },
  };
}
