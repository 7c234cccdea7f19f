import type { Instrument } from "../instruments/universe";

const GROUPS: ReadonlySet<string> = new Set(["Diversified Banks", "Regional Banks", "Capital Markets", "Insurance"]);
/** Custody banks and card lenders, which are in other sub-industries. */
const LISTED_ELSEWHERE: ReadonlySet<string> = new Set(["BK", "STT", "NTRS", "AXP", "COF", "SYF", "ALLY"]);
/** Insurance brokers carry no risks of their own. */
const BROKERS: ReadonlySet<string> = new Set(["MMC", "AON", "AJG"]);

/**
 * True for banks, securities firms, insurers and card lenders. They work with deposits, customers' money and reserves, so their debt less cash says nothing about the
 * business. False for an unknown industry.
 */
export const isBalanceSheetBusiness = ({ subIndustry, issuer }: Pick<Instrument, "subIndustry" | "issuer">): boolean =>
  (GROUPS.has(subIndustry) && !BROKERS.has(issuer)) || LISTED_ELSEWHERE.has(issuer);
