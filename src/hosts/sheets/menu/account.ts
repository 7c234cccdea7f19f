import { keyTrouble } from "../../../core/api-key";
import { readCheck, type Checked } from "../../../core/check-reply";
import { createAnswerStore } from "../answer-store";
import { BASE_URL, deleteKey, readKey, writeKey } from "../credentials";
import { getStatus } from "../fetch";
import { createRefusals } from "../refusals";
import type { Account, KeyTest } from "../sidebar-calls";
import { keyTestWords } from "../words";
import { NO_ADDRESS } from "./key-needed";

const KEY_USE =
  "Cells always use the key of the spreadsheet's owner. Your key is used when you refresh, view sources or preview formulas, and in cells if you own the spreadsheet.";

const now = (): number => Date.now();

export const account = (): Account => ({ baseUrl: BASE_URL, hasKey: readKey() !== undefined, keyUse: KEY_USE });

/** Tests a key with the service. Nothing is saved. */
function check(key: string): Checked {
  if (BASE_URL === undefined) return { ok: false, failure: { code: "host", message: NO_ADDRESS } };
  const failure = keyTrouble(key);
  if (failure !== undefined) return { ok: false, failure };
  const reply = getStatus(key);
  return reply && reply.status !== 0 ? readCheck(reply, now()) : { ok: false, failure: { code: "network" } };
}

export function checkSavedKey(): Checked {
  const key = readKey();
  return key === undefined ? { ok: false, failure: { code: "no_key" } } : check(key);
}

const inWords = (checked: Checked): KeyTest => (checked.ok ? checked : { ok: false, message: keyTestWords(checked.failure), failure: checked.failure });

export const testKey = (key: string): KeyTest => inWords(check(key));
export const testSavedKey = (): KeyTest => inWords(checkSavedKey());

/** Tests the key and saves it if the service accepts it. Drops remembered refusals, and the answers cached for another key. */
export function saveKey(typed: string): KeyTest {
  const key = typed.trim();
  const tested = testKey(key);
  if (!tested.ok) return tested;
  const changed = readKey() !== key;
  writeKey(key);
  createRefusals(key, now).forget();
  if (changed) createAnswerStore(now, undefined).invalidate();
  return tested;
}

export function removeKey(): Account {
  deleteKey();
  return account();
}
