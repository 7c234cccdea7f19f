import { DamagedDirectory } from "../../zip/directory";
import { replaceEntries } from "../../zip/replace-entries";
import { FileRefusal } from "./file-refusal";
import { partNameOf, type Parts } from "./unpack";
import { NOT_WHOLE, zipEntries } from "./zip-entries";

/**
 * Replaces, removes or adds parts of an .xlsx file. Every other part stays byte for byte, also compressed. Returns the same file if nothing is replaced. Throws
 * a `FileRefusal` for a file whose entries overlap.
 *
 * @param changed new contents by the part's name, in any case and without a leading slash; undefined removes the part
 */
export function replaceParts(file: Uint8Array, changed: ReadonlyMap<string, Uint8Array | undefined>): Uint8Array {
  if (changed.size === 0) return file;
  const byName = new Map([...changed].map(([name, bytes]) => [name.toLowerCase(), { name, bytes }]));
  const entries = new Map<string, Uint8Array | undefined>();
  for (const { name } of zipEntries(file)) {
    const part = partNameOf(name).replace(/^\//, "").toLowerCase();
    const found = byName.get(part);
    if (found) entries.set(name, found.bytes);
    byName.delete(part);
  }
  for (const { name, bytes } of byName.values()) if (bytes) entries.set(name, bytes);
  try {
    return replaceEntries(file, entries);
  } catch (e) {
    if (e instanceof DamagedDirectory) throw new FileRefusal(NOT_WHOLE);
    throw e;
  }
}

/** The file with these parts instead of those that it was unpacked to. Parts that are the same bytes stay as they are in it. */
export function repacked(file: Uint8Array, before: Parts, after: Parts): Uint8Array {
  const bare = (name: string): string => name.replace(/^\//, "");
  const changed = new Map<string, Uint8Array | undefined>();
  for (const name of before.keys()) if (!after.has(name)) changed.set(bare(name), undefined);
  for (const [name, bytes] of after) if (before.get(name) !== bytes) changed.set(bare(name), bytes);
  return replaceParts(file, changed);
}
