import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../attribution";
import type { Snapshots } from "./snapshot";
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
  /** What one institution held of one symbol at a quarter's end, entity the ticker, or `cusip:` and the CUSIP where no ticker is known. */
  "holding",
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
  /** One prediction market on one day, entity its id. */
  "market",
  /** One day of one money-market rate, with volume and percentiles. */
  "money_rate",
  /** The average of one tenor's yield over one month, entity the tenor. */
  "rate_average",
  /** What the Treasury holds at the Federal Reserve at the close of one day, entity TGA. */
  "cash_balance",
  /** One daily price of one symbol, from the operator's own file. */
  "price",
] as const;
export type Dataset = (typeof DATASETS)[number];

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
 */
export interface Records {
  /** True once any row of this entity was taken: from then on it serves no sample row. */
  isReal(dataset: Dataset, entity: string): boolean;
  /** True once any row of the dataset was taken. */
  any(dataset: Dataset): boolean;
  /** The newest `count` rows by date that were known on `asOf`, newest first. */
  latest<T>(dataset: Dataset, entity: string, asOf: IsoDate, count: number): Kept<T>[];
  /** The rows of an entity with a date from `from` to `to` that were known on `asOf`, oldest first. */
  between<T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate): Kept<T>[];
  /** The rows of all entities of these days, oldest first. */
  across<T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate): Kept<T>[];
  /** The newest date of a dataset that was known on `asOf`. */
  newest(dataset: Dataset, asOf: IsoDate): IsoDate | undefined;
  /** The entities that have rows, in order. */
  entities(dataset: Dataset): string[];
  count(dataset: Dataset): number;
  /** Another number after every import and after every series taken back: what was computed from rows counts while it stays. */
  version(): number;
  /** Within a transaction of the caller: takes a row; says whether it is new, another version, or known already. */
  take(row: RecordRow, seen: IsoDate, importId: () => number | bigint): "added" | "changed" | "unchanged";
  forget(dataset: Dataset, entity?: string): number;
}

const COLUMNS = "entity, date, key, known, body, source";

interface Raw {
  readonly entity: string;
  readonly date: IsoDate;
  readonly key: string;
  readonly known: IsoDate;
  readonly body: string;
  readonly source: SourceId;
}

const kept = <T>(row: Raw): Kept<T> => ({ ...row, body: JSON.parse(row.body) as T });

/** Versions of a row stand next to each other, the one known last at the end: only that one counts. */
const lastKnown = (rows: readonly Raw[]): Raw[] =>
  rows.filter((row, i) => {
    const next = rows[i + 1];
    return !next || next.date !== row.date || next.key !== row.key || next.entity !== row.entity;
  });

export function createRecords(sql: Sql, snapshots: Snapshots): Records {
  const isReal = snapshots.prepare("SELECT 1 FROM record WHERE dataset = ? AND entity = ? AND current = 1 LIMIT 1");
  const any = snapshots.prepare("SELECT 1 FROM record WHERE dataset = ? AND current = 1 LIMIT 1");
  const latest = snapshots.prepare(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND known <= ? AND current = 1 ORDER BY date DESC, key DESC, known DESC LIMIT ?`,
  );
  const between = snapshots.prepare(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND entity = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1 ORDER BY date, key, known`,
  );
  const across = snapshots.prepare(
    `SELECT ${COLUMNS} FROM record WHERE dataset = ? AND date >= ? AND date <= ? AND known <= ? AND current = 1 ORDER BY date, entity, key, known`,
  );
  const newest = snapshots.prepare("SELECT date FROM record WHERE dataset = ? AND known <= ? AND current = 1 ORDER BY date DESC LIMIT 1");
  const entities = snapshots.prepare(
    // From one entity to the next through the index: DISTINCT reads every row of the dataset, which may be millions.
    `WITH RECURSIVE each(entity) AS (
       SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1
       UNION ALL
       SELECT (SELECT MIN(entity) FROM record WHERE dataset = ?1 AND current = 1 AND entity > each.entity) FROM each WHERE each.entity IS NOT NULL)
     SELECT entity FROM each WHERE entity IS NOT NULL`,
  );
  const count = snapshots.prepare("SELECT COUNT(*) AS n FROM record WHERE dataset = ? AND current = 1");
  const version = snapshots.prepare("SELECT MAX(id) AS n FROM import_file");
  const known = sql.prepare("SELECT body FROM record WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const supersede = sql.prepare("UPDATE record SET current = 0 WHERE dataset = ? AND entity = ? AND date = ? AND key = ? AND known = ? AND current = 1");
  const insert = sql.prepare(
    "INSERT INTO record (dataset, entity, date, key, known, body, source, first_seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)",
  );
  const forgetAll = sql.prepare("DELETE FROM record WHERE dataset = ?");
  const forgetOne = sql.prepare("DELETE FROM record WHERE dataset = ? AND entity = ?");
  return {
    isReal: (dataset, entity) => isReal.get(dataset, entity) !== undefined,
    any: (dataset) => any.get(dataset) !== undefined,
    latest: <T>(dataset: Dataset, entity: string, asOf: IsoDate, n: number) => {
      // Superseded versions take places of their own; there are few.
      for (let most = n + 4; ; most *= 4) {
        const rows = latest.all(dataset, entity, asOf, most) as Raw[];
        const found = lastKnown([...rows].reverse()).reverse();
        if (found.length >= n || rows.length < most) return found.slice(0, n).map((r) => kept<T>(r));
      }
    },
    between: <T>(dataset: Dataset, entity: string, from: IsoDate, to: IsoDate, asOf: IsoDate) =>
      lastKnown(between.all(dataset, entity, from, to, asOf) as Raw[]).map((r) => kept<T>(r)),
    across: <T>(dataset: Dataset, from: IsoDate, to: IsoDate, asOf: IsoDate) => lastKnown(across.all(dataset, from, to, asOf) as Raw[]).map((r) => kept<T>(r)),
    newest: (dataset, asOf) => (newest.get(dataset, asOf) as { date: IsoDate } | undefined)?.date,
    entities: (dataset) => (entities.all(dataset) as { entity: string }[]).map((r) => r.entity),
    count: (dataset) => (count.get(dataset) as { n: number }).n,
    version: () => (version.get() as { n: number | null }).n ?? 0,
    take: ({ dataset, entity, date, key, known: from, body, source }, seen, importId) => {
      const text = JSON.stringify(body);
      const before = known.get(dataset, entity, date, key, from) as { body: string } | undefined;
      if (before?.body === text) return "unchanged";
      if (before) supersede.run(dataset, entity, date, key, from);
      insert.run(dataset, entity, date, key, from, text, source, seen, importId());
      return before ? "changed" : "added";
    },
    forget: (dataset, entity) => (entity === undefined ? forgetAll.run(dataset) : forgetOne.run(dataset, entity)).changes,
  };
}
