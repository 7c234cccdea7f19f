const REBUILD = "npm run -s data -- rebuild";

/** What SQLite's codes mean, and what to do. The first matching prefix counts. */
const FAULTS: readonly (readonly [code: string, fault: string])[] = [
  [
    "SQLITE_BUSY",
    "another command is writing to the database (an import, an update, a rebuild or an upgrade). Wait until it is done, then type the command again",
  ],
  ["SQLITE_FULL", "the disk with the data folder is full. Free some space"],
  ["SQLITE_READONLY_DBMOVED", "the database file was moved, deleted or replaced. Put it back, or start the service again"],
  ["SQLITE_READONLY", "the database cannot be written to. Check that its disk is not mounted read-only, and that this user owns the data folder"],
  ["SQLITE_CANTOPEN", "the database cannot be opened. Check that its disk is not mounted read-only, and that this user owns the data folder"],
  ["SQLITE_CORRUPT", `the database is damaged. Stop the service, then type: ${REBUILD}`],
  ["SQLITE_NOTADB", `the database is damaged: it is not a database. Stop the service, then type: ${REBUILD}`],
];

/** SQLite's primary codes by number. The driver reports some extended codes only as a number. */
const NAMES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

/** The SQLite code by name, or the error's own code. */
function codeOf(e: unknown): string {
  const { code, rawCode, message } = (e ?? {}) as { code?: unknown; rawCode?: unknown; message?: unknown };
  if (typeof code === "string" && code.startsWith("SQLITE_")) return code;
  // If a file cannot be opened, the number is only in the message.
  const number = typeof rawCode === "number" ? rawCode : Number(/ConnectionFailed\(.*: (\d+)"\)/.exec(String(message))?.[1]);
  return (Number.isInteger(number) && (NAMES[number & 0xff] ?? `SQLITE_${number}`)) || String(code);
}

/** True if another process holds the write lock. */
export const isBusy = (e: unknown): boolean => codeOf(e).startsWith("SQLITE_BUSY");

/** True if the file or its folder cannot be written to or opened. */
export const isReadOnly = (e: unknown): boolean => /^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(e));

/** True if the file is not a valid database. */
export const isDamage = (e: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(e));

/** What a database error means and what to do, without a final full stop. Undefined for other errors. */
export function databaseFault(e: unknown): string | undefined {
  const code = codeOf(e);
  if (!code.startsWith("SQLITE_")) return undefined;
  return FAULTS.find(([start]) => code.startsWith(start))?.[1] ?? `the database reports an error (${code}: ${(e as Error).message}). Check the disk`;
}
