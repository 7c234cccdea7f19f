import { countBefore } from "../contract/rounded";
import type { Area } from "./areas";

/** Items of one column, sorted by row. */
type Rows<T> = { readonly row: number; readonly item: T }[];

/** Finds items by the areas that they fill, in a time in proportion to what an area holds. The areas are those of formulas' results, not whole columns: each of their cells is listed. */
export function createCellIndex<T>(placed: Iterable<readonly [Area, T]>) {
  const sheets = new Map<string, Map<number, Rows<T>>>();
  for (const [area, item] of placed) {
    const key = area.sheet.toLowerCase();
    const columns = sheets.get(key) ?? new Map<number, Rows<T>>();
    sheets.set(key, columns);
    for (let column = area.column; column < area.column + area.columns; column++) {
      const rows = columns.get(column) ?? [];
      columns.set(column, rows);
      for (let row = area.row; row < area.row + area.rows; row++) rows.push({ row, item });
    }
  }
  for (const columns of sheets.values()) for (const rows of columns.values()) rows.sort((a, b) => a.row - b.row);
  return {
    /** Calls `found` with each item that fills a cell of the area, once for each such cell: column by column, each from above. */
    within: ({ sheet, row, column, rows, columns }: Area, found: (item: T) => void): void => {
      for (const [c, list] of sheets.get(sheet.toLowerCase()) ?? []) {
        if (c < column || c >= column + columns) continue;
        for (let i = countBefore(list.length, (at) => list[at]!.row < row); i < list.length && list[i]!.row < row + rows; i++) found(list[i]!.item);
      }
    },
  };
}
