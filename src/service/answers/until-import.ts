import { lastReleaseTime } from "../releases/releases";
import type { CacheShelf } from "../store/read-cache";
import type { Reads } from "../store/reads";
import type { Context } from "./context";

let last = { day: "", moment: NaN, group: "" };

/** Names the day and the moment that values are of. Made again only for another one: the cells of a batch have the same. */
function groupOf({ store, clock }: Context): string {
  const [day, moment] = [clock.today(), clock.follows ? store.moment : clock.moment()];
  if (day !== last.day || moment !== last.moment) last = { day, moment, group: `${day} ${moment}` };
  return last.group;
}

/** A read whose results are cached. */
type KeptRead<A extends readonly unknown[], T> = ((context: Context, ...args: A) => T) & {
  /** True if the result is cached and valid. */
  has(context: Context, ...args: A): boolean;
  /** The cached result; if there is none, what `make` returns: the same, made in another way. */
  or(make: () => T, context: Context, ...args: A): T;
};
type KeyOf<A extends readonly unknown[]> = (context: Context, ...args: A) => string;

const joined = (_context: Context, ...args: readonly unknown[]): string => (args.length === 1 ? String(args[0]) : args.join(" "));

let caches = 0;

/**
 * Caches the results of a read, in the store's read cache, by the key of its arguments. An entry is valid for one clock day, one moment as of which rows are read, and
 * until an import changes the rows that it used. As of a moment that was asked for, the clock's own moment counts: markets whose days are in UTC compare times with it.
 * An import of other rows does not invalidate it. For answers that read many rows.
 *
 * `make` must depend only on the key and the context, and must read all rows that the result needs. If the result reads
 * rows later, when it is used, declare their kinds with `store.reads.addRead`.
 */
export function untilImport<A extends readonly unknown[], T>(make: (context: Context, ...args: A) => T, keyOf: KeyOf<A> = joined): KeptRead<A, T> {
  const name = `value ${caches++}`;
  let used: { readonly reads: Reads; readonly of: "now" | "asked"; readonly group: string; readonly shelf: CacheShelf } | undefined;
  function shelfOf(context: Context): CacheShelf {
    const { reads } = context.store;
    const [of, group] = [context.clock.follows ? ("now" as const) : ("asked" as const), groupOf(context)];
    if (used?.reads !== reads || used.of !== of || used.group !== group) used = { reads, of, group, shelf: reads.shelf(of, `${name} ${group}`) };
    return used.shelf;
  }
  const or: KeptRead<A, T>["or"] = (other, context, ...args) => context.store.reads.cached(shelfOf(context), keyOf(context, ...args), other);
  return Object.assign((context: Context, ...args: A) => or(() => make(context, ...args), context, ...args), {
    has: (context: Context, ...args: A) => context.store.reads.find(shelfOf(context), keyOf(context, ...args)) !== undefined,
    or,
  });
}

/** Caches as `untilImport` does, and at most until the next time of day at which something is published: for results that may use sample rows, which no import changes. */
export const untilRelease = <A extends readonly unknown[], T>(make: (context: Context, ...args: A) => T, keyOf: KeyOf<A> = joined): KeptRead<A, T> =>
  untilImport(make, (context, ...args) => `${lastReleaseTime(context.clock.moment())} ${keyOf(context, ...args)}`);
