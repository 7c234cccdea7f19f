import { keyTrouble } from "../../core/api-key";
import { readCheck, type Checked, type CheckReply } from "../../core/check-reply";

export { inWords, type Checked } from "../../core/check-reply";

/** One GET. Gives undefined where no answer came: no connection, no permission to read it, or too late. */
export type Get = (url: string, headers: Readonly<Record<string, string>>) => Promise<CheckReply | undefined>;

/** Asks `GET {base}/v1/status` with the key, before anything is kept. */
export async function checkService(get: Get, baseUrl: string, key: string): Promise<Checked> {
  const message = keyTrouble(key);
  if (message !== undefined) return { ok: false, message };
  const reply = await get(`${baseUrl}/v1/status`, { Authorization: `Bearer ${key}` });
  if (reply) return readCheck(reply, baseUrl);
  return {
    ok: false,
    message: `No answer from ${baseUrl}. Check the base URL and the connection; if both are right, the service does not answer or does not allow this page.`,
  };
}
