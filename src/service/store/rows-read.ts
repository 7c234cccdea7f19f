import { addDays, type IsoDate } from "../../contract/dates";
import type { SourceId } from "../records/attribution";
import { HOLDINGS_DUE_DAYS } from "../records/holdings";
import { type Dataset, type StoredRecord, UNDATED } from "../records/record";
import type { StatedPeriod } from "../records/filings";
import { endOfDay, instantOf, lastDayEndedBy } from "../time/time-zone";
import { datasetRows, type RowsName, seriesRows } from "./freshness";
import type { Observation } from "./observations";
import { NOW, type Publication, visibleAt } from "./publication";
import type { CachedReads, Columns } from "./read-cache";

/** The document of the archive that a row came in. */
interface RowDocument {
  /** Its number in the import log. */
  readonly id: number;
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  /** When it was received, as ISO 8601 in UTC. */
  readonly seen: string;
  /** The number of the rules by which its rows were read. */
  readonly rules: number;
}

/** Finds the document of a row as of one moment. Undefined for rows that no import brought. */
export type DocumentOf = (row: Pick<NewestRead, "dataset" | "entity" | "date" | "key">) => RowDocument | undefined;

const FILE = "f.id, f.publisher, f.file, f.sha256, f.seen, f.rules";
const document = ([id, publisher, file, sha256, seen, rules]: Columns): RowDocument => ({ id, publisher, file, sha256, seen, rules }) as RowDocument;

/** Prepares the reads. Returns them for any moment. */
export function createRowDocuments(cache: CachedReads): (moment: number) => DocumentOf {
  const ofObservation = cache
    .of("observation")
    .columns(`SELECT ${FILE} FROM observation JOIN import_file f ON f.id = import_id WHERE series = ?1 AND date = ?2 AND ${visibleAt(3)} LIMIT 1`, document);
  const ofRecord = cache.ofDataset.columns(
    `SELECT ${FILE} FROM record JOIN import_file f ON f.id = import_id
     WHERE dataset = ?1 AND entity = ?2 AND date = ?3 AND key = ?4 AND ${visibleAt(5)} ORDER BY known DESC LIMIT 1`,
    document,
  );
  // A quarter's total is made from all its reports: the one filed last.
  const ofHoldings = cache
    .of("holding")
    .columns(
      `SELECT ${FILE} FROM holdings_report JOIN import_file f ON f.id = import_id WHERE period = ?1 ORDER BY known DESC, holdings_report.id DESC LIMIT 1`,
      document,
    );
  return (moment) =>
    ({ dataset, entity, date, key }) => {
      if (dataset === "holding") return ofHoldings.get(date);
      return dataset === undefined ? ofObservation.get(entity, date, moment) : ofRecord.get(dataset, entity, date, key, moment);
    };
}

/** Of the rows of one name that a computation read, the one that became public last. */
export interface NewestRead extends Publication {
  /** Undefined for an observation. */
  readonly dataset: Dataset | "holding" | undefined;
  /** The series, or the entity of a record. */
  readonly entity: string;
  readonly date: IsoDate;
  readonly key: string;
  readonly source: SourceId;
  /** True if the computation read other rows of the name, too. */
  readonly several: boolean;
}

type StoredRow = Observation | (StoredRecord<unknown> & Publication);

/** What one read returned. */
interface Entry {
  readonly dataset: Dataset | undefined;
  /** The series. Records have their entity. */
  readonly series: string;
  readonly found: StoredRow | readonly StoredRow[];
  /** The moment of the read. */
  readonly moment: number;
}

/** Datasets whose bodies date each value by its own filing. A later body has all of them, so it replaces the earlier one from the start. */
export const SELF_DATED: ReadonlySet<Dataset> = new Set<Dataset>(["statement"]);

/** The last filing day that a body of a self-dated dataset states, up to a day. */
export function newestFiled({ stated }: Partial<Pick<StatedPeriod, "stated">>, upTo: IsoDate = "9999-12-31"): IsoDate | undefined {
  let newest: IsoDate | undefined;
  for (const lists of Object.values(stated ?? {}))
    for (const list of lists) for (const [filed] of list) if (filed <= upTo && (newest === undefined || filed > newest)) newest = filed;
  return newest;
}

/** When a row became public. A statement counts with its newest filing, because any of its values may be used. */
function publicAt(row: StoredRow, { dataset, moment }: Entry): number {
  if (dataset === undefined || !SELF_DATED.has(dataset) || !("body" in row)) return row.public;
  const filed = newestFiled(row.body as Partial<StatedPeriod>, moment === NOW ? undefined : lastDayEndedBy(moment));
  return filed === undefined ? row.public : Math.max(row.public, endOfDay(filed));
}

const keyOf = (row: StoredRow): string => ("key" in row ? row.key : "");
const entityOf = (row: StoredRow, { series }: Entry): string => ("entity" in row ? row.entity : series);
const nameOf = (row: StoredRow, { dataset, series }: Entry): RowsName =>
  dataset === undefined ? seriesRows(row.source, series) : datasetRows(row.source, dataset, (row as StoredRecord<unknown>).entity);

function read(row: StoredRow, entry: Entry): NewestRead {
  const { dataset } = entry;
  const { date, source, basis, seen } = row;
  const several = dataset !== undefined && SELF_DATED.has(dataset);
  return { public: publicAt(row, entry), basis, seen, dataset, entity: entityOf(row, entry), date, key: keyOf(row), source, several };
}

/** The newer of two reads of one name. */
function newer(a: NewestRead | undefined, b: NewestRead): NewestRead {
  if (!a) return b;
  const several = a.several || b.several || a.date !== b.date || a.key !== b.key || a.entity !== b.entity || a.dataset !== b.dataset;
  const one = b.public > a.public ? b : a;
  return one.several === several ? one : { ...one, several };
}

/** The newest row of each name that a finished computation read. In several maps, so that what it took from others is not copied. */
export interface RowsRead {
  readonly maps: readonly ReadonlyMap<RowsName, NewestRead>[];
}

const NOTHING_READ: RowsRead = { maps: [] };
/** More maps are merged into one, because each is searched for each name. */
const MOST_MAPS = 8;

/** The rows that a running computation has read so far. */
export interface RowsNotes {
  entries: Entry[];
  /** What it took from earlier computations. */
  readonly maps: Set<ReadonlyMap<RowsName, NewestRead>>;
}

export const rowsNotes = (): RowsNotes => ({ entries: [], maps: new Set() });

/** Empties notes for the next computation. */
export function cleared(notes: RowsNotes): RowsNotes {
  if (notes.entries.length > 0) notes.entries = [];
  if (notes.maps.size > 0) notes.maps.clear();
  return notes;
}

/** Calls back with each row and its name. The rows of an entry mostly have one name. */
function eachRow(entries: readonly Entry[], then: (name: RowsName, row: StoredRow, entry: Entry) => void): void {
  for (const entry of entries) {
    if (!Array.isArray(entry.found)) {
      const row = entry.found as StoredRow;
      then(nameOf(row, entry), row, entry);
      continue;
    }
    let [name, source, entity] = ["", "", ""];
    for (const row of entry.found as readonly StoredRow[]) {
      const of = entityOf(row, entry);
      if (row.source !== source || of !== entity) [name, source, entity] = [nameOf(row, entry), row.source, of];
      then(name, row, entry);
    }
  }
}

/** Of the rows under these names, the one that became public last. */
export function newestOf({ entries, maps }: RowsNotes, names: readonly RowsName[]): NewestRead | undefined {
  let found: NewestRead | undefined;
  for (const map of maps)
    for (const name of names) {
      const one = map.get(name);
      if (one) found = newer(found, one);
    }
  eachRow(entries, (name, row, entry) => {
    // Of many rows, most are older than one before them.
    if (names.includes(name) && !(found?.several === true && publicAt(row, entry) <= found.public)) found = newer(found, read(row, entry));
  });
  return found;
}

/** The newest row of every name. */
export function summaryOf({ entries, maps }: RowsNotes): RowsRead {
  if (entries.length === 0 && maps.size <= MOST_MAPS) return maps.size === 0 ? NOTHING_READ : { maps: [...maps] };
  const own = new Map<RowsName, NewestRead>();
  eachRow(entries, (name, row, entry) => {
    const before = own.get(name);
    if (!(before?.several === true && publicAt(row, entry) <= before.public)) own.set(name, newer(before, read(row, entry)));
  });
  if (maps.size < MOST_MAPS) return { maps: [own, ...maps] };
  for (const map of maps) for (const [name, one] of map) own.set(name, newer(own.get(name), one));
  return { maps: [own] };
}

/** Adds what an earlier computation read. */
export function addRowsRead(notes: RowsNotes, rows: RowsRead): void {
  for (const map of rows.maps) notes.maps.add(map);
}

/**
 * Institutions' reports for a quarter, of which the last was filed on a day. They were public by then, and those on one security may have been earlier. Totals use
 * a quarter from the day on which its reports are due, so reports that were filed earlier count since then.
 */
export function holdingsRead(quarter: IsoDate, lastFiled: IsoDate, asOf: IsoDate): RowsRead {
  const due = addDays(quarter, HOLDINGS_DUE_DAYS);
  const at = lastFiled < due && due <= asOf ? instantOf(due, "00:00", "America/New_York") : endOfDay(lastFiled);
  const one: NewestRead = {
    public: at,
    basis: "late bound",
    seen: at,
    dataset: "holding",
    entity: "",
    date: quarter,
    key: "",
    source: "sec",
    several: true,
  };
  return { maps: [new Map([[datasetRows("sec", "holding"), one]])] };
}

/** The reads of observations and of records that return rows which a value can be made from. */
export const ROW_READS: ReadonlySet<string> = new Set([
  "latest",
  "next",
  "between",
  "betweenOnce",
  "versions",
  "on",
  "lastWith",
  "first",
  "across",
  "newestOfEach",
  "newestOf",
]);

/** Adds what a read as of a moment returned. */
export function addEntry(notes: RowsNotes, kind: Dataset | "observation", series: unknown, found: unknown, moment: number): void {
  if (found === undefined || (kind !== "observation" && UNDATED.has(kind))) return;
  notes.entries.push({ dataset: kind === "observation" ? undefined : kind, series: String(series), found: found as Entry["found"], moment });
}
