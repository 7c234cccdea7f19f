import { parsedJson, replaceStrings } from "../contract/json";
import type { Failure } from "./failure";

/** Minimum length of a key: a shorter one may occur in a text by chance. */
export const MIN_KEY = 16;

/** Printable ASCII: a browser refuses to send a header with anything else. */
const isSendable = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

/** Checks the form of a key without a request. Undefined if it is valid. */
export function keyTrouble(key: string): Failure | undefined {
  if (key === "") return { code: "key_blank" };
  if (!isSendable(key)) return { code: "key_characters" };
  return key.length < MIN_KEY ? { code: "key_short", least: MIN_KEY } : undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Removes the request's key from a reply's body: a service that echoes the key must not put it into a cell or a list. In JSON only string values change, not
 * member names or numbers.
 */
export function withoutKey(body: string, key: string): string {
  // Most replies contain neither the key nor an escape that could hide it.
  if (!body.includes("\\") && !body.toLowerCase().includes(key.toLowerCase())) return body;
  const wanted = new RegExp(escaped(key), "gi");
  if (!/^\s*[[{]/.test(body)) return body.replace(wanted, "[key]");
  return replaceStrings(body, (token) => {
    // An invalid string stays as it is.
    const text = (parsedJson(token) ?? token) as string;
    const clean = text.replace(wanted, "[key]");
    return clean === text ? token : JSON.stringify(clean);
  });
}
