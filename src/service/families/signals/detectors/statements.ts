import { daysBetween, type IsoDate } from "../../../../contract/dates";
import type { Metric, SignalType } from "../../../../contract/vocabulary";
import type { Kept } from "../../../records/record";
import { servedIn } from "../../fundamentals/published-statements";
import { PER_SHARE_METRICS } from "../../fundamentals/rows";
import { isDoubt, type ShareBasis } from "../../share-basis/share-basis";
import type { StatedPeriod } from "../../../records/statement";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";

/** What filings state of a period on a day. */
type Figure = (metric: Metric) => number | undefined;

/** One period on the day on which its own report was filed, beside the same period a year before as it was known that day: restated for splits and the like. */
export interface ReportedPeriod {
  readonly period: string;
  readonly annual: boolean;
  readonly filed: IsoDate;
  readonly form: string;
  readonly now: Figure;
  readonly yearBefore: Figure;
  /** The period before it, and that one's year before. */
  readonly last: Figure;
  readonly lastYearBefore: Figure;
}

/** A report comes within so many days; what is first stated later is a comparison in the report of another period. */
const MOST_DAYS_TO_REPORT = 180;

function reportOf({ date, body }: Kept<StatedPeriod>): { readonly filed: IsoDate; readonly form: string } | undefined {
  const vintages = Object.values(body.stated).flatMap((lists) => lists.flatMap((list) => list.slice(0, 1)));
  const first = vintages.reduce<(typeof vintages)[number] | undefined>((a, b) => (a && a[0] <= b[0] ? a : b), undefined);
  return first && daysBetween(date, first[0]) <= MOST_DAYS_TO_REPORT ? { filed: first[0], form: first[3] } : undefined;
}

/** Per-share figures are in shares of the day: a filing may leave an earlier period as it was before a split. */
function figureOn(row: Kept<StatedPeriod> | undefined, day: IsoDate, basis: ShareBasis): Figure {
  const stated: Figure = (metric) => {
    const found = servedIn(row?.body.stated[metric], day);
    if (!found || !PER_SHARE_METRICS.has(metric)) return found?.served[1];
    const shares = basis.onDay({ metric, ...found }, day);
    return isDoubt(shares) ? undefined : found.served[1] / shares.times;
  };
  return (metric) => {
    if (metric !== "free_cash_flow") return stated(metric);
    const [operating, capex] = [stated("operating_cash_flow"), stated("capex")];
    return operating === undefined || capex === undefined ? undefined : operating - capex;
  };
}

/** The periods of one kind, years or quarters, that were reported from `since` on, oldest first. `rows` are of that kind alone, oldest first. */
export function reportedPeriods(rows: readonly Kept<StatedPeriod>[], since: IsoDate, basis: ShareBasis): ReportedPeriod[] {
  const before = (end: IsoDate, least: number, most: number) => rows.filter((r) => daysBetween(r.date, end) >= least && daysBetween(r.date, end) <= most).pop();
  return rows.flatMap((row): ReportedPeriod[] => {
    const report = reportOf(row);
    if (!report || report.filed < since) return [];
    const { annual, period } = row.body;
    const lastEnds = annual ? before(row.date, 350, 380) : before(row.date, 80, 200);
    const on = (r: Kept<StatedPeriod> | undefined) => figureOn(r, report.filed, basis);
    return [
      {
        period,
        annual,
        ...report,
        now: on(row),
        yearBefore: on(before(row.date, 350, 380)),
        last: on(lastEnds),
        lastYearBefore: on(lastEnds && before(lastEnds.date, 350, 380)),
      },
    ];
  });
}

type Told = { readonly type: SignalType; readonly direction: SignalRow["direction"]; readonly times: number; readonly what: string };
type Detector = (p: ReportedPeriod) => Told | undefined;

/** Points of an operating margin within a year: more than a good or a bad mix brings. */
const FULL_MARGIN_POINTS = 3;
const marginOf = (of: Figure): number => ((of("revenue") ?? 0) > 0 ? ((of("operating_income") ?? Number.NaN) / (of("revenue") ?? 0)) * 100 : Number.NaN);

/** The operating margin against that of the same period a year before. */
export const marginChange: Detector = (p) => {
  const [now, before] = [marginOf(p.now), marginOf(p.yearBefore)];
  const points = now - before;
  if (!(Math.abs(points) >= FULL_MARGIN_POINTS)) return undefined;
  return {
    type: points > 0 ? "margin_expansion" : "margin_compression",
    direction: points > 0 ? "bull" : "bear",
    times: Math.abs(points) / FULL_MARGIN_POINTS,
    what: `Operating margin of ${percentText(now)} in ${p.period}, after ${percentText(before)} a year before`,
  };
};

/** Points by which growth over a year changes from one report to the next. */
const FULL_GROWTH_POINTS = 5;
const growthOf = (now: Figure, before: Figure): number => {
  const [a, b] = [now("revenue") ?? 0, before("revenue") ?? 0];
  return a > 0 && b > 0 ? (a / b - 1) * 100 : Number.NaN;
};

/** Growth of revenue over a year against that of the period before. */
export const growthChange: Detector = (p) => {
  const [now, before] = [growthOf(p.now, p.yearBefore), growthOf(p.last, p.lastYearBefore)];
  const points = now - before;
  if (!(Math.abs(points) >= FULL_GROWTH_POINTS)) return undefined;
  return {
    type: points > 0 ? "revenue_acceleration" : "revenue_deceleration",
    direction: points > 0 ? "bull" : "bear",
    times: Math.abs(points) / FULL_GROWTH_POINTS,
    what: `Revenue growth of ${percentText(now)} over a year in ${p.period}, after ${percentText(before)} in the period before`,
  };
};

/** Free cash flow of a full year that changes its sign. A turn has no threshold: it counts twice. Quarters are left out: they are stated for the year so far. */
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

/** Points of the share of assets that is not equity, within a year. */
const FULL_LEVERAGE_POINTS = 5;
const leverageOf = (of: Figure): number => ((of("total_assets") ?? 0) > 0 ? (1 - (of("equity") ?? Number.NaN) / (of("total_assets") ?? 0)) * 100 : Number.NaN);

/** The share of the balance sheet that is not equity, against a year before. */
export const leverageRise: Detector = (p) => {
  const [now, before] = [leverageOf(p.now), leverageOf(p.yearBefore)];
  if (!(now - before >= FULL_LEVERAGE_POINTS)) return undefined;
  return {
    type: "leverage_rise",
    direction: "bear",
    times: (now - before) / FULL_LEVERAGE_POINTS,
    what: `${percentText(now)} of the assets in ${p.period} are not equity, after ${percentText(before)} a year before`,
  };
};

/** Percent of a full year's dividend: smaller steps keep up with prices. */
const FULL_DIVIDEND_PCT = 5;

/** The dividend of a full year against the one before, both as stated by the same day. A first dividend only after a stated zero: one not stated is unknown. */
export const dividendChange: Detector = (p) => {
  const [now, before] = [p.now("dividends_per_share"), p.yearBefore("dividends_per_share")];
  if (!p.annual || now === undefined || before === undefined || before < 0 || now < 0 || now === before) return undefined;
  const what = `Dividends of ${now} a share in ${p.period}, after ${before}`;
  if (before === 0) return { type: "dividend_initiated", direction: "bull", times: 2, what };
  const percent = (now / before - 1) * 100;
  if (Math.abs(percent) < FULL_DIVIDEND_PCT) return undefined;
  return {
    type: percent > 0 ? "dividend_raised" : "dividend_cut",
    direction: percent > 0 ? "bull" : "bear",
    times: Math.abs(percent) / FULL_DIVIDEND_PCT,
    what,
  };
};

/** One detector's signals over periods, dated by the filing that first states each. */
export const inStatements =
  (detector: Detector) =>
  (periods: readonly ReportedPeriod[]): SignalRow[] =>
    periods.flatMap((p) => {
      const finding = detector(p);
      return finding ? [signalOf(finding.type, p.filed, finding.direction, finding.times, `${finding.what} (${p.form} filed ${p.filed}, SEC)`)] : [];
    });
