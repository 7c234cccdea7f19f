import type { Book } from "../book";
import { createFormatReader } from "./formats/format-reader";
import { readFormatLooks } from "./formats/look-reader";
import { readCells } from "./read-cells";
import { createFilterReader } from "./read-filter";
import { readNotes } from "./read-notes";

/** Reads an .xlsx file with filters, conditional formats and notes. Throws as `readCells` does. */
export const readBook = (file: Uint8Array): Book =>
  readCells(file, { filter: createFilterReader, formats: createFormatReader, looks: readFormatLooks, notes: readNotes });
