import { constants, existsSync } from "node:fs";
import path from "node:path";
import { accessFault } from "./io";

const nearestFolder = (file: string): string => (existsSync(file) || path.dirname(file) === file ? file : nearestFolder(path.dirname(file)));

const isOnReadOnlyDisk = (file: string): boolean => accessFault(nearestFolder(file), constants.W_OK) === "EROFS";

/** A disk that fails, and a network drive that is away. */
const UNREACHABLE: readonly string[] = ["EIO", "ENXIO", "ENODEV", "ESTALE", "ETIMEDOUT", "EBUSY"];

/** What an error of the file system means and what to do, without a final full stop. Undefined for other errors. */
export function fileFault(e: unknown): string | undefined {
  const { code, syscall, path: file } = e as NodeJS.ErrnoException;
  if (file === undefined) return undefined;
  const folder = path.dirname(file);
  // Node creates parent folders one by one, and reports a read-only disk as a missing parent.
  if (code === "EROFS" || (code === "ENOENT" && syscall === "mkdir" && isOnReadOnlyDisk(file)))
    return `nothing can be written into ${folder}, because its disk is read-only. Mount it for writing, or name another data folder with --data`;
  if (code === "ENOSPC" || code === "EDQUOT") return `the disk with ${folder} is full. Free some space`;
  if (code === "EACCES" || code === "EPERM") return `this user has no permission for ${file}. Type the command as the owner of ${folder}`;
  if (code !== undefined && UNREACHABLE.includes(code)) return `${file} cannot be read or written now (${code}). Check its disk or network drive`;
  return undefined;
}
