import type { SourceId } from "../records/attribution";
import type { Dataset, RecordRow } from "../records/record";
import { CONFIRMED, type ReadCache, type ReadKind } from "./read-cache";
import { execute, selectColumns, type Sql, writing } from "../sqlite/sql";

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
/** An operator's own file confirms only the entities in it, however many. */
const OWN: SourceId = "user";

/** Collects the names of a document's rows, new or not. */
export function namesOfRows() {
  const names = new Set<RowsName>();
  const entities = new Map<RowsName, { readonly of: Set<string>; readonly list: boolean }>();
  return {
    add: ({ dataset, entity, source }: Pick<RecordRow, "dataset" | "entity" | "source">): void => {
      const name = datasetRows(source, dataset);
      let found = entities.get(name);
      if (!found) entities.set(name, (found = { of: new Set(), list: LISTS.has(dataset) && source !== OWN }));
      if (!found.list || found.of.size <= FEW) found.of.add(entity);
    },
    addSeries: ({ source, series }: { readonly source: SourceId; readonly series: string }): void => void names.add(seriesRows(source, series)),
    addHoldings: (): void => void names.add(datasetRows("sec", "holding")),
    names: (): RowsName[] => [
      ...names,
      ...[...entities].flatMap(([name, { of, list }]) => (list && of.size > FEW ? [name] : [...of].map((e) => `${name}/${e}`))),
    ],
  };
}

/** The name of the whole dataset of an entity's name, or the name itself. */
const wholeOf = (name: RowsName): RowsName => {
  const dataset = name.indexOf("/", name.indexOf("/") + 1);
  return dataset < 0 ? name : name.slice(0, dataset);
};

/** Formats a time as stored and compared: ISO 8601, UTC, to the second. */
export const isoMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The time as of which a file from disk confirms its rows: the start of the day of its import. */
export const momentOfFile = (seen: string): string => `${seen.slice(0, 10)}T00:00:00Z`;
/** True if a publisher was asked at that time. A fetch in the first second of a day counts as a file: rather too old than too new. */
export const isMomentOfFetch = (moment: string): boolean => moment !== momentOfFile(moment.slice(0, 10));

const CONFIRM = "INSERT INTO freshness (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = MAX(at, excluded.at)";

const CHANGES = `SELECT detail FROM import_file WHERE publisher = '${CONFIRMED}' AND file = ? AND detail IS NOT NULL ORDER BY id`;
const LOG = `INSERT INTO import_file (publisher, file, sha256, rows, seen, detail) VALUES ('${CONFIRMED}', ?, '', 0, ?, ?)`;

/** How the names of a confirmation differ from those of the one before by the same feed or publisher: mostly they are the same thousands. */
interface NamesChange {
  readonly plus?: readonly RowsName[];
  readonly minus?: readonly RowsName[];
}

/** Changes the names as an entry of the log says. */
export function changeNames(names: Set<RowsName>, detail: string): void {
  const { plus = [], minus = [] } = JSON.parse(detail) as NamesChange;
  for (const name of minus) names.delete(name);
  for (const name of plus) names.add(name);
}

/** Logs a confirmation within the caller's transaction. */
function logConfirmation(sql: Sql, by: string, names: readonly RowsName[], moment: string): void {
  const before = new Set<RowsName>();
  for (const [detail] of selectColumns<[string]>(sql, CHANGES, by)) changeNames(before, detail);
  const now = new Set(names);
  const plus = [...now].filter((name) => !before.has(name));
  const minus = [...before].filter((name) => !now.has(name));
  execute(sql, LOG, by, moment, plus.length + minus.length === 0 ? null : JSON.stringify({ plus, minus } satisfies NamesChange));
}

/** True for a name of the rows that the removal of a series removes. */
export const isOfSeries = (name: RowsName, series: string): boolean => [series, `money_rate/${series}`].includes(name.slice(name.indexOf("/") + 1));

export type Freshness = ReturnType<typeof createFreshness>;

/** When named rows were last confirmed: by a document, or by a publisher's reply that nothing has changed. */
export function createFreshness(sql: Sql, cache: Pick<ReadCache, "now" | "isReading" | "state">, addRead: (kind: ReadKind) => void) {
  const { columns } = cache.now.of("confirmation");
  const one = columns("SELECT at FROM freshness WHERE name = ?", ([at]) => at as string);
  // A market's lists are confirmed as a whole, so their thousands of symbols are neither looked up nor cached.
  const anyEntity = columns("SELECT 1 FROM freshness WHERE name > ?1 || '/' AND name < ?1 || '0' LIMIT 1", () => true);
  const momentAt = (name: RowsName): string | undefined => {
    const whole = wholeOf(name);
    if (whole === name) return one.get(name);
    const ofWhole = one.get(whole);
    const own = anyEntity.get(whole) ? one.get(name) : undefined;
    return ofWhole === undefined || (own !== undefined && own > ofWhole) ? own : ofWhole;
  };
  const oldest = (names: readonly RowsName[]): string | undefined => {
    let first: string | undefined;
    for (const name of names) {
      const at = momentAt(name);
      if (at !== undefined && (first === undefined || at < first)) first = at;
    }
    return first;
  };
  // Cells that read the same rows pass the same list.
  const found = new WeakMap<readonly RowsName[], { readonly of: number; readonly at: string | undefined }>();
  return {
    /** The oldest time at which these were confirmed. Undefined if none is known. */
    oldest: (names: readonly RowsName[]): string | undefined => {
      addRead("confirmation");
      if (names.length <= 1 || !cache.isReading()) return oldest(names);
      const of = cache.state();
      const before = found.get(names);
      if (before?.of === of) return before.at;
      const at = oldest(names);
      found.set(names, { of, at });
      return at;
    },
    /**
     * Confirms these as of a time. An earlier time than the stored one changes nothing. `by` is the feed, or the publisher of a document that the log has; undefined if
     * an entry of the log says it already.
     */
    confirm: (names: readonly RowsName[], moment: string, by: string | undefined): void => {
      // Checked without a lock first, because a repeated import rarely has anything new to confirm.
      const older = names.filter((name) => {
        const known = one.get(name);
        return known === undefined || known < moment;
      });
      if (older.length === 0) return;
      writing(sql, () => {
        for (const name of older) execute(sql, CONFIRM, name, moment);
        if (by !== undefined) logConfirmation(sql, by, names, moment);
      });
    },
    /** Removes a series' times with its rows. */
    forgetSeries: (series: string): void =>
      void execute(sql, "DELETE FROM freshness WHERE substr(name, instr(name, '/') + 1) IN (?1, 'money_rate/' || ?1)", series),
  };
}
