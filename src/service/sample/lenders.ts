import type { Instrument } from "../instruments/universe";

const GROUPS: ReadonlySet<string> = new Set(["Diversified Banks", "Regional Banks", "Capital Markets", "Insurance"]);
/** Custody banks and card lenders, which are listed among companies of another kind. */
const AMONG_OTHERS: ReadonlySet<string> = new Set(["BK", "STT", "NTRS", "AXP", "COF", "SYF", "ALLY"]);
/** Insurance brokers carry no risks of their own. */
const BROKERS: ReadonlySet<string> = new Set(["MMC", "AON", "AJG"]);

/**
 * True for banks, securities firms, insurers and card lenders: deposits, customers' money and reserves are what they work with, so their debt less their cash
 * says nothing about what the business costs or owes. False where the industry is not known.
 */
export const isBalanceSheetBusiness = ({ subIndustry, issuer }: Pick<Instrument, "subIndustry" | "issuer">): boolean =>
  (GROUPS.has(subIndustry) && !BROKERS.has(issuer)) || AMONG_OTHERS.has(issuer);
