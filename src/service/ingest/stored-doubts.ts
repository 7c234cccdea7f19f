import { CHECKED_DATASETS, doubtsOf } from "../doubts/doubts";
import type { PublicRecord } from "../store/records";
import type { Store } from "../store/store";
import { findStoredIn } from "./ingest-document";

/** A doubt about one stored row. */
interface StoredDoubt {
  /** What the row is: its dataset, name, day and key. */
  readonly row: string;
  /** The number and the name of its document in the log; undefined if it is not known. */
  readonly document: { readonly id: number; readonly file: string } | undefined;
  readonly sentence: string;
}

/** Rows read at once. */
const PAGE = 2_000;

const DAY_TO_COME = "9999-12-31";

/** Runs the checks of plausibility over all stored rows, in pages. Yields the doubts of each page, and how many rows it has. */
export function* storedDoubts(store: Store): Generator<{ readonly rows: number; readonly doubts: readonly StoredDoubt[] }> {
  const { records, institutions, imports, documentOf } = store;
  const files = new Map(imports.files().map(({ id, file }) => [id, { id, file }]));
  const reports = institutions.doubted();
  yield {
    rows: reports.length,
    doubts: reports.map(({ accession, filer, period, doubt, importId }) => ({
      row: `13F ${filer} ${period} ${accession}`,
      document: files.get(importId),
      sentence: doubt,
    })),
  };
  const find = findStoredIn(records);
  for (const dataset of CHECKED_DATASETS) {
    let place: readonly [string, string, string] | undefined;
    for (;;) {
      const page: { readonly records: readonly PublicRecord<object>[]; readonly isLast: boolean } = records.after<object>(dataset, place, PAGE, DAY_TO_COME);
      const doubts = page.records.flatMap((row) =>
        doubtsOf({ ...row, dataset }, find).map((sentence) => ({
          row: [dataset, row.entity, row.date, row.key].filter((part) => part !== "").join(" "),
          document: documentOf({ dataset, entity: row.entity, date: row.date, key: row.key }),
          sentence,
        })),
      );
      yield { rows: page.records.length, doubts };
      const last = page.records.at(-1);
      if (page.isLast || !last) break;
      place = [last.entity, last.date, last.key];
    }
  }
}
