import type { Failure } from "./failure";

/** Fewest characters of a key: a shorter one could stand in any text by chance. */
export const MIN_KEY = 16;

/** A header can carry printable ASCII only; a browser refuses to send anything else. */
const isSendable = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

/** What is wrong with a key before anything is sent; undefined if it can be tried. */
export function keyTrouble(key: string): Failure | undefined {
  if (key === "") return { code: "key_blank" };
  if (!isSendable(key)) return { code: "key_characters" };
  return key.length < MIN_KEY ? { code: "key_short", least: MIN_KEY } : undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A string of a JSON text, with the colon after it if it names a member. */
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * A reply's body without the key that it was asked with, so that a service that repeats the key puts it into no cell and no list. Of JSON only string values
 * change: names of members, numbers and all else stay as they came.
 */
export function withoutKey(body: string, key: string): string {
  // Most replies hold neither the key nor an escape that could hide it.
  if (!body.includes("\\") && !body.toLowerCase().includes(key.toLowerCase())) return body;
  const wanted = new RegExp(escaped(key), "gi");
  if (!/^\s*[[{]/.test(body)) return body.replace(wanted, "[key]");
  return body.replace(STRINGS, (token, isName: string | undefined) => {
    if (isName !== undefined) return token;
    const text = textOf(token);
    const clean = text.replace(wanted, "[key]");
    return clean === text ? token : JSON.stringify(clean);
  });
}

/** What a JSON string says; one that is not valid stays as it is written, for nothing will read it. */
function textOf(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}
