import type { Area } from "./areas";
import type { Block } from "./block";
import { hasCell, LAST_ROW, placeOf } from "./cell-reference";

/** Items, some of them in groups that several cells share. */
export interface Group<T> {
  readonly groups: readonly Group<T>[];
  readonly items: readonly T[];
}

/** All items of one block. */
interface Entry<T> extends Group<T> {
  readonly block: Block;
  readonly items: T[];
}
/** The entries of one node of a tree. */
interface TreeNode<T> extends Group<T> {
  readonly groups: Entry<T>[];
}
const NONE: readonly never[] = [];

/**
 * Entries by their rows: a binary tree over all rows of a sheet, whose nodes have the numbers of a heap. An entry stands in the fewest nodes that make up its
 * rows, so the entries of a row are those of its leaf and of the nodes above.
 */
type RowTree<T> = Map<number, TreeNode<T>>;

interface SheetIndex<T> {
  readonly entries: Map<string, Entry<T>>;
  readonly cells: Map<number, Entry<T>>;
  /** By column, for blocks of few columns; the others are in one tree, and their columns are compared. */
  readonly narrow: Map<number, RowTree<T>>;
  readonly wide: RowTree<T>;
}

/** Columns up to which a block is listed under each of its columns. */
const NARROW = 8;
const LEAVES = LAST_ROW + 1;

function insert<T>(tree: RowTree<T>, entry: Entry<T>): void {
  const put = (node: number): void => {
    const found = tree.get(node);
    if (found) found.groups.push(entry);
    else tree.set(node, { groups: [entry], items: NONE });
  };
  let [from, to] = [LEAVES + entry.block.row, LEAVES + entry.block.row + entry.block.rows];
  for (; from < to; from >>= 1, to >>= 1) {
    if (from & 1) put(from++);
    if (to & 1) put(--to);
  }
}

/** Adds the nodes that have the entries of a row. */
function addNodes<T>(tree: RowTree<T>, row: number, found: Set<Group<T>>): void {
  for (let node = LEAVES + row; node >= 1; node >>= 1) {
    const group = tree.get(node);
    if (group) found.add(group);
  }
}

/** True if the test is true for an entry of this row; no further ones are tested then. */
function someOfRow<T>(tree: RowTree<T> | undefined, row: number, test: (entry: Entry<T>) => boolean): boolean {
  if (tree === undefined || tree.size === 0) return false;
  for (let node = LEAVES + row; node >= 1; node >>= 1) if (tree.get(node)?.groups.some(test)) return true;
  return false;
}

export type AreaIndex<T> = ReturnType<typeof createAreaIndex<T>>;

/** Finds items by the cells of their areas, in a time that hardly grows with their number. */
export function createAreaIndex<T>() {
  const sheets = new Map<string, SheetIndex<T>>();

  function newEntry({ cells, narrow, wide }: SheetIndex<T>, block: Block): Entry<T> {
    const entry: Entry<T> = { block, groups: NONE, items: [] };
    const { row, column, rows, columns } = block;
    if (rows === 1 && columns === 1) cells.set(placeOf(row, column), entry);
    else if (columns > NARROW) insert(wide, entry);
    else
      for (let c = column; c < column + columns; c++) {
        let tree = narrow.get(c);
        if (!tree) narrow.set(c, (tree = new Map()));
        insert(tree, entry);
      }
    return entry;
  }

  /** True if the test is true for an entry that has this cell; no further ones are tested then. */
  function some(sheet: string, row: number, column: number, test: (entry: Entry<T>) => boolean): boolean {
    const of = sheets.get(sheet.toLowerCase());
    if (!of) return false;
    const cell = of.cells.get(placeOf(row, column));
    if (cell && test(cell)) return true;
    return someOfRow(of.narrow.get(column), row, test) || someOfRow(of.wide, row, (entry) => hasCell(entry.block, row, column) && test(entry));
  }

  return {
    add: ({ sheet, ...block }: Area, item: T): void => {
      const name = sheet.toLowerCase();
      let of = sheets.get(name);
      if (!of) sheets.set(name, (of = { entries: new Map(), cells: new Map(), narrow: new Map(), wide: new Map() }));
      const key = `${block.row},${block.column},${block.rows},${block.columns}`;
      let entry = of.entries.get(key);
      if (!entry) of.entries.set(key, (entry = newEntry(of, block)));
      entry.items.push(item);
    },
    /**
     * Starts a search. The function calls `found` with the items whose areas share a cell with an area; each of their areas is found once in a search.
     */
    search: () => {
      const done = new Set<Entry<T>>();
      return ({ sheet, row, column, rows, columns }: Area, found: (item: T) => void): void => {
        const take = (entry: Entry<T>): false => {
          if (done.has(entry)) return false;
          done.add(entry);
          entry.items.forEach(found);
          return false;
        };
        for (let r = row; r < row + rows; r++) for (let c = column; c < column + columns; c++) some(sheet, r, c, take);
      };
    },
    /**
     * The items whose areas share a cell with an area, in groups. A search from item to item that visits each group once takes a time in proportion to the
     * items, also where each of them reads all cells above it. One that visits each item of each cell takes the square of that.
     */
    groupsOf: ({ sheet, row, column, rows, columns }: Area): readonly Group<T>[] => {
      const of = sheets.get(sheet.toLowerCase());
      const found = new Set<Group<T>>();
      if (!of) return [];
      for (let r = row; r < row + rows; r++)
        for (let c = column; c < column + columns; c++) {
          const cell = of.cells.get(placeOf(r, c));
          if (cell) found.add(cell);
          const tree = of.narrow.get(c);
          if (tree) addNodes(tree, r, found);
          someOfRow(of.wide, r, (entry) => {
            if (hasCell(entry.block, r, c)) found.add(entry);
            return false;
          });
        }
      return [...found];
    },
    has: (sheet: string, row: number, column: number): boolean => some(sheet, row, column, () => true),
  };
}
