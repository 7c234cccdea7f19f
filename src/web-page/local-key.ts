import { keyTrouble } from "../core/api-key";
import { isLoopback } from "../pane/account/base-url";

/** The page's origin where that is this computer; only there can a local service be meant. */
export function localOriginOf(location: { readonly origin: string; readonly hostname: string; readonly protocol: string }): string | undefined {
  return /^https?:$/.test(location.protocol) && isLoopback(location.hostname) ? location.origin : undefined;
}

const PATIENCE_MS = 5_000;

/**
 * The key of the service that serves this page from this computer, by a POST of the same origin that no other page can make. Undefined
 * wherever anything else answers: a web server that only serves files is a usual case.
 */
export async function fetchLocalKey(origin: string): Promise<string | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const reply = await fetch(`${origin}/local/key`, { method: "POST", redirect: "error", cache: "no-store", signal: controller.signal });
    if (!reply.ok) return undefined;
    const body: unknown = await reply.json();
    const key = typeof body === "object" && body !== null ? (body as { key?: unknown }).key : undefined;
    return typeof key === "string" && keyTrouble(key) === undefined ? key : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
