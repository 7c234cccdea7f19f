import type { CellChange } from "../../../proof/diff-locks";
import type { NamedLock } from "./lock-pair";

/** Two locks and how their cells differ. */
export interface Compared {
  readonly before: NamedLock;
  readonly after: NamedLock;
  readonly changes: readonly CellChange[];
  /** Remarks on the locks themselves, in sentences. */
  readonly notes: readonly string[];
}

/** The number of answers in a lock that are sample data. */
const samples = ({ lock }: NamedLock): number => Object.values(lock.questions).filter(({ sample }) => sample).length;

/** A lock in a few words, by name: moment, version and so on. */
export function factsOfLock(named: NamedLock): readonly (readonly [name: string, value: string])[] {
  const { service, book, cells, questions } = named.lock;
  return [
    ["Lock", named.name],
    ["Moment", service.moment],
    ...(service.as_of === undefined ? [] : ([["As of", service.as_of]] as const)),
    ["Cells", String(Object.keys(cells).length)],
    ["Questions", `${Object.keys(questions).length}, ${samples(named)} with sample data`],
    ["Import log", `entry ${service.import_position}`],
    ["Service", service.version],
    ["Book's SHA-256", book.after],
  ];
}

/** Remarks on the locks: their order, and books that were saved since. */
export function notesOn(before: NamedLock, after: NamedLock): string[] {
  return [
    ...[before, after].flatMap(({ name, bookChanged }) =>
      bookChanged ? [`The book of ${name} was saved after its lock was written. This compares the locks, not the book.`] : [],
    ),
    ...(Date.parse(after.lock.service.moment) < Date.parse(before.lock.service.moment)
      ? [`${after.name} is older than ${before.name}. Put the older one first to see what changed since.`]
      : []),
  ];
}
