import { isAnnualReport, placeAsReport } from "../../records/forms";
import type { Vintage } from "../../records/statement";

/** Identifies the filing of a value. */
export const filingOf = ([filed, , accession]: Vintage): string => `${filed} ${accession}`;

export const ascending = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders values by filing, oldest first. Of filings of one day an annual report is last, then other reports, then the larger accession number: the last counts. */
export const byFilingOrder = (a: Vintage, b: Vintage): number =>
  ascending(a[0], b[0]) ||
  (a[2] === b[2]
    ? 0
    : ascending(isAnnualReport(a[3]) ? 1 : 0, isAnnualReport(b[3]) ? 1 : 0) || ascending(placeAsReport(b[3]), placeAsReport(a[3])) || ascending(a[2], b[2]));

/** The number of significant digits: 4 of 1,235,000,000. */
const digitsOf = (value: number): number =>
  Math.abs(value)
    .toExponential()
    .replace(/e.*$|\./g, "").length;

/** True if the one is a rounding of the other, such as 1,235,000,000 of 1,234,567,890. */
export function isRounding(a: number, b: number): boolean {
  const [rounded, exact] = digitsOf(a) < digitsOf(b) ? [a, b] : [b, a];
  return rounded === exact || Number(exact.toPrecision(digitsOf(rounded))) === rounded;
}

/** Orders two values that one filing states as one figure: the exact one before a rounded one, then the larger. */
export const byExactness = (a: number, b: number): number => ascending(digitsOf(b), digitsOf(a)) || ascending(Math.abs(b), Math.abs(a)) || ascending(b, a);
