import { monthsFrom } from "../../time/calendar";
import type { Asking, FetchRequest, ListedFiling } from "../publisher";
import { ciksAsked } from "./contact";

/** Each once, newest first: a filing stands in the lists of all who take part in it. */
export const distinct = (filings: readonly ListedFiling[]): ListedFiling[] =>
  [...new Map(filings.map((f) => [f.accession, f])).values()].sort((a, b) =>
    a.filed > b.filed ? -1 : a.filed < b.filed ? 1 : a.accession > b.accession ? -1 : 1,
  );

/** The filings of exactly these forms by the companies that are asked for, of the last years, that have not come yet; newest first. */
export function filingsOf(asking: Asking, forms: ReadonlySet<string>, years: number): ListedFiling[] {
  const since = `${monthsFrom(asking.today, -12 * years).slice(0, 8)}${asking.today.slice(8)}`;
  const listed = ciksAsked(asking).flatMap((cik) => asking.filings?.(cik) ?? []);
  return distinct(listed).filter((f) => forms.has(f.form) && f.filed >= since && !asking.isDone?.(f.accession));
}

/**
 * One filing as EDGAR keeps it in a single text. Unlike the form by itself it says when it was filed and under which number, so that its rows can be made again
 * from it alone; and its address is known without the names of its documents.
 */
export const filingRequest = ({ cik, accession }: ListedFiling): FetchRequest => ({
  part: accession,
  url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession}.txt`,
  once: true,
  absent: [404],
});
