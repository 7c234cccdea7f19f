import type { Scope } from "../calls";
import { ask, exception, setup } from "./outside";

const keyOf = (key: unknown): string => {
  if (key === null || key === undefined) throw exception("Invalid argument: key");
  return String(key);
};
const keysOf = (keys: unknown): string[] => {
  if (!Array.isArray(keys)) throw exception("The parameters do not match the method signature for CacheService.Cache.");
  return keys.map(keyOf);
};
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) throw exception("Invalid argument: value");
  return String(value);
};

const cacheOf = (scope: Scope) => ({
  get: (key: unknown) => ask("cacheGet", scope, [keyOf(key)])[keyOf(key)] ?? null,
  getAll: (keys: unknown) => ({ ...ask("cacheGet", scope, keysOf(keys)) }),
  put: (key: unknown, value: unknown, seconds: unknown = 600): void => void ask("cachePut", scope, { [keyOf(key)]: textOf(value) }, Number(seconds)),
  putAll: (values: Record<string, unknown>, seconds: unknown = 600): void =>
    void ask("cachePut", scope, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value)])), Number(seconds)),
  remove: (key: unknown): void => void ask("cacheRemove", scope, [keyOf(key)]),
});

export const CacheService = {
  getDocumentCache: () => (setup.container ? cacheOf("document") : null),
  getScriptCache: () => cacheOf("script"),
};
