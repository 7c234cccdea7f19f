/** A failed fetch. The message says what happened and what to do. */
export class FetchFailure extends Error {
  /** A retry may help: the publisher is down, slow, or demands a wait. */
  readonly retryable: boolean;
  /** A retry within the minute may help. */
  readonly retryNow: boolean;
  /** The wait that the publisher demands, in milliseconds. */
  readonly wait: number | undefined;
  /** The part that was received, for the archive. */
  readonly bytes: Uint8Array | undefined;

  constructor(
    sentence: string,
    how: { readonly retryable?: boolean; readonly retryNow?: boolean; readonly wait?: number | undefined; readonly bytes?: Uint8Array | undefined } = {},
  ) {
    super(sentence);
    this.name = "FetchFailure";
    this.retryable = how.retryable ?? false;
    this.retryNow = how.retryNow ?? this.retryable;
    this.wait = how.wait;
    this.bytes = how.bytes;
  }
}

/** The operator stopped the update. */
export class Stopped extends Error {}
