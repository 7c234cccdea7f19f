import type { Book, BookSheet } from "../workbook/book";

/** What a plugin of the grid keeps of sheets besides their cells: a field of `BookSheet`, stored among the workbook's resources. */
export interface SheetFeature {
  /** The plugin's name for its data. */
  readonly resource: string;
  /** The plugin's data for a book; `idOf` gives the engine's id of the sheet with this index. */
  readonly dataOf: (book: Book, idOf: (index: number) => string) => object;
  /** The fields of a sheet from the plugin's data; `own` has those of the sheet itself. */
  readonly fieldsOf: (data: object, sheet: string, own: BookSheet) => Partial<BookSheet>;
}
