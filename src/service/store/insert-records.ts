import type { Dataset, RecordRow } from "../records/record";
import { meansClass } from "../records/symbols";
import type { Filer, Security, StatedPeriod } from "../records/filings";
import { releaseOfRecord } from "../releases/releases";
import { endOfDay } from "../time/time-zone";
import type { ChangeMoments } from "./changes";
import { BASES, publicationOf, revisionOf, type RowWriter } from "./publication";
import { ENTITIES } from "./records";
import { newestFiled, SELF_DATED } from "./rows-read";
import { execute, selectColumns, selectRow, selectValue, type Sql } from "../sqlite/sql";

export interface RecordWriter extends RowWriter {
  readonly moments: ChangeMoments;
}

/** How an inserted row differs from what was stored. */
type Inserted = "added" | "changed" | "unchanged";

const CURRENT = "dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1";
const NEWEST = `SELECT body, public FROM record WHERE ${CURRENT}`;
const SUPERSEDE = `UPDATE record SET current = 0, until = ? WHERE ${CURRENT}`;

/** Inserts a row, first seen at this time in milliseconds since 1970, within the caller's transaction. */
export function insertRecord({ sql, newestPublic, moments }: RecordWriter, row: RecordRow, seen: number, importId: () => number | bigint): Inserted {
  const { dataset, entity, date, key, known, body, source } = row;
  const text = JSON.stringify(body);
  const which = [dataset, entity, date, key, known];
  const before = selectRow<{ body: string; public: number }>(sql, NEWEST, ...which);
  if (before?.body === text) return "unchanged";
  const { public: at, basis } = before && !SELF_DATED.has(dataset) ? revisionOf(before.public, seen) : publicationOf(releaseOfRecord(row), seen);
  newestPublic.note(at);
  const filed = SELF_DATED.has(dataset) ? newestFiled(body as StatedPeriod) : undefined;
  if (filed !== undefined) newestPublic.note(publicationOf({ at: endOfDay(filed), basis: "stated" }, seen).public);
  if (before) execute(sql, SUPERSEDE, at, ...which);
  execute(
    sql,
    "INSERT INTO record (dataset, entity, date, key, known, body, source, public, until, basis, seen, current, import_id, stored) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, 1, ?, ?)",
    ...[...which, text, source, at, BASES.indexOf(basis), seen, importId(), moments.of(row, text, seen)],
  );
  return before ? "changed" : "added";
}

// Joined spellings of share classes: rows of BRKB are stored as those of BRK.B if the SEC's list of tickers is loaded and `meansClass` holds. Without the list it is
// unknown whether another security has the name.

/** Datasets whose entities are symbols that files spell in several ways. */
const BY_SYMBOL: readonly Dataset[] = ["price", "split", "short_interest", "short_volume", "insider_trade", "congress_trade"];
/** The SEC's lists that name securities. */
const NAMING: readonly Dataset[] = ["filer", "security"];
/** A root and a class: BRK.B, or joined as BRKB. */
const CLASSED = /^([A-Z]{1,5})\.?([A-Z])$/;

const isListLoaded = (sql: Sql): boolean => selectValue(sql, "SELECT 1 FROM record WHERE dataset = 'filer' AND key = '' AND current = 1 LIMIT 1") !== undefined;
const filerBody = (sql: Sql, symbol: string): string | undefined =>
  selectValue(sql, "SELECT body FROM record WHERE dataset = 'filer' AND entity = ? LIMIT 1", symbol);

function symbolOfClass(sql: Sql, symbol: string): string {
  const [, root, letter] = CLASSED.exec(symbol) ?? [];
  if (root === undefined || letter === undefined) return symbol;
  const [joined, pointed] = [root + letter, `${root}.${letter}`];
  const named = filerBody(sql, pointed);
  if (filerBody(sql, joined) !== undefined) return named === undefined ? joined : symbol;
  const company = named === undefined ? undefined : (JSON.parse(named) as Filer).name;
  const listed = selectColumns<[string]>(sql, "SELECT body FROM record WHERE dataset = 'security' AND entity = ? AND current = 1", joined);
  const descriptions = listed.map(([body]) => (JSON.parse(body) as Security).name);
  return meansClass(letter, { isTicker: false, company, descriptions }) ? pointed : symbol;
}

/** The row under the symbol of its security. */
export function spelled(sql: Sql, row: RecordRow): RecordRow {
  if (!BY_SYMBOL.includes(row.dataset) || !CLASSED.test(row.entity) || !isListLoaded(sql)) return row;
  const entity = symbolOfClass(sql, row.entity);
  return entity === row.entity ? row : { ...row, entity };
}

const DELETE_TWICE = `DELETE FROM record WHERE dataset = ?1 AND entity = ?2 AND current = 1
  AND EXISTS (SELECT 1 FROM record o WHERE o.dataset = ?1 AND o.entity = ?3 AND o.date = record.date AND o.key = record.key AND o.known = record.known AND o.current = 1)`;
const MOVE = "UPDATE record SET entity = ?3 WHERE dataset = ?1 AND entity = ?2";
const THEIR_NAMES = "name LIKE '%/' || ?1 || '/' || ?2";
const MOVE_CONFIRMATIONS = `INSERT INTO freshness (name, at) SELECT substr(name, 1, length(name) - length(?2)) || ?3, at FROM freshness WHERE ${THEIR_NAMES}
  ON CONFLICT (name) DO UPDATE SET at = MAX(at, excluded.at)`;
const DELETE_CONFIRMATIONS = `DELETE FROM freshness WHERE ${THEIR_NAMES}`;

/** Moves stored rows to the symbol of their security after an import changed these datasets. Returns the datasets that changed with them. */
export function settleSpellings(sql: Sql, changed: ReadonlySet<string>): readonly Dataset[] {
  if (!NAMING.some((dataset) => changed.has(dataset)) || !isListLoaded(sql)) return [];
  return BY_SYMBOL.filter((dataset) => {
    const moved = selectColumns<[string]>(sql, ENTITIES, dataset)
      .map(([entity]) => [entity, symbolOfClass(sql, entity)])
      .filter(([from, to]) => from !== to);
    for (const names of moved) for (const text of [DELETE_TWICE, MOVE, MOVE_CONFIRMATIONS, DELETE_CONFIRMATIONS]) execute(sql, text, dataset, ...names);
    return moved.length > 0;
  });
}
