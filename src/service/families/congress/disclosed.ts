import { counted } from "../../../contract/counted";
import type { IsoDate } from "../../../contract/dates";
import { mergeProvenance, ofDataset, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { DisclosedTrade, HouseFiling } from "../../records/disclosed-trades";
import type { LeftOut, StoredRecord } from "../../records/record";
import { sampleRecords } from "../rows";

const [FIRST, LAST] = ["0001-01-01", "9999-12-31"] as const;
/** Filings that a note names. */
const NAMED = 3;

/** Rows of the House's reports with their day of publication, and the rows of the index that state it. */
interface Dated<T> {
  readonly rows: readonly StoredRecord<T>[];
  readonly provenance?: Origin["provenance"];
}

/**
 * Dates rows by the index: a report is public from the day of its signature, or from the filing day that the House's index states, if that is later, also if the
 * index was imported after the report. Of several stated days the last counts. Rows that were not public yet are left out.
 */
export function datedByIndex<T extends { readonly document: string }>({ store, clock }: Context, rows: readonly StoredRecord<T>[]): Dated<T> {
  if (!store.now.records.any("house_filing")) return { rows };
  const known = new Map<string, IsoDate | undefined>();
  // When rows were public is known later: an index as of the moment does not have the filings after it.
  const filedOn = (document: string): IsoDate | undefined => {
    const stated = store.now.records.between<HouseFiling>("house_filing", document, FIRST, LAST, LAST).flatMap(({ body }) => body.filed ?? []);
    return stated.sort().pop();
  };
  const dated: StoredRecord<T>[] = [];
  const index: Origin[] = [];
  for (const row of rows) {
    const { document } = row.body;
    if (!known.has(document)) known.set(document, filedOn(document));
    const filed = known.get(document);
    if (filed === undefined || filed <= row.known) dated.push(row);
    else if (store.records.on("house_filing", document, filed, clock.today())) {
      dated.push({ ...row, known: filed });
      index.push(ofDataset("house", "house_filing", document));
    }
  }
  return { rows: dated, ...mergeProvenance(index) };
}

/** The disclosed trades of a ticker, or of all, with a trade from `from` to the service's date, oldest first: imported ones, or sample ones. */
export function disclosedTrades(context: Context, ticker: string | undefined, from: IsoDate, imported = true): Dated<DisclosedTrade> {
  const records = imported ? context.store.records : sampleRecords(context.clock);
  const today = context.clock.today();
  return datedByIndex(
    context,
    ticker === undefined
      ? records.across<DisclosedTrade>("congress_trade", from, today, today)
      : records.between<DisclosedTrade>("congress_trade", ticker, from, today, today),
  );
}

/** Names the lines of reports filed since a day that could not be read, of one ticker or of all, in one sentence. Undefined if there is none. */
export function unreadLines(context: Context, ticker: string | undefined, from: IsoDate): string | undefined {
  const today = context.clock.today();
  const all = datedByIndex(context, context.store.records.between<LeftOut>("left_out", "house", from, today, today)).rows;
  const lines = all.filter(({ body }) => ticker === undefined || body.ticker === ticker);
  if (lines.length === 0) return undefined;
  const filings = [...new Set(lines.map(({ body }) => body.document))].sort();
  const more = filings.length - NAMED;
  const named = `${filings.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const names = ticker === undefined ? "" : ` that ${lines.length === 1 ? "names" : "name"} ${ticker}`;
  return `${counted(lines.length, "line")} of ${filings.length === 1 ? "filing" : "filings"} ${named}${names} could not be read.`;
}
