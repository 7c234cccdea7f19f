import type { IsoDate } from "../../contract/dates";
import type { CachedReads } from "./read-cache";

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
 * Stored totals of all reports on a security at a quarter's end, so that a cell does not read thousands of holdings. They apply from the day on which all
 * reports were known; for earlier days the holdings are summed.
 */
interface StoredTotals {
  /** Undefined if the holdings must be summed: for an earlier day, for another previous quarter, or if several of these securities are widely held. */
  of(cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate): HoldingTotals | undefined;
}

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

  return {
    of: (cusips, period, before, asOf) => {
      const held = cusips.length === 1 ? cusips : heldOf.all(JSON.stringify(cusips), period, before).map((r) => r.cusip);
      return held.length > 1 ? ofSeveral(held, period, before, asOf) : ofOne(held[0] ?? "", period, before, asOf);
    },
  };
}
