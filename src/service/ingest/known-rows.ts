import type { Records } from "../store/records";
import type { Kept, RecordRow } from "../records/record";
import type { Known } from "../publishers/publisher";

/** What the store knows, for parsers of documents that state only a part. */
export const knownFrom =
  ({ latest }: Pick<Records, "latest">): Known =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) =>
    latest<T>(dataset, entity, day, 1)[0];

/** The same, with the rows of documents that were read just before and are not in the store yet: files of one import. */
export const knownWith =
  (known: Known, rows: readonly RecordRow[]): Known =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) => {
    const newest = rows
      .filter((r) => r.dataset === dataset && r.entity === entity && r.date <= day && r.known <= day)
      .reduce<Pick<Kept<T>, "date" | "body"> | undefined>((a, r) => (!a || r.date >= a.date ? { date: r.date, body: r.body as T } : a), undefined);
    const before = known<T>(dataset, entity, day);
    return newest && (!before || newest.date >= before.date) ? newest : before;
  };
