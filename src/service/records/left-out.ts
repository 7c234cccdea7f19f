import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";
import type { RecordRow } from "./record";

/** Body of a `left_out` record: one line of a document that could not be read. The document's other lines count. */
export interface LeftOut {
  /** The document's own number or name, as a person finds it: `20026590`, an accession number. */
  readonly document: string;
  /** The line, as far as it was read, so that a person finds it in the document. */
  readonly line: string;
  /** What was expected and what came, without a full stop. */
  readonly why: string;
  /** The ticker, if the line names one. */
  readonly ticker: string | null;
}

/** A line that was left out. `place` is its number in the document. The entity is the publisher's id. */
export const leftOutRow = (source: SourceId, date: IsoDate, known: IsoDate, place: number, body: LeftOut): RecordRow => ({
  dataset: "left_out",
  entity: source,
  date,
  key: `${body.document} ${place}`,
  known,
  body,
  source,
});

/** One line that was left out, in a sentence without a full stop. */
export const leftOutInWords = ({ document, line, why }: LeftOut): string => `${document}: ${JSON.stringify(line)} was left out: ${why}`;
