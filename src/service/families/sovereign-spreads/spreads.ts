import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { longRates, type LongRate } from "../international/long-rates";
import { rounded } from "../../../contract/rounded";

/** One 10-year yield less another in the same month. */
export interface Spread {
  /** Last day of the month. */
  readonly end: IsoDate;
  readonly bps: number;
  readonly leg: LongRate;
  readonly base: LongRate;
}

/** The spreads of a country over another one from a day on, newest first: months in which both have a yield. */
export function spreadsOver(context: Context, country: string, base: string, from: IsoDate): readonly Spread[] {
  const bases = new Map(longRates(context, base, from).map((rate) => [rate.end, rate]));
  return longRates(context, country, from)
    .flatMap((leg): Spread[] => {
      const other = bases.get(leg.end);
      return other ? [{ end: leg.end, bps: rounded((leg.value - other.value) * 100, 1), leg, base: other }] : [];
    })
    .toReversed();
}
