/** Why a document did not come, in a sentence that says what happened and what to do. */
export class FetchFailure extends Error {
  /** Asking again soon may help: the publisher is down, slow, or asks to wait. */
  readonly passing: boolean;
  /** Asking again within the minute may help, too. */
  readonly atOnce: boolean;
  /** How long the publisher asks to wait, in milliseconds. */
  readonly wait: number | undefined;
  /** What came of it, for the archive. */
  readonly bytes: Uint8Array | undefined;

  constructor(
    sentence: string,
    how: { readonly passing?: boolean; readonly atOnce?: boolean; readonly wait?: number | undefined; readonly bytes?: Uint8Array | undefined } = {},
  ) {
    super(sentence);
    this.name = "FetchFailure";
    this.passing = how.passing ?? false;
    this.atOnce = how.atOnce ?? this.passing;
    this.wait = how.wait;
    this.bytes = how.bytes;
  }
}

/** The person stopped it. */
export class Stopped extends Error {}
