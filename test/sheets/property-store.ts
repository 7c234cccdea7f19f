import { Refusal } from "./refusal";

const MAX_VALUE_BYTES = 9 * 1024;
const MAX_STORE_BYTES = 500 * 1024;

export type PropertyStore = ReturnType<typeof createPropertyStore>;

/**
 * One property store of PropertiesService. Tests read and set `values` freely; writes by a script obey Google's limits.
 *
 * @param count called for each read and write; throws when the account's daily limit is used up
 */
export function createPropertyStore(count: () => void = () => undefined) {
  const held = new Map<string, string>();
  const calls = { read: 0, write: 0 };
  return {
    values: held,
    /** Number of calls: each counts toward the account's daily limit. */
    calls,
    read: (): Record<string, string> => {
      count();
      calls.read++;
      return Object.fromEntries(held);
    },
    write: (values: Readonly<Record<string, string>>, removed: readonly string[]) => {
      count();
      calls.write++;
      for (const value of Object.values(values)) if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Refusal("Argument too large: value");
      const next = new Map([...held].filter(([key]) => !removed.includes(key)));
      for (const [key, value] of Object.entries(values)) next.set(key, value);
      const bytes = [...next].reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
      if (bytes > MAX_STORE_BYTES) throw new Refusal("You have exceeded the property storage quota. Please remove some properties and try again.");
      held.clear();
      for (const [key, value] of next) held.set(key, value);
    },
  };
}
