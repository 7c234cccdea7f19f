import { largest, smallest } from "../../../contract/lists";
import type { Context } from "../../answers/context";
import type { Changes } from "../../store/changes";
import { CHANGED_ROWS, type ChangeFamily, type FamilyRows, type ShownComputed, type ShownRow } from "./change-families";

/** The most records that are read at once. */
const MOST = 500;

/** A row of the feed with its moment, in microseconds since 1970. */
interface ChangedRow extends ShownRow {
  readonly at: number;
}

interface Asked {
  readonly families: readonly ChangeFamily[];
  /** Rows with a larger moment are listed; in microseconds since 1970. */
  readonly after: number;
  /** In capitals. Undefined for all. */
  readonly symbol?: string | undefined;
  /** Rows of each family. */
  readonly limit: number;
}

/** The lists that are logged already: most requests come without an import in between. */
const loggedLists = new WeakMap<Changes, Map<ChangeFamily, readonly ShownComputed[]>>();

/** Computes a family's rows and logs new ones. Returns why they cannot be logged now, if so. */
async function logComputed({ store, clock }: Context, family: ChangeFamily, computed: readonly ShownComputed[]): Promise<string | undefined> {
  const lists = loggedLists.get(store.changes) ?? new Map<ChangeFamily, readonly ShownComputed[]>();
  loggedLists.set(store.changes, lists);
  if (lists.get(family) === computed) return undefined;
  const delay = store.changes.log(family, computed, clock.realNow());
  if (delay === undefined) lists.set(family, computed);
  return delay;
}

/** The stored rows of a family that fit, in the order of their moments. */
function* storedRows(context: Context, { stored }: FamilyRows, { after, symbol, limit }: Asked): Generator<ChangedRow> {
  if (!stored) return;
  const batch = Math.min(MOST, limit + 1);
  const only = symbol === undefined ? undefined : stored.only(symbol);
  const shown = stored.shown(context);
  for (let from = after; ;) {
    const records = context.store.changes.records<never>(stored.dataset, from, batch, only);
    for (const [i, row] of shown(records).entries()) if (row && (symbol === undefined || row.isAbout(symbol))) yield { ...row, at: records[i]!.stored };
    const last = records[batch - 1];
    if (!last) return;
    from = last.stored;
  }
}

/**
 * The computed rows of a family that fit. A logged row that is replaced or gone is not listed. One that was logged after `known`, and is not as computed here, was
 * logged by another process that has seen a newer import: the list may be incomplete from its moment on, `openFrom`, and ends before it.
 */
function computedRows({ store }: Context, family: ChangeFamily, computed: readonly ShownComputed[], { after, symbol }: Asked, known: number) {
  const logged = store.changes.logged(family, after);
  const rows: ChangedRow[] = [];
  if (logged.length === 0) return { rows, openFrom: Infinity };
  const byName = new Map(computed.map((row) => [row.name, row]));
  for (const { name, version, at } of logged) {
    const row = byName.get(name);
    if (row?.version !== version) {
      if (at > known) return { rows, openFrom: at };
    } else if (symbol === undefined || row.isAbout(symbol)) rows.push({ ...row, at });
  }
  return { rows, openFrom: Infinity };
}

/** Merges two lists by their moments. */
function* merged(a: Iterator<ChangedRow>, b: Iterator<ChangedRow>): Generator<ChangedRow> {
  let [x, y] = [a.next(), b.next()];
  while (!x.done || !y.done) {
    if (y.done || (!x.done && x.value.at <= y.value.at)) {
      yield x.value as ChangedRow;
      x = a.next();
    } else {
      yield y.value as ChangedRow;
      y = b.next();
    }
  }
}

/** The first rows up to the limit, and whether there are more. Rows of one moment stay together, so that the next part can begin after it. */
function firstOf(rows: Iterable<ChangedRow>, limit: number): { readonly first: readonly ChangedRow[]; readonly more: boolean } {
  const first: ChangedRow[] = [];
  for (const row of rows) {
    if (first.length >= limit && row.at > first[first.length - 1]!.at) return { first, more: true };
    first.push(row);
  }
  return { first, more: false };
}

/** Computes what families show now, and logs the rows that are new. Several readers of one moment share the result. */
export async function computeFamilies(context: Context, families: readonly ChangeFamily[]) {
  const known = context.store.changes.newest();
  const rows = new Map<ChangeFamily, readonly ShownComputed[]>();
  const delays = new Set<string>();
  for (const family of families) {
    const computed = await CHANGED_ROWS[family].computed(context);
    rows.set(family, computed);
    const delay = await logComputed(context, family, computed);
    if (delay !== undefined) delays.add(`New rows of ${family} cannot be recorded now, and follow later: ${delay}.`);
  }
  return {
    /** The newest moment of the feed before. */
    known,
    rows: rows as ReadonlyMap<ChangeFamily, readonly ShownComputed[]>,
    /** Why rows that are new now are listed only later, in words. */
    delays: [...delays],
  };
}

/**
 * The rows that are new after a moment. If a family has more rows than the limit, the part ends at its last listed row for all families, so that one moment
 * describes the whole part: rows of other families after it come with the next part.
 */
export async function changedRows(context: Context, asked: Asked) {
  return rowsAfter(context, asked, await computeFamilies(context, asked.families));
}

/** The same, with families that are computed already. */
export function rowsAfter(context: Context, asked: Asked, { known, rows: computed, delays }: Awaited<ReturnType<typeof computeFamilies>>) {
  const parts = context.store.reading(() =>
    asked.families.map((family) => {
      // All funds are listed for every symbol.
      const of = family === "etf_flow" ? { ...asked, symbol: undefined } : asked;
      const { rows, openFrom } = computedRows(context, family, computed.get(family) ?? [], of, known);
      return { family, openFrom, ...firstOf(merged(storedRows(context, CHANGED_ROWS[family], of), rows[Symbol.iterator]()), asked.limit) };
    }),
  );
  const end = smallest(parts.map(({ first, more, openFrom }) => Math.min(more ? first[first.length - 1]!.at : Infinity, openFrom - 1)));
  const rows = new Map(parts.map(({ family, first }) => [family, first.filter(({ at }) => at <= end)] as const));
  const listed = [...rows.values()].flat();
  return {
    /** By family, in the order of their moments. */
    rows,
    /** Families with more rows, or with as many as the limit. */
    truncated: new Set(
      parts.filter(({ family, first, more }) => more || first.length >= asked.limit || rows.get(family)!.length < first.length).map(({ family }) => family),
    ),
    /** The largest moment of these rows. All rows up to it are listed. Undefined without a row. */
    newest: listed.length === 0 ? undefined : largest(listed.map(({ at }) => at)),
    sources: [...new Set(listed.flatMap(({ source }) => source ?? []))],
    caveats: [...new Set(asked.families.flatMap((family) => (rows.get(family)!.length > 0 ? CHANGED_ROWS[family].caveats : [])))],
    delays,
  };
}
