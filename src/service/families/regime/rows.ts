import type { IsoDate } from "../../../contract/dates";

/** One input of the macro regime; `reading` from -1 (weak) to 1 (strong), `weight` its share of the score. */
export interface RegimeInput {
  readonly name: "growth" | "labour" | "credit" | "liquidity" | "risk appetite";
  readonly weight: number;
  readonly reading: number;
}

/** The inputs of one session. `inflation` stands beside the score: it tells stagflation from a plain contraction. */
export interface RegimeRow {
  readonly date: IsoDate;
  readonly inputs: readonly RegimeInput[];
  /** From -1 (falling fast) to 1 (rising fast). */
  readonly inflation: number;
}

/** A session and the one that the direction is measured against. */
export interface RegimeRows {
  readonly latest: RegimeRow;
  readonly quarterBefore: RegimeRow;
}
