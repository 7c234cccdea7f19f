import type { BookSheet, DefinedName, SheetFilter } from "./book";
import type { Block } from "./block";
import { fixedText, sheetPrefix } from "./cell-address";
import { contains, isOfSheets, movedArea, sameSheet, type BookEdit } from "./edits/moved-areas";
import { sheetAfter } from "./edits/moved-places";

const NAME = "_xlnm._FilterDatabase";
export const isFilterName = (name: string): boolean => name.toLowerCase() === NAME.toLowerCase();

/** The name that Excel gives a filter's cells. Without it, LibreOffice shows no filter, and some versions of Excel fail when they sort one. */
export const filterNames = ({ name: sheet, filter }: BookSheet): readonly DefinedName[] =>
  filter ? [{ name: NAME, formula: `=${sheetPrefix(sheet)}${fixedText(filter.block)}`, sheet, hidden: true }] : [];

/** The rows of a filter, without its headings. */
export const filterRows = ({ row, rows }: Block): { readonly first: number; readonly last: number } => ({ first: row + 1, last: row + rows - 1 });

/**
 * The rows that a sheet's filter hides. Of a hidden row, a file does not say why it is hidden: as in Excel, each one within a filter that has a criterion counts.
 */
export function filteredRows({ filter, rows = [] }: Pick<BookSheet, "filter" | "rows">): readonly number[] {
  if (!filter || filter.columns.length === 0) return [];
  const { first, last } = filterRows(filter.block);
  return rows.flatMap(({ row, hidden }) => (hidden && row >= first && row <= last ? [row] : []));
}

/**
 * A filter after its cells have moved. Criteria of columns that are gone are gone.
 *
 * @param block where its cells are now; undefined if they are gone
 * @param columnAfter where a column of the sheet is now
 */
function movedFilter({ block: before, columns }: SheetFilter, block: Block | undefined, columnAfter: (column: number) => number | undefined) {
  if (!block) return undefined;
  const moved = columns.flatMap(({ column, criterion }) => {
    const at = columnAfter(before.column + column);
    return at === undefined || at < block.column || at >= block.column + block.columns ? [] : [{ column: at - block.column, criterion }];
  });
  return { block, columns: moved.sort((a, b) => a.column - b.column) };
}

/** A filter and the rows that it hides. */
export interface AppliedFilter extends SheetFilter {
  readonly hidden: readonly number[];
}

/** True if lines only change their order within a block, also its last ones. */
function isWithin(edit: BookEdit, { row, column, rows, columns }: Block): boolean {
  if (edit.kind !== "reorder") return false;
  const [first, count] = edit.axis === "rows" ? [row, rows] : [column, columns];
  return edit.lines[0] >= first && edit.lines[1] < first + count && edit.to >= first && edit.to <= first + count;
}

/** A filter after an edit of its sheet; undefined if its headings are gone. One whose cells are cut goes with them, and hides no rows there. */
export function filterAfterEdit(applied: AppliedFilter, sheet: string, edit: BookEdit): AppliedFilter | undefined {
  const { hidden, ...filter } = applied;
  const { block } = filter;
  if (isOfSheets(edit)) return applied;
  if (edit.kind === "move") {
    if (!sameSheet(edit.sheet, sheet) || !contains(edit.block, block)) return applied;
    const to = { row: block.row + edit.to.row - edit.block.row, column: block.column + edit.to.column - edit.block.column };
    return sameSheet(edit.to.sheet, sheet) ? { block: { ...block, ...to }, columns: [], hidden: [] } : undefined;
  }
  const after = (area: Block): Block | undefined => movedArea({ sheet, ...area }, edit);
  const [cells, heading] = [isWithin(edit, block) ? block : after(block), after({ ...block, rows: 1 })];
  if (!cells || heading?.row !== cells.row) return undefined;
  const { row, column, rows, columns } = cells;
  const moved = movedFilter(filter, { row, column, rows, columns }, (at) => after({ row: block.row, column: at, rows: 1, columns: 1 })?.column);
  // Only whole rows take with them that they are hidden.
  const isWhole = edit.axis === "rows" && edit.across[1] === Infinity;
  const { first, last } = filterRows(cells);
  const rowAfter = (at: number): number | undefined => (isWhole ? after({ row: at, column: 0, rows: 1, columns: 1 })?.row : at);
  const still = hidden
    .flatMap((at) => rowAfter(at) ?? [])
    .filter((at) => at >= first && at <= last)
    .sort((a, b) => a - b);
  return moved && { ...moved, hidden: still };
}

/** A sheet's filter after edits; undefined if its headings are gone, or on another sheet. */
export function filterAfter(filter: SheetFilter, sheet: string, edits: readonly BookEdit[]): SheetFilter | undefined {
  let [now, name]: [AppliedFilter | undefined, string] = [{ ...filter, hidden: [] }, sheet];
  for (const edit of edits) {
    now &&= filterAfterEdit(now, name, edit);
    name = sheetAfter(name, [edit]) ?? name;
  }
  return now && { block: now.block, columns: now.columns };
}
