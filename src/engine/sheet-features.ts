import type { Book, BookSheet } from "../workbook/book";
import { FILTER_FEATURE } from "./filter-feature";
import { FORMAT_FEATURE } from "./formats/format-feature";
import type { SheetFeature } from "./sheet-feature";

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
