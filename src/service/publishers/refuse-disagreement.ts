import type { PublishedRow } from "../records/published-row";
import { RefusedFile } from "./refused-file";

/** A file's name as typed, and what was read from it. */
export interface ReadFile {
  readonly name: string;
  readonly rows: readonly PublishedRow[];
}

/**
 * Files that are imported together must not depend on their order. A missing value beside another source's value is no disagreement: the value stays.
 *
 * @throws RefusedFile where two files give different values for one day of one series.
 */
export function refuseDisagreement(files: readonly ReadFile[]): void {
  const taken = new Map<string, { row: PublishedRow; name: string }>();
  for (const { name, rows } of files)
    for (const row of rows) {
      const key = `${row.series} ${row.date}`;
      const before = taken.get(key);
      const blankElsewhere = before && before.row.source !== row.source && (before.row.value === null || row.value === null);
      if (before && before.row.value !== row.value && !blankElsewhere)
        throw new RefusedFile(
          `${row.series} on ${row.date} is ${say(before.row.value)} in ${before.name} and ${say(row.value)} in ${name}; import the two one after the other, the one that counts last.`,
        );
      if (!before || before.row.value === null) taken.set(key, { row, name });
    }
}

const say = (value: number | null): string => (value === null ? "missing" : String(value));
