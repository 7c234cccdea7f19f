import { counted } from "../../../contract/counted";
import { addDays, type IsoDate } from "../../../contract/dates";
import { jointOrigin, mergeProvenance, ofDataset, type Origin } from "../../answers/answering";
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

/** Reads one family's published rows of one ticker and runs its detectors over them. Undefined if no row is known by the service's date. */
type Read = (input: ReaderInput) => (Origin & EvidenceRead) | undefined;

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

/** The newest row of the ticker in a dataset. */
const newestRowOf = ({ context, ticker, today }: ReaderInput, dataset: Dataset): StoredRecord<object> | undefined =>
  context.store.records.latest<object>(dataset, ticker, today, 1)[0];

/** Reads the company's list of filings, and its offerings. */
const readFilings: Read = (input) => {
  const { context, ticker, today, since, closes } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const offered = records.between<ReportedOffering>("offering", ticker, since, today, today);
  const listed = cik === undefined ? [] : [cik, otherFilingsOf(cik)].flatMap((e) => records.between<FiledReport>("filing", e, since, today, today));
  const newest = newestDay([...offered, ...listed].map((f) => f.known));
  if (newest === undefined) return undefined;
  const [firstReport] = cik === undefined ? [] : records.between<FiledReport>("filing", cik, "0001-01-01", today, today);
  const listedSince = [firstReport?.known, closes[0]?.date].flatMap((d) => d ?? []).sort()[0];
  const signals = signalsOf(input, "filings", { cik: cik ?? "", listed, offered, listedSince });
  const origins = [
    ...(offered.length > 0 ? [ofDataset("sec", "offering", ticker)] : []),
    ...(cik !== undefined && listed.length > 0 ? [ofDataset("sec", "filing", records.isPublished("filing", cik) ? cik : otherFilingsOf(cik))] : []),
  ];
  return { ...jointOrigin(origins), newest, read: counted(listed.length + offered.length, "filing"), signals };
};

/** Reads the figures that filings state of each period. */
const readStatements: Read = (input) => {
  const { context, ticker, today, since } = input;
  const { records } = context.store;
  const cik = publishedFilerOf(context, ticker)?.cik;
  const rowsOf = (entity: string, count: number) => records.latest<StatedPeriod>("statement", entity, today, count).toReversed();
  // Each report of the last year is compared with the previous one, and both with a year earlier.
  const [years, quarters] = cik === undefined ? [[], []] : [rowsOf(fullYearsOf(cik), 5), rowsOf(quartersOf(cik), 14)];
  const newest = newestDay([...years, ...quarters].map((r) => r.date));
  if (newest === undefined) return undefined;
  const basis = shareBasisOf(context, ticker);
  const periods = [...reportedPeriods(years, since, basis), ...reportedPeriods(quarters, since, basis)];
  const signals = signalsOf(input, "fundamentals", periods);
  const origin = ofDataset("sec", "statement", years.length > 0 ? fullYearsOf(cik ?? "") : quartersOf(cik ?? ""));
  return { ...origin, newest, read: counted(years.length + quarters.length, "reported period"), signals };
};

/** `newest` is the newest disclosure, if that is not among the rows. */
export const disclosureReading = (input: ReaderInput, rows: readonly StoredRecord<DisclosedTrade>[], newest = rows.at(-1)): EvidenceRead | undefined =>
  newest && { newest: newest.date, read: counted(rows.length, "disclosed trade"), signals: signalsOf(input, "congress", rows) };

/** Quarters oldest first. Undefined if there are none. */
export function holdingReading(input: ReaderInput, quarters: readonly HoldersQuarter[]): EvidenceRead | undefined {
  const newest = quarters.at(-1);
  if (!newest) return undefined;
  const read = `${counted(quarters.length, "quarter")} of reports, ${newest.count} holders at the newest`;
  return { newest: newest.quarterEnd, read, signals: signalsOf(input, "holders13f", quarters) };
}

/** Reads insiders' reports to the SEC. */
const readInsiders: Read = (input) => {
  const { context, ticker, today } = input;
  const newest = newestRowOf(input, "insider_trade");
  if (!newest) return undefined;
  // Two years: a first purchase in a year needs the year before it.
  const reports = reportsNear(context, ticker, 2 * YEAR_DAYS + 1);
  const effective = effectiveOn(today, reports);
  const from = addDays(today, -2 * YEAR_DAYS);
  const trades = ownedTrades(effective, tradeDoubtsOf(context, ticker, effective, from), today, 2 * YEAR_DAYS + 1);
  const since = reports.map((r) => r.known).reduce<IsoDate | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined);
  const signals = signalsOf(input, "insider", { trades, since, closes: input.closes });
  const read = counted(reports.length, "report of insiders", "reports of insiders");
  return { ...ofDataset("sec", "insider_trade", ticker), newest: newest.date, read, signals };
};

/** Reads trades disclosed by members of the House. */
const readDisclosures: Read = (input) => {
  const { context, ticker, today, since } = input;
  // Trades are due 45 days after the trade, but many are disclosed later.
  const { rows, provenance } = disclosedTrades(context, ticker, addDays(since, -YEAR_DAYS));
  const [newest] = datedByIndex(context, context.store.records.latest<DisclosedTrade>("congress_trade", ticker, today, 1)).rows;
  const reading = disclosureReading(input, rows, newest);
  const origin = ofDataset("house", "congress_trade", ticker);
  return reading && { ...origin, ...mergeProvenance([origin, { provenance }]), ...reading };
};

/** Reads institutions' quarterly reports. */
const readHoldingQuarters: Read = (input) => {
  const { context, ticker } = input;
  const reading = holdersArePublished(context, ticker) ? holdingReading(input, reportedHolders(context, ticker, 5)) : undefined;
  return reading && { ...ofDataset("sec", "holding"), ...reading };
};

const SETTLEMENTS_A_YEAR = 24;

/** Rows are oldest first, here and below. Undefined without rows. */
export const settlementReading = (input: ReaderInput, rows: readonly StoredRecord<PublishedShortInterest>[]): EvidenceRead | undefined =>
  evidenceRead(rows, counted(rows.length, "settlement"), () => signalsOf(input, "short_interest", rows));

export const shortVolumeReading = (input: ReaderInput, rows: readonly StoredRecord<ShortVolume>[]): EvidenceRead | undefined =>
  evidenceRead(rows, `short volume of ${counted(rows.length, "session")}`, () => signalsOf(input, "short_volume", rows));

export const closeReading = (input: ReaderInput): EvidenceRead | undefined =>
  evidenceRead(input.closes, counted(input.closes.length, "close"), () => signalsOf(input, "prices", input.closes));

/** Reads FINRA's settlements of short interest. */
const readSettlements: Read = (input) => {
  const { context, ticker, today } = input;
  const stated = context.store.records.latest<PublishedShortInterest>("short_interest", ticker, today, SETTLEMENTS_A_YEAR + 4).toReversed();
  const rows = withComparableChanges(stated, shareBasisOf(context, ticker));
  const reading = settlementReading(input, rows);
  return reading && { ...ofDataset(rows.at(-1)!.source, "short_interest", ticker), ...reading };
};

/** Reads FINRA's daily short volume. */
const readShortVolume: Read = (input) => {
  const { context, ticker, today, since } = input;
  const newest = newestRowOf(input, "short_volume");
  if (!newest) return undefined;
  // Includes the 20 sessions before the first day.
  const rows = context.store.records.between<ShortVolume>("short_volume", ticker, addDays(since, -45), today, today);
  const reading = shortVolumeReading(input, rows) ?? { read: "short volume of 0 sessions", signals: [] };
  return { ...ofDataset(newest.source, "short_volume", ticker), ...reading, newest: newest.date };
};

/** Reads the operator's own prices. */
const readCloses: Read = (input) => {
  const reading = closeReading(input);
  return reading && { ...ofDataset("user", "price", input.ticker), ...reading };
};

/** How one family is read, and what is said if no row of the ticker is known. */
interface SignalReader {
  readonly read: Read;
  /** True if rows of the ticker are imported, known by the service's date or not. */
  readonly isLoaded: (input: ReaderInput) => boolean;
  readonly what: string;
  /** How to load rows of a ticker. */
  readonly load: (ticker: string) => string;
}

const inDataset = (dataset: Dataset) => (input: ReaderInput) => input.context.store.records.isPublished(dataset, input.ticker);
const ofFiler =
  (dataset: Dataset, ...entities: readonly ((cik: string) => string)[]) =>
  ({ context, ticker }: ReaderInput): boolean => {
    const cik = publishedFilerOf(context, ticker)?.cik;
    return cik !== undefined && entities.some((of) => context.store.records.isPublished(dataset, of(cik)));
  };
const hasFilings = ofFiler("filing", (cik) => cik, otherFilingsOf);

const fromSec = (ticker: string): string => `update sec --tickers ${ticker}, or import sec FILE`;
const fromFinra = (): string => "enable finra, or import finra FILE";

const READERS: { readonly [F in EvidenceFamily]: SignalReader } = {
  insider: { read: readInsiders, isLoaded: inDataset("insider_trade"), what: "report of an insider", load: () => "import sec FILE" },
  congress: { read: readDisclosures, isLoaded: inDataset("congress_trade"), what: "disclosed trade", load: () => "import house FILE" },
  holders13f: {
    read: readHoldingQuarters,
    isLoaded: ({ context, ticker }) => holdersArePublished(context, ticker),
    what: "institution's report",
    load: () => "update sec, or import sec FILE",
  },
  short_interest: { read: readSettlements, isLoaded: inDataset("short_interest"), what: "settlement", load: fromFinra },
  short_volume: { read: readShortVolume, isLoaded: inDataset("short_volume"), what: "short volume", load: fromFinra },
  filings: { read: readFilings, isLoaded: (input) => inDataset("offering")(input) || hasFilings(input), what: "filing", load: fromSec },
  fundamentals: { read: readStatements, isLoaded: ofFiler("statement", fullYearsOf, quartersOf), what: "statement", load: fromSec },
  prices: { read: readCloses, isLoaded: inDataset("price"), what: "price", load: () => "import prices FILE" },
};

/** The evidence of one family from its published rows, or why there is none: not loaded, or not known by the service's date. */
export function publishedEvidence(family: EvidenceFamily, input: ReaderInput): Evidence | NoEvidence {
  const { read, isLoaded, what, load } = READERS[family];
  const found = read(input);
  if (found) return { family, ...found };
  const { ticker, today } = input;
  if (!isLoaded(input)) return { family, absent: `no ${what} of ${ticker} is loaded: npm run data -- ${load(ticker)}`, loaded: false };
  const absent = family === "filings" ? `no filing of ${ticker} in the year to ${today} is loaded` : `no ${what} of ${ticker} was known by ${today}`;
  return { family, absent, loaded: true };
}

/** The newest `count` of the operator's own closes that are comparable across splits, oldest first; empty if none are imported. */
export function ownCloses(context: Context, ticker: string, count: number): readonly Close[] {
  const { store, clock } = context;
  if (!store.records.isPublished("price", ticker)) return [];
  const stored = store.records.latest<Omit<Close, "date">>("price", ticker, clock.today(), count).toReversed();
  const closes = stored.map(({ date, body }) => ({ date, ...body }));
  return comparableCloses(context, ticker, closes).closes;
}
