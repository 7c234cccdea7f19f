import { createHash } from "node:crypto";
import { statSync } from "node:fs";

/**
 * Identifies a database file on this machine. A copy of the data folder has another id; the same file under another path keeps its id.
 * Undefined if there is no such file.
 */
export function storeIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && createHash("sha256").update(`${found.dev}:${found.ino}`).digest("hex").slice(0, 16);
}
