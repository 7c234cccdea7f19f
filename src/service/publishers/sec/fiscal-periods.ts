import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";

/** A fiscal year, or the months between the old and the new end of the fiscal year. */
export interface FiscalSpan {
  readonly kind: "year" | "transition";
  readonly start: IsoDate;
  readonly end: IsoDate;
}

/**
 * Classifies a duration: a full fiscal year, a fiscal quarter of 12 to 14 weeks, a long one of 16 or 17 weeks that only begins or ends a fiscal year, or undefined
 * (half a year, nine months, since inception).
 */
export function lengthOf(start: IsoDate, end: IsoDate): "year" | "quarter" | "long quarter" | undefined {
  const days = daysBetween(start, end) + 1;
  return days >= 350 && days <= 380 ? "year" : days >= 80 && days <= 100 ? "quarter" : days > 100 && days <= 122 ? "long quarter" : undefined;
}

/**
 * The calendar year in which a fiscal year ends. A year of 52 or 53 weeks that ends in the first week of January counts for the previous year, as its filer
 * counts it; otherwise two years would have one name.
 */
const fiscalYearOf = (end: IsoDate): number => Number(addDays(end, -7).slice(0, 4));

/** Days by which the end of a fiscal year may vary from year to year. */
export const YEAR_END_TOLERANCE_DAYS = 10;
/** Mean length of a year, in days. */
export const YEAR = 365.25;
const QUARTER = YEAR / 4;
const isNear = (a: IsoDate, b: IsoDate): boolean => Math.abs(daysBetween(a, b)) <= YEAR_END_TOLERANCE_DAYS;

/**
 * Names the periods of one company from its fiscal years and transition periods, in order. The filings' own `fy` and `fp` describe the report in which a number
 * appeared, not its period, so they are not used.
 */
export function fiscalCalendar(spans: readonly FiscalSpan[]) {
  const years = spans.filter((s) => s.kind === "year");
  // From the newest: of two years that end in one calendar year, the earlier has the name of the year before.
  const numbers = new Map<IsoDate, number>();
  let next = Number.POSITIVE_INFINITY;
  for (const { end } of [...years].reverse()) numbers.set(end, (next = Math.min(fiscalYearOf(end), next - 1)));
  const numberOf = (end: IsoDate): number => numbers.get(end) ?? fiscalYearOf(end);

  /** The fiscal year or transition period, filed or extrapolated, to which a period that ends on this day belongs. Undefined without any. */
  function spanOf(day: IsoDate): FiscalSpan | undefined {
    const from = addDays(day, -YEAR_END_TOLERANCE_DAYS);
    const following = spans.find((s) => s.end >= from);
    if (following && following.start <= day) return following;
    const base = following ? addDays(following.start, -1) : spans[spans.length - 1]?.end;
    if (base === undefined) return undefined;
    const count = Math.ceil(daysBetween(base, from) / YEAR);
    const end = count === 0 ? base : addDays(base, Math.round(count * YEAR));
    return { kind: "year", start: addDays(end, 1 - Math.round(YEAR)), end };
  }

  return {
    year: (end: IsoDate): string => `FY${numberOf(end)}`,
    /** `2020T`, by the calendar year in which it ends. */
    transition: (end: IsoDate): string => `${fiscalYearOf(end)}T`,
    /** `2024Q3`, in a transition period `2020T1`. Without any full year, the calendar quarter. `off`: days from where such a quarter usually ends. */
    quarter: (end: IsoDate): { readonly name: string; readonly off: number } => {
      const span = spanOf(end);
      if (!span) return { name: `${fiscalYearOf(end)}Q${Math.ceil(Number(addDays(end, -7).slice(5, 7)) / 3)}`, off: 0 };
      if (span.kind === "transition") {
        const place = Math.max(1, Math.round(daysBetween(span.start, end) / QUARTER));
        return { name: `${fiscalYearOf(span.end)}T${place}`, off: Math.abs(daysBetween(span.start, end) - place * QUARTER) };
      }
      const left = Math.min(3, Math.max(0, Math.round(daysBetween(end, span.end) / QUARTER)));
      return { name: `${numberOf(span.end)}Q${4 - left}`, off: Math.abs(daysBetween(end, span.end) - left * QUARTER) };
    },
    /** True if a fiscal year ends within a few days of this day. */
    endsYear: (day: IsoDate): boolean => {
      const span = spanOf(day);
      return span?.kind === "year" && isNear(span.end, day);
    },
    /** True if a period of these days begins or ends a fiscal year or transition period, or if none is known. */
    isAtEdge: (start: IsoDate, end: IsoDate): boolean => {
      const span = spanOf(end);
      return span === undefined || isNear(span.start, start) || isNear(span.end, end);
    },
  };
}
