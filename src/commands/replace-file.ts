import { chmodSync, chownSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync, type Stats } from "node:fs";
import path from "node:path";
import { isRunning } from "./is-running";

/** The name of a half written file of this one; names of one process are the same. */
export const draftOf = (file: string, pid: number = process.pid): string => path.join(path.dirname(file), `.${path.basename(file)}.${pid}.draft`);

/** Removes what processes that were killed have left of a file. */
export function removeDrafts(file: string): void {
  const folder = path.dirname(file);
  const [before, after] = path.basename(draftOf(file, 0)).split(/0(?=\.draft$)/) as [string, string];
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue;
    const pid = name.slice(before.length, -after.length);
    if (/^\d+$/.test(pid) && (Number(pid) === process.pid || !isRunning(Number(pid)))) rmSync(path.join(folder, name), { force: true });
  }
}

/** Gives a file the owner and the permissions of another one. Only root may give files away: for other users the file stays theirs. */
function keepAttributes(file: string, { uid, gid, mode }: Stats): void {
  const own = statSync(file);
  if (own.uid !== uid || own.gid !== gid)
    try {
      chownSync(file, uid, gid);
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== "EPERM") throw e;
    }
  chmodSync(file, mode & 0o777);
}

/**
 * Replaces a file whole or not at all: writes a temporary file beside it and renames that. Keeps owner and permissions.
 *
 * @param like the file whose owner and permissions it gets, if there is such a file
 * @throws the file system's error, with a path
 */
export function replaceFile(file: string, bytes: Uint8Array, like: string = file): void {
  removeDrafts(file);
  const draft = draftOf(file);
  const was = statSync(like, { throwIfNoEntry: false });
  try {
    // Nobody may read a draft who may not read the file.
    const handle = openSync(draft, "wx", was ? was.mode & 0o600 : 0o666);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (was) keepAttributes(draft, was);
    renameSync(draft, file);
  } catch (e) {
    rmSync(draft, { force: true });
    // Errors of an open file, such as a full disk, have none.
    throw Object.assign(e as NodeJS.ErrnoException, { path: (e as NodeJS.ErrnoException).path ?? file });
  }
}
