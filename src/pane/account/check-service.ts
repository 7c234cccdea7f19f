import { keyTrouble } from "../../core/api-key";
import { readCheck, type Checked, type CheckReply } from "../../core/check-reply";

/** One GET. Undefined if no reply came: no connection, no permission to read it, or a timeout. */
export type SendGet = (url: string, headers: Readonly<Record<string, string>>) => Promise<CheckReply | undefined>;

/** Sends `GET {base}/v1/status` with the key, before anything is stored. */
export async function checkService(get: SendGet, now: () => number, baseUrl: string, key: string): Promise<Checked> {
  const failure = keyTrouble(key);
  if (failure !== undefined) return { ok: false, failure };
  const reply = await get(`${baseUrl}/v1/status`, { Authorization: `Bearer ${key}` });
  return reply ? readCheck(reply, now()) : { ok: false, failure: { code: "network" } };
}
