import { shown } from "../../contract/arguments";
import { unknownName } from "../../contract/unknown-name";
import type { Route, Tool } from "./served-tools";

/** Arguments of a call, as a client sent them. */
export type Arguments = Readonly<Record<string, unknown>>;

type Address = { readonly url: string; readonly route: Route } | { readonly wrong: string };

/** A blank or missing value is not sent: the endpoint's default applies. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A value as text for an address; an object as JSON, which the endpoint then refuses in its own words. */
const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** The address for a call. `wrong` says which argument cannot be part of one; all other checks are the endpoint's. */
export function callAddress({ routes, sentAs, inputSchema }: Tool, given: Arguments): Address {
  const renamed = new Set(Object.values(sentAs));
  // The endpoint would name its query parameters only, without those in the path.
  const unknown = unknownName("parameter", Object.fromEntries(Object.entries(given).filter(([name]) => !renamed.has(name))), inputSchema.properties);
  if (unknown !== undefined) return { wrong: unknown };
  const parameters = new Map(Object.entries(given).flatMap(([name, value]) => (isGiven(value) ? [[sentAs[name] ?? name, value] as const] : [])));
  const route = routes.find(({ inPath }) => inPath.every((name) => parameters.has(name)));
  if (route === undefined) {
    const missing = routes.at(-1)?.inPath.find((name) => !parameters.has(name)) ?? "";
    return { wrong: `${missing}: expected a value, got ${shown(given[missing])}.` };
  }
  let path = route.path;
  for (const name of route.inPath) {
    const text = textOf(parameters.get(name));
    parameters.delete(name);
    // The first two would name another endpoint: addresses resolve them, encoded or not. Half of a surrogate pair has no encoding.
    if (text === "." || text === ".." || /\p{Surrogate}/u.test(text)) return { wrong: `${name}: expected a name, got ${shown(text)}.` };
    path = path.replace(`{${name}}`, () => encodeURIComponent(text));
  }
  const query = new URLSearchParams([...parameters].flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, textOf(one)])));
  return { url: query.size === 0 ? path : `${path}?${query.toString()}`, route };
}
