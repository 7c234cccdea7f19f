import { keyTrouble } from "../../../core/api-key";
import { readCheck, type Checked } from "../../../core/check-reply";
import { createAnswerStore } from "../answer-store";
import { BASE_URL, forgetKey, keepKey, readKey } from "../credentials";
import { getStatus } from "../fetch";
import { createRefusals } from "../refusals";
import type { Account, KeyTest } from "../sidebar-calls";
import { keyTestWords } from "../words";
import { NO_ADDRESS } from "./key-needed";

const WHO_PAYS =
  "In cells the key of this spreadsheet's owner is used, whoever looks. The key that you save here is yours: it serves Refresh, Sources and previews that you run, and the cells only where you own the spreadsheet.";

const now = (): number => Date.now();

export const account = (): Account => ({ baseUrl: BASE_URL, hasKey: readKey() !== undefined, whoPays: WHO_PAYS });

/** Asks the service whether it takes this key. Nothing is kept. */
function check(key: string): Checked {
  if (BASE_URL === undefined) return { ok: false, failure: { code: "host", message: NO_ADDRESS } };
  const failure = keyTrouble(key);
  if (failure !== undefined) return { ok: false, failure };
  const reply = getStatus(key);
  return reply && reply.status !== 0 ? readCheck(reply, now()) : { ok: false, failure: { code: "network" } };
}

export function checkKept(): Checked {
  const key = readKey();
  return key === undefined ? { ok: false, failure: { code: "no_key" } } : check(key);
}

const inWords = (checked: Checked): KeyTest => (checked.ok ? checked : { ok: false, message: keyTestWords(checked.failure) });

export const testKey = (key: string): KeyTest => inWords(check(key));
export const testKept = (): KeyTest => inWords(checkKept());

/** Keeps the key where the service takes it. What was refused before, and what another key was given, does not count any more. */
export function saveKey(typed: string): KeyTest {
  const key = typed.trim();
  const tested = testKey(key);
  if (!tested.ok) return tested;
  const changed = readKey() !== key;
  keepKey(key);
  createRefusals(key, now).forget();
  if (changed) createAnswerStore(now).startAnew();
  return tested;
}

export function removeKey(): Account {
  forgetKey();
  return account();
}
