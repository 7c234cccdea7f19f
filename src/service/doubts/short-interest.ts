import type { DoubtCheck } from "./doubt-check";

/** Shares sold short, and the shares outstanding in shares of the same day. */
interface ShortOfOutstanding {
  readonly short: number;
  readonly outstanding: number;
}

export const SHORT_INTEREST_CHECKS: readonly DoubtCheck<ShortOfOutstanding>[] = [
  {
    figure: "short interest",
    bound: "at most the shares outstanding",
    doubt: ({ short, outstanding }) =>
      short > outstanding ? `Short interest of ${short} shares is more than the ${outstanding} shares outstanding that the filing counts.` : undefined,
  },
];
