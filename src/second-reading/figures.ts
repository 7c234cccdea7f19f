import { DAY_MS, msOf, type IsoDate } from "../contract/dates";
import type { Metric } from "../contract/vocabulary";
import { groupedBy } from "../contract/lists";
import type { FactReading } from "./reading";
import { LARGEST } from "./totals";

/** What a fact is about: a full year, a quarter of 12 to 17 weeks, or one day. A value on one day belongs to every period that ends on it. */
export type Length = "year" | "quarter" | "day";

/** A fact with the length of its period. */
export interface Timed extends FactReading {
  readonly days: number;
  readonly length: Length;
}

/** Periodic reports. Their figures are those of the period. */
export const PERIODIC = /^(10-KT?|10-QT?|20-F|40-F|6-K)(\/A)?$/;
/** Statements that are recast in an 8-K count too. */
export const COUNTING = /^(10-KT?|10-QT?|20-F|40-F|6-K)(\/A)?$|^8-K/;
/** Proxy statements, reports of benefit plans, and copies of the annual report. Their tables repeat figures rounded, or are about something else. */
export const NEVER = /14[AC]\b|^11-K|^ARS/;

const USUAL_DAYS: Readonly<Record<Length, number>> = { year: 365, quarter: 91, day: 0 };

export function timed(fact: FactReading): Timed | undefined {
  if (fact.start === undefined) return { ...fact, days: 0, length: "day" };
  const days = Math.round((msOf(fact.end) - msOf(fact.start)) / DAY_MS) + 1;
  const length = days >= 350 && days <= 380 ? "year" : days >= 80 && days <= 123 ? "quarter" : undefined;
  return length && { ...fact, days, length };
}

/** The later filing; of one day a periodic report before an 8-K, then the larger number. */
const orderOf = ({ filed, form, accession }: FactReading): string => `${filed} ${PERIODIC.test(form) ? 1 : 0} ${accession}`;
export const latest = (facts: readonly Timed[]): Timed | undefined =>
  facts.reduce<Timed | undefined>((a, b) => (!a || orderOf(b) > orderOf(a) ? b : a), undefined);

/** Digits without zeros at both ends: 1,235,000,000 has 4, so it may be a rounding of 1,234,567,890. */
const digits = (value: number): number =>
  String(Math.abs(value))
    .replace(".", "")
    .replace(/^0+|0+$/g, "").length;

/** Of several values that one filing states for one element: the period of the usual length, then the exact value; none a hundredth of another, in thousands. */
const exact = (facts: readonly Timed[]): Timed[] =>
  [...facts]
    .filter(({ value }) => facts.every((other) => Math.abs(value) * 100 >= Math.abs(other.value)))
    .sort(
      (a, b) =>
        Math.abs(a.days - USUAL_DAYS[a.length]) - Math.abs(b.days - USUAL_DAYS[b.length]) ||
        digits(b.value) - digits(a.value) ||
        Math.abs(b.value) - Math.abs(a.value),
    )
    .slice(0, 1);

const largest = (facts: readonly Timed[]): Timed | undefined =>
  facts.reduce<Timed | undefined>((a, b) => (!a || Math.abs(b.value) > Math.abs(a.value) ? b : a), undefined);

/** One line of a company's statements in one currency. */
export interface StatementLine {
  readonly metric: Metric;
  /** The days on which some filing states it for the year or quarter that ends on a day. */
  filedDays(end: IsoDate, length: Length): readonly IsoDate[];
  /** The fact that counts at the end of a day: of the latest filing. */
  at(end: IsoDate, length: Length, day: IsoDate): FactReading | undefined;
}

/** The first element, by this preference, that any filing states; in it the latest filing. */
function preferred(facts: readonly Timed[], elements: readonly string[]): Timed | undefined {
  const element = elements.find((tag) => facts.some((fact) => fact.tag === tag));
  const ofElement = facts.filter((fact) => fact.tag === element);
  const filings = groupedBy(ofElement, (fact) => fact.accession);
  return latest([...filings.values()].flatMap(exact));
}

/** The elements of each filing's total: the largest ones for the newest period that it states. */
function totalElements(facts: readonly Timed[]): ReadonlyMap<string, readonly string[]> {
  const totals = new Map<string, readonly string[]>();
  for (const [key, group] of groupedBy(facts, (fact) => `${fact.length} ${fact.accession}`)) {
    const newest = group.reduce((end, fact) => (fact.end > end ? fact.end : end), "");
    const ofNewest = group.filter((fact) => fact.end === newest);
    const total = largest(ofNewest)?.value;
    const tags = ofNewest.filter((fact) => fact.value === total).map((fact) => fact.tag);
    totals.set(key, tags);
  }
  return totals;
}

/**
 * The whole of a line whose elements may be parts of each other. Of one filing the largest value; but a filing whose own total is another element states only a
 * part of an earlier period, and counts if no filing states the total.
 */
function whole(facts: readonly Timed[], totals: ReadonlyMap<string, readonly string[]>): Timed | undefined {
  const filings = [...groupedBy(facts, (fact) => fact.accession).values()].flatMap((group) => {
    const values = [...groupedBy(group, (fact) => fact.tag).values()].flatMap(exact);
    const top = largest(values);
    return top ? [{ top, isTotal: values.some((fact) => totals.get(`${fact.length} ${fact.accession}`)?.includes(fact.tag)) }] : [];
  });
  return latest(filings.filter(({ isTotal }) => isTotal).map(({ top }) => top)) ?? latest(filings.map(({ top }) => top));
}

/** `least` is a part of the line: a value below it is no total, unless there is no other. */
export function lineOf(metric: Metric, facts: readonly Timed[], elements: readonly string[], least?: StatementLine): StatementLine {
  const byPeriod = groupedBy(facts, (fact) => `${fact.length} ${fact.end}`);
  const totals = LARGEST.has(metric) ? totalElements(facts) : undefined;
  const ofPeriod = (end: IsoDate, length: Length): readonly Timed[] => byPeriod.get(`${length} ${end}`) ?? byPeriod.get(`day ${end}`) ?? [];
  return {
    metric,
    filedDays: (end, length) => [...new Set(ofPeriod(end, length).map((fact) => fact.filed))].sort(),
    at: (end, length, day) => {
      const known = ofPeriod(end, length).filter((fact) => fact.filed <= day);
      const reports = known.filter((fact) => COUNTING.test(fact.form));
      const counting = reports.length > 0 ? reports : known;
      if (!totals) return preferred(counting, elements);
      const part = least?.at(end, length, day)?.value ?? Number.NEGATIVE_INFINITY;
      const noPart = counting.filter((fact) => fact.value >= part);
      return whole(noPart, totals) ?? whole(counting, totals);
    },
  };
}
