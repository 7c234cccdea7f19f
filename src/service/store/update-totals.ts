import type { IsoDate } from "../../contract/dates";
import { quarterBefore } from "../time/calendar";
import type { Sql } from "./sql";

/** The reports that a change adds or deletes, by quarter's end and institution (CIK). */
type Changed = ReadonlyMap<IsoDate, ReadonlySet<string>>;

/**
 * Updates the totals of securities. Runs work that inserts or deletes these institutions' reports, within the caller's transaction, and updates the totals of
 * their quarters and of the next ones. `named`: the securities in the change, if known.
 */
type UpdateTotals = <T>(changed: Changed, named: readonly string[] | undefined, work: () => T) => T;

/** Up to this many institutions are subtracted from a quarter's totals and added back. For more, the quarter is summed again. */
const FEW = 8;

const TOTALS = "count, value, accumulating, reducing, compared";
/**
 * Totals per security, from one row per holder and security: this quarter's shares (`now`), the previous quarter's (`before`, null without any), and this
 * quarter's value.
 */
const addedUp = (holders: string): string =>
  `SELECT cusip, COUNT(CASE WHEN now > 0 THEN 1 END) AS count, TOTAL(value) AS value, COUNT(CASE WHEN now > before THEN 1 END) AS accumulating,
     COUNT(CASE WHEN now < before THEN 1 END) AS reducing, COUNT(now + before) AS compared FROM (${holders}) WHERE now IS NOT NULL GROUP BY cusip`;
const byHolder = (from: string): string =>
  `SELECT h.cusip AS cusip, SUM(h.shares) FILTER (WHERE h.period = ?1) AS now, SUM(h.shares) FILTER (WHERE h.period = ?2) AS before,
     SUM(h.value) FILTER (WHERE h.period = ?1) AS value FROM ${from} GROUP BY h.cusip, r.cik`;
/** ?3 is 1 to add, -1 to subtract. */
const addTotals = (holders: string): string =>
  `INSERT INTO holding_total (period, cusip, ${TOTALS})
   SELECT ?1, cusip, ?3 * count, ?3 * value, ?3 * accumulating, ?3 * reducing, ?3 * compared FROM (${addedUp(holders)}) WHERE true
   ON CONFLICT (period, cusip) DO UPDATE SET count = count + excluded.count, value = value + excluded.value, accumulating = accumulating + excluded.accumulating,
     reducing = reducing + excluded.reducing, compared = compared + excluded.compared`;

export function createTotalsUpdate(sql: Sql): UpdateTotals {
  const periods = sql.prepare("SELECT DISTINCT period FROM holdings_report");
  const isKept = sql.prepare("SELECT 1 FROM holding_total_of WHERE period = ?");
  const reports = sql.prepare(
    "SELECT 1 FROM json_each(?2) k CROSS JOIN holdings_report r ON r.period = ?1 AND r.cik = k.value WHERE r.replaced IS NULL AND r.holdings > 0 LIMIT 1",
  );
  // Steps from security to security through the key, because DISTINCT reads every holding.
  const securities = sql.prepare(
    `WITH RECURSIVE each(cusip) AS (SELECT MIN(cusip) FROM holding WHERE period = ?1 UNION ALL
       SELECT (SELECT MIN(cusip) FROM holding WHERE period = ?1 AND cusip > each.cusip) FROM each WHERE each.cusip IS NOT NULL)
     SELECT cusip FROM each WHERE cusip IS NOT NULL`,
  );
  const partOf = sql.prepare(
    addTotals(
      byHolder(
        `json_each(?4) k CROSS JOIN holdings_report r ON r.period IN (?1, ?2) AND r.cik = k.value AND r.replaced IS NULL
         CROSS JOIN json_each(?5) c CROSS JOIN holding h ON h.period = r.period AND h.cusip = c.value AND h.report = r.id`,
      ),
    ),
  );
  const forget = [sql.prepare("DELETE FROM holding_total WHERE period = ?"), sql.prepare("DELETE FROM holding_total_of WHERE period = ?")];
  // A report is replaced on the day of another report of the same quarter, so MAX(known) covers it.
  const note = sql.prepare(
    "INSERT OR REPLACE INTO holding_total_of (period, before, known) SELECT ?1, ?2, MAX(known) FROM holdings_report WHERE period IN (?1, ?2)",
  );

  const cusipsIn = (period: IsoDate): string[] => (securities.all(period) as { cusip: string }[]).map((r) => r.cusip);

  /** Adds or subtracts these institutions' part of a quarter's totals. */
  function put(sign: 1 | -1, period: IsoDate, ciks: ReadonlySet<string>, cusips: () => readonly string[]): void {
    const who = JSON.stringify([...ciks]);
    if (reports.get(period, who) !== undefined) partOf.run(period, quarterBefore(period), sign, who, JSON.stringify(cusips()));
  }

  /** Sums a whole quarter in storage order: nearly every institution has one report for it and one for the previous quarter. */
  function sumQuarter(period: IsoDate): void {
    const before = quarterBefore(period);
    sql.exec("DROP TABLE IF EXISTS temp.lone; CREATE TEMP TABLE lone (report INTEGER PRIMARY KEY, earlier INTEGER)");
    sql.exec("DROP TABLE IF EXISTS temp.joint; CREATE TEMP TABLE joint (report INTEGER PRIMARY KEY, cik TEXT)");
    sql
      .prepare(
        `INSERT INTO temp.joint SELECT id, cik FROM holdings_report WHERE period IN (?1, ?2) AND replaced IS NULL
         AND cik IN (SELECT cik FROM holdings_report WHERE period IN (?1, ?2) AND replaced IS NULL GROUP BY cik, period HAVING COUNT(*) > 1)`,
      )
      .run(period, before);
    sql
      .prepare(
        `INSERT INTO temp.lone SELECT n.id, b.id FROM holdings_report n LEFT JOIN holdings_report b ON b.period = ?2 AND b.cik = n.cik AND b.replaced IS NULL
         WHERE n.period = ?1 AND n.replaced IS NULL AND n.id NOT IN (SELECT report FROM temp.joint)`,
      )
      .run(period, before);
    sql
      .prepare(
        `INSERT INTO holding_total (period, cusip, ${TOTALS}) SELECT ?1, * FROM (${addedUp(
          `SELECT h.cusip AS cusip, h.shares AS now, b.shares AS before, h.value AS value FROM holding h CROSS JOIN temp.lone l ON l.report = h.report
           LEFT JOIN holding b ON b.period = ?2 AND b.cusip = h.cusip AND b.report = l.earlier WHERE h.period = ?1`,
        )})`,
      )
      .run(period, before);
    if (sql.prepare("SELECT 1 FROM temp.joint").get() !== undefined)
      sql.prepare(addTotals(byHolder("holding h CROSS JOIN temp.joint r ON r.report = h.report WHERE h.period IN (?1, ?2)"))).run(period, before, 1);
    sql.exec("DROP TABLE temp.lone; DROP TABLE temp.joint");
  }

  /** Institutions by quarter whose totals change: the reports' quarter, and the next one, which is compared with it. */
  function touched(changed: Changed): Map<IsoDate, Set<string>> {
    const all = new Set([...(periods.all() as { period: IsoDate }[]).map((r) => r.period), ...changed.keys()]);
    const found = new Map<IsoDate, Set<string>>();
    for (const period of all) {
      const ciks = new Set([...(changed.get(period) ?? []), ...(changed.get(quarterBefore(period)) ?? [])]);
      if (ciks.size > 0) found.set(period, ciks);
    }
    return found;
  }

  return (changed, named, work) => {
    const quarters = [...touched(changed)].map(([period, ciks]) => ({ period, ciks, isWhole: ciks.size > FEW || isKept.get(period) === undefined }));
    // A report without an earlier one changes only its own securities. If it replaces another, that one's securities change too.
    const own = [...changed].some(([period, ciks]) => reports.get(period, JSON.stringify([...ciks])) !== undefined) ? undefined : named;
    for (const { period, ciks, isWhole } of quarters)
      if (isWhole) forget.forEach((f) => f.run(period));
      else put(-1, period, ciks, () => own ?? cusipsIn(period));
    const result = work();
    const left = new Set((periods.all() as { period: IsoDate }[]).map((r) => r.period));
    for (const { period, ciks, isWhole } of quarters) {
      if (!left.has(period)) {
        forget.forEach((f) => f.run(period));
        continue;
      }
      if (isWhole) sumQuarter(period);
      else put(1, period, ciks, () => own ?? cusipsIn(period));
      note.run(period, quarterBefore(period));
    }
    return result;
  };
}
