import { createAreaIndex } from "../area-index";
import type { References } from "../areas";
import type { Book } from "../book";

interface FormulaPlace {
  readonly sheet: string;
  readonly cell: { readonly row: number; readonly column: number };
  readonly references: References;
}

const isSubtotal = ({ references }: FormulaPlace): boolean => references.functions.has("SUBTOTAL") || references.functions.has("AGGREGATE");

/**
 * The formulas with SUBTOTAL or AGGREGATE whose result does not follow from the values of the cells in their ranges: a row there is hidden, or a cell has a
 * subtotal itself, which does not count.
 */
export function subtotalsBeyondValues<T extends FormulaPlace>(book: Book, formulas: readonly T[]): ReadonlySet<T> {
  const subtotals = formulas.filter(isSubtotal);
  const hidden = new Map(book.sheets.map(({ name, rows }) => [name.toLowerCase(), rows?.filter((row) => row.hidden) ?? []]));
  const found = new Set(
    subtotals.filter(({ references }) =>
      references.areas.some(({ sheet, row, rows }) => hidden.get(sheet.toLowerCase())?.some((line) => line.row >= row && line.row < row + rows)),
    ),
  );
  const over = createAreaIndex<T>();
  for (const one of subtotals) for (const area of one.references.areas) over.add(area, one);
  const search = over.search();
  for (const { sheet, cell } of subtotals) search({ sheet, row: cell.row, column: cell.column, rows: 1, columns: 1 }, (one) => void found.add(one));
  return found;
}
