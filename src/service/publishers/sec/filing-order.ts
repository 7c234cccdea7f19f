import { isAnnualReport, placeAsReport, type Vintage } from "../../records/filings";
import { monthsFrom } from "../../time/calendar";
import type { FetchRequest, ListedFiling, RequestContext } from "../publisher";
import { requestedCiks } from "./contact";

/** Removes duplicates, newest first. A filing is in the lists of all its filers. */
export const distinct = (filings: readonly ListedFiling[]): ListedFiling[] =>
  [...new Map(filings.map((f) => [f.accession, f])).values()].sort((a, b) =>
    a.filed > b.filed ? -1 : a.filed < b.filed ? 1 : a.accession > b.accession ? -1 : 1,
  );

/** Filings of exactly these forms by the requested companies, of the last years, that have not arrived yet; newest first. */
export function filingsOf(context: RequestContext, forms: ReadonlySet<string>, years: number): ListedFiling[] {
  const since = `${monthsFrom(context.today, -12 * years).slice(0, 8)}${context.today.slice(8)}`;
  const listed = requestedCiks(context).flatMap((cik) => context.filings?.(cik) ?? []);
  return distinct(listed).filter((f) => forms.has(f.form) && f.filed >= since && !context.isDone?.(f.accession));
}

/**
 * Requests a filing as EDGAR's single text. Unlike the form alone it states the filing day and the accession number, so its rows can be rebuilt from it; and
 * its address does not need the names of its documents.
 */
export const filingRequest = ({ cik, accession }: ListedFiling): FetchRequest => ({
  part: accession,
  url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession}.txt`,
  once: true,
  absentStatuses: [404],
});

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
