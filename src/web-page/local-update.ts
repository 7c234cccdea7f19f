import type { LocalUpdate } from "../contract/local-update";
import { withoutKey } from "../core/api-key";
import { readBody } from "../core/read-body";
import { readDetail } from "../core/reply";
import type { LocalUpdateReply } from "../pane/pane-host";
import type { Credentials } from "./credentials";

const TIMEOUT_MS = 10_000;

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
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
