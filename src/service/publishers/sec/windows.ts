import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy, smallest } from "../../../contract/lists";
import type { Fact } from "./facts";

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
  const byEnd = groupedBy(flows, (f) => f.end);
  const usual =
    usualLength([...byEnd.values()].map((list) => [...new Set(list.map(lengthIn))])) ?? (flows[0] !== undefined && lengthIn(flows[0]) > 180 ? 365 : 91);
  const off = (start: IsoDate, end: IsoDate): number => Math.abs(lengthIn({ start, end }) - usual);
  return new Map(
    [...byEnd].map(([end, list]) => [
      end,
      list.map((f) => f.start).reduce((a, b) => (off(b, end) < off(a, end) || (off(b, end) === off(a, end) && b < a) ? b : a)),
    ]),
  );
}

/** Filers misdate the start of a period by some days. A period that starts further off is another one. */
const SAME_START_DAYS = 6;

/** The facts whose period is the usual one with its end; of one tag in one filing, those that start nearest to it. */
export function inUsualWindow<F extends Flow>(flows: readonly F[]): F[] {
  const starts = usualWindows(flows);
  const off = ({ start, end }: Flow): number => Math.abs(daysBetween(start, starts.get(end) ?? start));
  const near = flows.filter((f) => off(f) <= SAME_START_DAYS);
  return [...groupedBy(near, ({ end, tag, vintage: [filed, , accession] }) => `${end} ${tag} ${filed} ${accession}`).values()].flatMap((list) => {
    const nearest = smallest(list.map(off));
    return list.filter((f) => off(f) === nearest);
  });
}
