import type { Context } from "../../answers/context";
import { shareBasisOf, type Doubt } from "../share-basis/share-basis";
import { splitJump } from "./returns";
import type { Close } from "../../records/equities";

/** Closes on one share basis, and why earlier ones are left out. */
export interface Comparable {
  /** Oldest first, up to the last; with a doubt, only those after it. */
  readonly closes: readonly Close[];
  readonly doubt?: Doubt;
}

/** Closes for returns: adjusted closes if every row has one, else closes as traded, put on the share basis of the last one. The two are never mixed. */
export function comparableCloses(context: Context, symbol: string, closes: readonly Close[]): Comparable {
  return closes.length > 0 && closes.every((c) => c.adjusted !== undefined)
    ? { closes: closes.map(({ date, close, adjusted }) => ({ date, close: adjusted ?? close })) }
    : inLastShares(context, symbol, closes);
}

/** Closes as traded, put on the share basis of the last one. */
export const inLastShares = (context: Context, symbol: string, closes: readonly Close[]): Comparable => shareBasisOf(context, symbol).inLastShares(closes);

/** Why a figure over all of these closes is refused: a step that looks like a split, or closes that cannot be put in the same shares. */
export function refusalOf({ closes, doubt }: Comparable): Doubt | undefined {
  const jump = splitJump(closes);
  return doubt ?? (jump && { kind: "jump", day: jump.date });
}
