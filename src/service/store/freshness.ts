import type { SourceId } from "../records/attribution";
import type { Dataset, RecordRow } from "../records/record";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/**
 * Names rows that a publisher confirms together: a source's rows of one series, of a whole dataset, or of one entity of it. Entities are named separately if a
 * document covers few of them, such as one company's statements.
 */
export type RowsName = string;

export const seriesRows = (source: SourceId, series: string): RowsName => `${source}/${series}`;
export const datasetRows = (source: SourceId, dataset: Dataset | "holding", entity?: string): RowsName =>
  entity === undefined ? `${source}/${dataset}` : `${source}/${dataset}/${entity}`;

/** A document with more entities than this confirms the whole dataset, if the dataset is a list of a whole market. */
const FEW = 64;
/**
 * Datasets whose large files are complete lists: an entity that is not listed has nothing to list. For any other dataset a document confirms only the entities
 * in it: a company that an archive omits, or a market that dropped off a page, is not confirmed.
 */
const LISTS: ReadonlySet<Dataset> = new Set<Dataset>(["short_interest", "short_volume", "security", "fail_price", "filer", "contract", "house_filing"]);
/** Maximum of cached times. */
const MAX_CACHED = 100_000;
/** An operator's own file confirms only the entities in it, however many. */
const OWN: SourceId = "user";

/** Collects the names of a document's rows, new or not. */
interface Named {
  add(row: Pick<RecordRow, "dataset" | "entity" | "source">): void;
  addSeries(row: { readonly source: SourceId; readonly series: string }): void;
  addHoldings(): void;
  names(): RowsName[];
}

export function namesOfRows(): Named {
  const names = new Set<RowsName>();
  const entities = new Map<RowsName, { readonly of: Set<string>; readonly list: boolean }>();
  return {
    add: ({ dataset, entity, source }) => {
      const name = datasetRows(source, dataset);
      let found = entities.get(name);
      if (!found) entities.set(name, (found = { of: new Set(), list: LISTS.has(dataset) && source !== OWN }));
      if (!found.list || found.of.size <= FEW) found.of.add(entity);
    },
    addSeries: ({ source, series }) => void names.add(seriesRows(source, series)),
    addHoldings: () => void names.add(datasetRows("sec", "holding")),
    names: () => [...names, ...[...entities].flatMap(([name, { of, list }]) => (list && of.size > FEW ? [name] : [...of].map((e) => `${name}/${e}`)))],
  };
}

/** The name of the whole dataset of an entity's name, or the name itself. */
const wholeOf = (name: RowsName): RowsName => {
  const dataset = name.indexOf("/", name.indexOf("/") + 1);
  return dataset < 0 ? name : name.slice(0, dataset);
};

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** Formats a time as stored and compared: ISO 8601, UTC, to the second. */
export const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The time as of which a file from disk confirms its rows: the start of the day of its import. */
export const momentOfFile = (seen: string): string => `${seen.slice(0, 10)}T00:00:00Z`;
/** True if a publisher was asked at that time. A fetch in the first second of a day counts as a file: rather too old than too new. */
export const isMomentOfFetch = (moment: string): boolean => moment !== momentOfFile(moment.slice(0, 10));

/** When named rows were last confirmed: by a document, or by a publisher's reply that nothing has changed. */
export interface Freshness {
  /** The oldest time at which these were confirmed. Undefined if none is known. */
  oldest(names: readonly RowsName[]): string | undefined;
  /** Confirms these as of a time. An earlier time than the stored one changes nothing. */
  confirm(names: readonly RowsName[], moment: string): void;
  /** Removes a series' times with its rows. */
  forgetSeries(series: string): void;
}

export function createFreshness(sql: Sql, snapshots: Snapshots): Freshness {
  // A reply "not modified" imports nothing, so confirmations have a separate counter, under an empty name.
  const state = snapshots.prepare("SELECT (SELECT at FROM freshness WHERE name = '') AS confirmations, (SELECT MAX(id) FROM import_file) AS imports");
  const count = sql.prepare("INSERT INTO freshness (name, at) VALUES ('', '1') ON CONFLICT (name) DO UPDATE SET at = CAST(at AS INTEGER) + 1");
  const one = sql.prepare("SELECT at FROM freshness WHERE name = ?");
  const write = sql.prepare("INSERT INTO freshness (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = MAX(at, excluded.at)");
  const forget = sql.prepare("DELETE FROM freshness WHERE substr(name, instr(name, '/') + 1) IN (?1, 'money_rate/' || ?1)");
  // The same workbook is recalculated often, so times are cached until one changes.
  const moments = new Map<RowsName, string | null>();
  let momentsOf: string | undefined;
  // A market's lists are confirmed as a whole, so their thousands of symbols are neither looked up nor cached.
  const anyEntity = sql.prepare("SELECT 1 FROM freshness WHERE name > ? || '/' AND name < ? || '0' LIMIT 1");
  const byEntity = new Map<RowsName, boolean>();
  function isByEntity(whole: RowsName): boolean {
    const isSnapshot = snapshots.current() !== undefined;
    const known = isSnapshot ? byEntity.get(whole) : undefined;
    if (known !== undefined) return known;
    const found = anyEntity.get(whole, whole) !== undefined;
    if (isSnapshot) byEntity.set(whole, found);
    return found;
  }
  const momentAt = (name: RowsName): string | null => {
    const whole = wholeOf(name);
    if (whole !== name && !isByEntity(whole)) return momentAt(whole);
    const known = snapshots.current() ? moments.get(name) : undefined;
    if (known !== undefined) return known;
    const own = (one.get(name) as { at: string } | undefined)?.at ?? null;
    const at = whole === name ? own : later(own, momentAt(whole));
    if (snapshots.current()) moments.set(name, at);
    return at;
  };

  let checkedSnapshot: object | undefined;
  function refreshMoments(of: object): void {
    if (of === checkedSnapshot) return;
    checkedSnapshot = of;
    const { confirmations, imports } = state.get() as { confirmations: string | null; imports: number | null };
    const now = `${confirmations ?? ""} ${imports ?? ""}`;
    if (now !== momentsOf || moments.size > MAX_CACHED) {
      moments.clear();
      byEntity.clear();
    }
    momentsOf = now;
  }
  // Cells that read the same rows pass the same list.
  const found = new WeakMap<readonly RowsName[], { readonly of: object; readonly at: string | undefined }>();
  const oldest = (names: readonly RowsName[]): string | undefined => {
    let first: string | undefined;
    for (const name of names) {
      const at = momentAt(name);
      if (at !== null && (first === undefined || at < first)) first = at;
    }
    return first;
  };
  return {
    oldest: (names) => {
      const of = snapshots.current();
      if (!of) return oldest(names);
      refreshMoments(of);
      const [name] = names;
      if (names.length === 1 && name !== undefined) return momentAt(name) ?? undefined;
      const before = found.get(names);
      if (before?.of === of) return before.at;
      const at = oldest(names);
      found.set(names, { of, at });
      return at;
    },
    confirm: (names, moment) => {
      // Checked without a lock first, because a repeated import rarely has anything new to confirm.
      const older = names.filter((name) => {
        const known = one.get(name) as { at: string } | undefined;
        return known === undefined || known.at < moment;
      });
      if (older.length === 0) return;
      writing(sql, () => {
        for (const name of older) write.run(name, moment);
        count.run();
      });
    },
    forgetSeries: (series) => void forget.run(series),
  };
}
