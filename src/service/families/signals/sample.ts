import { addDays, type IsoDate } from "../../../contract/dates";
import { yearOf } from "../../time/calendar";
import type { Instrument } from "../../instruments/universe";
import { SAMPLE } from "../../answers/answering";
import { disclosuresFor } from "../congress/congress";
import { counted } from "../../../contract/counted";
import type { Context } from "../../answers/context";
import { sampleYear } from "../fundamentals/sample";
import type { Statement } from "../fundamentals/rows";
import { sampleHolders } from "../holders13f/sample";
import { noInsiders } from "../insider/no-insiders";
import { ownedTrades } from "../insider/owned-trades";
import { sampleReportsNear } from "../insider/reported-trades";
import { listedOfferings } from "../offerings/sample";
import { sampleCloses } from "../prices/sample";
import { sampleSettlements } from "../short-interest/sample";
import { sampleShortVolume } from "../smart-money/sample";
import { secondaryOfferings } from "./detectors/filings";
import type { ReportedPeriod } from "./detectors/statements";
import { inPeriods } from "./filing-readers";
import { inCloses, inSettlements, inVolumes } from "./market-readers";
import { signalsOf, type Asked } from "./reader";
import type { Evidence, EvidenceFamily, NoEvidence, SignalRow } from "./rows";
import { inDisclosures, inHoldings, inInsiderTrades } from "./trade-readers";

const YEAR_DAYS = 365;
const CLOSES = 2 * 253;
const SESSIONS_OF_VOLUME = 252 + 25;
const SETTLEMENTS = 26;
const QUARTERS = 6;

/** A detector's headline ends with its source in brackets: of generated rows that is the sample. */
const ofSample = (signal: SignalRow): SignalRow => ({ ...signal, headline: `${signal.headline.replace(/ \([^()]*\)$/, "")} (generated sample)` });

type Reading = { readonly read: string; readonly newest: IsoDate; readonly signals: readonly SignalRow[] } | { readonly absent: string };

function insider(asked: Asked, i: Instrument): Reading {
  if (i.instrumentType !== "common") return { absent: noInsiders(i) };
  const days = 2 * YEAR_DAYS + 1;
  const reports = sampleReportsNear(asked.context, i, days);
  const newest = reports[reports.length - 1];
  if (!newest) return { absent: `no report of an insider of ${i.ticker} in two years` };
  const signals = inInsiderTrades(asked, ownedTrades(reports, asked.today, days), addDays(asked.today, 1 - days));
  return { read: counted(reports.length, "report of insiders", "reports of insiders"), newest: newest.date, signals };
}

function congress(asked: Asked, i: Instrument): Reading {
  const { rows } = disclosuresFor(asked.context, i.ticker, 2 * YEAR_DAYS) ?? { rows: [] };
  const newest = rows[rows.length - 1];
  if (!newest) return { absent: `no disclosed trade in ${i.ticker} in two years` };
  return { read: counted(rows.length, "disclosed trade"), newest: newest.date, signals: inDisclosures(asked, rows) };
}

function holders13f(asked: Asked, i: Instrument): Reading {
  const quarters = sampleHolders(i, asked.today, QUARTERS);
  const newest = quarters[quarters.length - 1];
  if (!newest) return { absent: `no quarter of institutions' reports on ${i.ticker} was due` };
  return {
    read: `${counted(quarters.length, "quarter")} of reports, ${newest.count} holders at the newest`,
    newest: newest.quarterEnd,
    signals: inHoldings(asked, quarters),
  };
}

function shortInterest(asked: Asked, i: Instrument): Reading {
  const rows = sampleSettlements(i, asked.today, SETTLEMENTS);
  const newest = rows[rows.length - 1];
  if (!newest) return { absent: `no settlement of ${i.ticker} was published` };
  return { read: counted(rows.length, "settlement"), newest: newest.date, signals: inSettlements(asked, rows) };
}

function shortVolume(asked: Asked, i: Instrument): Reading {
  const rows = sampleShortVolume(i, asked.today, SESSIONS_OF_VOLUME);
  const newest = rows?.[rows.length - 1];
  if (!rows || !newest) return { absent: `the short volume of ${i.ticker} is not covered` };
  return { read: `short volume of ${counted(rows.length, "session")}`, newest: newest.date, signals: inVolumes(asked, rows) };
}

/** Statements of three fiscal years, by the day on which each was filed. */
function statementsOf(i: Instrument, today: IsoDate): readonly Statement[] {
  const year = yearOf(today);
  return [year - 3, year - 2, year - 1, year, year + 1].flatMap((y) => sampleYear(i, y)).filter((s) => s.filing.filed <= today);
}

function periodsOf(rows: readonly Statement[], since: IsoDate): ReportedPeriod[] {
  const figureOf =
    (s: Statement | undefined): ReportedPeriod["now"] =>
    (metric) =>
      s?.figure(metric);
  return [true, false].flatMap((annual) => {
    const kind = rows.filter((s) => s.annual === annual);
    const aYear = annual ? 1 : 4;
    return kind.flatMap((s, n): ReportedPeriod[] =>
      s.filing.filed < since
        ? []
        : [
            {
              period: s.period,
              annual,
              filed: s.filing.filed,
              form: s.filing.form,
              now: figureOf(s),
              yearBefore: figureOf(kind[n - aYear]),
              last: figureOf(kind[n - 1]),
              lastYearBefore: figureOf(kind[n - 1 - aYear]),
            },
          ],
    );
  });
}

function fundamentals(asked: Asked, i: Instrument): Reading {
  if (i.instrumentType === "etf") return { absent: `${i.ticker} is a fund and files no statements of this kind` };
  const rows = statementsOf(i, asked.today);
  const newest = rows.map((s) => s.periodEnd).reduce<IsoDate | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined);
  if (newest === undefined) return { absent: `no statement of ${i.ticker} was filed` };
  return { read: counted(rows.length, "reported period"), newest, signals: inPeriods(asked, periodsOf(rows, asked.since)) };
}

/** Periodic reports are listed without a signal; shares that a company sells after its first offering are one. */
function filings(asked: Asked, i: Instrument): Reading {
  const offered = listedOfferings(i, asked.today);
  const reports = i.instrumentType === "etf" ? [] : statementsOf(i, asked.today);
  const newest = [...reports.map((s) => s.filing.filed), ...offered.map((o) => o.known)].sort().at(-1);
  if (newest === undefined) return { absent: `no filing of ${i.ticker} is known` };
  return {
    read: counted(new Set(reports.map((s) => s.filing.accession)).size + offered.length, "filing"),
    newest,
    signals: signalsOf(asked, offered, () => secondaryOfferings(offered[0]?.known)(offered)),
  };
}

function prices(asked: Asked, i: Instrument): Reading {
  const newest = asked.closes[asked.closes.length - 1];
  if (!newest) return { absent: `no price of ${i.ticker} is known` };
  return { read: counted(asked.closes.length, "close"), newest: newest.date, signals: inCloses(asked) };
}

const READERS: { readonly [F in EvidenceFamily]: (asked: Asked, i: Instrument) => Reading } = {
  insider,
  congress,
  holders13f,
  short_interest: shortInterest,
  short_volume: shortVolume,
  filings,
  fundamentals,
  prices,
};

/** What the generated rows of every family say of a symbol: the detectors of imported rows run over the rows that the families themselves show. */
export function sampleEvidence(context: Context, i: Instrument): readonly (Evidence | NoEvidence)[] {
  const today = context.clock.today();
  const asked: Asked = { context, ticker: i.ticker, today, since: addDays(today, -YEAR_DAYS), closes: sampleCloses(i.ticker, today, CLOSES) };
  return (Object.keys(READERS) as EvidenceFamily[]).map((family): Evidence | NoEvidence => {
    const reading = READERS[family](asked, i);
    if ("absent" in reading) return { family, absent: reading.absent, loaded: false };
    return { family, source: SAMPLE.source, read: reading.read, newest: reading.newest, signals: reading.signals.map(ofSample) };
  });
}
