import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../attribution";
import type { Columns, Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/**
 * What kinds of rows are kept beside the numeric series, each with the shape of its body in the family that reads it. `entity` is the name by which a
 * family looks its rows up: a ticker, a country, a market's code.
 */
export const DATASETS = [
  /** A filer: entity is the ticker, body the CIK and the name. */
  "filer",
  /** A listed security: entity is the symbol, body its CUSIP. */
  "security",
  /** One period of one company with all values that filings have stated for it; entity its CIK for full years, with a Q behind it for quarters. */
  "statement",
  /** One filing, dated by its day; entity the filer's CIK for periodic reports, with `/other` behind it for other forms. */
  "filing",
  /** One report of an insider with its open-market transactions, entity the ticker, or `cik:` and the issuer's CIK where there is none. */
  "insider_trade",
  /** One filing of an offering as a daily list of the SEC has it, entity `offering`. */
  "listed_filing",
  /** One filing of one offering, entity the symbol that it will trade under, or `group:` and its group key where it names none. */
  "offering",
  /** One settlement of one symbol. */
  "short_interest",
  /** One day of one symbol. */
  "short_volume",
  /** One disclosed trade of a member of Congress, entity the ticker. */
  "congress_trade",
  /** One filing of the House's index, entity its number. */
  "house_filing",
  /** One week of one futures market, entity its code. */
  "positions",
  /** One interval of one perpetual, entity the symbol. */
  "funding",
  /** What one contract of a venue stands for, entity the venue and its name of the contract. */
  "contract",
  /** One position that a venue closed by force, entity the symbol. */
  "liquidation",
  /** One large transfer on a chain, entity the asset. */
  "whale_transfer",
  /** Whose an address is, by the operator's own list; entity the address, or the name as their files write it. */
  "address_label",
  /** A stretch of time that one document speaks for without a gap, entity the dataset and the asset. */
  "coverage",
  /** The bids of one prediction market at one moment, entity its id. */
  "order_book",
  /** One prediction market on one day, entity its id. */
  "market",
  /** One day of one money-market rate, with volume and percentiles. */
  "money_rate",
  /** The average of one tenor's yield over one month, entity the tenor. */
  "rate_average",
  /** What the Treasury holds at the Federal Reserve at the close of one day, entity TGA. */
  "cash_balance",
  /** One hour of one keyword, entity the keyword in small letters. */
  "report_count",
  /** One daily price of one symbol, from the operator's own file. */
  "price",
  /** One split of one symbol, from the operator's own list; dated by the first session on the new share count. */
  "split",
] as const;
export type Dataset = (typeof DATASETS)[number];

/** Names and what they stand for: their date is that from which they count, and no day of the figures. */
export const UNDATED: ReadonlySet<Dataset> = new Set<Dataset>(["filer", "security", "contract", "address_label"]);

/** One row of a dataset as it is published. */
export interface RecordRow {
  readonly dataset: Dataset;
  readonly entity: string;
  /** The period that it describes: a settlement date, a period's end, the day of a trade. */
  readonly date: IsoDate;
  /** Tells the rows of one entity and date apart; empty where there is one only. */
  readonly key: string;
  /** The day from which it could be known: its filing, its disclosure, its publication. A service dated earlier does not serve it. */
  readonly known: IsoDate;
  readonly body: object;
  readonly source: SourceId;
}

/** A row as it is served. */
export interface Kept<T> {
  readonly entity: string;
  readonly date: IsoDate;
  readonly key: string;
  readonly known: IsoDate;
  readonly body: T;
  readonly source: SourceId;
}

/**
 * Rows with a shape of their own. Every version ever seen is kept with the day on which it was first seen. Of several versions of a row that were known on
 * the service's date the one that was known last is served; of one that was published again with the same date of knowledge, the one seen last.
 * Rows are shared by all who read them.
 */
export interface Records {
  /** True once any row of this entity was taken: from then on it serves no sample row. */
  isReal(dataset: Dataset, entity: string): boolean;
  /** True once any row of the dataset was taken. */
  any(dataset: Dataset): boolean;
  /** The newest `count` rows by date that were known on `asOf`, newest first. */
  latest<T>(dataset: Dataset, entity: string, asOf: IsoDate, count: number): readonly Kept<T>[];
  /** The row of exactly this date that was known on `asOf`; of several keys the last. */
  on<T>(dataset: Dataset, entity: string, date: IsoDate, asOf: IsoDate): Kept<T> | undefined;
  /** The last row with a date from `from` to `to` that was known on `asOf` and whose body, as JSON text, has this text in it. */
  lastWith<T>(dataset: Dataset, entity: string, text: string, from: IsoDate, to: IsoDate, asOf: IsoDate): Kept<T> | undefined;
  /** The row with the first date and key that was known on `asOf`. */
  first<T>(dataset: Dataset, entity: string, asOf: IsoDate): Kept<T> | undefined;
  /** The rows of an entity with a date from `from` to `to` that were known on `asOf`, oldest first. */
  between<T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly Kept<T>[];
  /** Every row of an entity that was known on `asOf`, oldest first, with these members of its body alone: where bodies are large. */
  outline<T>(dataset: Dataset, entity: string, members: readonly (keyof T & string)[], asOf: IsoDate): readonly Kept<T>[];
  /** The rows of all entities of these days, oldest first. */
  across<T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate): readonly Kept<T>[];
  /** A number of the bodies summed by day, added up in the database: for many small rows that each have one version. Days without a row are left out. */
  totals(dataset: Dataset, entity: string, member: string, from: IsoDate, to: IsoDate, asOf: IsoDate): ReadonlyMap<IsoDate, number>;
  /** The newest row of every entity that was known on `asOf`, by entity: however many days of rows there are behind it. */
  newestOfEach<T>(dataset: Dataset, asOf: IsoDate): readonly Kept<T>[];
  /** The newest date of a dataset that was known on `asOf`. */
  newest(dataset: Dataset, asOf: IsoDate): IsoDate | undefined;
  /** The entities that have rows, in order. */
  entities(dataset: Dataset): readonly string[];
  count(dataset: Dataset): number;
  /** Another number after every import and after every series taken back: what was computed from rows counts while it stays. */
  version(): number;
  /** Within a transaction of the caller: takes a row; says whether it is new, another version, or known already. */
  take(row: RecordRow, seen: IsoDate, importId: () => number | bigint): "added" | "changed" | "unchanged";
}

const COLUMNS = "entity, date, key, known, body, source";

type Raw = readonly [entity: string, date: IsoDate, key: string, known: IsoDate, body: unknown, source: SourceId];

const kept = ([entity, date, key, known, body, source]: Raw): Kept<unknown> => ({ entity, date, key, known, body, source });
const isThere = (): true => true;
const row = ([entity, date, key, known, body, source]: Columns): Kept<unknown> =>
  ({ entity, date, key, known, body: JSON.parse(body as string) as unknown, source }) as Kept<unknown>;
const sameRow = (a: Kept<unknown>, b: Kept<unknown>): boolean => a.entity === b.entity && a.date === b.date && a.key === b.key;

/** Rows come as one text: each row that crosses from the database alone costs more than reading it here. */
const asOneText = (from: string, order: string, body = "body"): string =>
  `SELECT group_concat('[' || json_quote(entity) || ',"' || date || '",' || json_quote(key) || ',"' || known || '",' || ${body} || ',"' || source || '"]', ',' ORDER BY ${order}) FROM ${from}`;
const rowsOf = ([text]: Columns): readonly Kept<unknown>[] => (JSON.parse(`[${text ?? ""}]`) as Raw[]).map(kept);
/** The same, without what was known before: versions of a row stand next to each other, the one known last at the end. */
const lastOfEach = (found: Columns): readonly Kept<unknown>[] =>
  rowsOf(found).filter((one, i, rows) => {
    const next = rows[i + 1];
    return !next || !sameRow(next, one);
  });

export function createRecords(sql: Sql, snapshots: Snapshots): Records {
  const isReal = snapshots.imported("SELECT 1 FROM record WHERE dataset = ? AND entity = ? AND current = 1 LIMIT 1", isThere);
  const any = snapshots.imported("SELECT 1 FROM record WHERE dataset = ? AND current = 1 LIMIT 1", isThere);
  const NEWEST = `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1 ORDER BY date DESC, key DESC, known DESC LIMIT`;
  const newestRow = snapshots.imported(`${NEWEST} 1`, row);
  const latest = snapshots.imported(asOneText(`(${NEWEST} ?)`, "date DESC, key DESC, known DESC"), rowsOf);
  const on = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND date = ? AND known <= ? AND current = 1 ORDER BY key DESC, known DESC LIMIT 1`,
    row,
  );
  const lastWith = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND instr(body, ?) AND date >= ? AND date <= ? AND known <= ? AND current = 1 ORDER BY date DESC, key DESC, known DESC LIMIT 1`,
    row,
  );
  const first = snapshots.imported(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1 ORDER BY date, key, known DESC LIMIT 1`,
    row,
  );
  const between = snapshots.imported(
    asOneText("record WHERE dataset = ? AND entity = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1", "date, key, known"),
    lastOfEach,
  );
  const outline = snapshots.imported(
    asOneText(
      "record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1",
      "date, key, known",
      "(SELECT json_group_object(value, json(body -> ('$.' || value))) FROM json_each(?))",
    ),
    lastOfEach,
  );
  const across = snapshots.imported(
    asOneText("record WHERE dataset = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1", "date, entity, key, known"),
    lastOfEach,
  );
  const totals = snapshots.imported(
    "SELECT date, SUM(json_extract(body, '$.' || ?)) FROM record WHERE dataset = ? AND entity = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1 GROUP BY date",
    ([date, total]): readonly [IsoDate, number] => [date as IsoDate, Number(total)],
  );
  const newest = snapshots.imported(
    "SELECT date FROM record WHERE dataset = ? AND known <= ? AND current = 1 ORDER BY date DESC LIMIT 1",
    ([date]) => date as IsoDate,
  );
  // From one entity to the next through the index: DISTINCT reads every row of the dataset, which may be millions.
  const EACH = `WITH RECURSIVE each(entity) AS (
       SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1
       UNION ALL
       SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1 AND entity > each.entity) FROM each WHERE each.entity IS NOT NULL)`;
  const entities = snapshots.imported(`${EACH} SELECT entity FROM each WHERE entity IS NOT NULL`, ([entity]) => entity as string);
  const newestOfEach = snapshots.imported(
    asOneText(
      `(${EACH} SELECT r.* FROM each CROSS JOIN record r ON r.rowid = (SELECT rowid FROM record WHERE dataset = ?1 AND entity = each.entity AND known <= ?2 AND current = 1
         ORDER BY date DESC, key DESC, known DESC LIMIT 1))`,
      "entity",
    ),
    rowsOf,
  );
  const count = snapshots.prepare("SELECT COUNT(*) AS n FROM record WHERE dataset = ? AND current = 1");
  const known = sql.prepare("SELECT body FROM record WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const supersede = sql.prepare("UPDATE record SET current = 0 WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const insert = sql.prepare(
    "INSERT INTO record (dataset, entity, date, key, known, body, source, first_seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)",
  );
  return {
    isReal: (dataset, entity) => isReal.get(dataset, entity) !== undefined,
    any: (dataset) => any.get(dataset) !== undefined,
    latest: <T>(dataset: Dataset, entity: string, asOf: IsoDate, n: number) => {
      if (n === 1) {
        const last = newestRow.get(dataset, entity, asOf);
        return last ? [last as Kept<T>] : [];
      }
      // Of versions of one row the one known last comes first; the others take places of their own, and there are few.
      for (let most = n; ; most *= 4) {
        const rows = latest.get(dataset, entity, asOf, most) ?? [];
        const served = rows.filter((one, i) => i === 0 || !sameRow(rows[i - 1]!, one));
        if (served.length >= n || rows.length < most) return served.slice(0, n) as Kept<T>[];
      }
    },
    on: <T>(...args: [Dataset, string, IsoDate, IsoDate]) => on.get(...args) as Kept<T> | undefined,
    lastWith: <T>(...args: [Dataset, string, string, IsoDate, IsoDate, IsoDate]) => lastWith.get(...args) as Kept<T> | undefined,
    first: <T>(...args: [Dataset, string, IsoDate]) => first.get(...args) as Kept<T> | undefined,
    between: <T>(...args: [Dataset, string, IsoDate, IsoDate, IsoDate]) => (between.get(...args) ?? []) as readonly Kept<T>[],
    outline: <T>(dataset: Dataset, entity: string, members: readonly string[], asOf: IsoDate) =>
      (outline.get(JSON.stringify(members), dataset, entity, asOf) ?? []) as readonly Kept<T>[],
    across: <T>(...args: [Dataset, IsoDate, IsoDate, IsoDate]) => (across.get(...args) ?? []) as readonly Kept<T>[],
    newestOfEach: <T>(...args: [Dataset, IsoDate]) => (newestOfEach.get(...args) ?? []) as readonly Kept<T>[],
    totals: (dataset, entity, member, from, to, asOf) => new Map(totals.all(member, dataset, entity, from, to, asOf)),
    newest: (...args) => newest.get(...args),
    entities: (dataset) => entities.all(dataset),
    count: (dataset) => (count.get(dataset) as { n: number }).n,
    version: snapshots.imports,
    take: ({ dataset, entity, date, key, known: from, body, source }, seen, importId) => {
      const text = JSON.stringify(body);
      const before = known.get(dataset, entity, date, key, from) as { body: string } | undefined;
      if (before?.body === text) return "unchanged";
      if (before) supersede.run(dataset, entity, date, key, from);
      insert.run(dataset, entity, date, key, from, text, source, seen, importId());
      return before ? "changed" : "added";
    },
  };
}
