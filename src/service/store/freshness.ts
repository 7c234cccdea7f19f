import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import type { Dataset, RecordRow } from "../records/record";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";
import { writing } from "./transaction";

/**
 * What an answer rests on, as far as a publisher confirms it together: a source's rows of one series, of a whole dataset, or of one entity of it. Entities are
 * named alone where a document speaks for few of them, such as one company's statements.
 */
export type RowsName = string;

export const seriesRows = (source: SourceId, series: string): RowsName => `${source}/${series}`;
export const datasetRows = (source: SourceId, dataset: Dataset | "holding", entity?: string): RowsName =>
  entity === undefined ? `${source}/${dataset}` : `${source}/${dataset}/${entity}`;

/** A document that holds more entities than this speaks for the whole dataset, where that is of lists of a whole market. */
const FEW = 64;
/**
 * Whose large documents are lists of all there is: who is not in one has nothing to be listed. Of any other dataset a document speaks for the entities that it
 * holds, however many: a company that an archive leaves out, or a market that has dropped off a page, is not confirmed by it.
 */
const LISTS: ReadonlySet<Dataset> = new Set<Dataset>(["short_interest", "short_volume", "security", "filer", "contract", "house_filing"]);
/** Moments that are kept in memory at most. */
const MOST_KEPT = 100_000;
/** An operator's own file speaks for what is in it, however much that is. */
const OWN: SourceId = "user";

/** The names of the rows that a document has, whether they are new or not. */
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

/** The name of the whole dataset that a name of an entity belongs to; a name without one is its own. */
const wholeOf = (name: RowsName): RowsName => {
  const dataset = name.indexOf("/", name.indexOf("/") + 1);
  return dataset < 0 ? name : name.slice(0, dataset);
};

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** A moment as it is kept and compared: ISO 8601, UTC, to the second. */
export const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The moment as of which a file from disk speaks for its rows: the beginning of the day on which it was imported. */
export const momentOfFile = (seen: IsoDate): string => `${seen}T00:00:00Z`;
/** True if a publisher was asked at that moment. A fetch in the first second of a day counts as a file: rather too old than too new. */
export const isMomentOfFetch = (moment: string): boolean => moment !== momentOfFile(moment.slice(0, 10));

/** When the rows of a name were last confirmed: by a document that came, or by a publisher who said that there is no newer one. */
export interface Freshness {
  /** The oldest of the moments at which these were confirmed; undefined where nothing is known of any. */
  oldest(names: readonly RowsName[]): string | undefined;
  /** Notes that these are confirmed as of a moment; an earlier one than is known changes nothing. */
  confirm(names: readonly RowsName[], moment: string): void;
  /** Forgets a series' moments with its rows. */
  forgetSeries(series: string): void;
}

export function createFreshness(sql: Sql, snapshots: Snapshots): Freshness {
  // A publisher who says that nothing is new imports nothing: confirmations have a count of their own, under no name.
  const state = snapshots.prepare("SELECT (SELECT at FROM freshness WHERE name = '') AS confirmations, (SELECT MAX(id) FROM import_file) AS imports");
  const count = sql.prepare("INSERT INTO freshness (name, at) VALUES ('', '1') ON CONFLICT (name) DO UPDATE SET at = CAST(at AS INTEGER) + 1");
  const one = sql.prepare("SELECT at FROM freshness WHERE name = ?");
  const write = sql.prepare("INSERT INTO freshness (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = MAX(at, excluded.at)");
  const forget = sql.prepare("DELETE FROM freshness WHERE substr(name, instr(name, '/') + 1) IN (?1, 'money_rate/' || ?1)");
  // The same book is calculated again and again: moments are kept until one changes.
  const moments = new Map<RowsName, string | null>();
  let momentsOf: string | undefined;
  // A market's lists are confirmed as a whole: of their thousands of symbols none is looked up.
  const anyEntity = snapshots.prepare("SELECT 1 FROM freshness WHERE name > ? || '/' AND name < ? || '0' LIMIT 1");
  const isByEntity = (whole: RowsName): boolean => anyEntity.get(whole, whole) !== undefined;
  const momentAt = (name: RowsName): string | null => {
    const known = snapshots.current() ? moments.get(name) : undefined;
    if (known !== undefined) return known;
    const whole = wholeOf(name);
    const own = whole === name || isByEntity(whole) ? ((one.get(name) as { at: string } | undefined)?.at ?? null) : null;
    const at = whole === name ? own : later(own, momentAt(whole));
    if (snapshots.current()) moments.set(name, at);
    return at;
  };

  let looked: object | undefined;
  function look(of: object): void {
    if (of === looked) return;
    looked = of;
    const { confirmations, imports } = state.get() as { confirmations: string | null; imports: number | null };
    const now = `${confirmations ?? ""} ${imports ?? ""}`;
    if (now !== momentsOf || moments.size > MOST_KEPT) moments.clear();
    momentsOf = now;
  }
  // The same list comes with every cell that reads the same rows.
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
      look(of);
      const [name] = names;
      if (names.length === 1 && name !== undefined) return momentAt(name) ?? undefined;
      const before = found.get(names);
      if (before?.of === of) return before.at;
      const at = oldest(names);
      found.set(names, { of, at });
      return at;
    },
    confirm: (names, moment) => {
      // Looked at without a lock first: what was confirmed today already is most of what a person imports twice.
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
