/** The media types of the files that the workbench opens and saves, by their extension. */
export const BOOK_TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.12",
} as const;
export type BookExtension = keyof typeof BOOK_TYPES;

export const BOOK_ENDING = /\.xls[xm]$/i;

export const extensionOf = (fileName: string): BookExtension => (/\.xlsm$/i.test(fileName) ? "xlsm" : "xlsx");

/** What the page's file chooser offers. */
export const ACCEPTED_BOOKS = Object.entries(BOOK_TYPES)
  .map(([extension, type]) => `.${extension},${type}`)
  .join();
