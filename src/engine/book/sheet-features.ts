import type { Book, BookSheet } from "../../workbook/book";
import { FILTER_FEATURE } from "./filter-feature";
import { FORMAT_FEATURE } from "../formats/format-feature";

/** What a plugin of the grid keeps of sheets besides their cells: a field of `BookSheet`, stored among the workbook's resources. */
interface SheetFeature {
  /** The plugin's name for its data. */
  readonly resource: string;
  /** The plugin's data for a book; `idOf` gives the engine's id of the sheet with this index. */
  readonly dataOf: (book: Book, idOf: (index: number) => string) => object;
  /** The fields of a sheet from the plugin's data; `own` has those of the sheet itself. */
  readonly fieldsOf: (data: object, sheet: string, own: BookSheet) => Partial<BookSheet>;
}

/** Each feature once; a new one also needs a reader and writers of its element (workbook/xlsx) and a plugin (hosts/workbench/grid.ts). */
const SHEET_FEATURES: readonly SheetFeature[] = [FORMAT_FEATURE, FILTER_FEATURE];

/** The resources of a book's features. */
export const featureData = (book: Book, idOf: (index: number) => string): { name: string; data: string }[] =>
  SHEET_FEATURES.map(({ resource, dataOf }) => ({ name: resource, data: JSON.stringify(dataOf(book, idOf)) }));

/** Reads from a workbook's resources what they have of a sheet. */
export function featureFields(resources: readonly { readonly name: string; readonly data: string }[] = []): (sheet: string, own: BookSheet) => BookSheet {
  const read = SHEET_FEATURES.flatMap(({ resource, fieldsOf }) => {
    const text = resources.find(({ name }) => name === resource)?.data;
    const data = text ? (JSON.parse(text) as object) : undefined;
    return data ? [(sheet: string, own: BookSheet) => fieldsOf(data, sheet, own)] : [];
  });
  return (sheet, own) => read.reduce<BookSheet>((all, fields) => ({ ...all, ...fields(sheet, all) }), own);
}
