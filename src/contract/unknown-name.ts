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
  return `There is no ${what} ${shown(name)} here${place === undefined ? instead(name, Object.keys(declared)) : `; it belongs ${place}.`}`;
}
