import { createAreaIndex } from "../../src/workbook/area-index";
import { referencesOf, type References } from "../../src/workbook/areas";
import type { Book, BookCell } from "../../src/workbook/book";
import type { Block } from "../../src/workbook/block";

/** A formula of a workbook. */
interface Formula {
  readonly sheet: string;
  readonly cell: BookCell;
  readonly references: References;
}

const blockOf = ({ row, column, spill }: BookCell): Block => ({ row, column, rows: spill?.length ?? 1, columns: spill?.[0]?.length ?? 1 });

/** What reads what in a workbook. */
export function dependenciesOf({ sheets, names }: Book) {
  const formulas = sheets.flatMap(({ name, cells }) =>
    cells.flatMap((cell): Formula[] => (cell.formula === undefined ? [] : [{ sheet: name, cell, references: referencesOf(cell.formula, name, names) }])),
  );
  const readers = createAreaIndex<Formula>();
  for (const one of formulas) for (const area of one.references.areas) readers.add(area, one);
  return {
    formulas,
    isRead: (sheet: string, row: number, column: number): boolean => readers.has(sheet, row, column),
    /** The formulas that depend on these cells. */
    dependents: (of: Iterable<{ readonly sheet: string; readonly cell: BookCell }>): ReadonlySet<Formula> => {
      const found = new Set<Formula>();
      const search = readers.search();
      const add = (sheet: string, cell: BookCell): void => search({ sheet, ...blockOf(cell) }, (one) => void found.add(one));
      for (const { sheet, cell } of of) add(sheet, cell);
      // A set also passes through what is added meanwhile.
      for (const { sheet, cell } of found) add(sheet, cell);
      return found;
    },
  };
}
