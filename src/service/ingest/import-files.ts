import type { IsoDate } from "../../contract/dates";
import type { Observations } from "../store/observations";
import type { Batch } from "../store/insert-batches";
import type { Store } from "../store/store";
import type { PublishedRow } from "../records/record";

/** The changes of one series by an import, in days. */
export interface SeriesImport {
  readonly series: string;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** True if the series had only sample rows until now. */
  readonly newlyPublished: boolean;
}

/** The changes of records by an import, over all files. */
interface RecordsImport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface Imported {
  readonly series: readonly SeriesImport[];
  readonly records: RecordsImport;
  /** New values with a stated moment of publication, which may be earlier than the served one. */
  readonly placed: number;
}

/**
 * Imports files in one transaction. Returns the changes of each series, in the order of the files. They are counted from what is served before and after, so
 * they are right for any rule about blanks.
 */
export function importFiles(store: Pick<Store, "observations" | "insertBatches" | "writing">, files: readonly Batch[], seen: string): Imported {
  return store.writing(() => imported(store, files, seen));
}

function imported({ observations, insertBatches }: Pick<Store, "observations" | "insertBatches">, files: readonly Batch[], seen: string): Imported {
  const daysOf = new Map<string, Set<IsoDate>>();
  for (const { series, date } of files.flatMap((f) => f.rows)) daysOf.set(series, (daysOf.get(series) ?? new Set()).add(date));
  const before = [...daysOf].map(([series, days]) => ({
    series,
    days,
    then: served(observations, series, days),
    newlyPublished: !observations.isPublished(series),
  }));
  const results = insertBatches(files, seen);
  const records = results.reduce(
    (sum, { records: r }) => ({ added: sum.added + r.added, changed: sum.changed + r.changed, unchanged: sum.unchanged + r.unchanged }),
    { added: 0, changed: 0, unchanged: 0 },
  );
  const series = before.map(({ series, days, then, newlyPublished }) => {
    const now = [...served(observations, series, days)];
    const added = now.filter(([date]) => !then.has(date)).length;
    const changed = now.filter(([date, value]) => then.has(date) && then.get(date) !== value).length;
    return { series, added, changed, unchanged: now.length - added - changed, newlyPublished };
  });
  return { series, records, placed: results.reduce((sum, { placed }) => sum + placed, 0) };
}

function served(observations: Observations, series: string, days: ReadonlySet<IsoDate>): Map<IsoDate, PublishedRow["value"]> {
  const sorted = [...days].sort();
  const rows = observations.between(series, sorted[0] ?? "", sorted[sorted.length - 1] ?? "");
  return new Map(rows.filter((o) => days.has(o.date)).map((o) => [o.date, o.value]));
}
