import { groupedBy } from "../../contract/lists";
import type { SourceId } from "../records/attribution";
import type { HoldingsReport } from "../records/holdings";
import type { PublishedRow, RecordRow } from "../records/record";
import { releaseOfHoldings } from "../releases/releases";
import { isLogged, openEntry, type DocumentToLog } from "./document-log";
import { momentOfFile, namesOfRows, type Freshness, type RowsName } from "./freshness";
import { insertRecord, settleSpellings, spelled, type RecordWriter } from "./insert-records";
import { insertReport, type HoldingsCounts } from "./insert-reports";
import { addValue, adoptSource, fillsBefore, isEarlier, notStored, placeValues, reviseValue, STATED, type StatedRow } from "./observation-versions";
import { publicationOf } from "./publication";
import type { RowsKind } from "./read-cache";
import type { Reads } from "./reads";
import { selectRow, type Sql, writing } from "../sqlite/sql";

/** One document with its rows, to store and log. */
export interface Batch extends DocumentToLog {
  readonly rows: readonly PublishedRow[];
  /** Records, besides or instead of numeric rows. */
  readonly records?: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
}

const hasMoment = (row: PublishedRow): row is StatedRow => row.published !== undefined;

/** The rows with a stated moment, by series and date. */
const statedByDate = (rows: readonly PublishedRow[]): Iterable<StatedRow[]> =>
  groupedBy([...rows].filter(hasMoment), (row) => `${row.series} ${row.date}`).values();

/** The names of all rows of a file, new or not. */
export function namesIn({ rows, records = [], reports = [] }: Pick<Batch, "rows" | "records" | "reports">): RowsName[] {
  const named = namesOfRows();
  rows.forEach(named.addSeries);
  records.forEach(named.add);
  if (reports.length > 0) named.addHoldings();
  return named.names();
}

export interface RowCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface BatchCounts extends RowCounts {
  readonly rows: number;
  /** New values with a stated moment of publication. They count as changed, and may be older than the served one. */
  readonly placed: number;
  /** The counts of records, which `rows` does not include. */
  readonly records: RowCounts;
}

/**
 * Writes the rows of documents in one transaction, all or nothing, and logs them. An unchanged row changes nothing. `seen` is when the documents were received, as
 * ISO 8601 in UTC; a day counts from its start.
 */
export type InsertBatches = (batches: readonly Batch[], seen: string) => BatchCounts[];

/** What writes rows and all that depends on them. */
export interface Writers extends RecordWriter {
  readonly freshness: Freshness;
  readonly reads: Reads;
}

interface Differences {
  readonly batch: Batch;
  readonly added: readonly PublishedRow[];
  readonly changed: readonly PublishedRow[];
  readonly adopted: readonly PublishedRow[];
  readonly placed: readonly (readonly StatedRow[])[];
}

/** The changes of one file. Compared under the write lock; otherwise a concurrent import could insert the same rows twice. */
function differencesOf(sql: Sql, batch: Batch, seen: number): Differences {
  const [added, changed, adopted]: [PublishedRow[], PublishedRow[], PublishedRow[]] = [[], [], []];
  const placed = [...statedByDate(batch.rows)].map((ofDate) => notStored(sql, ofDate)).filter((ofDate) => ofDate.length > 0);
  for (const row of batch.rows) {
    if (hasMoment(row)) continue;
    const before = selectRow<{ value: number | null; source: SourceId; basis: number }>(
      sql,
      "SELECT value, source, basis FROM observation WHERE series = ? AND date = ? AND current = 1",
      ...[row.series, row.date],
    );
    if (!before) added.push(row);
    // A publisher's own file is a better source than an operator's copy, and of two publishers the one who published the value first.
    else if (before.value === row.value) {
      if (STATED.includes(before.basis) && fillsBefore(sql, row, seen)) changed.push(row);
      else if (row.source !== "user" && row.source !== before.source && (before.source === "user" || isEarlier(sql, row))) adopted.push(row);
    }
    // A publisher's blank never removes another source's value for the same day.
    else if (row.value !== null || before.source === row.source) changed.push(row);
  }
  return { batch, added, changed, adopted, placed };
}

const seriesIn = ({ rows }: Batch): ReadonlySet<string> => {
  const series = new Set<string>();
  for (const row of rows) series.add(row.series);
  return series;
};
/** True for a document that may change nothing: its series are logged already, and it has no records. */
const isKnown = (sql: Sql, batch: Batch): boolean => !batch.records?.length && !batch.reports?.length && isLogged(sql, batch, seriesIn(batch));
const isNoChange = (sql: Sql, { batch, added, changed, adopted, placed }: Differences): boolean =>
  added.length + changed.length + adopted.length + placed.length === 0 && isKnown(sql, batch);

/** Writes the changes of one file, and logs it. Returns the counts of its records, and whether it has a new entry. */
function writeDifferences(
  writers: Writers,
  { batch, added, changed, adopted, placed }: Differences,
  seen: string,
): { readonly records: RowCounts; readonly isLogged: boolean } {
  const { sql } = writers;
  const { records = [], reports = [] } = batch;
  const at = Date.parse(seen);
  for (const row of adopted) adoptSource(sql, row, at);
  const entry = openEntry(sql, batch, seriesIn(batch), seen);
  const fileId = entry.id;
  // A changed source needs a log entry too, because cached reads are valid until the next one.
  if (adopted.length > 0) fileId();
  for (const row of added) addValue(writers, row, at, fileId());
  for (const row of changed) reviseValue(writers, row, at, fileId());
  for (const ofDate of placed) placeValues(writers, ofDate, at, fileId());
  const taken = { added: 0, changed: 0, unchanged: 0 };
  const kinds = new Set<RowsKind>();
  if (adopted.length + changed.length + added.length + placed.length > 0) kinds.add("observation");
  writers.moments.begin();
  for (const row of records) {
    const how = insertRecord(writers, row, at, fileId);
    taken[how]++;
    if (how !== "unchanged") kinds.add(row.dataset);
  }
  for (const report of reports) {
    writers.newestPublic.note(publicationOf(releaseOfHoldings(report), at).public);
    addHeld(insertReport(sql, report, fileId), taken, kinds);
  }
  endDocument(writers, kinds, at, fileId);
  return { records: taken, isLogged: entry.end(batch.rows.length + records.length) };
}

/** Adds the counts of holdings. A new report without holdings changes what is held too. */
export function addHeld({ added, unchanged }: HoldingsCounts, taken: { added: number; unchanged: number }, kinds: Set<RowsKind>): void {
  taken.added += added;
  taken.unchanged += unchanged;
  if (added > 0 || unchanged === 0) kinds.add("holding");
}

/** Completes what depends on the rows of a document: spellings, versions of the changed kinds, and moments. */
export function endDocument({ sql, reads, newestPublic, moments }: Writers, kinds: Set<RowsKind>, seen: number, fileId: () => number | bigint): void {
  for (const dataset of settleSpellings(sql, kinds)) kinds.add(dataset);
  if (kinds.size > 0) reads.changed(kinds, fileId());
  newestPublic.save();
  moments.save(seen);
}

function insertOne(writers: Writers, given: Batch, seen: string): BatchCounts {
  const { sql, freshness } = writers;
  const batch = given.records ? { ...given, records: given.records.map((row) => spelled(sql, row)) } : given;
  const found = differencesOf(sql, batch, Date.parse(seen));
  const placed = found.placed.reduce((sum, ofDate) => sum + ofDate.length, 0);
  const count = found.added.length + found.changed.length + placed;
  const { records, isLogged } = isNoChange(sql, found)
    ? { records: { added: 0, changed: 0, unchanged: 0 }, isLogged: batch.id !== undefined }
    : writeDifferences(writers, found, seen);
  freshness.confirm(namesIn(batch), batch.confirmed ?? momentOfFile(seen), isLogged ? undefined : batch.publisher);
  return {
    rows: batch.rows.length,
    added: found.added.length,
    changed: found.changed.length + placed,
    unchanged: batch.rows.length - count,
    placed,
    records,
  };
}

/** Imports all files in one transaction. A later file is compared with what the earlier ones wrote. */
export const createInsertBatches =
  (writers: Writers): InsertBatches =>
  (batches, seen) => {
    const { sql } = writers;
    const all = (): BatchCounts[] => batches.map((batch) => insertOne(writers, batch, seen));
    // Checked without a lock first: most repeated files change nothing, and other writers need not wait for that. The rows of a new file are compared once, under the lock.
    const isRepeated = (batch: Batch): boolean => isKnown(sql, batch) && isNoChange(sql, differencesOf(sql, batch, Date.parse(seen)));
    return batches.every(isRepeated) ? all() : writing(sql, all);
  };
