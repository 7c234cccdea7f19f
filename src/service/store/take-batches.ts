import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { HoldingsReport } from "../records/holdings";
import type { RecordRow } from "../records/record";
import { momentOfFile, namesOfRows, type Freshness, type RowsName } from "./freshness";
import type { Institutions } from "./institutions";
import { createNotes } from "./note-document";
import type { Reads, RowsKind } from "./reads";
import type { Records } from "./records";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/** One document with the rows that it states, for the store and its log of imports. */
export interface Batch {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: readonly { readonly series: string; readonly date: IsoDate; readonly value: number | null; readonly source: SourceId }[];
  /** Rows with a shape of their own, beside or instead of the numeric ones. */
  readonly records?: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
  /** The log's own number where the rows are made again from a document that was imported before. */
  readonly id?: number;
  /** The moment as of which its rows are confirmed; the beginning of the day on which it is seen if left out. */
  readonly confirmed?: string;
}

/** The names of all rows of a file, also of those that are known already. */
export function namesIn({ rows, records = [], reports = [] }: Pick<Batch, "rows" | "records" | "reports">): RowsName[] {
  const named = namesOfRows();
  rows.forEach(named.addSeries);
  records.forEach(named.add);
  if (reports.length > 0) named.addHoldings();
  return named.names();
}

export interface Taken {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface BatchTaken extends Taken {
  readonly rows: number;
  /** The same for the rows with a shape of their own, which `rows` leaves out. */
  readonly records: Taken;
}

/** Writes the rows of documents in one transaction, all or nothing, and logs them. A row that says what is known already changes nothing. */
export type TakeBatches = (batches: readonly Batch[], seen: IsoDate) => BatchTaken[];

export function createTakeBatches(
  sql: Sql,
  { records, institutions, freshness, reads }: { records: Records; institutions: Institutions; freshness: Freshness; reads: Reads },
): TakeBatches {
  const adopt = sql.prepare("UPDATE observation SET source = ? WHERE series = ? AND date = ? AND current = 1");
  const known = sql.prepare("SELECT value, source FROM observation WHERE series = ? AND date = ? AND current = 1");
  const supersede = sql.prepare("UPDATE observation SET current = 0 WHERE series = ? AND date = ? AND current = 1");
  const insert = sql.prepare("INSERT INTO observation (series, date, value, source, first_seen, current, import_id) VALUES (?, ?, ?, ?, ?, 1, ?)");
  const notes = createNotes(sql);

  /** What one file changes. Compared under the write lock, or the rows of another import that is written meanwhile would be inserted twice. */
  function differences(batch: Batch) {
    const added: Batch["rows"][number][] = [];
    const changed: Batch["rows"][number][] = [];
    const adopted: Batch["rows"][number][] = [];
    for (const row of batch.rows) {
      const before = known.get(row.series, row.date) as { value: number | null; source: SourceId } | undefined;
      if (!before) added.push(row);
      else if (before.value === row.value) {
        // The publisher's own file vouches for a value better than a person's copy of it.
        if (before.source === "user" && row.source !== "user") adopted.push(row);
      }
      // A publisher's blank never removes a value that another source has given for the same day.
      else if (row.value !== null || before.source === row.source) changed.push(row);
    }
    return { batch, added, changed, adopted };
  }

  const seriesIn = ({ rows }: Batch): ReadonlySet<string> => {
    const series = new Set<string>();
    for (const row of rows) series.add(row.series);
    return series;
  };
  const isNoChange = ({ batch, added, changed, adopted }: ReturnType<typeof differences>): boolean =>
    added.length + changed.length + adopted.length === 0 && !batch.records?.length && !batch.reports?.length && notes.isLogged(batch, seriesIn(batch));

  function write({ batch, added, changed, adopted }: ReturnType<typeof differences>, seen: IsoDate): Taken {
    for (const row of adopted) adopt.run(row.source, row.series, row.date);
    const shaped = batch.records ?? [];
    const note = notes.open(batch, seriesIn(batch), seen);
    const fileId = note.id;
    // Noted for that, too: what was read of a series counts until the next note.
    if (adopted.length > 0) fileId();
    for (const row of changed) supersede.run(row.series, row.date);
    for (const row of [...added, ...changed]) insert.run(row.series, row.date, row.value, row.source, seen, fileId());
    const taken = { added: 0, changed: 0, unchanged: 0 };
    const kinds = new Set<RowsKind>();
    if (adopted.length + changed.length + added.length > 0) kinds.add("observation");
    for (const row of shaped) {
      const how = records.take(row, seen, fileId);
      taken[how]++;
      if (how !== "unchanged") kinds.add(row.dataset);
    }
    for (const report of batch.reports ?? []) {
      const { added: more, unchanged } = institutions.take(report, fileId);
      taken.added += more;
      taken.unchanged += unchanged;
      // A new report that lists nothing any more changes what is held, too.
      if (more > 0 || unchanged === 0) kinds.add("holding");
    }
    if (kinds.size > 0) reads.changed(kinds, fileId());
    note.end(batch.rows.length + shaped.length);
    return taken;
  }

  function takeOne(batch: Batch, seen: IsoDate): BatchTaken {
    const found = differences(batch);
    const count = found.added.length + found.changed.length;
    const records = isNoChange(found) ? { added: 0, changed: 0, unchanged: 0 } : write(found, seen);
    freshness.confirm(namesIn(batch), batch.confirmed ?? momentOfFile(seen));
    return { rows: batch.rows.length, added: found.added.length, changed: found.changed.length, unchanged: batch.rows.length - count, records };
  }

  /** All files in one transaction. A later file is compared with what the earlier ones have written in it. */
  function takeBatches(batches: readonly Batch[], seen: IsoDate): BatchTaken[] {
    const all = (): BatchTaken[] => batches.map((batch) => takeOne(batch, seen));
    // Looked at without a lock first: most files that come again say what is known already, and other writers need not wait for that.
    return batches.every((batch) => isNoChange(differences(batch))) ? all() : writing(sql, all);
  }
  return takeBatches;
}
