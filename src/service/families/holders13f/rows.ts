import type { IsoDate } from "../../../contract/dates";

/** What the institutions' quarterly reports add up to for one symbol. Value in US dollars at the quarter's end. */
export interface HoldersQuarter {
  readonly quarterEnd: IsoDate;
  readonly count: number;
  readonly value: number;
  /** Holders who added to their position, and holders who cut it. */
  readonly accumulating: number;
  readonly reducing: number;
  /** Holders whose reports of both quarters are known; undefined where all are. */
  readonly compared?: number;
  /** Why holders cannot be compared with the quarter before, where a split may lie between; then none is. */
  readonly uncompared?: { readonly short: string; readonly full: string };
}
