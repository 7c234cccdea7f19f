import { parsedJson } from "../../../contract/json";
import { keyTrouble } from "../../../core/api-key";
import { type Checked, readCheck } from "../../../core/check-reply";
import { isTooLarge } from "../../../core/read-body";
import { statusFailure } from "../../../core/status-failure";
import type { Fetched } from "../../../tables/read-table";
import { createAnswerStore } from "../answer-store";
import { BASE_URL, deleteKey, readKey, writeKey } from "../credentials";
import { getReply, getStatus } from "../fetch";
import { createRefusals } from "../refusals";
import { sheetsWords } from "../words";
import { NO_ADDRESS_WORDS } from "./refusal";

/** Sends a GET to the service with the user's key. Returns the reply as JSON, or a message. */
export function getJson(path: string): Fetched {
  const key = readKey();
  if (key === undefined) return { ok: false, message: sheetsWords({ code: "no_key" }) };
  const reply = getReply(path, key);
  if (reply.refused !== undefined) return { ok: false, message: reply.refused };
  if (reply.status !== 200 || isTooLarge(reply)) return { ok: false, message: sheetsWords(statusFailure(reply, Date.now())) };
  const body = parsedJson(reply.body);
  return body === undefined ? { ok: false, message: sheetsWords({ code: "broken_reply" }) } : { ok: true, body };
}

const now = (): number => Date.now();

/** Tests a key with the service. Nothing is saved. */
export function testKey(key: string): Checked {
  if (BASE_URL === undefined) return { ok: false, failure: { code: "host", message: NO_ADDRESS_WORDS } };
  const failure = keyTrouble(key);
  if (failure !== undefined) return { ok: false, failure };
  const reply = getStatus(key);
  if (reply.refused !== undefined) return { ok: false, failure: { code: "host", message: reply.refused } };
  return reply.status === 0 ? { ok: false, failure: { code: "network" } } : readCheck(reply, now());
}

export function testSavedKey(): Checked {
  const key = readKey();
  return key === undefined ? { ok: false, failure: { code: "no_key" } } : testKey(key);
}

/** Tests the key and saves it if the service accepts it. Drops remembered refusals, and the answers cached for another key. */
export function saveKey(typed: string): Checked {
  const key = typed.trim();
  const tested = testKey(key);
  if (!tested.ok) return tested;
  const changed = readKey() !== key;
  writeKey(key);
  createRefusals(key, now).forget();
  if (changed) createAnswerStore(now, undefined).invalidate();
  return tested;
}

export function removeKey(): null {
  deleteKey();
  return null;
}
