import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { isAnnualReport, isTransitionReport, type StatedPeriod } from "../../records/filings";
import type { Fact } from "./facts";
import { fiscalCalendar, type FiscalSpan, lengthOf, YEAR, YEAR_END_TOLERANCE_DAYS } from "./fiscal-periods";
import { factsByFiling, type Flow, inUsualWindow, isFlow, type ReportedFact, usualWindows } from "./period-versions";

/** Two fiscal years do not overlap, so their ends are at least this many days apart. */
const DAYS_APART = 350;
/** A gap between two years that is this much longer than whole missing years is a transition period. */
const MIN_TRANSITION_DAYS = 20;

/** The newest end of each filing's facts. */
const newestEnds = (facts: readonly Fact[]): IsoDate[] =>
  factsByFiling(facts).map((list) => list.reduce((newest, { end }) => (end > newest ? end : newest), ""));

/**
 * The ends of the full fiscal years. Only annual reports show them, first the newest year of each: a window of twelve months in a quarterly report or a prospectus
 * is none, and neither is a year recast after a change of the fiscal year. Other forms count for years before and after those, and without any annual report.
 */
function yearEnds(years: readonly Flow[]): IsoDate[] {
  const annual = years.filter((f) => isAnnualReport(f.vintage[3]));
  const own = newestEnds(annual.filter((f) => !isTransitionReport(f.vintage[3])));
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
function fiscalSpans(flows: readonly Flow[]): FiscalSpan[] {
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

/** A period with its name and its facts: over it, and at its end. */
export interface NamedPeriod {
  readonly kind: "year" | "quarter" | "transition";
  readonly end: IsoDate;
  readonly name: string;
  readonly facts: readonly ReportedFact[];
}

/** A row of one period. A period has several if its figures change altogether: each from its day on. */
export interface PeriodRow extends Pick<NamedPeriod, "kind" | "end"> {
  readonly known: IsoDate;
  readonly body: StatedPeriod;
}

type ReportedFlow = ReportedFact & { readonly start: IsoDate };

/** A quarter's own report is filed within this many days. One first stated later may be recast to another fiscal year. */
const MAX_DAYS_TO_REPORT = 130;
const WEEKS_12 = [82, 86] as const;

/** True for a filer that counts in weeks: only such a one has quarters of 16 or 17 weeks. */
const countsWeeks = (flows: readonly ReportedFlow[]): boolean =>
  flows.some(({ start, end }) => {
    const days = daysBetween(start, end) + 1;
    return (days >= WEEKS_12[0] && days <= WEEKS_12[1]) || (lengthOf(start, end) === "year" && days % 7 === 0);
  });

/** Gives each quarter a name of its own. One that another quarter has by right is named by its last day: it is none of the four of a fiscal year. */
function quarterNames(quarters: ReadonlyMap<IsoDate, readonly ReportedFact[]>, calendar: ReturnType<typeof fiscalCalendar>): Map<IsoDate, string> {
  const reportedInTime = (end: IsoDate): boolean => (quarters.get(end) ?? []).some(({ vintage }) => daysBetween(end, vintage[0]) <= MAX_DAYS_TO_REPORT);
  const hasFlow = (end: IsoDate): boolean => (quarters.get(end) ?? []).some(isFlow);
  const ranked = [...quarters.keys()]
    .map((end) => ({ end, rank: (hasFlow(end) ? 0 : 2) + (reportedInTime(end) ? 0 : 1), ...calendar.quarter(end) }))
    .sort((a, b) => a.rank - b.rank || a.off - b.off || (a.end < b.end ? -1 : 1));
  const taken = new Set<string>();
  return new Map(
    ranked.map(({ end, name }) => {
      const own = taken.has(name) ? end : name;
      taken.add(own);
      return [end, own];
    }),
  );
}

/** The days of the balance sheets of annual reports: the fiscal year ends of a company without any full year, such as in the report on its first months. */
function endsWithoutYears(facts: readonly ReportedFact[]): ReadonlySet<IsoDate> {
  const balances = facts.filter(({ tag, vintage: [, , , form] }) => tag === "Assets" && isAnnualReport(form) && !isTransitionReport(form));
  return new Set(newestEnds(balances));
}

/** The fiscal years, quarters and transition periods of a company's facts. Each has a name of its own. */
export function namedPeriods(facts: readonly ReportedFact[]): NamedPeriod[] {
  const flows = facts.filter(isFlow);
  const atEnd = groupedBy(
    facts.filter((f) => !isFlow(f)),
    (f) => f.end,
  );
  const spans = fiscalSpans(flows);
  const calendar = fiscalCalendar(spans);
  const windows = groupedBy(flows, (f) => `${f.start} ${f.end}`);
  const longQuarters = countsWeeks([...windows.values()].flatMap((list) => list.slice(0, 1)));
  const endsOf = (kind: "year" | "transition"): Set<IsoDate> => new Set(spans.flatMap((s) => (s.kind === kind ? [s.end] : [])));
  const yearEnds = endsOf("year");
  const ofKind = (is: (window: Pick<ReportedFlow, "start" | "end">) => boolean): Map<IsoDate, ReportedFlow[]> =>
    inUsualWindow([...windows.values()].flatMap((list) => (list[0] && is(list[0]) ? list : [])));

  const years = ofKind(({ start, end }) => lengthOf(start, end) === "year" && yearEnds.has(end));
  const quarterFlows = ofKind(({ start, end }) => {
    const length = lengthOf(start, end);
    return length === "quarter" || (length === "long quarter" && longQuarters && calendar.isAtEdge(start, end));
  });
  const near = (a: IsoDate, b: IsoDate): boolean => Math.abs(daysBetween(a, b)) <= YEAR_END_TOLERANCE_DAYS;
  const transitions = spans.flatMap((span) => {
    if (span.kind === "year") return [];
    const over = flows.filter(({ start, end }) => lengthOf(start, end) !== "year" && near(start, span.start) && near(end, span.end));
    // A filing of the new fiscal year may misdate the end: the annual report's own counts.
    const annual = over.filter((f) => isAnnualReport(f.vintage[3]));
    const end = (annual.length > 0 ? annual : over)
      .map((f) => f.end)
      .sort((a, b) => Math.abs(daysBetween(a, span.end)) - Math.abs(daysBetween(b, span.end)) || (a < b ? -1 : 1))[0];
    return end === undefined ? [] : [{ end, flows: inUsualWindow(over.filter((f) => f.end === end)).get(end) ?? [] }];
  });

  // A balance sheet without a matching duration, such as the comparison in an early report. Kept only if it is a balance sheet.
  const alone = [...atEnd].filter(([end, list]) => !years.has(end) && !quarterFlows.has(end) && list.some((f) => f.tag === "Assets" || calendar.endsYear(end)));
  const newestYear = [...years.keys()].reduce((a, b) => (b > a ? b : a), "");
  const firstEnds = years.size > 0 ? new Set<IsoDate>() : endsWithoutYears(facts);
  const yearNames = new Set([...years.keys()].map(calendar.year));
  const balances = alone.map(([end, list]) => ({
    end,
    list,
    annual: firstEnds.has(end) || (end < newestYear && calendar.endsYear(end) && !yearNames.has(calendar.year(end))),
  }));
  // Of two balance sheets of one year, such as before and after a change of accounting, the older day is the year's own.
  const ownOf = new Map<string, IsoDate>();
  for (const { end, annual } of balances) if (annual && end < (ownOf.get(calendar.year(end)) ?? addDays(end, 1))) ownOf.set(calendar.year(end), end);
  const isOwn = ({ end, annual }: (typeof balances)[number]): boolean => annual && ownOf.get(calendar.year(end)) === end;

  const quarters = new Map<IsoDate, readonly ReportedFact[]>([
    ...[...quarterFlows].map(([end, list]) => [end, [...list, ...(atEnd.get(end) ?? [])]] as const),
    ...balances.flatMap((b) => (isOwn(b) ? [] : [[b.end, b.list] as const])),
  ]);
  const names = quarterNames(quarters, calendar);
  return [
    ...[...years].map(([end, list]) => ({ kind: "year" as const, end, name: calendar.year(end), facts: [...list, ...(atEnd.get(end) ?? [])] })),
    ...balances.flatMap((b) => (isOwn(b) ? [{ kind: "year" as const, end: b.end, name: calendar.year(b.end), facts: b.list }] : [])),
    ...[...quarters].map(([end, list]) => ({ kind: "quarter" as const, end, name: names.get(end) ?? end, facts: list })),
    ...transitions.map(({ end, flows: list }) => ({
      kind: "transition" as const,
      end,
      name: calendar.transition(end),
      facts: [...list, ...(atEnd.get(end) ?? [])],
    })),
  ];
}
