import type { Reading } from "../../src/second-reading/reading";

/** A document of a published form, made up. */
export interface Made {
  readonly publisher: "sec" | "finra" | "house";
  readonly name: string;
  readonly text: string;
  /** What the document states: members of the readings of one kind, in order. */
  readonly states: readonly Partial<Reading>[];
}
