import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileInPlace, hasUnmergedLog, MEMORY, openSqlite } from "../sqlite/open-file";
import { damageOf, execute, isDamage, selectValue, type Sql, waitAtMost, waitForLock, writingBriefly } from "../sqlite/sql";
import { createCounting, createKeywords, createUsage } from "./counting";
import { createFeeds, forgetFetched } from "./feeds";
import { createKeys } from "./keys";
import { hasNoTables, prepareLedger } from "./schema";
import { createWebhooks } from "./webhooks";

export const LEDGER = "ledger.db";

/** The file of the ledger beside a database. */
export const ledgerBeside = (database: string): string => (database === MEMORY ? MEMORY : path.join(path.dirname(database), LEDGER));

interface LedgerOptions {
  readonly path: string;
  /** How long a write waits for another process, in milliseconds. It blocks this process. */
  readonly busyMs: number;
  /** Changes and creates no file. */
  readonly readOnly: boolean;
  /** Creates the file if there is none. */
  readonly create: boolean;
  /** Writes wait for those of other processes without a limit, as `waitForLock`; called whenever `busyMs` have passed. */
  readonly waiting?: (() => void) | undefined;
  /** Called once when requests cannot be counted, and once when they can again. */
  readonly notice: (sentence: string) => void;
}

/** Opens the connection to a ledger file, or creates the file. @throws OtherVersion, or the driver's error for a file that is no database */
export function openLedgerFile({ path: file, busyMs, readOnly, create }: Omit<LedgerOptions, "notice" | "waiting">): Sql {
  // SQLite would take an empty file for a new database.
  if (!create && file !== MEMORY && statSync(file).size === 0 && !hasUnmergedLog(file)) throw hasNoTables();
  const sql = openSqlite(file, readOnly);
  try {
    sql.exec("PRAGMA foreign_keys = ON");
    prepareLedger(sql, create || file === MEMORY);
    waitAtMost(sql, busyMs);
    return sql;
  } catch (e) {
    sql.close();
    throw e;
  }
}

/**
 * Creates the ledger of a database that is new, before it: another process finds both files, or no database. A ledger that is there has outlived
 * its database: its states of fetching are forgotten, so that everything is fetched again.
 */
export function createLedger(database: string): void {
  const sql = openLedgerFile({ path: ledgerBeside(database), busyMs: 5000, readOnly: false, create: true });
  try {
    forgetFetched(sql);
  } finally {
    sql.close();
  }
}

/** The damage of the ledger of a database in SQLite's words. Undefined if it is valid, or if there is none. Reads the whole file. */
export function ledgerDamage(database: string): string | undefined {
  const file = ledgerBeside(database);
  if (!existsSync(file)) return undefined;
  try {
    const sql = openLedgerFile({ path: file, busyMs: 5000, readOnly: true, create: false });
    try {
      return damageOf(sql);
    } finally {
      sql.close();
    }
  } catch (e) {
    if (isDamage(e)) return (e as Error).message;
    throw e;
  }
}

export type Ledger = ReturnType<typeof openLedger>;

/**
 * Opens what no document can restore: keys, the use of each key, webhooks with their deliveries, the state of fetching, and what cells ask for. Its
 * writes are short, so no import delays them. Several processes may open one file.
 */
export function openLedger(options: LedgerOptions) {
  const { path: file, notice, waiting } = options;
  const sql = openLedgerFile(options);
  if (waiting) waitForLock(sql, waiting);
  const checkFile = fileInPlace(file);
  const counting = createCounting(notice);
  const { flush: flushUsage, ...usage } = createUsage(sql, counting);
  const { flush: flushKeywords, ...keywords } = createKeywords(sql, counting);
  const flush = (): boolean => [flushUsage(), flushKeywords()].every(Boolean);
  return {
    keys: createKeys(sql),
    usage,
    keywords,
    webhooks: createWebhooks(sql),
    feeds: createFeeds(sql),
    /** The day on which this data was restored from a backup, until the operator activates it; undefined for other data. Another service may still use the original. */
    restoredOn: async (): Promise<string | undefined> => selectValue<string | null>(sql, "SELECT restored FROM ledger") ?? undefined,
    /** Ends the state of a restored copy. */
    activate: async (): Promise<void> => writingBriefly(sql, () => void execute(sql, "UPDATE ledger SET restored = NULL")),
    /** Why requests and keywords are counted in memory only; undefined while they are stored. Answers do not depend on it. */
    countingOff: counting.off,
    /** Reads the file. @throws an error that `databaseFault` explains, if it cannot be read, or if it was moved, deleted or replaced. */
    check: (): void => {
      checkFile();
      selectValue(sql, "SELECT version FROM ledger");
    },
    /** The damage of the file in SQLite's words. Undefined if it is valid. Reads the whole file. */
    damage: (): string | undefined => damageOf(sql),
    /** Stores what is counted in memory. False if it still cannot. */
    flush,
    /** Closes the file. If another process writes, waits at most `waitMs` milliseconds to store what is counted in memory; by default not at all. */
    close: (waitMs = 0): void => {
      if (sql.open && !flush() && waitMs > 0 && counting.off() === undefined) {
        notice(`Another command is writing to the ledger. Waiting at most ${waitMs / 1000} s to store the requests counted in memory.`);
        waitAtMost(sql, waitMs);
        if (!flush()) notice("The requests counted in memory are lost: another command is still writing to the ledger.");
      }
      sql.close();
    },
  };
}
