import { keyTrouble } from "../../../core/api-key";
import { readCheck } from "../../../core/check-reply";
import { createAnswerStore } from "../answer-store";
import { BASE_URL, forgetKey, keepKey, readKey } from "../credentials";
import { getStatus } from "../fetch";
import { createRefusals } from "../refusals";
import type { Account, KeyTest } from "../sidebar-calls";
import { NO_ADDRESS } from "./key-needed";

const WHO_PAYS =
  "In cells the key of this spreadsheet's owner is used, whoever looks. The key that you save here is yours: it serves Refresh, Sources and previews that you run, and the cells only where you own the spreadsheet.";

const CORRECT = "Build the script anew with the right --base-url";
const now = (): number => Date.now();

export const account = (): Account => ({ baseUrl: BASE_URL, hasKey: readKey() !== undefined, whoPays: WHO_PAYS });

/** Asks the service whether it takes this key. Nothing is kept. */
export function testKey(key: string): KeyTest {
  const message = BASE_URL === undefined ? NO_ADDRESS : keyTrouble(key);
  if (BASE_URL === undefined || message !== undefined) return { ok: false, message: message ?? NO_ADDRESS };
  const reply = getStatus(key);
  if (reply && reply.status !== 0) return readCheck(reply, BASE_URL, CORRECT);
  return { ok: false, message: `No answer from ${BASE_URL}. Google's servers must reach it: check that it runs and is open to the internet, then test again.` };
}

export function testKept(): KeyTest {
  const key = readKey();
  return key === undefined ? { ok: false, message: "There is no key of yours here. Enter one and save it." } : testKey(key);
}

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
