import type { IsoDate } from "../../../contract/dates";
import type { SignalType } from "../../../contract/listed/signals";
import type { Close, PublishedShortInterest, ShortVolume } from "../../records/equities";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import type { FiledReport, ReportedOffering } from "../../records/filings";
import type { StoredRecord } from "../../records/record";
import type { HoldersQuarter } from "../holders13f/reported-holders";
import type { OwnedTrade } from "../insider/insider-side";
import { congressClusters, congressTrades } from "./detectors/congress";
import { FILING_KINDS, filingSignals, secondaryOfferings } from "./detectors/filings";
import { netAccumulation, turnover } from "./detectors/holders";
import { chiefPurchases, firstPurchaseInYear, insiderClusters } from "./detectors/insiders";
import { newExtremes, salesIntoStrength } from "./detectors/prices";
import { daysToCoverExtremes, shortInterestChanges } from "./detectors/short-interest";
import { shortVolumeBreaks } from "./detectors/short-volume";
import { cashFlowTurn, dividendChange, growthChange, leverageRise, marginChange, overPeriods, type ReportedPeriod } from "./detectors/statements";
import type { EvidenceFamily, SignalRow } from "./rows";

/** What the detectors of each family are given, oldest first. */
export interface RowsOfFamily {
  /** `since` is the day of the first loaded report: a first purchase in a year needs a year of reports before it. */
  readonly insider: { readonly trades: readonly OwnedTrade[]; readonly since: IsoDate | undefined; readonly closes: readonly Close[] };
  readonly congress: readonly StoredRecord<DisclosedTrade>[];
  readonly holders13f: readonly HoldersQuarter[];
  readonly short_interest: readonly StoredRecord<PublishedShortInterest>[];
  readonly short_volume: readonly StoredRecord<ShortVolume>[];
  readonly filings: {
    readonly cik: string;
    readonly listed: readonly StoredRecord<FiledReport>[];
    readonly offered: readonly StoredRecord<ReportedOffering>[];
    /** The day since which the company is listed, as far as that is known. */
    readonly listedSince: IsoDate | undefined;
  };
  readonly fundamentals: readonly ReportedPeriod[];
  readonly prices: readonly Close[];
}

interface Finds {
  /** The types of its signals. */
  readonly finds: readonly SignalType[];
  /** The title of its only type, if the type's name is not one. */
  readonly title?: string;
}

/** A detector over the rows of one family. */
type Detector<F extends EvidenceFamily> = Finds & { readonly family: F; readonly detect: (rows: RowsOfFamily[F]) => SignalRow[] };
/** Types that nothing detects, and why: their rows have no source. */
type Undetected = Finds & { readonly missing: string };
type DeclaredSignal = { [F in EvidenceFamily]: Detector<F> }[EvidenceFamily] | Undetected;

const detector = <F extends EvidenceFamily>(
  family: F,
  finds: SignalType | readonly SignalType[],
  detect: Detector<F>["detect"],
  title?: string,
): Detector<F> => ({
  family,
  finds: typeof finds === "string" ? [finds] : finds,
  detect,
  ...(title === undefined ? {} : { title }),
});
const undetected = (missing: string, ...finds: readonly SignalType[]): Undetected => ({ finds, missing });

const REPORTS_NOT_READ = "the text of annual reports is not read";
const ANNOUNCEMENTS_NOT_READ = "the text of current reports is not read";
const NOT_SAID = "the list of filings does not say who leaves";
const NO_OPTIONS = "options chains are not public";
const NO_OPENINGS = "opening prices are not public";

/** Every signal type with its detector, or why it has none. `npm run generate` lists the types for clients. */
export const DECLARED_SIGNALS: readonly DeclaredSignal[] = [
  detector("insider", "insider_cluster_buy", ({ trades }) => insiderClusters("buy", trades)),
  detector("insider", "insider_cluster_sell", ({ trades }) => insiderClusters("sell", trades)),
  detector("insider", "insider_ceo_buy", ({ trades }) => chiefPurchases("CEO", trades), "Insider buy by the chief executive"),
  detector("insider", "insider_cfo_buy", ({ trades }) => chiefPurchases("CFO", trades), "Insider buy by the chief financial officer"),
  detector("insider", "insider_first_buy_in_year", ({ trades, since }) => firstPurchaseInYear(since, trades)),
  detector("insider", "insider_sell_into_strength", ({ trades, closes }) => salesIntoStrength(trades, closes)),
  {
    ...undetected("adoptions of plans are in the text of quarterly reports, which is not read", "insider_10b5_1_adoption"),
    title: "Insider adopts a 10b5-1 trading plan",
  },
  detector("congress", "congress_buy", (rows) => congressTrades("buy", rows)),
  detector("congress", "congress_sell", (rows) => congressTrades("sell", rows)),
  detector("congress", "congress_cluster_buy", (rows) => congressClusters("buy", rows)),
  detector("congress", "congress_cluster_sell", (rows) => congressClusters("sell", rows)),
  undetected("committee seats are not loaded", "congress_committee_match"),
  detector("holders13f", "holders13f_accumulation", (rows) => netAccumulation("holders13f_accumulation", rows)),
  detector("holders13f", "holders13f_distribution", (rows) => netAccumulation("holders13f_distribution", rows)),
  detector("holders13f", "holders13f_new_position", (rows) => turnover("holders13f_new_position", rows)),
  detector("holders13f", "holders13f_exit", (rows) => turnover("holders13f_exit", rows)),
  undetected("institutions' reports are stored as totals by security", "holders13f_concentration"),
  ...FILING_KINDS.map((kind) => detector("filings", kind.type, ({ listed, cik }) => filingSignals(kind, cik, listed), kind.title)),
  detector("filings", "secondary_offering", ({ offered, listedSince }) => secondaryOfferings(listedSince, offered)),
  detector("short_interest", "short_interest_surge", (rows) => shortInterestChanges("short_interest_surge", rows)),
  detector("short_interest", "short_interest_drop", (rows) => shortInterestChanges("short_interest_drop", rows)),
  detector("short_interest", "days_to_cover_extreme", daysToCoverExtremes),
  detector("short_volume", "short_volume_spike", (rows) => shortVolumeBreaks("short_volume_spike", rows)),
  detector("short_volume", "short_volume_dry_up", (rows) => shortVolumeBreaks("short_volume_dry_up", rows)),
  undetected(REPORTS_NOT_READ, "going_concern", "material_weakness"),
  undetected(NOT_SAID, "cfo_departure", "ceo_departure"),
  undetected(ANNOUNCEMENTS_NOT_READ, "buyback_announced", "buyback_completed"),
  undetected("lock-ups are in the text of prospectuses, which is not read", "lockup_expiry"),
  detector("fundamentals", ["margin_expansion", "margin_compression"], (rows) => overPeriods(marginChange, rows)),
  detector("fundamentals", ["revenue_acceleration", "revenue_deceleration"], (rows) => overPeriods(growthChange, rows)),
  detector("fundamentals", "free_cash_flow_turn", (rows) => overPeriods(cashFlowTurn, rows)),
  detector("fundamentals", "leverage_rise", (rows) => overPeriods(leverageRise, rows)),
  detector("fundamentals", ["dividend_raised", "dividend_cut", "dividend_initiated"], (rows) => overPeriods(dividendChange, rows)),
  undetected(NO_OPTIONS, "gamma_flip_cross", "gamma_wall_break", "dealer_short_gamma", "dealer_long_gamma"),
  undetected("exchange volumes are not public", "volume_breakout"),
  detector("prices", "new_high", (rows) => newExtremes("new_high", rows)),
  detector("prices", "new_low", (rows) => newExtremes("new_low", rows)),
  { ...undetected(NO_OPENINGS, "gap_up"), title: "Opening gap up" },
  { ...undetected(NO_OPENINGS, "gap_down"), title: "Opening gap down" },
];

/** Why a type of signal is not detected; undefined if it is. */
export function whyUndetected(type: SignalType): string | undefined {
  const found = DECLARED_SIGNALS.find(({ finds }) => finds.includes(type));
  return found && "missing" in found ? found.missing : undefined;
}

const isOf = <F extends EvidenceFamily>(one: DeclaredSignal, family: F): one is DeclaredSignal & Detector<F> => "detect" in one && one.family === family;

/** Runs the detectors of a family over its rows, in the order of their declarations. */
export const detected = <F extends EvidenceFamily>(family: F, rows: RowsOfFamily[F]): SignalRow[] =>
  DECLARED_SIGNALS.flatMap((one) => (isOf(one, family) ? one.detect(rows) : []));
