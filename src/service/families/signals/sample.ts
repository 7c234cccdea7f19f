import { newestDay } from "../../answers/published-rows";
import { addDays, type IsoDate } from "../../../contract/dates";
import type { Metric } from "../../../contract/vocabulary";
import { yearOf } from "../../time/calendar";
import type { Instrument } from "../../instruments/universe";
import { SAMPLE } from "../../answers/answering";
import { disclosuresFor } from "../congress/congress";
import { counted } from "../../../contract/counted";
import type { Context } from "../../answers/context";
import { sampleYear } from "../fundamentals/sample";
import type { Statement } from "../fundamentals/rows";
import { sampleHolders } from "../holders13f/sample";
import { noInsiders } from "../insider/insider";
import { ownedTrades } from "../insider/insider-side";
import { NO_DOUBTS } from "../insider/reported-trades";
import { sampleRecords } from "../rows";
import type { InsiderReport } from "../../records/disclosed-trades";
import { listedOfferings } from "../offerings/sample";
import { newestPublicDay } from "../../sample/public-rows";
import { sampleCloses } from "../prices/sample";
import { sampleShortSettlements } from "../short-interest/sample";
import type { ShortVolume } from "../../records/equities";
import type { ReportedPeriod } from "./detectors/statements";
import {
  closeReading,
  CLOSES_READ,
  disclosureReading,
  holdingReading,
  type ReaderInput,
  settlementReading,
  shortVolumeReading,
  signalsOf,
  YEAR_DAYS,
} from "./readers";
import type { Evidence, EvidenceFamily, NoEvidence, EvidenceRead, SignalRow } from "./rows";

const SESSIONS_OF_VOLUME = 252 + 25;
const SETTLEMENTS = 26;
const QUARTERS = 6;

/** Replaces the source in brackets at the end of a headline with "sample data". */
const markSample = (signal: SignalRow): SignalRow => ({ ...signal, headline: `${signal.headline.replace(/ \([^()]*\)$/, "")} (sample data)` });

type SampleReading = EvidenceRead | { readonly absent: string };
type SampleReader = (input: ReaderInput, i: Instrument) => SampleReading;

function insider(input: ReaderInput, i: Instrument): SampleReading {
  if (i.instrumentType !== "common") return { absent: noInsiders(i) };
  const days = 2 * YEAR_DAYS + 1;
  const { today, context } = input;
  const reports = sampleRecords(context.clock).between<InsiderReport>("insider_trade", i.ticker, addDays(today, 1 - days), today, today);
  const newest = reports[reports.length - 1];
  if (!newest) return { absent: `no report of an insider of ${i.ticker} in two years` };
  const signals = signalsOf(input, "insider", { trades: ownedTrades(reports, NO_DOUBTS, today, days), since: addDays(today, 1 - days), closes: input.closes });
  return { read: counted(reports.length, "report of insiders", "reports of insiders"), newest: newest.date, signals };
}

/** Public statements of the last fiscal years. */
function statementsOf(i: Instrument, { context, today }: ReaderInput): readonly Statement[] {
  const year = yearOf(today);
  const upTo = newestPublicDay("statement", context.clock);
  return [year - 3, year - 2, year - 1, year, year + 1].flatMap((y) => sampleYear(i, y)).filter((s) => s.filing.filed <= upTo);
}

function periodsOf(rows: readonly Statement[], since: IsoDate): ReportedPeriod[] {
  return [true, false].flatMap((annual) => {
    const kind = rows.filter((s) => s.annual === annual);
    const aYear = annual ? 1 : 4;
    return kind.flatMap(({ period, filing: { filed, form } }, n): ReportedPeriod[] => {
      const before = (periods: number) => (metric: Metric) => kind[n - periods]?.figure(metric);
      const figures = { now: before(0), yearBefore: before(aYear), previous: before(1), previousYearBefore: before(1 + aYear) };
      return filed < since ? [] : [{ period, annual, filed, form, ...figures }];
    });
  });
}

function fundamentals(input: ReaderInput, i: Instrument): SampleReading {
  if (i.instrumentType === "etf") return { absent: `${i.ticker} is a fund and files no statements of this kind` };
  const rows = statementsOf(i, input);
  const newest = newestDay(rows.map((s) => s.periodEnd));
  if (newest === undefined) return { absent: `no statement of ${i.ticker} was filed` };
  return { read: counted(rows.length, "reported period"), newest, signals: signalsOf(input, "fundamentals", periodsOf(rows, input.since)) };
}

/** Periodic reports give no signal. An offering after the first one does. */
function filings(input: ReaderInput, i: Instrument): SampleReading {
  const offered = listedOfferings(i, newestPublicDay("offering", input.context.clock));
  const reports = i.instrumentType === "etf" ? [] : statementsOf(i, input);
  const newest = [...reports.map((s) => s.filing.filed), ...offered.map((o) => o.known)].sort().at(-1);
  if (newest === undefined) return { absent: `no filing of ${i.ticker} is known` };
  return {
    read: counted(new Set(reports.map((s) => s.filing.accession)).size + offered.length, "filing"),
    newest,
    signals: signalsOf(input, "filings", { cik: "", listed: [], offered, listedSince: offered[0]?.known }),
  };
}

const READERS: { readonly [F in EvidenceFamily]: SampleReader } = {
  insider,
  congress: (input, i) =>
    disclosureReading(input, disclosuresFor(input.context, i.ticker, 2 * YEAR_DAYS)?.rows ?? []) ?? {
      absent: `no disclosed trade in ${i.ticker} in two years`,
    },
  holders13f: (input, i) =>
    holdingReading(input, sampleHolders(i, input.context.clock.moment(), QUARTERS)) ?? { absent: `no institutions' reports on ${i.ticker} were due` },
  short_interest: (input, i) =>
    settlementReading(input, sampleShortSettlements(i, input.context.clock.moment(), SETTLEMENTS)) ?? { absent: `no settlement of ${i.ticker} was published` },
  short_volume: (input, i) => {
    const days = sampleRecords(input.context.clock).latest<ShortVolume>("short_volume", i.ticker, input.today, SESSIONS_OF_VOLUME).toReversed();
    return shortVolumeReading(input, days) ?? { absent: `the short volume of ${i.ticker} is not covered` };
  },
  filings,
  fundamentals,
  prices: (input, i) => closeReading(input) ?? { absent: `no price of ${i.ticker} is known` },
};

/** Evidence from sample rows: the detectors run over the sample rows that the families show. */
export function sampleEvidence(context: Context, i: Instrument): readonly (Evidence | NoEvidence)[] {
  const today = context.clock.today();
  const input: ReaderInput = {
    context,
    ticker: i.ticker,
    today,
    since: addDays(today, -YEAR_DAYS),
    closes: sampleCloses(i.ticker, newestPublicDay("price", context.clock), CLOSES_READ),
  };
  return (Object.keys(READERS) as EvidenceFamily[]).map((family): Evidence | NoEvidence => {
    const reading = READERS[family](input, i);
    if ("absent" in reading) return { family, absent: reading.absent, loaded: false };
    return { family, source: SAMPLE.source, read: reading.read, newest: reading.newest, signals: reading.signals.map(markSample) };
  });
}
