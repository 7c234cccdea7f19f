import type { ReportHead, TableLine } from "./holdings";
import type { RecordRow } from "./record";

/** A document that is too large to be held as a whole: it is read in pieces from where it lies. */
export interface LargeDocument {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from there on, at most so many. */
  read(from: number, length: number): Uint8Array;
}

/** Some of what a large document holds, in the store's own forms, and how far the reading is. */
export interface Piece {
  readonly records?: readonly RecordRow[];
  /** Tops of institutions' reports, and lines of their tables, in any order: they are put together at the end. */
  readonly heads?: readonly ReportHead[];
  readonly lines?: readonly TableLine[];
  /** A part that is left out, and why, in a sentence. */
  readonly leftOut?: { readonly part: string; readonly why: string };
  /** Of the document's bytes, how many are behind. */
  readonly done: number;
}
