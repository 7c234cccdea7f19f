import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy, smallest } from "../../../contract/lists";
import type { Fact } from "./facts";
import { filingOf } from "./filing-order";

/** A fact over a duration. */
export type Flow = Fact & { readonly start: IsoDate };

export const isFlow = <F extends Fact>(fact: F): fact is F & Flow => fact.start !== undefined;

const lengthIn = ({ start, end }: Pick<Flow, "start" | "end">): number => daysBetween(start, end) + 1;

const middleOf = (sorted: readonly number[]): number | undefined => sorted[Math.floor((sorted.length - 1) / 2)];

/** The usual length of a company's periods: the middle one of those that have one length only. */
function usualLength(lengths: readonly (readonly number[])[]): number | undefined {
  const clear = lengths.flatMap((of) => (of.length === 1 ? of : []));
  return middleOf(clear.sort((a, b) => a - b));
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
  const found = new Map<IsoDate, F[]>();
  for (const [end, list] of groupedBy(flows, (f) => f.end)) {
    const usual = starts.get(end) ?? end;
    const off = ({ start }: Flow): number => Math.abs(daysBetween(start, usual));
    if (list.every((f) => f.start === usual)) {
      found.set(end, list);
      continue;
    }
    const near = groupedBy(
      list.filter((f) => off(f) <= SAME_START_DAYS),
      (f) => `${f.tag} ${filingOf(f.vintage)}`,
    ).values();
    found.set(
      end,
      [...near].flatMap((same) => {
        const nearest = smallest(same.map(off));
        return same.filter((f) => off(f) === nearest);
      }),
    );
  }
  return found;
}
