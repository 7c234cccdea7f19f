import { DamagedDirectory } from "../../zip/directory";
import { replaceEntries } from "../../zip/replace-entries";
import { FileRefusal } from "./file-refusal";
import { partNameOf } from "./unpack";
import { NOT_WHOLE, zipEntries } from "./zip-entries";

/**
 * Replaces parts of an .xlsx file. Every other part stays byte for byte, also compressed. Returns the same file if nothing is replaced. Throws a `FileRefusal`
 * for a file whose entries overlap.
 *
 * @param changed new contents by the part's name, in any case and without a leading slash
 */
export function replaceParts(file: Uint8Array, changed: ReadonlyMap<string, Uint8Array>): Uint8Array {
  if (changed.size === 0) return file;
  const byName = new Map([...changed].map(([name, bytes]) => [name.toLowerCase(), bytes]));
  const entries = new Map<string, Uint8Array>();
  for (const { name } of zipEntries(file)) {
    const bytes = byName.get(partNameOf(name).replace(/^\//, "").toLowerCase());
    if (bytes) entries.set(name, bytes);
  }
  try {
    return replaceEntries(file, entries);
  } catch (e) {
    if (e instanceof DamagedDirectory) throw new FileRefusal(NOT_WHOLE);
    throw e;
  }
}
