import type { ReportedOffering } from "../records/filings";
import type { DoubtCheck } from "./doubt-check";

type Offered = Pick<ReportedOffering, "form" | "price" | "priceLow" | "priceHigh" | "shares">;

/** US dollars a share. */
const HIGHEST_PRICE = 1_000;
/** US dollars. The smallest offerings raise some ten thousand dollars; the largest have raised less than a tenth of the upper bound. */
const [LEAST_PROCEEDS, MOST_PROCEEDS] = [10_000, 300_000_000_000];
/** The upper end of a price range is at most this many times the lower end. */
const WIDEST_RANGE = 3;

export const OFFERING_CHECKS: readonly DoubtCheck<Offered>[] = [
  {
    figure: "offering price",
    bound: "more than 0, at most 1,000 US dollars",
    doubt: ({ form, price, priceLow, priceHigh }) => {
      const odd = [price, priceLow, priceHigh].find((p) => p !== null && (p <= 0 || p > HIGHEST_PRICE));
      return odd === undefined ? undefined : `The ${form} states ${odd} US dollars a share; offering prices are above 0 and at most ${HIGHEST_PRICE}.`;
    },
  },
  {
    figure: "offering price range",
    bound: "the upper end at least the lower end, at most 3 times it",
    doubt: ({ form, priceLow: low, priceHigh: high }) =>
      low !== null && high !== null && (high < low || high > WIDEST_RANGE * low)
        ? `The ${form} states a price range from ${low} to ${high} US dollars.`
        : undefined,
  },
  {
    figure: "offering price × shares",
    bound: "10,000 to 300,000,000,000 US dollars",
    doubt: ({ form, price, priceHigh, shares }) => {
      const each = price ?? priceHigh;
      const proceeds = each === null || shares === null ? undefined : each * shares;
      return proceeds !== undefined && (proceeds < LEAST_PROCEEDS || proceeds > MOST_PROCEEDS)
        ? `${shares} shares at ${each} US dollars in the ${form} are ${Math.round(proceeds)} US dollars.`
        : undefined;
    },
  },
];
