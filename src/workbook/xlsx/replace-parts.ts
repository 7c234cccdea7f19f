import { replaceEntries } from "../../zip/replace-entries";
import type { Parts } from "./unpack";

/**
 * Replaces parts of an .xlsx file. Every other part stays byte for byte, also compressed. Returns the same file if nothing is replaced.
 *
 * @param parts the file's parts
 * @param changed new contents by the part's name, in any case and without a leading slash
 */
export function replaceParts(file: Uint8Array, parts: Parts, changed: ReadonlyMap<string, Uint8Array>): Uint8Array {
  if (changed.size === 0) return file;
  const byName = new Map([...changed].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const entries = new Map<string, Uint8Array>();
  for (const name of parts.keys()) {
    const bytes = byName.get(name.replace(/^\//, "").toLowerCase());
    if (bytes) entries.set(name, bytes);
  }
  return replaceEntries(file, entries);
}
