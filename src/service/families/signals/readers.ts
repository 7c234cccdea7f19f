import { counted } from "../../../contract/counted";
import { addDays, type IsoDate } from "../../../contract/dates";
import { jointOrigin, mergeProvenance, ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { newestDay } from "../../answers/published-rows";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import type { Close, PublishedShortInterest, ShortVolume } from "../../records/equities";
import type { Dataset, StoredRecord } from "../../records/record";
import { type FiledReport, fullYearsOf, otherFilingsOf, quartersOf, type ReportedOffering, type StatedPeriod } from "../../records/filings";
import { datedByIndex, disclosedTrades } from "../congress/disclosed";
import { publishedFilerOf } from "../fundamentals/published-statements";
import { holdersArePublished, type HoldersQuarter, reportedHolders } from "../holders13f/reported-holders";
import { effectiveOn } from "../insider/effective-reports";
import { ownedTrades } from "../insider/insider-side";
import { reportsNear, tradeDoubtsOf } from "../insider/reported-trades";
import { comparableCloses } from "../prices/prices";
import { shareBasisOf } from "../share-basis/share-basis";
import { withComparableChanges } from "../short-interest/published";
import { detected, type RowsOfFamily } from "./declared";
import { reportedPeriods } from "./detectors/statements";
import type { Evidence, EvidenceFamily, EvidenceRead, NoEvidence, SignalRow } from "./rows";

export const YEAR_DAYS = 365;
/** Sessions of two years: the last year's signals, and the 52 weeks before the first of them. */
export const CLOSES_READ = 2 * 253;

/** Input of a reader. Signals dated before `since` are dropped. */
export interface ReaderInput {
  readonly context: Context;
  readonly ticker: string;
  readonly since: IsoDate;
  readonly today: IsoDate;
  readonly closes: readonly Close[];
}

/** Reads one family's published rows of one ticker and runs its detectors over them. */
export type SignalReader = (input: ReaderInput) => Evidence | NoEvidence;

/** Runs a family's detectors over its rows and puts their signals in order: by day, the strongest of a day last. */
export const signalsOf = <F extends EvidenceFamily>({ since, today }: ReaderInput, family: F, rows: RowsOfFamily[F]): SignalRow[] =>
  detected(family, rows)
    .filter((s) => s.date >= since && s.date <= today)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.score - b.score));

/** What was read of dated rows, oldest first; undefined if there are none. */
function evidenceRead(rows: readonly { readonly date: IsoDate }[], read: string, signals: () => readonly SignalRow[]): EvidenceRead | undefined {
  const newest = rows[rows.length - 1]?.date;
  return newest === undefined ? undefined : { newest, read, signals: signals() };
}

/** Why a family has no evidence: not loaded, with `how` to load it, or not known by the service's date. */
const noEvidence = (family: EvidenceFamily, { ticker, today }: ReaderInput, loaded: boolean, what: string, how: string): NoEvidence => ({
  family,
  absent: loaded ? `no ${what} of ${ticker} was known by ${today}` : `no ${what} of ${ticker} is loaded: ${how}`,
  loaded,
});

/** The newest row of the ticker in a dataset. */
const newestRowOf = ({ context, ticker, today }: ReaderInput, dataset: Dataset): StoredRecord<object> | undefined =>
  context.store.records.latest<object>(dataset, ticker, today, 1)[0];

/** Reads the company's list of filings, and its offerings. */
export const readFilings: SignalReader = (input) => {
  const { context, ticker, today, since, closes } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const offered = records.between<ReportedOffering>("offering", ticker, since, today, today);
  const listed = cik === undefined ? [] : [cik, otherFilingsOf(cik)].flatMap((e) => records.between<FiledReport>("filing", e, since, today, today));
  const newest = newestDay([...offered, ...listed].map((f) => f.known));
  const loaded =
    records.isPublished("offering", ticker) ||
    (cik !== undefined && (records.isPublished("filing", cik) || records.isPublished("filing", otherFilingsOf(cik))));
  if (newest === undefined)
    return {
      family: "filings",
      absent: loaded
        ? `no filing of ${ticker} in the year to ${today} is loaded`
        : `no filing of ${ticker} is loaded: npm run data -- update sec --tickers ${ticker}, or import sec FILE`,
      loaded,
    };
  const [firstReport] = cik === undefined ? [] : records.between<FiledReport>("filing", cik, "0001-01-01", today, today);
  const listedSince = [firstReport?.known, closes[0]?.date].flatMap((d) => d ?? []).sort()[0];
  const signals = signalsOf(input, "filings", { cik: cik ?? "", listed, offered, listedSince });
  const origins = [
    ...(offered.length > 0 ? [ofDataset("sec", "offering", ticker)] : []),
    ...(cik !== undefined && listed.length > 0 ? [ofDataset("sec", "filing", records.isPublished("filing", cik) ? cik : otherFilingsOf(cik))] : []),
  ];
  return { family: "filings", ...jointOrigin(origins), newest, read: counted(listed.length + offered.length, "filing"), signals };
};

/** Reads the figures that filings state of each period. */
export const readStatements: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const rowsOf = (entity: string, count: number) => records.latest<StatedPeriod>("statement", entity, today, count).toReversed();
  // Each report of the last year is compared with the previous one, and both with a year earlier.
  const [years, quarters] = cik === undefined ? [[], []] : [rowsOf(fullYearsOf(cik), 5), rowsOf(quartersOf(cik), 14)];
  const newest = newestDay([...years, ...quarters].map((r) => r.date));
  const loaded = cik !== undefined && (records.isPublished("statement", fullYearsOf(cik)) || records.isPublished("statement", quartersOf(cik)));
  if (newest === undefined) return noEvidence("fundamentals", input, loaded, "statement", `npm run data -- update sec --tickers ${ticker}, or import sec FILE`);
  const basis = shareBasisOf(context, ticker);
  const periods = [...reportedPeriods(years, since, basis), ...reportedPeriods(quarters, since, basis)];
  const signals = signalsOf(input, "fundamentals", periods);
  return {
    family: "fundamentals",
    ...ofDataset("sec", "statement", years.length > 0 ? fullYearsOf(cik ?? "") : quartersOf(cik ?? "")),
    newest,
    read: counted(years.length + quarters.length, "reported period"),
    signals,
  };
};

/** `newest` is the newest disclosure, if that is not among the rows. */
export const disclosureReading = (input: ReaderInput, rows: readonly StoredRecord<DisclosedTrade>[], newest = rows.at(-1)): EvidenceRead | undefined =>
  newest && {
    newest: newest.date,
    read: counted(rows.length, "disclosed trade"),
    signals: signalsOf(input, "congress", rows),
  };

/** Quarters oldest first. Undefined if there are none. */
export function holdingReading(input: ReaderInput, quarters: readonly HoldersQuarter[]): EvidenceRead | undefined {
  const newest = quarters.at(-1);
  return (
    newest && {
      newest: newest.quarterEnd,
      read: `${counted(quarters.length, "quarter")} of reports, ${newest.count} holders at the newest`,
      signals: signalsOf(input, "holders13f", quarters),
    }
  );
}

/** Reads insiders' reports to the SEC. */
export const readInsiders: SignalReader = (input) => {
  const { context, ticker, today } = input;
  const newest = newestRowOf(input, "insider_trade");
  if (!newest)
    return noEvidence("insider", input, context.store.records.isPublished("insider_trade", ticker), "report of an insider", "npm run data -- import sec FILE");
  // Two years: a first purchase in a year needs the year before it.
  const reports = reportsNear(context, ticker, 2 * YEAR_DAYS + 1);
  const effective = effectiveOn(today, reports);
  const from = addDays(today, -2 * YEAR_DAYS);
  const trades = ownedTrades(effective, tradeDoubtsOf(context, ticker, effective, from), today, 2 * YEAR_DAYS + 1);
  const since = reports.map((r) => r.known).reduce<IsoDate | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined);
  const signals = signalsOf(input, "insider", { trades, since, closes: input.closes });
  return {
    family: "insider",
    ...ofDataset("sec", "insider_trade", input.ticker),
    newest: newest.date,
    read: counted(reports.length, "report of insiders", "reports of insiders"),
    signals,
  };
};

/** Reads trades disclosed by members of the House. */
export const readDisclosures: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  // Trades are due 45 days after the trade, but many are disclosed later.
  const { rows, provenance } = disclosedTrades(context, ticker, addDays(since, -YEAR_DAYS));
  const [newest] = datedByIndex(context, context.store.records.latest<DisclosedTrade>("congress_trade", ticker, today, 1)).rows;
  const reading = disclosureReading(input, rows, newest);
  if (!reading)
    return noEvidence("congress", input, context.store.records.isPublished("congress_trade", ticker), "disclosed trade", "npm run data -- import house FILE");
  const origin = ofDataset("house", "congress_trade", ticker);
  return { family: "congress", ...origin, ...mergeProvenance([origin, { provenance }]), ...reading };
};

/** Reads institutions' quarterly reports. */
export const readHoldingQuarters: SignalReader = (input) => {
  const { context, ticker } = input;
  const loaded = holdersArePublished(context, ticker);
  const reading = loaded ? holdingReading(input, reportedHolders(context, ticker, 5)) : undefined;
  return reading
    ? { family: "holders13f", ...ofDataset("sec", "holding"), ...reading }
    : noEvidence("holders13f", input, loaded, "institution's report", "npm run data -- update sec, or import sec FILE");
};

const SETTLEMENTS_A_YEAR = 24;
const FINRA = "npm run data -- enable finra, or import finra FILE";

/** Rows are oldest first, here and below. Undefined without rows. */
export const settlementReading = (input: ReaderInput, rows: readonly StoredRecord<PublishedShortInterest>[]): EvidenceRead | undefined =>
  evidenceRead(rows, counted(rows.length, "settlement"), () => signalsOf(input, "short_interest", rows));

export const shortVolumeReading = (input: ReaderInput, rows: readonly StoredRecord<ShortVolume>[]): EvidenceRead | undefined =>
  evidenceRead(rows, `short volume of ${counted(rows.length, "session")}`, () => signalsOf(input, "short_volume", rows));

export const closeReading = (input: ReaderInput): EvidenceRead | undefined =>
  evidenceRead(input.closes, counted(input.closes.length, "close"), () => signalsOf(input, "prices", input.closes));

/** Reads FINRA's settlements of short interest. */
export const readSettlements: SignalReader = (input) => {
  const { context, ticker, today } = input;
  const { records } = context.store;
  const stated = records.latest<PublishedShortInterest>("short_interest", ticker, today, SETTLEMENTS_A_YEAR + 4).toReversed();
  const rows = withComparableChanges(stated, shareBasisOf(context, ticker));
  const reading = settlementReading(input, rows);
  return reading
    ? { family: "short_interest", ...ofDataset(rows.at(-1)!.source, "short_interest", ticker), ...reading }
    : noEvidence("short_interest", input, records.isPublished("short_interest", ticker), "settlement", FINRA);
};

/** Reads FINRA's daily short volume. */
export const readShortVolume: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const newest = newestRowOf(input, "short_volume");
  if (!newest) return noEvidence("short_volume", input, records.isPublished("short_volume", ticker), "short volume", FINRA);
  // Includes the 20 sessions before the first day.
  const rows = records.between<ShortVolume>("short_volume", ticker, addDays(since, -45), today, today);
  const reading = shortVolumeReading(input, rows) ?? { read: "short volume of 0 sessions", signals: [] };
  return { family: "short_volume", ...ofDataset(newest.source, "short_volume", ticker), ...reading, newest: newest.date };
};

/** Reads the operator's own prices. */
export const readCloses: SignalReader = (input) => {
  const { context, ticker } = input;
  const reading = closeReading(input);
  return reading
    ? { family: "prices", ...ofDataset("user", "price", ticker), ...reading }
    : noEvidence("prices", input, context.store.records.isPublished("price", ticker), "price", "npm run data -- import prices FILE");
};

/** The newest `count` of the operator's own closes that are comparable across splits, oldest first; empty if none are imported. */
export function ownCloses(context: Context, ticker: string, count: number): readonly Close[] {
  const { store, clock } = context;
  if (!store.records.isPublished("price", ticker)) return [];
  const stored = store.records.latest<Omit<Close, "date">>("price", ticker, clock.today(), count).toReversed();
  return comparableCloses(
    context,
    ticker,
    stored.map(({ date, body }) => ({ date, ...body })),
  ).closes;
}
