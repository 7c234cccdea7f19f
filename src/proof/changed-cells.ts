import type { Area } from "../workbook/areas";
import { createCellIndex } from "../workbook/cell-index";

interface ChangedCell<C> {
  readonly where: string;
  /** The cells that it fills. */
  readonly area: Area;
  /** What its formula reads. */
  readonly reads: readonly Area[];
  /** Why it changed, apart from what it reads. */
  readonly classes: ReadonlySet<C>;
}

interface Found<C> {
  readonly cells: readonly string[];
  readonly count: number;
  readonly classes: ReadonlySet<C>;
}

/** Cells that are named before they are only counted. */
const NAMED = 20;

/**
 * Finds what a changed cell follows from: the changed cells that its formula reads, and the classes of those and of everything that they follow from. Undefined
 * for a cell that reads no changed cell.
 *
 * @param otherwise the class of a cell that has none and reads no changed cell
 */
export function createChangedCells<C>(cells: readonly ChangedCell<C>[], otherwise: C): (where: string) => Found<C> | undefined {
  /** Positions in the list of changed cells. */
  const filled = createCellIndex(cells.map(({ area }, index) => [area, index] as const));
  const indexOf = new Map(cells.map(({ where }, index) => [where, index]));
  /** Calls `found` with each changed cell that this one reads, possibly more than once. */
  const eachRead = (index: number, found: (read: number) => void): void => {
    for (const area of cells[index]!.reads)
      filled.within(area, (read) => {
        if (read !== index) found(read);
      });
  };

  /** Equal sets of classes are the same object, so that a cell that reads thousands of others compares objects. */
  const sets = new Map<string, ReadonlySet<C>>();
  const shared = (classes: ReadonlySet<C>): ReadonlySet<C> => {
    const key = [...classes].sort().join();
    const known = sets.get(key);
    if (!known) sets.set(key, classes);
    return known ?? classes;
  };
  /** The classes of each cell and of all that it follows from. */
  const all: (ReadonlySet<C> | undefined)[] = [];
  const open = new Set<number>();
  // Without recursion: a column of running totals may be longer than the call stack.
  const resolve = (first: number): void => {
    const stack = [first];
    while (stack.length > 0) {
      const index = stack.at(-1)!;
      if (all[index]) stack.pop();
      else if (!open.has(index)) {
        open.add(index);
        eachRead(index, (read) => {
          if (!all[read] && !open.has(read)) stack.push(read);
        });
      } else {
        const found = new Set([cells[index]!.classes]);
        let reads = false;
        eachRead(index, (read) => {
          reads = true;
          const classes = all[read];
          if (classes) found.add(classes);
        });
        const classes = new Set([...found].flatMap((one) => [...one]));
        if (!reads && classes.size === 0) classes.add(otherwise);
        all[index] = shared(classes);
        stack.pop();
      }
    }
  };

  /** The number of the search that last came to each cell. */
  const reached = new Int32Array(cells.length);
  let searches = 0;
  return (where) => {
    const index = indexOf.get(where);
    if (index === undefined) return undefined;
    const named: string[] = [];
    const found = new Set<ReadonlySet<C>>();
    let count = 0;
    searches++;
    eachRead(index, (read) => {
      if (reached[read] === searches) return;
      reached[read] = searches;
      count++;
      if (named.length < NAMED) named.push(cells[read]!.where);
      if (!all[read]) resolve(read);
      found.add(all[read]!);
    });
    return count === 0 ? undefined : { cells: named, count, classes: new Set([...found].flatMap((one) => [...one])) };
  };
}
