import { shown } from "./arguments";
import { endWithNearest } from "./nearest";

/**
 * The first name of a request that is not declared, as a sentence: an option that the service ignored would look as if it had been applied. Undefined if all are
 * declared.
 * @param what what a name is called: "parameter" of an address, "member" of a body
 * @param elsewhere names that belong to another part of the request, each with that part in words
 */
export function unknownName(
  what: "parameter" | "member",
  given: object,
  declared: Readonly<Record<string, unknown>>,
  elsewhere: Readonly<Record<string, string>> = {},
): string | undefined {
  const name = Object.keys(given).find((one) => !Object.hasOwn(declared, one));
  if (name === undefined) return undefined;
  const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  return `There is no ${what} ${shown(name)} here${place === undefined ? endWithNearest(name, Object.keys(declared)) : `; it belongs ${place}.`}`;
}
