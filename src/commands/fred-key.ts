import { Mistyped, type Io } from "./io";
import { RUN } from "./data/data-io";

/**
 * The operator's own key for FRED, from the environment alone: it is never written anywhere.
 *
 * @throws Mistyped, without repeating it, where it has not the form of one.
 */
export function fredKey(env: Io["env"]): string | undefined {
  const key = env["SERVICE_FRED_KEY"]?.trim();
  if (!key) return undefined;
  if (!/^[a-z0-9]{32}$/.test(key)) throw new Mistyped("SERVICE_FRED_KEY: expected 32 small letters and digits, as FRED gives them out; copy it again.");
  return key;
}

/** What the start says of FRED where something is left to do; `folder` are the words that name another data folder. */
export function fredLine(on: boolean, hasKey: boolean, folder: string): string | undefined {
  if (on && !hasKey) return "FRED is on and has no key: set the variable SERVICE_FRED_KEY to yours (fredaccount.stlouisfed.org), and start again.";
  if (!on && hasKey) return `SERVICE_FRED_KEY is set, and FRED is off. Its terms, and how to turn it on: ${RUN} enable fred${folder}`;
  return undefined;
}
