import { daysBetween, type IsoDate } from "../../../../contract/dates";
import type { SignalType } from "../../../../contract/listed/signals";
import { type Metric, PER_SHARE_METRICS } from "../../../../contract/vocabulary";
import type { StoredRecord } from "../../../records/record";
import { servedFigure } from "../../../doubts/served-figure";
import { inShares, isDoubt, type ShareBasis } from "../../share-basis/share-basis";
import type { StatedPeriod } from "../../../records/filings";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";

/** The figures of a period, as stated on a day. */
type Figure = (metric: Metric) => number | undefined;

/** One period on the day of its own report, and the same period a year earlier as known on that day: restated for splits and the like. */
export interface ReportedPeriod {
  readonly period: string;
  readonly annual: boolean;
  readonly filed: IsoDate;
  readonly form: string;
  readonly now: Figure;
  readonly yearBefore: Figure;
  /** The previous period, and the same period a year before that. */
  readonly previous: Figure;
  readonly previousYearBefore: Figure;
}

/** A report is filed within this many days. A period first stated later is a comparison in the report of another period. */
const MAX_DAYS_TO_REPORT = 180;

function reportOf({ date, body }: StoredRecord<StatedPeriod>): { readonly filed: IsoDate; readonly form: string } | undefined {
  const vintages = Object.values(body.stated).flatMap((lists) => lists.flatMap((list) => list.slice(0, 1)));
  const first = vintages.reduce<(typeof vintages)[number] | undefined>((a, b) => (a && a[0] <= b[0] ? a : b), undefined);
  return first && daysBetween(date, first[0]) <= MAX_DAYS_TO_REPORT ? { filed: first[0], form: first[3] } : undefined;
}

/** Per-share figures are converted to shares of the day, because a filing may leave an earlier period in shares before a split. */
function figureOn(row: StoredRecord<StatedPeriod> | undefined, day: IsoDate, basis: ShareBasis): Figure {
  const stated: Figure = (metric) => {
    const found = row && servedFigure(row.body, metric, day);
    if (!found || !PER_SHARE_METRICS.has(metric)) return found?.served[1];
    const shares = basis.onDay({ metric, ...found }, day);
    return isDoubt(shares) ? undefined : inShares(metric, found.served[1], shares);
  };
  return (metric) => {
    if (metric !== "free_cash_flow") return stated(metric);
    const [operating, capex] = [stated("operating_cash_flow"), stated("capex")];
    return operating === undefined || capex === undefined ? undefined : operating - capex;
  };
}

/** Periods reported on or after `since`, oldest first. `rows` must be all years or all quarters, oldest first. */
export function reportedPeriods(rows: readonly StoredRecord<StatedPeriod>[], since: IsoDate, basis: ShareBasis): ReportedPeriod[] {
  return rows.flatMap((row): ReportedPeriod[] => {
    // Amounts of two currencies are not compared.
    const before = (end: IsoDate, minDays: number, maxDays: number) =>
      rows.filter((r) => r.body.currency === row.body.currency && daysBetween(r.date, end) >= minDays && daysBetween(r.date, end) <= maxDays).pop();
    const report = reportOf(row);
    if (!report || report.filed < since) return [];
    const { annual, period } = row.body;
    const lastEnds = annual ? before(row.date, 350, 380) : before(row.date, 80, 200);
    const on = (r: StoredRecord<StatedPeriod> | undefined) => figureOn(r, report.filed, basis);
    return [
      {
        period,
        annual,
        ...report,
        now: on(row),
        yearBefore: on(before(row.date, 350, 380)),
        previous: on(lastEnds),
        previousYearBefore: on(lastEnds && before(lastEnds.date, 350, 380)),
      },
    ];
  });
}

type Finding = { readonly type: SignalType; readonly direction: SignalRow["direction"]; readonly times: number; readonly what: string };
type Detector = (p: ReportedPeriod) => Finding | undefined;

/** A change that reaches the threshold. NaN, of an unknown figure, does not. */
const changed = (by: number, threshold: number, up: SignalType, down: SignalType, what: string): Finding | undefined =>
  Math.abs(by) >= threshold ? { type: by > 0 ? up : down, direction: by > 0 ? "bull" : "bear", times: Math.abs(by) / threshold, what } : undefined;

/** Percentage points within a year: more than a change of the product mix causes. */
const MARGIN_THRESHOLD_POINTS = 3;
const marginOf = (of: Figure): number => ((of("revenue") ?? 0) > 0 ? ((of("operating_income") ?? Number.NaN) / (of("revenue") ?? 0)) * 100 : Number.NaN);

/** Change of the operating margin over a year. */
export const marginChange: Detector = (p) => {
  const [now, before] = [marginOf(p.now), marginOf(p.yearBefore)];
  const what = `Operating margin of ${percentText(now)} in ${p.period}, after ${percentText(before)} a year before`;
  return changed(now - before, MARGIN_THRESHOLD_POINTS, "margin_expansion", "margin_compression", what);
};

/** Percentage points between the yearly growth of one report and of the next. */
const GROWTH_THRESHOLD_POINTS = 5;
const growthOf = (now: Figure, before: Figure): number => {
  const [a, b] = [now("revenue") ?? 0, before("revenue") ?? 0];
  return a > 0 && b > 0 ? (a / b - 1) * 100 : Number.NaN;
};

/** Change of yearly revenue growth from the previous period. */
export const growthChange: Detector = (p) => {
  const [now, before] = [growthOf(p.now, p.yearBefore), growthOf(p.previous, p.previousYearBefore)];
  const what = `Revenue growth of ${percentText(now)} over a year in ${p.period}, after ${percentText(before)} in the period before`;
  return changed(now - before, GROWTH_THRESHOLD_POINTS, "revenue_acceleration", "revenue_deceleration", what);
};

/** Change of sign of a full year's free cash flow. A turn has no threshold, so it counts twice. Quarters are left out: they state the year to date. */
export const cashFlowTurn: Detector = (p) => {
  const [now, before] = [p.now("free_cash_flow"), p.yearBefore("free_cash_flow")];
  if (!p.annual || now === undefined || before === undefined || now === 0 || before === 0 || now > 0 === before > 0) return undefined;
  return {
    type: "free_cash_flow_turn",
    direction: now > 0 ? "bull" : "bear",
    times: 2,
    what: `Free cash flow turned ${now > 0 ? "positive" : "negative"} in ${p.period}`,
  };
};

/** Percentage points of the share of assets that is not equity, within a year. */
const LEVERAGE_THRESHOLD_POINTS = 5;
const leverageOf = (of: Figure): number => ((of("total_assets") ?? 0) > 0 ? (1 - (of("equity") ?? Number.NaN) / (of("total_assets") ?? 0)) * 100 : Number.NaN);

/** Rise of the share of assets that is not equity, over a year. */
export const leverageRise: Detector = (p) => {
  const [now, before] = [leverageOf(p.now), leverageOf(p.yearBefore)];
  if (!(now - before >= LEVERAGE_THRESHOLD_POINTS)) return undefined;
  return {
    type: "leverage_rise",
    direction: "bear",
    times: (now - before) / LEVERAGE_THRESHOLD_POINTS,
    what: `${percentText(now)} of the assets in ${p.period} are not equity, after ${percentText(before)} a year before`,
  };
};

/** Percent of a full year's dividend: smaller changes only follow inflation. */
const DIVIDEND_THRESHOLD_PCT = 5;

/** Change of a full year's dividend from the previous year, both as stated on the same day. A first dividend needs a stated zero: one not stated is unknown. */
export const dividendChange: Detector = (p) => {
  const [now, before] = [p.now("dividends_per_share"), p.yearBefore("dividends_per_share")];
  if (!p.annual || now === undefined || before === undefined || before < 0 || now < 0 || now === before) return undefined;
  const what = `Dividends of ${now} a share in ${p.period}, after ${before}`;
  if (before === 0) return { type: "dividend_initiated", direction: "bull", times: 2, what };
  return changed((now / before - 1) * 100, DIVIDEND_THRESHOLD_PCT, "dividend_raised", "dividend_cut", what);
};

/** Runs a detector over periods. Signals are dated by the filing that first states the period. */
export const overPeriods = (detector: Detector, periods: readonly ReportedPeriod[]): SignalRow[] =>
  periods.flatMap((p) => {
    const finding = detector(p);
    return finding ? [signalOf(finding.type, p.filed, finding.direction, finding.times, `${finding.what} (${p.form} filed ${p.filed}, SEC)`)] : [];
  });
