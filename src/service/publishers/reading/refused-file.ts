/**
 * A file is not taken, and nothing of it is: what was expected, what came and what to do, in a sentence, with the line where
 * there is one. The caller puts the file's name before it.
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

/** A document in the right form that states only a part, where the rest is not known here. */
export class RestUnknown extends RefusedFile {}

/** A document in the right form that holds nothing of what is served. */
export class NothingServed extends RefusedFile {}
