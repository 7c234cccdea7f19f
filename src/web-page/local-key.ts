import { keyTrouble } from "../core/api-key";
import { readBody } from "../core/read-body";
import { isLoopback } from "../pane/account/base-url";

/** The page's origin if it is this computer, where a local service may run. */
export function localOriginOf(location: { readonly origin: string; readonly hostname: string; readonly protocol: string }): string | undefined {
  return /^https?:$/.test(location.protocol) && isLoopback(location.hostname) ? location.origin : undefined;
}

const TIMEOUT_MS = 5_000;

/**
 * Fetches the key of the local service that serves this page, with a same-origin POST that no other page can send. Undefined if something else answers, such
 * as a web server that only serves files.
 */
export async function fetchLocalKey(origin: string): Promise<string | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch(`${origin}/local/key`, { method: "POST", redirect: "error", cache: "no-store", signal: controller.signal });
    if (!reply.ok) return undefined;
    const body: unknown = JSON.parse(await readBody(reply.body, new TextDecoder()));
    const key = typeof body === "object" && body !== null ? (body as { key?: unknown }).key : undefined;
    return typeof key === "string" && keyTrouble(key) === undefined ? key : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
