import type { Book } from "../../book";
import { readCharts } from "../chart-parts";
import { createFilterReader } from "../filter-xml";
import { readFormatLooks } from "../formats/format-looks";
import { createFormatReader } from "../formats/format-reader";
import { leftOut } from "./left-out";
import { readCells } from "./read-cells";
import { readNotes } from "./read-notes";
import { readValidations } from "./read-validations";

/** Reads an .xlsx file with filters, conditional formats, charts, notes and data validation, and what else it has. Throws as `readCells` does. */
export const readBook = (file: Uint8Array): Book =>
  readCells(file, {
    filter: createFilterReader,
    formats: createFormatReader,
    looks: readFormatLooks,
    charts: readCharts,
    notes: readNotes,
    validations: readValidations,
    leftOut,
  });
