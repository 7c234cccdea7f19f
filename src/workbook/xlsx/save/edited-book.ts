import type { Book } from "../../book";
import type { BookEdit } from "../../moved-areas";

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
