import type { LocalUpdate } from "../contract/local-update";
import { withoutKey, keyTrouble } from "../core/api-key";
import { readBody } from "../core/read-body";
import { readDetail } from "../core/reply";
import type { LocalUpdateReply } from "../pane/pane-host";
import type { Credentials } from "./key-store";
import { isLoopback } from "../pane/account/base-url";

/** The page's origin if it is this computer, where a local service may run. */
export function localOriginOf(location: { readonly origin: string; readonly hostname: string; readonly protocol: string }): string | undefined {
  return /^https?:$/.test(location.protocol) && isLoopback(location.hostname) ? location.origin : undefined;
}

const KEY_TIMEOUT_MS = 5_000;
const UPDATE_TIMEOUT_MS = 10_000;

/**
 * Fetches the key of the local service that serves this page, with a same-origin POST that no other page can send. Undefined if something else answers, such
 * as a web server that only serves files.
 */
export async function fetchLocalKey(origin: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(KEY_TIMEOUT_MS);
    const reply = await fetch(`${origin}/local/key`, { method: "POST", redirect: "error", cache: "no-store", signal });
    if (!reply.ok) return undefined;
    const body: unknown = JSON.parse(await readBody(reply.body, new TextDecoder()));
    const key = typeof body === "object" && body !== null ? (body as { key?: unknown }).key : undefined;
    return typeof key === "string" && keyTrouble(key) === undefined ? key : undefined;
  } catch {
    return undefined;
  }
}

const isUpdate = (body: unknown): body is LocalUpdate => {
  const { phase, publishers, leftOut } = (body ?? {}) as Partial<Record<keyof LocalUpdate, unknown>>;
  return typeof phase === "string" && Array.isArray(publishers) && Array.isArray(leftOut);
};

/** Asks the service on this computer about its update, with a same-origin POST and the key, which no other page can send. */
export async function askLocalUpdate(
  using: Credentials | undefined,
  localOrigin: string | undefined,
  body: { readonly action: string; readonly contact?: string },
): Promise<LocalUpdateReply> {
  if (!using || using.baseUrl !== localOrigin)
    return { ok: false, message: "Only the service on this computer is updated from here. Its operator updates a service at another address." };
  try {
    const reply = await fetch(`${localOrigin}/local/update`, {
      method: "POST",
      redirect: "error",
      cache: "no-store",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${using.key}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(UPDATE_TIMEOUT_MS),
    });
    const text = withoutKey(await readBody(reply.body, new TextDecoder()), using.key);
    if (!reply.ok)
      return { ok: false, message: readDetail(text).text ?? "The service did not accept the update. In a terminal, type: npm run -s data -- update" };
    const read: unknown = JSON.parse(text);
    if (isUpdate(read)) return { ok: true, update: read };
  } catch {
    // No connection, no answer in time, too large, or no JSON.
  }
  return { ok: false, message: "The service on this computer does not answer. Start it with npm start, then try again." };
}
