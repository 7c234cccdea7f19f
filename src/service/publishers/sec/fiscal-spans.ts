import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { isAnnualReport, isTransitionReport } from "../../records/forms";
import { filingOf } from "./filing-order";
import { fiscalCalendar, lengthOf, YEAR_END_TOLERANCE_DAYS, type FiscalSpan } from "./fiscal-periods";
import { usualWindows, type Flow } from "./windows";

/** Two fiscal years do not overlap, so their ends are at least this many days apart. */
const DAYS_APART = 350;
const YEAR = 365.25;
/** A gap between two years that is this much longer than whole missing years is a transition period. */
const MIN_TRANSITION_DAYS = 20;

/**
 * The ends of the full fiscal years. Only annual reports show them, first the newest year of each: a window of twelve months in a quarterly report or a prospectus
 * is none, and neither is a year recast after a change of the fiscal year. Other forms count for years before and after those, and without any annual report.
 */
function yearEnds(years: readonly Flow[]): IsoDate[] {
  const annual = years.filter((f) => isAnnualReport(f.vintage[3]));
  const own = [
    ...groupedBy(
      annual.filter((f) => !isTransitionReport(f.vintage[3])),
      (f) => filingOf(f.vintage),
    ).values(),
  ].map((list) => list.reduce((newest, { end }) => (end > newest ? end : newest), ""));
  const accepted: IsoDate[] = [];
  const accept = (ends: readonly IsoDate[], fits: (end: IsoDate) => boolean = () => true): void => {
    for (const end of [...new Set(ends)].sort())
      if (fits(end) && accepted.every((other) => Math.abs(daysBetween(other, end)) >= DAYS_APART)) accepted.push(end);
  };
  const endsOf = (list: readonly Flow[]): IsoDate[] => list.map(({ end }) => end);
  accept(own);
  accept(endsOf(annual));
  const { endsYear } = fiscalCalendar([...accepted].sort().map((end) => ({ kind: "year", start: addDays(end, 1 - Math.round(YEAR)), end })));
  accept(endsOf(years), annual.length === 0 ? undefined : endsYear);
  return accepted.sort();
}

/** The months after the last full year on which a transition report is filed. Its next full year is filed a year later. */
function filedTransition(flows: readonly Flow[], lastEnd: IsoDate): FiscalSpan | undefined {
  const first = addDays(lastEnd, 1);
  const ends = flows.flatMap(({ start, end, vintage: [, , , form] }) =>
    isTransitionReport(form) &&
    Math.abs(daysBetween(start, first)) <= YEAR_END_TOLERANCE_DAYS &&
    daysBetween(first, end) > MIN_TRANSITION_DAYS &&
    lengthOf(start, end) !== "year"
      ? [end]
      : [],
  );
  const end = ends.reduce((a, b) => (b > a ? b : a), "");
  return end === "" ? undefined : { kind: "transition", start: first, end };
}

/** The fiscal years and transition periods that a company's filings show, oldest first. They do not overlap. */
export function fiscalSpans(flows: readonly Flow[]): FiscalSpan[] {
  const years = flows.filter(({ start, end }) => lengthOf(start, end) === "year");
  const starts = usualWindows(years);
  const spans: FiscalSpan[] = [];
  for (const end of yearEnds(years)) {
    const start = starts.get(end) ?? end;
    const before = spans[spans.length - 1];
    if (before) {
      const gap = daysBetween(before.end, start) - 1;
      const missing = Math.floor((gap + YEAR_END_TOLERANCE_DAYS) / YEAR);
      // Missing years are taken to follow the transition.
      if (gap - missing * YEAR > MIN_TRANSITION_DAYS)
        spans.push({ kind: "transition", start: addDays(before.end, 1), end: addDays(start, -1 - Math.round(missing * YEAR)) });
    }
    spans.push({ kind: "year", start, end });
  }
  const last = spans[spans.length - 1];
  const filed = last && filedTransition(flows, last.end);
  return filed ? [...spans, filed] : spans;
}
