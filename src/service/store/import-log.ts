import { isIsoDate, type IsoDate } from "../../contract/dates";
import { groupedBy } from "../../contract/lists";
import { markRebuild, type ChangeMoments } from "./changes";
import { type DocumentToLog, FORGET, FORGOTTEN, lastOfRows, type LoggedFile, type LogLine, REBUILT } from "./document-log";
import { changeNames, type Freshness, isOfSeries, isoMoment, type RowsName } from "./freshness";
import { deleteReports } from "./insert-reports";
import { restoreDecision } from "./decisions";
import { CONFIRMED, DECIDED } from "./read-cache";
import { endOfImportDay } from "./publication";
import { databaseFault, execute, selectColumns, selectRows, selectValue, type Sql, writing } from "../sqlite/sql";

/** One imported document. */
export interface LoggedImport extends Omit<LoggedFile, "rows">, Pick<DocumentToLog, "published" | "confirmed"> {
  /** The series in it. */
  readonly series: readonly string[];
}

/** The effects of removing documents. */
interface Removal {
  /** Number of their rows, past values included. Each holding counts as one. */
  readonly rows: number;
  /** Of the days and records that they had changed or added, the number that other documents still serve. */
  readonly back: number;
  /** Series without any row now. */
  readonly gone: readonly string[];
}

/** By publisher, the publishers whose stored data its documents need. */
type Dependencies = ReadonlyMap<string, readonly string[]>;

/** Imports a document of the log again, under its number. */
type Reimport = (logged: LoggedImport) => void;

/** The documents of these publishers: the first parameter is a list of them as JSON. */
const OF_PUBLISHERS = "publisher IN (SELECT value FROM json_each(?1))";
/** The numbers of their documents. */
const THEIRS = `SELECT id FROM import_file WHERE ${OF_PUBLISHERS}`;
/** Documents by their numbers, as JSON. */
const THOSE = "import_id IN (SELECT value FROM json_each(?1))";
/** The number of the last document of this content that brought rows. */
const TAKEN_AT = "SELECT MAX(id) FROM import_file WHERE sha256 = ? AND publisher = ? AND confirms = 0";
const KEPT = "SELECT publisher, file, sha256, id, rows, seen FROM import_file WHERE sha256 <> '' AND taken_back IS NULL ORDER BY id";

function documentsOf(sql: Sql, publishers: readonly string[]): LoggedImport[] {
  const those = JSON.stringify(publishers);
  const series = groupedBy(
    selectColumns<[number, string]>(sql, `SELECT import_id, series FROM import_series WHERE import_id IN (${THEIRS})`, those),
    ([id]) => id,
  );
  return selectRows<Omit<LoggedImport, "series" | "published" | "confirmed"> & { readonly published: string | null; readonly confirmed: string | null }>(
    sql,
    `SELECT id, publisher, file, sha256, seen, published, confirmed FROM import_file WHERE ${OF_PUBLISHERS} AND taken_back IS NULL ORDER BY id`,
    those,
  ).map(({ published, confirmed, ...row }) => ({
    ...row,
    ...(published === null ? {} : { published }),
    ...(confirmed === null ? {} : { confirmed }),
    series: series.get(row.id)?.map(([, one]) => one) ?? [],
  }));
}

/** Whether these publishers have documents of the series ?2. */
const HAS_SERIES = `SELECT 1 FROM import_series WHERE series = ?2 AND import_id IN (${THEIRS}) LIMIT 1`;
/** Publishers that share a series with one of these. */
const SHARING = `SELECT DISTINCT f.publisher FROM import_series s JOIN import_file f ON f.id = s.import_id
  WHERE f.taken_back IS NULL AND s.series IN (SELECT series FROM import_series WHERE import_id IN (${THEIRS}))`;

function publishersTogether(sql: Sql, publishers: readonly string[], dependencies: Dependencies): string[] {
  const sharing = selectColumns<[string]>(sql, SHARING, JSON.stringify(publishers)).flat();
  const dependents = [...dependencies].flatMap(([id, needed]) =>
    needed.some((from) => publishers.includes(from)) && documentsOf(sql, [id]).length > 0 ? [id] : [],
  );
  const all = [...new Set([...publishers, ...sharing, ...dependents])];
  return all.length === publishers.length ? all : publishersTogether(sql, all, dependencies);
}

/** The log, and what else a rebuild changes. */
interface Rebuilding {
  readonly sql: Sql;
  readonly moments: ChangeMoments;
  readonly freshness: Freshness;
}

const OF_CONFIRMATIONS = `SELECT publisher, file, seen, detail FROM import_file
  WHERE publisher IN ('${CONFIRMED}', '${FORGOTTEN}') OR (publisher = '${REBUILT}' AND detail IS NOT NULL) ORDER BY id`;

/** Confirms rows as the entries of the log do that are not of documents, within the caller's transaction. */
function confirmAsLogged({ sql, freshness }: Pick<Rebuilding, "sql" | "freshness">): void {
  const by = new Map<string, Set<RowsName>>();
  const confirmed = new Map<RowsName, string>();
  for (const [publisher, file, seen, detail] of selectColumns<[string, string, string, string | null]>(sql, OF_CONFIRMATIONS)) {
    if (publisher === REBUILT) for (const name of JSON.parse(detail!) as RowsName[]) confirmed.delete(name);
    else if (publisher === FORGOTTEN) for (const name of [...confirmed.keys()].filter((one) => isOfSeries(one, file))) confirmed.delete(name);
    else {
      const names = by.get(file) ?? new Set();
      by.set(file, names);
      if (detail !== null) changeNames(names, detail);
      for (const name of names) if (seen > (confirmed.get(name) ?? "")) confirmed.set(name, seen);
    }
  }
  for (const [at, names] of groupedBy(confirmed, ([, moment]) => moment))
    freshness.confirm(
      names.map(([name]) => name),
      at,
      undefined,
    );
}

/** Rebuilds within the caller's transaction. `change`: what is done to the log before; it returns the names whose confirmations do not count any more. */
function replayed(
  { sql, freshness }: Rebuilding,
  publishers: readonly string[],
  dependencies: Dependencies,
  reimport: Reimport,
  change: () => readonly RowsName[] = () => [],
): number {
  // Read before rows are deleted, because an operator's own file is identified by the series of its rows.
  const before = documentsOf(sql, [...publishers, FORGOTTEN]);
  const unconfirmed = change();
  const stays = new Set(documentsOf(sql, [...publishers, FORGOTTEN]).map(({ id }) => id));
  const those = JSON.stringify(publishers);
  for (const table of ["observation", "record"]) execute(sql, `DELETE FROM ${table} WHERE import_id IN (${THEIRS})`, those);
  deleteReports(sql, THEIRS, those);
  let documents = 0;
  let isForgotten = false;
  const isDependent = (logged: LoggedImport): number => Number((dependencies.get(logged.publisher) ?? []).length > 0);
  for (const entry of before.filter(({ id }) => stays.has(id)).sort((a, b) => isDependent(a) - isDependent(b))) {
    if (entry.publisher === FORGOTTEN) {
      for (const forget of FORGET) execute(sql, `${forget} AND import_id < ?3 AND import_id IN (${THEIRS})`, those, entry.file, entry.id);
      // Of another group's rows, the later documents are not read again here.
      if (selectValue(sql, HAS_SERIES, those, entry.file) !== undefined) {
        freshness.forgetSeries(entry.file);
        isForgotten = true;
      }
      continue;
    }
    reimport(entry);
    documents++;
  }
  // Rows keep their documents' numbers, so a new log entry invalidates what was read of them before.
  const detail = unconfirmed.length === 0 ? null : JSON.stringify(unconfirmed);
  execute(
    sql,
    "INSERT INTO import_file (publisher, file, sha256, rows, seen, detail) SELECT ?, '', '', 0, MAX(seen), ? FROM import_file HAVING COUNT(*) > 0",
    REBUILT,
    detail,
  );
  execute(sql, "UPDATE rows_version SET import_id = (SELECT MAX(id) FROM import_file)");
  // Later confirmations of a forgotten series were removed with the earlier ones.
  if (isForgotten) confirmAsLogged({ sql, freshness });
  return documents;
}

// A document may also have confirmed other documents' rows, and its values may be stored under another source. Other documents confirm them again as of
// when they were received.
const FORGET_CONFIRMATIONS = `DELETE FROM freshness WHERE name IN (SELECT source || '/' || series FROM observation WHERE import_id IN (${THEIRS})
  UNION SELECT source || '/' || dataset || '/' || entity FROM record WHERE import_id IN (${THEIRS})
  UNION SELECT source || '/' || dataset FROM record WHERE import_id IN (${THEIRS})
  UNION SELECT 'sec/holding' FROM holdings_report WHERE import_id IN (${THEIRS}))
  OR substr(name, instr(name, '/') + 1) IN (SELECT series FROM import_series WHERE import_id IN (${THEIRS})) RETURNING name`;
const VALUES_BACK =
  "SELECT COUNT(*) FROM (SELECT DISTINCT series, date FROM brought_value) b JOIN observation o ON o.series = b.series AND o.date = b.date AND o.current = 1";
const RECORDS_BACK = `SELECT COUNT(*) FROM (SELECT DISTINCT dataset, entity, date, key FROM brought_record) b
  WHERE EXISTS (SELECT 1 FROM record r WHERE r.dataset = b.dataset AND r.entity = b.entity AND r.date = b.date AND r.key = b.key AND r.current = 1)`;
const GONE =
  "SELECT DISTINCT series FROM brought_value b WHERE NOT EXISTS (SELECT 1 FROM observation o WHERE o.series = b.series AND o.current = 1) ORDER BY series";

/** The numbers of the documents to remove, the day on which they are, and the publishers whose rows are rebuilt. */
interface Removing {
  readonly ids: readonly number[];
  readonly day: IsoDate;
  readonly publishers: readonly string[];
}

/** Removes documents within the caller's transaction. */
function removed(rebuilding: Rebuilding, { ids, day, publishers }: Removing, dependencies: Dependencies, reimport: Reimport): Removal {
  const { sql } = rebuilding;
  sql.exec("CREATE TEMP TABLE brought_value (series TEXT, date TEXT); CREATE TEMP TABLE brought_record (dataset TEXT, entity TEXT, date TEXT, key TEXT)");
  const those = JSON.stringify(ids);
  const values = execute(sql, `INSERT INTO brought_value SELECT series, date FROM observation WHERE ${THOSE}`, those).changes;
  const records = execute(sql, `INSERT INTO brought_record SELECT dataset, entity, date, key FROM record WHERE ${THOSE}`, those).changes;
  const held = selectValue<number | null>(sql, `SELECT SUM(holdings) FROM holdings_report WHERE ${THOSE}`, those) ?? 0;
  const unconfirmed = selectColumns<[RowsName]>(sql, FORGET_CONFIRMATIONS, JSON.stringify(publishers)).flat();
  const takeBack = (): readonly RowsName[] => {
    execute(sql, "UPDATE import_file SET taken_back = ?2 WHERE id IN (SELECT value FROM json_each(?1))", those, day);
    return unconfirmed;
  };
  replayed(rebuilding, publishers, dependencies, reimport, takeBack);
  const back = selectValue<number>(sql, VALUES_BACK)! + selectValue<number>(sql, RECORDS_BACK)!;
  const gone = selectColumns<[string]>(sql, GONE).flat();
  sql.exec("DROP TABLE brought_value; DROP TABLE brought_record");
  return { rows: values + records + held, back, gone };
}

/** Restores lines of a log within the caller's transaction. */
function restoreLines({ sql, freshness }: Pick<Rebuilding, "sql" | "freshness">, lines: readonly LogLine[]): void {
  for (const {
    id,
    publisher,
    file,
    sha256,
    rows,
    seen,
    confirms,
    taken_back,
    series,
    published = null,
    confirmed = null,
    detail = null,
    entry = null,
    chain = null,
  } of lines) {
    execute(
      sql,
      "INSERT INTO import_file (id, publisher, file, sha256, rows, seen, confirms, taken_back, published, confirmed, detail, entry, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[id, publisher, file, sha256, rows, isIsoDate(seen) ? endOfImportDay(seen) : isoMoment(Date.parse(seen)), confirms, taken_back],
      ...[published, confirmed, detail, entry, chain],
    );
    if (publisher === DECIDED) restoreDecision(sql, file, detail, seen.slice(0, 10));
    if (publisher === FORGOTTEN) {
      for (const forget of FORGET) execute(sql, forget, null, file);
      freshness.forgetSeries(file);
      execute(sql, "UPDATE rows_version SET import_id = ? WHERE name IN ('observation', 'money_rate')", id);
    }
    for (const one of series?.split(" ") ?? []) execute(sql, "INSERT INTO import_series (import_id, series) VALUES (?, ?)", id, one);
  }
}

export type ImportLog = ReturnType<typeof createImportLog>;

/** The log of imports. With the documents in the archive, the rows can be rebuilt from it. */
export function createImportLog(rebuilding: Rebuilding) {
  const { sql, moments } = rebuilding;
  return {
    /** These publishers and all that share a series with them or depend on them. What is served on a day depends on all of them. */
    together: (publishers: readonly string[], dependencies: Dependencies): string[] => publishersTogether(sql, publishers, dependencies),
    /** The documents of these publishers, in import order. */
    of: (publishers: readonly string[]): LoggedImport[] => documentsOf(sql, publishers),
    /** Restores the lines of a log, with the operator's decisions, into an empty database. Then the rows can be rebuilt. */
    restore: (lines: readonly LogLine[]): void => writing(sql, () => restoreLines(rebuilding, lines)),
    /**
     * Restores an entry that the database lost, with its rows, within the caller's transaction. Returns why its document cannot be read, if so: the entry is then there without
     * rows, because later ones follow it.
     */
    complete: (line: LogLine, reimport: Reimport): unknown => {
      restoreLines(rebuilding, [line]);
      if (line.sha256 === "") return undefined;
      sql.exec("SAVEPOINT document");
      try {
        documentsOf(sql, [line.publisher])
          .filter(({ id }) => id === line.id)
          .forEach(reimport);
        return undefined;
      } catch (e) {
        sql.exec("ROLLBACK TO document");
        if (databaseFault(e) !== undefined) throw e;
        return e;
      } finally {
        sql.exec("RELEASE document");
      }
    },
    /** Confirms rows again as the entries of the log do that are not of documents. */
    confirmAgain: (): void => writing(sql, () => confirmAsLogged(rebuilding)),
    /** The number of the last entry that may have changed a row; 0 without any. */
    last: (): number => lastOfRows(sql),
    /** True if the first document was imported before the second, so it is an old copy. */
    isOlder: (publisher: string, sha256: string, than: string): boolean => {
      const [one, other] = [sha256, than].map((of) => selectValue<number | null>(sql, TAKEN_AT, of, publisher)!);
      return one != null && other != null && one < other;
    },
    /** When the first document was received; undefined if there is none. */
    first: (): string | undefined => selectValue(sql, "SELECT seen FROM import_file WHERE sha256 <> '' ORDER BY id LIMIT 1"),
    /** Notes that a document was read again by these rules, whether it brought rows or not. Within the caller's transaction. */
    readBy: (id: number, rules: number): void => void execute(sql, "UPDATE import_file SET rules = ? WHERE id = ?", rules, id),
    /** By publisher, the lowest number of the rules by which the rows of its documents were read. */
    rules: (): ReadonlyMap<string, number> =>
      new Map(
        selectColumns<[string, number]>(sql, "SELECT publisher, MIN(rules) FROM import_file WHERE sha256 <> '' AND taken_back IS NULL GROUP BY publisher"),
      ),
    /** All documents in the log that were not removed, oldest first. */
    files: (): LoggedFile[] => selectRows(sql, KEPT),
    /**
     * Rebuilds the rows of these publishers in one transaction: each document in its order, with the time at which it was first seen; documents that depend on
     * other publishers' come last. Rows that were removed by `forget` stay removed. `settled` is the last number of the log at which all news of computed rows was
     * logged: if no document came since, what the rebuild corrects is no news.
     *
     * @throws what `reimport` throws; the rows are then unchanged.
     */
    replay: (publishers: readonly string[], dependencies: Dependencies, reimport: Reimport, settled?: number): number =>
      writing(sql, () => {
        const isSettled = settled !== undefined && lastOfRows(sql) === settled;
        const documents = moments.keeping(() => replayed(rebuilding, publishers, dependencies, reimport), true);
        if (isSettled) markRebuild(sql, lastOfRows(sql));
        return documents;
      }),
    /**
     * Removes documents: rebuilds the rows of these publishers as if they had never been imported, in one transaction. They stay removed. Their confirmation
     * times are removed too.
     *
     * @throws what `reimport` throws; the rows are then unchanged.
     */
    remove: (removing: Removing, dependencies: Dependencies, reimport: Reimport): Removal =>
      writing(sql, () => moments.keeping(() => removed(rebuilding, removing, dependencies, reimport))),
  };
}
