import { createAreaIndex } from "../area-index";
import { type Area, type References, referencesOf } from "../areas";
import type { Book } from "../book";
import { blockText } from "../cell-address";

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

/** A block that formulas refer to. */
export interface Reference extends Area {
  /** How many formulas and names do, a formula that has it twice twice. */
  readonly times: number;
  /** The sheets whose formulas do; empty for a name. */
  readonly homes: readonly string[];
}

/** Counts what formulas and names refer to on one sheet. */
export function countReferences(sheet: string) {
  const found = new Map<string, Area & { times: number; homes: string[] }>();
  const add = (area: Area, home = ""): void => {
    if (area.sheet.toLowerCase() !== sheet.toLowerCase()) return;
    const known = found.get(blockText(area));
    if (known) {
      known.times++;
      if (!known.homes.includes(home)) known.homes.push(home);
    } else found.set(blockText(area), { ...area, times: 1, homes: [home] });
  };
  return {
    add,
    /** @param home the sheet of the formula's cell; empty for a name's formula */
    addFormula: (formula: string, home: string): void => referencesOf(formula, home, []).areas.forEach((area) => add(area, home)),
    list: (): readonly Reference[] => [...found.values()],
  };
}
