import { memoized } from "../../../contract/memoized";
import { counted } from "../../../contract/counted";
import type { IsoDate } from "../../../contract/dates";
import { mergeProvenance, ofDataset, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { DisclosedTrade, HouseFiling } from "../../records/disclosed-trades";
import type { LeftOut, StoredRecord } from "../../records/record";
import { sampleRecords } from "../rows";

type Trade = StoredRecord<DisclosedTrade>;

/** Equal for a trade and for the entry of a later report that amends or deletes it. Trades have no number in a filing. */
const identityOf = ({ date, body: { member, owner, asset, type } }: Trade): string => JSON.stringify([member, owner, asset, type, date]);

const isDeleted = ({ body }: Trade): boolean => body.filing_status === "Deleted";
const isCorrection = (t: Trade): boolean => isDeleted(t) || t.body.filing_status === "Amended";

/** In filing order. Filing numbers increase. */
const byFiling = (a: Trade, b: Trade): number => {
  const [x, y] = [a, b].map((t) => `${t.known} ${t.body.document}`) as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** The trade that a correction is about. Among equal trades, the same range and account count first, then the latest filing. */
function findCorrected(correction: Trade, trades: readonly Trade[]): Trade | undefined {
  const likeness = ({ body }: Trade): number =>
    2 * Number(body.amount_low === correction.body.amount_low) + Number(body.sub_holding === correction.body.sub_holding);
  return trades
    .filter((t) => byFiling(t, correction) < 0)
    .reduce<Trade | undefined>((best, t) => (!best || likeness(t) >= likeness(best) ? t : best), undefined);
}

/** The known trades without those that a later report amends or deletes; the correcting trades are included. Each correction removes one trade. */
export function listedTrades(known: readonly Trade[]): readonly Trade[] {
  const corrections = known.filter(isCorrection);
  if (corrections.length === 0) return known;
  const named = new Set(corrections.map(identityOf));
  const candidates = known.filter((t) => !isDeleted(t) && named.has(identityOf(t))).sort(byFiling);
  const removed = new Set<Trade>();
  for (const correction of [...corrections].sort(byFiling)) {
    const name = identityOf(correction);
    const alike = candidates.filter((t) => !removed.has(t) && identityOf(t) === name);
    const earlier = findCorrected(correction, alike);
    if (earlier) removed.add(earlier);
  }
  return known.filter((t) => !removed.has(t));
}

/**
 * The trades that count on a day. A deleted trade and its deletion do not count. An amended trade replaces the one that it amends, or
 * counts on its own if that one is missing.
 */
export const effectiveTrades = (known: readonly Trade[]): readonly Trade[] => listedTrades(known).filter((t) => !isDeleted(t));

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
  // When rows were public is known later: an index as of the moment does not have the filings after it.
  const filedOn = memoized((document: string): IsoDate | undefined => {
    const stated = store.now.records.between<HouseFiling>("house_filing", document, FIRST, LAST, LAST).flatMap(({ body }) => body.filed ?? []);
    return stated.sort().pop();
  });
  const dated: StoredRecord<T>[] = [];
  const index: Origin[] = [];
  for (const row of rows) {
    const { document } = row.body;
    const filed = filedOn(document);
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
  const rows =
    ticker === undefined
      ? records.across<DisclosedTrade>("congress_trade", from, today, today)
      : records.between<DisclosedTrade>("congress_trade", ticker, from, today, today);
  return datedByIndex(context, rows);
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
