import { monthsFrom } from "../../time/calendar";
import type { RequestContext, FetchRequest, ListedFiling } from "../publisher";
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
