import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";

/** A duration as a full fiscal year, as a fiscal quarter, or as something else (half a year, nine months, since inception). */
export function lengthOf(start: IsoDate, end: IsoDate): "year" | "quarter" | undefined {
  const days = daysBetween(start, end) + 1;
  return days >= 350 && days <= 380 ? "year" : days >= 80 && days <= 100 ? "quarter" : undefined;
}

/**
 * The calendar year in which a fiscal year ends. A year of 52 or 53 weeks that ends in the first week of January counts to the year before, as its filer
 * counts it: otherwise two of them would bear one name.
 */
const fiscalYearOf = (end: IsoDate): number => Number(addDays(end, -7).slice(0, 4));

/** Days by which an end of a fiscal year may wander from one year to the next. */
const WANDERS = 10;
const YEAR = 365.25;

/**
 * Names the periods of one company from the ends of its full years. The filings' own `fy` and `fp` say which report a number stood in, not which period it
 * is of, so they are of no use here.
 */
export function fiscalCalendar(yearEnds: readonly IsoDate[]) {
  const ends = [...yearEnds].sort();
  /** The first end of a fiscal year on or after this day: as filed, or counted on from one that was. */
  const yearEndAfter = (day: IsoDate): IsoDate | undefined => {
    const base = ends.find((end) => end >= day) ?? ends[ends.length - 1];
    if (base === undefined) return undefined;
    const years = Math.ceil(daysBetween(base, day) / YEAR);
    return years === 0 ? base : addDays(base, Math.round(years * YEAR));
  };
  return {
    year: (end: IsoDate): string => `FY${fiscalYearOf(end)}`,
    /** `2024Q3`; without any full year the calendar's own quarter. */
    quarter: (end: IsoDate): string => {
      const yearEnd = yearEndAfter(addDays(end, -WANDERS));
      if (yearEnd === undefined) return `${fiscalYearOf(end)}Q${Math.ceil(Number(addDays(end, -7).slice(5, 7)) / 3)}`;
      const left = Math.min(3, Math.max(0, Math.round(daysBetween(end, yearEnd) / 91.3)));
      return `${fiscalYearOf(yearEnd)}Q${4 - left}`;
    },
    /** True where a fiscal year ends on this day or within a few days of it, by the years that were filed. */
    endsYear: (day: IsoDate): boolean =>
      ends.some((end) => {
        const off = Math.abs(daysBetween(end, day)) % YEAR;
        return Math.min(off, YEAR - off) <= WANDERS;
      }),
  };
}
