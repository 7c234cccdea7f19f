/**
 * A refused file; none of its rows are imported. The sentence says what was expected, what was received and what to do, with the line if known. The caller
 * prefixes the file's name.
 */
export class RefusedFile extends Error {
  readonly line: number | undefined;
  readonly sentence: string;

  constructor(sentence: string, line?: number) {
    super(line === undefined ? sentence : `line ${line}: ${sentence}`);
    this.name = "RefusedFile";
    this.line = line;
    this.sentence = sentence;
  }
}

/** A valid document that needs stored data which is missing, such as a price. */
export class MissingStoredData extends RefusedFile {}

/** A valid document without any data that this service serves. */
export class NothingServed extends RefusedFile {}
