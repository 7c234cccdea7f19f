import type { ShortVolume } from "../records/equities";
import type { DoubtCheck } from "./doubt-check";

export const SHORT_VOLUME_CHECKS: readonly DoubtCheck<ShortVolume>[] = [
  {
    figure: "short_volume",
    bound: "at most total volume of the day",
    doubt: ({ short_volume, total_volume }) =>
      short_volume > total_volume ? `Short volume ${short_volume} is more than the total volume ${total_volume} of the day.` : undefined,
  },
];

/** Checks of the shares sold short against the shares outstanding, in shares of the same day. */
export const SHORT_INTEREST_CHECKS: readonly DoubtCheck<{ readonly short: number; readonly outstanding: number }>[] = [
  {
    figure: "short interest",
    bound: "at most the shares outstanding",
    doubt: ({ short, outstanding }) =>
      short > outstanding ? `Short interest of ${short} shares is more than the ${outstanding} shares outstanding that the filing counts.` : undefined,
  },
];
