import type { IsoDate } from "../../contract/dates";
import type { CachedReads, Reader } from "./read-cache";
import { EACH_SECURITY } from "./holding-totals";
import { selectRows, type Sql } from "../sqlite/sql";

/** The shares of one security in one report. Value in US dollars at the quarter's end. */
export interface Position {
  readonly cik: string;
  readonly filer: string;
  readonly accession: string;
  readonly filed: IsoDate;
  readonly cusip: string;
  readonly shares: number;
  readonly value: number;
  /** Why the values of its report may be wrong; null without a doubt. */
  readonly doubt: string | null;
}

/** The place of a stored position. */
export type PositionPlace = readonly [period: IsoDate, cusip: string, report: number];

/** The reports known on the day ?2 that no later one had replaced by then. */
export const KNOWN = "r.known <= ?2 AND (r.replaced IS NULL OR r.replaced > ?2)";
const COLUMNS =
  "r.cik AS cik, r.filer AS filer, r.accession AS accession, r.known AS filed, h.cusip AS cusip, h.shares AS shares, h.value AS value, r.doubt AS doubt";
const LARGEST = "ORDER BY h.value DESC, h.cusip, r.cik, r.id";
interface Counted {
  readonly n: number;
}
const IN_SECURITIES = "json_each(?3) c CROSS JOIN holding h ON h.period = ?1 AND h.cusip = c.value CROSS JOIN holdings_report r ON r.id = h.report";

const PRICED = `${IN_SECURITIES} WHERE h.shares > 0 AND h.value > 0 AND ${KNOWN}`;

const readsOf = ({ objects }: Reader) => ({
  countInSecurities: objects<Counted>(`SELECT COUNT(*) AS n FROM ${IN_SECURITIES} WHERE (?4 IS NULL OR r.cik = ?4) AND ${KNOWN}`),
  inSecurities: objects<Position>(`SELECT ${COLUMNS} FROM ${IN_SECURITIES} WHERE (?4 IS NULL OR r.cik = ?4) AND ${KNOWN} ${LARGEST} LIMIT ?5`),
  countReported: objects<Counted>(`SELECT TOTAL(r.holdings) AS n FROM holdings_report r WHERE r.period = ?1 AND (?3 IS NULL OR r.cik = ?3) AND ${KNOWN}`),
  // By security, because a report's own positions have no index.
  ofInstitution: objects<Position>(
    `${EACH_SECURITY} SELECT ${COLUMNS} FROM each CROSS JOIN holdings_report r ON r.period = ?1 AND r.cik = ?3 AND ${KNOWN}
     CROSS JOIN holding h ON h.period = ?1 AND h.cusip = each.cusip AND h.report = r.id ${LARGEST} LIMIT ?4`,
  ),
  // The largest of all reports, known or not, are few. Joining each of a quarter's millions to its report would take seconds.
  ofMarket: objects<Position>(
    `SELECT ${COLUMNS} FROM (SELECT cusip, report, shares, value FROM holding WHERE period = ?1 ORDER BY value DESC, cusip, report LIMIT ?3) h
     CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} ${LARGEST} LIMIT ?4`,
  ),
  held: objects<{ readonly shares: number | null }>(
    `SELECT SUM(h.shares) AS shares FROM json_each(?3) c CROSS JOIN holdings_report r ON r.period = ?1 AND r.cik = ?4 AND ${KNOWN}
     CROSS JOIN holding h ON h.period = ?1 AND h.cusip = c.value AND h.report = r.id`,
  ),
  tickerOf: objects<{ readonly ticker: string }>(
    `SELECT ticker FROM security_name WHERE cusip = ?1 AND known <= ?2 AND ticker <> '' GROUP BY ticker
     HAVING SUM(lines) * 2 > (SELECT SUM(lines) FROM security_name WHERE cusip = ?1 AND known <= ?2)`,
  ),
  allReported: objects<Counted>("SELECT TOTAL(holdings) AS n FROM holdings_report WHERE period = ?"),
  // CROSS fixes the join order: the few reports in doubt first.
  doubted: objects<Position>(
    `SELECT ${COLUMNS} FROM holdings_report r CROSS JOIN json_each(?3) c CROSS JOIN holding h ON h.period = r.period AND h.cusip = c.value AND h.report = r.id
     WHERE r.period = ?1 AND r.doubt IS NOT NULL AND ${KNOWN} ${LARGEST}`,
  ),
  median: objects<{ readonly price: number; readonly positions: number }>(
    `WITH priced AS MATERIALIZED (SELECT h.value / h.shares AS price FROM ${PRICED}), n AS (SELECT COUNT(*) AS n FROM priced)
     SELECT price, (SELECT n FROM n) AS positions FROM priced ORDER BY price LIMIT 1 OFFSET (SELECT n / 2 FROM n)`,
  ),
  odd: objects<Position>(
    `SELECT ${COLUMNS} FROM ${PRICED} AND (h.value < ?4 * h.shares OR h.value > ?5 * h.shares) AND ABS(h.value - ?6 * h.shares) >= ?7 ${LARGEST}`,
  ),
  equal: objects<Position>(`SELECT ${COLUMNS} FROM ${PRICED} AND h.shares >= ?4 AND (h.value = h.shares OR h.value = 1000 * h.shares) ${LARGEST}`),
});

// Reads the same number of rows whether they are known or not, so that no part takes longer than others. No report is filed before its quarter ends.
const AFTER = `SELECT ${COLUMNS}, h.period AS period, h.report AS report, r.form AS form, ${KNOWN} AS isKnown
  FROM (SELECT * FROM holding WHERE (period, cusip, report) > (?1, ?3, ?4) AND period <= ?2 ORDER BY period, cusip, report LIMIT ?5) h
  CROSS JOIN holdings_report r ON r.id = h.report ORDER BY h.period, h.cusip, h.report`;

/** Prepares the reads of single positions. Returns them for any moment: `asOf` is at most its last ended day, as `until` says. */
export function createPositions(sql: Sql, cache: CachedReads) {
  const reads = readsOf(cache.of("holding"));

  function largest(period: IsoDate, asOf: IsoDate, most: number, total: number): readonly Position[] {
    for (let read = 2 * most; ; read *= 4) {
      const rows = reads.ofMarket.all(period, asOf, read, most);
      if (rows.length >= Math.min(most, total) || read >= reads.allReported.get(period)!.n) return rows;
    }
  }

  return (until: (asOf: IsoDate) => IsoDate) => ({
    /** The largest positions in reports for a quarter known on `asOf`, at most `most`, by value: those of one institution, those in some securities, or both. */
    positions: (
      period: IsoDate,
      asOf: IsoDate,
      { cik, cusips }: { cik?: string | undefined; cusips?: readonly string[] | undefined },
      most: number,
    ): { readonly total: number; readonly rows: readonly Position[] } => {
      const [day, only] = [until(asOf), cik ?? null];
      if (cusips) {
        const of = JSON.stringify(cusips);
        return { total: reads.countInSecurities.get(period, day, of, only)!.n, rows: reads.inSecurities.all(period, day, of, only, most) };
      }
      const total = reads.countReported.get(period, day, only)!.n;
      return { total, rows: cik === undefined ? largest(period, day, most, total) : reads.ofInstitution.all(period, day, cik, most) };
    },
    /** The shares that one institution's reports for a quarter known on `asOf` state of these securities; undefined if they state none. */
    sharesHeld: (cik: string, cusips: readonly string[], period: IsoDate, asOf: IsoDate): number | undefined =>
      reads.held.get(period, until(asOf), JSON.stringify(cusips), cik)!.shares ?? undefined,
    /**
     * The positions in reports known on `asOf` among the `most` stored ones after this one, by quarter, security and report, and the place of the last of them:
     * undefined at the end. For reading all in parts: nothing is cached.
     */
    positionsAfter: ([period, cusip, report]: PositionPlace = ["", "", 0], most: number, asOf: IsoDate) => {
      // `report` is the number of its report in the store.
      type Stored = Position & { readonly period: IsoDate; readonly form: string; readonly report: number; readonly isKnown: 0 | 1 };
      const read = selectRows<Stored>(sql, AFTER, period, until(asOf), cusip, report, most);
      const end = read.length < most ? undefined : read.at(-1);
      return { rows: read.filter(({ isKnown }) => isKnown), last: end && ([end.period, end.cusip, end.report] satisfies PositionPlace) };
    },
    /** The positions in these securities in reports for a quarter known on `asOf` whose values may be wrong, largest first. */
    doubtedPositions: (cusips: readonly string[], period: IsoDate, asOf: IsoDate): readonly Position[] =>
      reads.doubted.all(period, until(asOf), JSON.stringify(cusips)),
    /** The median value of a share in the reports for a quarter known on `asOf`, and the number of positions; undefined without any. */
    medianPrice: (cusips: readonly string[], period: IsoDate, asOf: IsoDate) => reads.median.get(period, until(asOf), JSON.stringify(cusips)),
    /** Positions with a value per share in dollars below `least` or above `most`, and at least `amount` dollars from their value at `price`, largest first. */
    oddPositions: (
      cusips: readonly string[],
      period: IsoDate,
      asOf: IsoDate,
      of: { readonly [B in "price" | "least" | "most" | "amount"]: number },
    ): readonly Position[] => reads.odd.all(period, until(asOf), JSON.stringify(cusips), of.least, of.most, of.price, of.amount),
    /** Positions of at least `least` shares whose value is that number of dollars or of thousands, largest first. */
    equalPositions: (cusips: readonly string[], period: IsoDate, asOf: IsoDate, least: number): readonly Position[] =>
      reads.equal.all(period, until(asOf), JSON.stringify(cusips), least),
    /** The ticker that most lines of the reports known on `asOf` assign to a CUSIP. */
    tickerOf: (cusip: string, asOf: IsoDate): string | undefined => reads.tickerOf.get(cusip, until(asOf))?.ticker,
  });
}
