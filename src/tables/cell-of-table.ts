import { hasCell } from "../workbook/cell-reference";
import type { CellPlace } from "../workbook/cell";
import type { PlainContent } from "../workbook/edits/sheet-edits";
import { holds, keyedRows, matchTable } from "./match-table";
import type { TableColumn, TableMemory } from "./memory";
import { blocksOfBook, readTableSheet } from "./place-table";
import { rowWords } from "./row-words";
import { blockName, notesName, rememberedTables } from "./table-settings";
import { wait, type Steps } from "./steps";
import type { TableBook } from "./table-book";
import { linesOf } from "./table-sheet";

/** What a cell is in its table: a value of a row, a part of the frame (title, sources, headings), or the user's own. */
type PartOfTable =
  | { readonly kind: "frame" | "own" }
  | {
      readonly kind: "value";
      /** The row's key in words. */
      readonly row: string;
      readonly column: TableColumn;
      readonly published: PlainContent;
      /** True if the user typed something else over the published value. */
      readonly isTyped: boolean;
      /** True if the row is not in the answer any more. */
      readonly isGone: boolean;
    };

export interface CellOfTable {
  readonly id: string;
  readonly memory: TableMemory;
  readonly part: PartOfTable;
}

/** The table that a cell belongs to, with the lines above it, and what the cell is in it. Its sheet is read only if there is one. */
export function* cellOfTable(book: TableBook, { sheet, row, column }: CellPlace): Steps<CellOfTable | undefined> {
  const tables = rememberedTables(book).flatMap(({ id, memory }) => (memory ? [{ id, memory }] : []));
  if (!book.blocks || tables.length === 0) return undefined;
  const found = yield* wait(blocksOfBook(book).find(tables.flatMap(({ id }) => [blockName(id), notesName(id)])));
  const at = found.findIndex((area) => area?.sheet === sheet && hasCell(area, row, column));
  const table = tables[Math.floor(at / 2)];
  if (at < 0 || !table) return undefined;
  const { id, memory } = table;
  const as = (part: PartOfTable): CellOfTable => ({ id, memory, part });
  if (at % 2 === 1) return as({ kind: "frame" });
  const { sheet: cells } = yield* readTableSheet(book, memory);
  const { fields, lines, heading } = matchTable(cells, memory);
  const { line, field } = linesOf({ row, column, rows: 1, columns: 1 }, memory.orientation);
  const c = fields.indexOf(field);
  const key = [...lines].find(([, there]) => there === line)?.[0];
  const written = key === undefined ? undefined : keyedRows(memory).get(key);
  const known = memory.columns[c];
  if (!known || (line !== heading && !written)) return as({ kind: "own" });
  if (!written || key === undefined) return as({ kind: "frame" });
  const { value, formula } = cells.at(line, field);
  const published = written[c] ?? null;
  const isTyped = formula !== "" || (value !== null && !holds(value, published));
  return as({ kind: "value", row: rowWords(memory.columns, written), column: known, published, isTyped, isGone: memory.gone.includes(key) });
}
