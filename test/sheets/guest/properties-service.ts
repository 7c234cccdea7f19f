import type { Scope } from "../calls";
import { ask, exception, setup } from "./outside";

const textOf = (value: unknown, what: string): string => {
  if (value === null || value === undefined) throw exception(`Invalid argument: ${what}`);
  return String(value);
};

function propertiesOf(scope: Scope) {
  const write = (method: string, values: Readonly<Record<string, string>>, removed: readonly string[] = []) => {
    // A cell's function may read properties, but not change them.
    if (setup.kind === "custom") throw exception(`You do not have permission to call PropertiesService.Properties.${method}`);
    ask("propertiesWrite", scope, values, removed);
    return properties;
  };
  const properties = {
    getProperty: (key: unknown) => ask("propertiesRead", scope)[textOf(key, "key")] ?? null,
    getProperties: () => ({ ...ask("propertiesRead", scope) }),
    setProperty: (key: unknown, value: unknown): object => write("setProperty", { [textOf(key, "key")]: textOf(value, "value") }),
    setProperties: (values: Record<string, unknown>): object =>
      write("setProperties", Object.fromEntries(Object.entries(values).map(([key, value]) => [key, textOf(value, "value")]))),
    deleteProperty: (key: unknown): object => write("deleteProperty", {}, [textOf(key, "key")]),
  };
  return properties;
}

export const PropertiesService = {
  getDocumentProperties: () => (setup.container ? propertiesOf("document") : null),
  getUserProperties: () => propertiesOf("user"),
};
