import { sameJson } from "../../../contract/json";
import type { Book, BookSheet, SheetNote } from "../../book";
import type { ConditionalFormat } from "../../conditional-format";
import type { BookEdit } from "../../edits/moved-areas";
import { createFormatReader } from "../formats/format-reader";
import { relatedPart } from "../package-parts";
import { notePartsOf } from "../read/read-notes";
import { readTheme } from "../read/read-styles";
import { readXml } from "../read-xml";
import { displayedFormula, type Table } from "../structured-references";
import type { Parts } from "../unpack";

/**
 * A sheet after edits, with its conditional formats as the moved text has them. The grid splits a rule whose formula means other cells after a move; the text does not. A
 * rule that cannot be read after the edits has no cells.
 *
 * @param was the formats of the opened sheet
 */
export function withFormatsInText(
  parts: Parts,
  workbook: string,
  tables: readonly Table[],
  { part, xml, name }: { readonly part: string; readonly xml: string; readonly name: string },
  sheet: BookSheet,
  was: readonly ConditionalFormat[],
): BookSheet {
  const reader = createFormatReader({
    theme: readTheme(relatedPart(parts, workbook, "theme")?.bytes),
    looks: [],
    seen: (stored, at) => displayedFormula(stored, tables, name, at),
  });
  readXml(xml, part, reader);
  const { known, sources } = reader.formats();
  const now = new Map(known.map((format) => [format.source, format]));
  const formats = was.flatMap((format): ConditionalFormat[] => {
    const { areas = [], rule = format.rule } = now.get(format.source) ?? {};
    return sources.has(format.source ?? "") ? [{ ...format, areas, rule }] : [];
  });
  const { formats: _, ...rest } = sheet;
  return formats.length > 0 ? { ...rest, formats } : rest;
}

/** The notes of a sheet that the file has. */
export const notesInFile = (parts: Parts, part: string, { notes }: BookSheet): readonly SheetNote[] =>
  notePartsOf(parts, part).notes === undefined ? [] : (notes ?? []);

/** Gives the notes and conditional formats of a copied sheet the numbers that they have in its part. */
export function asInFile(sheet: BookSheet, { notes = [], formats = [] }: Pick<BookSheet, "notes" | "formats">): BookSheet {
  const free = new Set(formats);
  const found = (format: ConditionalFormat): ConditionalFormat => {
    const own = [...free].find(({ source: _, ...one }) => sameJson(one, format));
    if (own) free.delete(own);
    return own ?? format;
  };
  const noteOf = (note: SheetNote): SheetNote => notes.find(({ id: _, ...one }) => sameJson(one, note)) ?? note;
  return {
    ...sheet,
    ...(sheet.formats ? { formats: sheet.formats.map((one) => (one.source === undefined ? found(one) : one)) } : {}),
    ...(sheet.notes ? { notes: sheet.notes.map((one) => (one.id === undefined ? noteOf(one) : one)) } : {}),
  };
}

/** A book that was opened from a file. */
export interface OpenedFile {
  readonly file: Uint8Array;
  /** The book as the grid showed it right after it was opened, with the results of arrays as in the file. */
  readonly book: Book;
}

/** The book as it is now. */
export interface EditedBook {
  readonly book: Book;
  /** For each of its sheets, the index of the opened sheet that it is; undefined for a new one. */
  readonly origins: readonly (number | undefined)[];
  /** What moved cells, and renamed or deleted sheets, since the file was opened, in order. Sheets are named as they were called before each edit. */
  readonly edits?: readonly BookEdit[];
}

/** What only the host knows. */
export interface SaveOptions {
  /** True for a formula whose calculated value is certain. */
  readonly trusts: (formula: string) => boolean;
}

export interface SavedFile {
  readonly file: Uint8Array;
  /** What of the file cannot be kept as it was, because the user changed what it is about: a sentence each. */
  readonly lost: readonly string[];
}
