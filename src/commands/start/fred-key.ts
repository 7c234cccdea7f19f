import { RUN } from "../data/data-io";
import { type Io, UsageError } from "../io";

/**
 * The operator's FRED key, from the environment. It is never written anywhere.
 *
 * @throws UsageError if the format is wrong; the message does not contain the key.
 */
export function fredKey(env: Io["env"]): string | undefined {
  const key = env["SERVICE_FRED_KEY"]?.trim();
  if (!key) return undefined;
  if (!/^[a-z0-9]{32}$/.test(key)) throw new UsageError("SERVICE_FRED_KEY: expected 32 lower-case letters and digits. Copy the key again.");
  return key;
}

/** Hint of `npm start` if FRED is only half configured. `folder` is the `--data` option to add to printed commands. */
export function fredLine(on: boolean, hasKey: boolean, folder: string): string | undefined {
  if (on && !hasKey) return "FRED is on but has no key. Set the variable SERVICE_FRED_KEY to your key (fredaccount.stlouisfed.org) and start again.";
  if (!on && hasKey) return `SERVICE_FRED_KEY is set, but FRED is off. To read its terms and turn it on, type: ${RUN} enable fred${folder}`;
  return undefined;
}
