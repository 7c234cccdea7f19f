import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";

/** The names of half written files of this one. */
export const draftsOf = (file: string): RegExp => new RegExp(`^\\.${path.basename(file).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\.\\d+\\.draft$`);

/** Replaces a file whole or not at all: writes a temporary file beside it and renames that. Keeps the permissions of a file that is there. */
export function replaceFile(file: string, bytes: Uint8Array): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.draft`);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  try {
    const handle = openSync(draft, "wx");
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (mode !== undefined) chmodSync(draft, mode & 0o777);
    renameSync(draft, file);
  } catch (e) {
    rmSync(draft, { force: true });
    throw e;
  }
}
