import type { Arbitrary } from "fast-check";
import type { Made } from "./made";
import { madeFacts } from "./make-facts";
import { madeHoldings } from "./make-holdings";
import { madeHouse } from "./make-house";
import { madeOwnership } from "./make-ownership";
import { madeShortInterest } from "./make-short-interest";

/** Made documents of every odd form, by kind. */
export const MADE: Readonly<Record<string, Arbitrary<Made>>> = {
  "company facts": madeFacts,
  "Forms 13F": madeHoldings,
  "Forms 4 and 5": madeOwnership,
  "short interest": madeShortInterest,
  "House reports": madeHouse,
};
