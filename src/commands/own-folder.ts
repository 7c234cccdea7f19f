import { chmodSync, constants, existsSync, readdirSync, readFileSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { accessFault, type Io, ROOT, UsageError } from "./io";

/** Names of the service's files in its data folder. */
const OWN =
  /^((service|ledger)\.db(\.damaged-[0-9T-]+)?(-wal|-shm|-journal)?|key|running\.json|updating|certificates|documents|revoked|restoring|before-restore-[0-9T-]+)(\.[0-9a-f]{12})?$/;
const OTHERS = 0o077;

/** Name of a user, or "user N". */
function userName(uid: number): string {
  try {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((l) => l.split(":")[2] === String(uid));
    return line?.split(":")[0] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}

const asSudo = (uid: number): string => (/^user /.test(userName(uid)) ? `sudo -u '#${uid}'` : `sudo -u ${userName(uid)}`);

const can = (file: string, mode: number): boolean => accessFault(file, mode) === undefined;

/** Switches from root to the folder's owner: the service could not read files created by root. */
function becomeOwner(folder: string, { uid, gid }: Stats, io: Pick<Io, "err">): void {
  if (process.getuid?.() !== 0 || uid === 0) return;
  try {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch {
    throw new UsageError(`${folder} belongs to ${userName(uid)}, and root cannot act as that user here. Put ${asSudo(uid)} before the command.`);
  }
  io.err(`(Run as ${userName(uid)}, the owner of ${folder}.)`);
  if (!can(path.join(ROOT, "package.json"), constants.R_OK))
    throw new UsageError(
      `${userName(uid)} cannot read the program in ${ROOT}. Install it where every user can read it, such as /opt, or use a data folder of your own.`,
    );
}

/** The service's files and folders on the first two levels; permissions of these protect deeper ones. */
function ownEntries(folder: string): string[] {
  const own = readdirSync(folder).filter((name) => OWN.test(name));
  const documents = path.join(folder, "documents");
  const below =
    own.includes("documents") && can(documents, constants.R_OK) ? readdirSync(documents, { withFileTypes: true }).filter((e) => e.isDirectory()) : [];
  return [...own.map((name) => path.join(folder, name)), ...below.map((e) => path.join(documents, e.name))];
}

/** Throws if another user owns an entry and this one cannot write it. */
function refuseForeign(folder: string, entries: readonly string[], uid: number): void {
  for (const file of entries) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat || stat.uid === uid || can(file, constants.W_OK)) continue;
    const owner = statSync(folder).uid;
    throw new UsageError(
      `${file} belongs to ${userName(stat.uid)}, and ${userName(uid)} cannot write it. ` +
        (owner === uid ? `Type: sudo chown -R ${userName(uid)} ${folder}` : `Put ${asSudo(owner)} before the command.`),
    );
  }
}

const isOpen = (file: string): boolean => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;

/** Removes others' permissions. Ignores a read-only disk; the caller reports files that stay readable. */
function close(file: string): void {
  try {
    chmodSync(file, statSync(file).mode & ~OTHERS);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== "EROFS") throw e;
  }
}

/** Makes the service's files private; the folder too, unless it contains other files. */
function closeToOthers(folder: string, entries: readonly string[], io: Pick<Io, "err">): void {
  const alone = entries.length > 0 && readdirSync(folder).every((name) => OWN.test(name));
  const open = [...(alone ? [folder] : []), ...entries].filter(isOpen);
  if (open.length === 0) return;
  for (const file of open) close(file);
  io.err(
    open.some(isOpen)
      ? `(Other users of this machine can read ${folder}: its file system does not support permissions. Use another folder with --data or SERVICE_DATA.)`
      : `(Other users of this machine could read ${folder}. Its files are now private.)`,
  );
}

/**
 * Prepares a data folder for a command: new files are private, root acts as the folder's owner, and existing files become private. Does nothing on
 * Windows, where folders in a user's home are private.
 *
 * @throws UsageError with the command to type, if this user cannot write the folder's files.
 */
export function ownFolder(folder: string, io: Pick<Io, "err">): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  process.umask(OTHERS);
  if (!existsSync(folder)) return;
  const stat = statSync(folder);
  becomeOwner(folder, stat, io);
  const me = process.getuid?.() ?? uid;
  if (!can(folder, constants.R_OK | constants.X_OK))
    throw new UsageError(
      `${folder} belongs to ${userName(stat.uid)}, and ${userName(me)} cannot read it. Put ${asSudo(stat.uid)} before the command, or name another folder with --data.`,
    );
  const entries = ownEntries(folder);
  if (me !== 0) refuseForeign(folder, entries, me);
  if (stat.uid === me) closeToOthers(folder, entries, io);
}
