import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy, smallest } from "../../../contract/lists";
import type { Currency } from "../../../contract/units";
import { standingOf, type Vintage } from "../../records/filings";
import type { Fact } from "./facts";
import { byFilingOrder, filingOf } from "./filing-order";

/** A fact over a duration. */
export type Flow = Fact & { readonly start: IsoDate };

export const isFlow = <F extends Fact>(fact: F): fact is F & Flow => fact.start !== undefined;

/** The facts of each filing. */
export const factsByFiling = <F extends Fact>(facts: readonly F[]): F[][] => [...groupedBy(facts, (f) => filingOf(f.vintage)).values()];

const lengthIn = ({ start, end }: Pick<Flow, "start" | "end">): number => daysBetween(start, end) + 1;

/** The usual length of a company's periods: the middle one of those that have one length only. */
function usualLength(lengths: readonly (readonly number[])[]): number | undefined {
  const clear = lengths.flatMap((of) => (of.length === 1 ? of : [])).sort((a, b) => a - b);
  return clear[Math.floor((clear.length - 1) / 2)];
}

/**
 * The start of each period by its end. Of several periods with one end, the one nearest to the usual length counts.
 *
 * @param flows of one kind: years, or quarters
 */
export function usualWindows(flows: readonly Flow[]): ReadonlyMap<IsoDate, IsoDate> {
  const starts = new Map<IsoDate, Set<IsoDate>>();
  for (const { start, end } of flows) starts.set(end, (starts.get(end) ?? new Set()).add(start));
  const lengths = [...starts].map(([end, of]) => [...of].map((start) => lengthIn({ start, end })));
  const usual = usualLength(lengths) ?? ((lengths[0]?.[0] ?? 0) > 180 ? 365 : 91);
  const off = (start: IsoDate, end: IsoDate): number => Math.abs(lengthIn({ start, end }) - usual);
  const nearest = (end: IsoDate, of: readonly IsoDate[]): IsoDate =>
    of.reduce((a, b) => (off(b, end) < off(a, end) || (off(b, end) === off(a, end) && b < a) ? b : a));
  return new Map([...starts].map(([end, of]) => [end, nearest(end, [...of])]));
}

/** Filers misdate the start of a period by some days. A period that starts further off is another one. */
const SAME_START_DAYS = 6;

/** The facts whose period is the usual one with its end; of one tag in one filing, those that start nearest to it. By their end. */
export function inUsualWindow<F extends Flow>(flows: readonly F[]): Map<IsoDate, F[]> {
  const starts = usualWindows(flows);
  const windows = [...groupedBy(flows, (f) => f.end)].map(([end, list]): [IsoDate, F[]] => {
    const usual = starts.get(end) ?? end;
    if (list.every((f) => f.start === usual)) return [end, list];
    const off = ({ start }: Flow): number => Math.abs(daysBetween(start, usual));
    const near = list.filter((f) => off(f) <= SAME_START_DAYS);
    const ofOneTag = [...groupedBy(near, (f) => `${f.tag} ${filingOf(f.vintage)}`).values()];
    const nearest = ofOneTag.flatMap((same) => {
      const least = smallest(same.map(off));
      return same.filter((f) => off(f) === least);
    });
    return [end, nearest];
  });
  return new Map(windows);
}

/** A fact in the reporting currency of its filing. */
export type ReportedFact = Fact & { readonly currency: Currency };

/** What counts as a period's figures from a day on. */
export interface PeriodVersion {
  readonly from: IsoDate;
  readonly currency: Currency;
  readonly facts: readonly ReportedFact[];
  readonly cover: readonly Vintage[];
  /** Facts of prospectuses before a report stated the period. They do not count. */
  readonly replaced: readonly ReportedFact[];
}

const firstDay = (facts: readonly Fact[]): IsoDate | undefined =>
  facts.reduce<IsoDate | undefined>((a, { vintage: [filed] }) => (a === undefined || filed < a ? filed : a), undefined);

/** The days from which the period is in a currency. A later filing changes it if it states the period: an amount over it, or a balance sheet without one. */
function currencyDays(facts: readonly ReportedFact[]): { readonly from: IsoDate; readonly currency: Currency }[] {
  const [one] = facts;
  if (one && facts.every((f) => f.currency === one.currency)) return [{ from: firstDay(facts) ?? one.vintage[0], currency: one.currency }];
  const states: (fact: ReportedFact) => boolean = facts.some(isFlow) ? isFlow : (f) => f.tag === "Assets";
  const days: { readonly from: IsoDate; readonly currency: Currency }[] = [];
  for (const filing of factsByFiling([...facts].sort((a, b) => byFilingOrder(a.vintage, b.vintage)))) {
    const [{ vintage, currency } = { vintage: undefined, currency: undefined }] = filing;
    if (!vintage || !currency || days[days.length - 1]?.currency === currency || (days.length > 0 && !filing.some(states))) continue;
    if (days[days.length - 1]?.from === vintage[0]) days.pop();
    days.push({ from: vintage[0], currency });
  }
  return days;
}

/**
 * What counts as a period's figures, by day. A period has one currency at a time: that of the latest filing that states it. Figures of a prospectus count until a
 * report states the period: its income and cash flow until a report states any of those, its balance sheet until a report states the total assets. So figures of
 * a prospectus and of a report are not mixed.
 */
export function periodVersions(facts: readonly ReportedFact[], cover: readonly Vintage[]): PeriodVersion[] {
  const currencies = currencyDays(facts);
  const hasOthers = facts.some((f) => !f.isReport);
  const reported = hasOthers ? facts.filter((f) => f.isReport) : [];
  const flowsFrom = hasOthers ? firstDay(reported.filter(isFlow)) : undefined;
  const balanceFrom = hasOthers ? firstDay(reported.filter((f) => f.tag === "Assets")) : undefined;
  const first = firstDay(facts);
  const days = [...new Set([first, ...currencies.map((c) => c.from), flowsFrom, balanceFrom].filter((day) => day !== undefined))].sort();
  return days.flatMap((from, i): PeriodVersion[] => {
    const until = days[i + 1];
    const currency = currencies.filter((c) => c.from <= from).pop()?.currency;
    if (!currency) return [];
    const isKnown = (v: Vintage): boolean => until === undefined || v[0] < until;
    const isSince = (day: IsoDate | undefined): boolean => day !== undefined && day <= from;
    const isReplaced = (f: ReportedFact): boolean => !f.isReport && isSince(isFlow(f) ? flowsFrom : balanceFrom);
    const known = facts.filter((f) => f.currency === currency && isKnown(f.vintage));
    return [
      {
        from,
        currency,
        facts: known.filter((f) => !isReplaced(f)),
        cover: cover.filter((v) => isKnown(v) && (standingOf(v[3]) === "report" || !isSince(balanceFrom))),
        replaced: known.filter((f) => isReplaced(f) && f.vintage[0] < from),
      },
    ];
  });
}
