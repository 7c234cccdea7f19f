import type { IsoDate } from "../../contract/dates";
import { quarterBefore } from "../time/calendar";
import type { CachedReads } from "./read-cache";
import { eachValue, execute, selectRows, selectValue, type Sql } from "../sqlite/sql";

/** Totals of reports on some securities at one quarter's end: numbers of institutions, value in US dollars. */
export interface HoldingTotals {
  readonly count: number;
  readonly value: number;
  /** Institutions that reported on it for both quarters: those that added, those that reduced, and all. */
  readonly accumulating: number;
  readonly reducing: number;
  readonly compared: number;
}

/**
 * Reads stored totals of all reports on securities at a quarter's end, so that a cell does not read thousands of holdings. They apply from the day on which all
 * reports were known. Undefined if the holdings must be summed: for an earlier day, for another previous quarter, or if several of these securities are widely held.
 */
type StoredTotals = (cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate) => HoldingTotals | undefined;

/**
 * Maximum number of holders of a symbol's minor securities, such as a CUSIP that a few reports mistype. They are compared one by one with the main one's holders.
 */
const LESSER = 64;

export function createHoldingTotals(cache: CachedReads): StoredTotals {
  const { objects } = cache.of("holding");
  const one = objects<{ readonly [K in keyof HoldingTotals]: number | null }>(
    `SELECT h.count, h.value, h.accumulating, h.reducing, h.compared FROM holding_total_of t LEFT JOIN holding_total h ON h.period = t.period AND h.cusip = ?1
     WHERE t.period = ?2 AND t.before = ?3 AND t.known <= ?4`,
  );
  const heldOf = objects<{ readonly cusip: string }>(
    "SELECT c.value AS cusip FROM json_each(?1) c WHERE EXISTS (SELECT 1 FROM holding h WHERE h.cusip = c.value AND h.period IN (?2, ?3))",
  );
  // Changes of the main security's counts (?4) by holders of the minor ones (?3). An institution may hold both, and counts once.
  const lesser = objects<Omit<HoldingTotals, "value">>(
    `WITH who(cik) AS MATERIALIZED (
       SELECT DISTINCT r.cik FROM json_each(?3) o CROSS JOIN holding h ON h.cusip = o.value AND h.period IN (?1, ?2) CROSS JOIN holdings_report r ON r.id = h.report
       WHERE r.replaced IS NULL),
     each AS MATERIALIZED (
       SELECT SUM(h.shares) FILTER (WHERE h.period = ?1) AS now, SUM(h.shares) FILTER (WHERE h.period = ?2) AS before,
         SUM(h.shares) FILTER (WHERE h.period = ?1 AND h.cusip = ?4) AS main_now, SUM(h.shares) FILTER (WHERE h.period = ?2 AND h.cusip = ?4) AS main_before
       FROM who CROSS JOIN holdings_report r ON r.period IN (?1, ?2) AND r.cik = who.cik AND r.replaced IS NULL
       CROSS JOIN json_each(?5) c CROSS JOIN holding h ON h.period = r.period AND h.cusip = c.value AND h.report = r.id GROUP BY who.cik)
     SELECT COUNT(CASE WHEN now > 0 THEN 1 END) - COUNT(CASE WHEN main_now > 0 THEN 1 END) AS count,
       COUNT(CASE WHEN now > before THEN 1 END) - COUNT(CASE WHEN main_now > main_before THEN 1 END) AS accumulating,
       COUNT(CASE WHEN now < before THEN 1 END) - COUNT(CASE WHEN main_now < main_before THEN 1 END) AS reducing,
       COUNT(now + before) - COUNT(main_now + main_before) AS compared FROM each`,
  );

  function ofOne(cusip: string, period: IsoDate, before: IsoDate, asOf: IsoDate): HoldingTotals | undefined {
    const found = one.get(cusip, period, before, asOf);
    if (!found) return undefined;
    const { count, value, accumulating, reducing, compared } = found;
    return { count: count ?? 0, value: value ?? 0, accumulating: accumulating ?? 0, reducing: reducing ?? 0, compared: compared ?? 0 };
  }

  /** Combines several securities. Values add up; numbers of institutions do not. */
  function ofSeveral(cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate): HoldingTotals | undefined {
    const each = cusips.flatMap((cusip) => {
      const total = ofOne(cusip, period, before, asOf);
      return total ? [{ cusip, total }] : [];
    });
    const [main, ...others] = each.sort((a, b) => b.total.count - a.total.count);
    if (!main || each.length < cusips.length || others.reduce((sum, o) => sum + o.total.count, 0) > LESSER) return undefined;
    const more = lesser.get(period, before, JSON.stringify(others.map((o) => o.cusip)), main.cusip, JSON.stringify(cusips))!;
    return {
      count: main.total.count + more.count,
      value: each.reduce((sum, e) => sum + e.total.value, 0),
      accumulating: main.total.accumulating + more.accumulating,
      reducing: main.total.reducing + more.reducing,
      compared: main.total.compared + more.compared,
    };
  }

  return (cusips, period, before, asOf) => {
    const held = cusips.length === 1 ? cusips : heldOf.all(JSON.stringify(cusips), period, before).map((r) => r.cusip);
    return held.length > 1 ? ofSeveral(held, period, before, asOf) : ofOne(held[0] ?? "", period, before, asOf);
  };
}

/** The reports that a change adds or deletes, by quarter's end and institution (CIK). */
type Changed = ReadonlyMap<IsoDate, ReadonlySet<string>>;

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

const HAS_REPORTS =
  "SELECT 1 FROM json_each(?2) k CROSS JOIN holdings_report r ON r.period = ?1 AND r.cik = k.value WHERE r.replaced IS NULL AND r.holdings > 0 LIMIT 1";
/** The securities in the quarter ?1. */
export const EACH_SECURITY = eachValue("cusip", "holding", "period = ?1");
const SECURITIES_IN = `${EACH_SECURITY} SELECT cusip FROM each WHERE cusip IS NOT NULL`;
const ADD_PART = addTotals(
  byHolder(
    `json_each(?4) k CROSS JOIN holdings_report r ON r.period IN (?1, ?2) AND r.cik = k.value AND r.replaced IS NULL
     CROSS JOIN json_each(?5) c CROSS JOIN holding h ON h.period = r.period AND h.cusip = c.value AND h.report = r.id`,
  ),
);
// Of a whole quarter: institutions with several reports for a quarter, and the reports of the others with the one of the quarter before.
const FIND_JOINT = `INSERT INTO temp.joint SELECT id, cik FROM holdings_report WHERE period IN (?1, ?2) AND replaced IS NULL
  AND cik IN (SELECT cik FROM holdings_report WHERE period IN (?1, ?2) AND replaced IS NULL GROUP BY cik, period HAVING COUNT(*) > 1)`;
const FIND_LONE = `INSERT INTO temp.lone SELECT n.id, b.id FROM holdings_report n LEFT JOIN holdings_report b ON b.period = ?2 AND b.cik = n.cik AND b.replaced IS NULL
  WHERE n.period = ?1 AND n.replaced IS NULL AND n.id NOT IN (SELECT report FROM temp.joint)`;
const ADD_LONE = `INSERT INTO holding_total (period, cusip, ${TOTALS}) SELECT ?1, * FROM (${addedUp(
  `SELECT h.cusip AS cusip, h.shares AS now, b.shares AS before, h.value AS value FROM holding h CROSS JOIN temp.lone l ON l.report = h.report
   LEFT JOIN holding b ON b.period = ?2 AND b.cusip = h.cusip AND b.report = l.earlier WHERE h.period = ?1`,
)})`;
const ADD_JOINT = addTotals(byHolder("holding h CROSS JOIN temp.joint r ON r.report = h.report WHERE h.period IN (?1, ?2)"));

const hasReports = (sql: Sql, period: IsoDate, ciks: ReadonlySet<string>): boolean =>
  selectValue(sql, HAS_REPORTS, period, JSON.stringify([...ciks])) !== undefined;
const quartersOf = (sql: Sql): IsoDate[] => selectRows<{ period: IsoDate }>(sql, "SELECT DISTINCT period FROM holdings_report").map(({ period }) => period);

/** Adds or subtracts these institutions' part of a quarter's totals: of these securities, or of all. */
function addPart(sql: Sql, sign: 1 | -1, period: IsoDate, ciks: ReadonlySet<string>, named: readonly string[] | undefined): void {
  if (!hasReports(sql, period, ciks)) return;
  const cusips = named ?? selectRows<{ cusip: string }>(sql, SECURITIES_IN, period).map(({ cusip }) => cusip);
  execute(sql, ADD_PART, period, quarterBefore(period), sign, JSON.stringify([...ciks]), JSON.stringify(cusips));
}

/** Sums a whole quarter in storage order: nearly every institution has one report for it and one for the previous quarter. */
function sumQuarter(sql: Sql, period: IsoDate): void {
  const before = quarterBefore(period);
  sql.exec("DROP TABLE IF EXISTS temp.lone; CREATE TEMP TABLE lone (report INTEGER PRIMARY KEY, earlier INTEGER)");
  sql.exec("DROP TABLE IF EXISTS temp.joint; CREATE TEMP TABLE joint (report INTEGER PRIMARY KEY, cik TEXT)");
  execute(sql, FIND_JOINT, period, before);
  execute(sql, FIND_LONE, period, before);
  execute(sql, ADD_LONE, period, before);
  if (selectValue(sql, "SELECT 1 FROM temp.joint") !== undefined) execute(sql, ADD_JOINT, period, before, 1);
  sql.exec("DROP TABLE temp.lone; DROP TABLE temp.joint");
}

function forgetTotals(sql: Sql, period: IsoDate): void {
  execute(sql, "DELETE FROM holding_total WHERE period = ?", period);
  execute(sql, "DELETE FROM holding_total_of WHERE period = ?", period);
}

/** Institutions by quarter whose totals change: the reports' quarter, and the next one, which is compared with it. */
function touched(sql: Sql, changed: Changed): Map<IsoDate, Set<string>> {
  const found = new Map<IsoDate, Set<string>>();
  for (const period of new Set([...quartersOf(sql), ...changed.keys()])) {
    const ciks = new Set([...(changed.get(period) ?? []), ...(changed.get(quarterBefore(period)) ?? [])]);
    if (ciks.size > 0) found.set(period, ciks);
  }
  return found;
}

/**
 * Runs work that inserts or deletes these institutions' reports, within the caller's transaction, and updates the totals of their quarters and of the next ones.
 * `named`: the securities in the change, if known.
 */
export function updateTotals<T>(sql: Sql, changed: Changed, named: readonly string[] | undefined, work: () => T): T {
  const isKept = (period: IsoDate): boolean => selectValue(sql, "SELECT 1 FROM holding_total_of WHERE period = ?", period) !== undefined;
  const quarters = [...touched(sql, changed)].map(([period, ciks]) => ({ period, ciks, isWhole: ciks.size > FEW || !isKept(period) }));
  // A report without an earlier one changes only its own securities. If it replaces another, that one's securities change too.
  const own = [...changed].some(([period, ciks]) => hasReports(sql, period, ciks)) ? undefined : named;
  for (const { period, ciks, isWhole } of quarters)
    if (isWhole) forgetTotals(sql, period);
    else addPart(sql, -1, period, ciks, own);
  const result = work();
  const left = new Set(quartersOf(sql));
  for (const { period, ciks, isWhole } of quarters) {
    if (!left.has(period)) {
      forgetTotals(sql, period);
      continue;
    }
    if (isWhole) sumQuarter(sql, period);
    else addPart(sql, 1, period, ciks, own);
    // A report is replaced on the day of another report of the same quarter, so MAX(known) covers it.
    execute(
      sql,
      "INSERT OR REPLACE INTO holding_total_of (period, before, known) SELECT ?1, ?2, MAX(known) FROM holdings_report WHERE period IN (?1, ?2)",
      period,
      quarterBefore(period),
    );
  }
  return result;
}
