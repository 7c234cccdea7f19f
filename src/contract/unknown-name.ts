import { shown } from "./arguments";
import { didYouMean } from "./nearest";

/** Longer lists of names are not repeated in a refusal. */
const MOST_LISTED = 12;

/** What to use instead of an undeclared name: the nearest name, else all declared ones. */
function instead(name: string, declared: readonly string[]): string {
  const nearest = didYouMean(name, declared);
  if (nearest !== "") return `; ${nearest}`;
  if (declared.length === 0) return ", nor any other.";
  return declared.length > MOST_LISTED ? ". GET /v1/openapi.json lists all." : `. Known: ${declared.join(", ")}.`;
}

/** Without a list of the names: every cell of a batch is checked. */
function firstUndeclared(given: object, declared: Readonly<Record<string, unknown>>): string | undefined {
  for (const name in given) if (Object.hasOwn(given, name) && !Object.hasOwn(declared, name)) return name;
  return undefined;
}

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
  const name = firstUndeclared(given, declared);
  if (name === undefined) return undefined;
  const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  return `There is no ${what} ${shown(name)} here${place === undefined ? instead(name, Object.keys(declared)) : `; it belongs ${place}.`}`;
}
