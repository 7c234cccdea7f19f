import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";

/** Classifies a duration: a full fiscal year, a fiscal quarter, or undefined (half a year, nine months, since inception). */
export function lengthOf(start: IsoDate, end: IsoDate): "year" | "quarter" | undefined {
  const days = daysBetween(start, end) + 1;
  return days >= 350 && days <= 380 ? "year" : days >= 80 && days <= 100 ? "quarter" : undefined;
}

/**
 * The calendar year in which a fiscal year ends. A year of 52 or 53 weeks that ends in the first week of January counts for the previous year, as its filer
 * counts it; otherwise two years would have one name.
 */
const fiscalYearOf = (end: IsoDate): number => Number(addDays(end, -7).slice(0, 4));

/** Days by which the end of a fiscal year may vary from year to year. */
const YEAR_END_TOLERANCE_DAYS = 10;
const YEAR = 365.25;

/**
 * Names the periods of one company from the ends of its full years. The filings' own `fy` and `fp` describe the report in which a number appeared, not its
 * period, so they are not used.
 */
export function fiscalCalendar(yearEnds: readonly IsoDate[]) {
  const ends = [...yearEnds].sort();
  /** The first end of a fiscal year on or after this day: as filed, or extrapolated. */
  const yearEndAfter = (day: IsoDate): IsoDate | undefined => {
    const base = ends.find((end) => end >= day) ?? ends[ends.length - 1];
    if (base === undefined) return undefined;
    const years = Math.ceil(daysBetween(base, day) / YEAR);
    return years === 0 ? base : addDays(base, Math.round(years * YEAR));
  };
  return {
    year: (end: IsoDate): string => `FY${fiscalYearOf(end)}`,
    /** `2024Q3`. Without any full year, the calendar quarter. */
    quarter: (end: IsoDate): string => {
      const yearEnd = yearEndAfter(addDays(end, -YEAR_END_TOLERANCE_DAYS));
      if (yearEnd === undefined) return `${fiscalYearOf(end)}Q${Math.ceil(Number(addDays(end, -7).slice(5, 7)) / 3)}`;
      const left = Math.min(3, Math.max(0, Math.round(daysBetween(end, yearEnd) / 91.3)));
      return `${fiscalYearOf(yearEnd)}Q${4 - left}`;
    },
    /** True if a fiscal year ends within a few days of this day, by the filed years. */
    endsYear: (day: IsoDate): boolean =>
      ends.some((end) => {
        const off = Math.abs(daysBetween(end, day)) % YEAR;
        return Math.min(off, YEAR - off) <= YEAR_END_TOLERANCE_DAYS;
      }),
  };
}
