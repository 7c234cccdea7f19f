import type { SourceId } from "../records/attribution";
import type { HoldingsReport } from "../records/holdings";
import type { RecordRow } from "../records/record";
import { releaseOfHoldings } from "../releases/releases";
import type { ChangeMoments } from "./changes";
import { momentOfFile, namesOfRows, type Freshness, type RowsName } from "./freshness";
import type { Institutions } from "./institutions";
import { createDocumentLogger } from "./log-document";
import { createObservationVersions, STATED, type StatedRow, type ValueRow } from "./observation-versions";
import { publicationOf, type NewestPublic } from "./publication";
import type { RowsKind } from "./read-cache";
import type { Reads } from "./reads";
import type { InsertRecord } from "./records";
import { createSpellings } from "./spellings";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/** One document with its rows, to store and log. */
export interface Batch {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: readonly ValueRow[];
  /** Records, besides or instead of numeric rows. */
  readonly records?: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
  /** The log's number, if the rows of an imported document are rebuilt. */
  readonly id?: number;
  /** The time as of which its rows are confirmed; by default the start of the day on which it is seen. */
  readonly confirmed?: string;
  /** The number of its publisher's rules; 0 by default. */
  readonly rules?: number;
}

const hasMoment = (row: ValueRow): row is StatedRow => row.published !== undefined;

/** The rows with a stated moment, by series and date. */
function statedByDate(rows: readonly ValueRow[]): Iterable<StatedRow[]> {
  const found = new Map<string, StatedRow[]>();
  for (const row of rows) {
    if (!hasMoment(row)) continue;
    const name = `${row.series} ${row.date}`;
    const of = found.get(name);
    if (of) of.push(row);
    else found.set(name, [row]);
  }
  return found.values();
}

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

export function createInsertBatches(
  sql: Sql,
  {
    insertRecord,
    newestPublic,
    moments,
    institutions,
    freshness,
    reads,
  }: { insertRecord: InsertRecord; newestPublic: NewestPublic; moments: ChangeMoments; institutions: Institutions; freshness: Freshness; reads: Reads },
): InsertBatches {
  const known = sql.prepare("SELECT value, source, basis FROM observation WHERE series = ? AND date = ? AND current = 1");
  const versions = createObservationVersions(sql, newestPublic);
  const documentLogger = createDocumentLogger(sql);
  const spellings = createSpellings(sql);

  /** The changes of one file. Compared under the write lock; otherwise a concurrent import could insert the same rows twice. */
  function differences(batch: Batch, seen: string) {
    const added: Batch["rows"][number][] = [];
    const changed: Batch["rows"][number][] = [];
    const adopted: Batch["rows"][number][] = [];
    const placed = [...statedByDate(batch.rows)].map(versions.notStored).filter((ofDate) => ofDate.length > 0);
    for (const row of batch.rows) {
      if (hasMoment(row)) continue;
      const before = known.get(row.series, row.date) as { value: number | null; source: SourceId; basis: number } | undefined;
      if (!before) added.push(row);
      // A publisher's own file is a better source than an operator's copy, and of two publishers the one who published the value first.
      else if (before.value === row.value) {
        if (STATED.includes(before.basis) && versions.fillsBefore(row, Date.parse(seen))) changed.push(row);
        else if (row.source !== "user" && row.source !== before.source && (before.source === "user" || versions.isEarlier(row))) adopted.push(row);
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
  const isKnown = (batch: Batch): boolean => !batch.records?.length && !batch.reports?.length && documentLogger.isLogged(batch, seriesIn(batch));
  const isNoChange = ({ batch, added, changed, adopted, placed }: ReturnType<typeof differences>): boolean =>
    added.length + changed.length + adopted.length + placed.length === 0 && isKnown(batch);

  function write({ batch, added, changed, adopted, placed }: ReturnType<typeof differences>, seen: string): RowCounts {
    for (const row of adopted) versions.adopt(row, Date.parse(seen));
    const shaped = batch.records ?? [];
    const entry = documentLogger.open(batch, seriesIn(batch), seen);
    const fileId = entry.id;
    // A changed source needs a log entry too, because cached reads are valid until the next one.
    if (adopted.length > 0) fileId();
    for (const row of added) versions.add(row, Date.parse(seen), fileId());
    for (const row of changed) versions.revise(row, Date.parse(seen), fileId());
    for (const ofDate of placed) versions.place(ofDate, Date.parse(seen), fileId());
    const taken = { added: 0, changed: 0, unchanged: 0 };
    const kinds = new Set<RowsKind>();
    if (adopted.length + changed.length + added.length + placed.length > 0) kinds.add("observation");
    moments.begin();
    for (const row of shaped) {
      const how = insertRecord(row, Date.parse(seen), fileId);
      taken[how]++;
      if (how !== "unchanged") kinds.add(row.dataset);
    }
    for (const report of batch.reports ?? []) {
      newestPublic.note(publicationOf(releaseOfHoldings(report), Date.parse(seen)).public);
      const { added: more, unchanged } = institutions.insert(report, fileId);
      taken.added += more;
      taken.unchanged += unchanged;
      // A new report without holdings changes what is held too.
      if (more > 0 || unchanged === 0) kinds.add("holding");
    }
    for (const dataset of spellings.settle(kinds)) kinds.add(dataset);
    if (kinds.size > 0) reads.changed(kinds, fileId());
    newestPublic.save();
    moments.save(Date.parse(seen));
    entry.end(batch.rows.length + shaped.length);
    return taken;
  }

  function insertOne(given: Batch, seen: string): BatchCounts {
    const batch = given.records ? { ...given, records: given.records.map(spellings.spelled) } : given;
    const found = differences(batch, seen);
    const placed = found.placed.reduce((sum, ofDate) => sum + ofDate.length, 0);
    const count = found.added.length + found.changed.length + placed;
    const records = isNoChange(found) ? { added: 0, changed: 0, unchanged: 0 } : write(found, seen);
    freshness.confirm(namesIn(batch), batch.confirmed ?? momentOfFile(seen));
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
  function insertBatches(batches: readonly Batch[], seen: string): BatchCounts[] {
    const all = (): BatchCounts[] => batches.map((batch) => insertOne(batch, seen));
    // Checked without a lock first: most repeated files change nothing, and other writers need not wait for that. The rows of a new file are compared once, under the lock.
    return batches.every((batch) => isKnown(batch) && isNoChange(differences(batch, seen))) ? all() : writing(sql, all);
  }
  return insertBatches;
}
