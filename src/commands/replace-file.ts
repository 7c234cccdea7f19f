import fs, { readdirSync, rmSync, type Stats } from "node:fs";
import path from "node:path";
import { isRunning } from "./running";

/** What writes a file: Node's file system. */
export type Disk = Pick<typeof fs, "openSync" | "writeSync" | "fsyncSync" | "closeSync" | "statSync" | "chownSync" | "chmodSync" | "renameSync" | "rmSync">;

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
function keepAttributes(file: string, { uid, gid, mode }: Stats, disk: Disk): void {
  const own = disk.statSync(file);
  if (own.uid !== uid || own.gid !== gid)
    try {
      disk.chownSync(file, uid, gid);
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== "EPERM") throw e;
    }
  disk.chmodSync(file, mode & 0o777);
}

/**
 * Replaces a file whole or not at all: writes a temporary file beside it and renames that. Keeps owner and permissions.
 *
 * @param like the file whose owner and permissions it gets, if there is such a file
 * @throws the file system's error, with a path
 */
export function replaceFile(file: string, bytes: Uint8Array, like: string = file, disk: Disk = fs): void {
  removeDrafts(file);
  const draft = draftOf(file);
  try {
    const was = disk.statSync(like, { throwIfNoEntry: false });
    // Nobody may read a draft who may not read the file.
    const handle = disk.openSync(draft, "wx", was ? was.mode & 0o600 : 0o666);
    try {
      for (let at = 0; at < bytes.length;) at += disk.writeSync(handle, bytes, at);
      disk.fsyncSync(handle);
    } finally {
      disk.closeSync(handle);
    }
    if (was) keepAttributes(draft, was, disk);
    disk.renameSync(draft, file);
  } catch (e) {
    try {
      disk.rmSync(draft, { force: true });
    } catch {
      // The disk is gone; the next refresh removes the draft. The first error says why.
    }
    // Errors of an open file, such as a full disk, have none.
    throw Object.assign(e as NodeJS.ErrnoException, { path: (e as NodeJS.ErrnoException).path ?? file });
  }
}
