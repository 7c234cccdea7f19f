import type { HoldingLine, ReportHead } from "./holdings";
import type { RecordRow } from "./record";

/** A document too large for memory. It is read in pieces from disk. */
export interface LargeDocument {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Reads at most `length` bytes from an offset. */
  read(from: number, length: number): Uint8Array;
}

/** A batch of parsed rows of a large document, with the progress of reading. */
export interface Piece {
  readonly records?: readonly RecordRow[];
  /** Report heads and table lines of institutions, in any order. They are joined at the end. */
  readonly heads?: readonly ReportHead[];
  readonly lines?: readonly HoldingLine[];
  /** A skipped part and the reason, as a sentence. */
  readonly leftOut?: { readonly part: string; readonly why: string };
  /** Number of records that equal an earlier one of the document, in this piece or another: they do not count. */
  readonly repeated?: number;
  /** Number of bytes read so far. */
  readonly done: number;
}
