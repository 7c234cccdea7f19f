import { isTooLarge } from "../../../core/read-body";
import { statusFailure } from "../../../core/status-failure";
import type { Fetched } from "../../../tables/read-table";
import { readKey } from "../credentials";
import { getReply } from "../fetch";
import { sheetsWords } from "../words";

/** Sends a GET to the service with the user's key. Returns the reply as JSON, or a message. */
export function getJson(path: string): Fetched {
  const key = readKey();
  if (key === undefined) return { ok: false, message: sheetsWords({ code: "no_key" }) };
  const reply = getReply(path, key) ?? { status: 0, body: "" };
  if (reply.status !== 200 || isTooLarge(reply)) return { ok: false, message: sheetsWords(statusFailure(reply, Date.now())) };
  try {
    return { ok: true, body: JSON.parse(reply.body) as unknown };
  } catch {
    return { ok: false, message: sheetsWords({ code: "broken_reply" }) };
  }
}
