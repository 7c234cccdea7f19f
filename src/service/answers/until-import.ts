import type { Versions } from "../store/reads";
import { createRecentByGroup, type RecentByGroup } from "../store/recent";
import type { RowsRead } from "../store/rows-read";
import type { Context } from "./context";

interface Made<T> {
  readonly value: T;
  readonly versions: Versions;
  readonly rows: RowsRead;
  /** The last import at which it was found valid. */
  holdsAt: number;
}

/** As-of questions have their own cache: a scan as of another day would evict all that the cells of the present day use. */
interface ByMoment<T> {
  readonly now: RecentByGroup<Made<T>>;
  readonly asked: RecentByGroup<Made<T>>;
}

let last = { day: "", moment: NaN, group: "" };

/** Names the day and the moment that values are of. Made again only for another one: the cells of a batch have the same. */
function groupOf({ store, clock }: Context): string {
  const [day, moment] = [clock.today(), clock.follows ? store.moment : clock.moment()];
  if (day !== last.day || moment !== last.moment) last = { day, moment, group: `${day} ${moment}` };
  return last.group;
}

export interface UntilImport<T> {
  (context: Context, key: string, make: () => T): T;
  /** True if the value is cached and valid. */
  has(context: Context, key: string): boolean;
}

/**
 * Caches values computed from rows. An entry is valid for one store, one clock day, one moment as of which rows are read, and until an import changes the rows
 * that it used. As of a moment that was asked for, the clock's own moment counts: markets whose days are in UTC compare times with it. An import of other rows
 * does not invalidate it. For answers that read many rows.
 *
 * `make` must depend only on the key and the context, and must read all rows that the value needs. If the value reads
 * rows later, when it is used, declare their kinds with `store.reads.addRead`.
 */
export function untilImport<T extends object>(least: number): UntilImport<T> {
  const stores = new WeakMap<Context["store"]["reads"], ByMoment<T>>();
  const keptFor = ({ store, clock }: Context): RecentByGroup<Made<T>> => {
    let of = stores.get(store.reads);
    if (!of) stores.set(store.reads, (of = { now: createRecentByGroup(least), asked: createRecentByGroup(least) }));
    return clock.follows ? of.now : of.asked;
  };
  const holds = ({ holdsAt, versions }: Made<T>, { store }: Context, now: number): boolean => holdsAt === now || store.reads.areCurrent(versions);

  function cached(context: Context, key: string, make: () => T): T {
    const { store } = context;
    const [kept, group, now] = [keptFor(context), groupOf(context), store.records.version()];
    const known = kept.get(group, key);
    if (known && holds(known, context, now)) {
      known.holdsAt = now;
      store.reads.addRead(known.versions.keys());
      store.reads.addRows(known.rows);
      return known.value;
    }
    const { result, versions, rows } = store.reads.watch(make);
    kept.set(group, key, { value: result, versions, rows, holdsAt: now });
    return result;
  }
  const has = (context: Context, key: string): boolean => {
    const known = keptFor(context).get(groupOf(context), key);
    return known !== undefined && holds(known, context, context.store.records.version());
  };
  return Object.assign(cached, { has });
}
