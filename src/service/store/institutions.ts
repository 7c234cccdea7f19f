import type { IsoDate } from "../../contract/dates";
import { lastDayEndedBy } from "../time/time-zone";
import { createHoldingTotals, type HoldingTotals } from "./holding-totals";
import { createPositions, KNOWN } from "./positions";
import { NOW } from "./publication";
import type { CachedReads, Reader } from "./read-cache";
import { selectRows, type Sql } from "../sqlite/sql";

export type Institutions = ReturnType<ReturnType<typeof createInstitutions>>;

/** Tolerance in shares after a split, which pays fractions of a share in cash. */
export const FRACTION = 1;

/** CROSS fixes the join order: a few thousand rows of one security, never a quarter's millions. */
const byHolder = (period: string): string =>
  `SELECT r.cik AS cik, SUM(h.shares) AS shares, SUM(h.value) AS value FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ${period}
   CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} GROUP BY r.cik`;

const readsOf = ({ objects }: Reader) => ({
  any: objects("SELECT 1 FROM holdings_report LIMIT 1"),
  summary: objects<{ readonly count: number | null; readonly newest: IsoDate | null }>(
    "SELECT SUM(holdings) AS count, MAX(period) AS newest FROM holdings_report",
  ),
  // `ticker <> ''` is needed for the partial index, which excludes unnamed lines.
  cusips: objects<{ readonly cusip: string }>(
    `WITH named AS (SELECT DISTINCT cusip FROM security_name WHERE ticker = ?1 AND ticker <> '' AND known <= ?2)
     SELECT cusip FROM named WHERE (SELECT SUM(CASE WHEN ticker = ?1 THEN lines ELSE -lines END) FROM security_name n WHERE n.cusip = named.cusip AND n.known <= ?2) > 0`,
  ),
  isHeldIn: objects("SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?2 LIMIT 1"),
  // Steps from quarter to quarter through the index, because DISTINCT reads every report.
  periods: objects<{ readonly period: IsoDate }>(
    `WITH RECURSIVE each(period) AS (SELECT MAX(period) FROM holdings_report UNION ALL
       SELECT (SELECT MAX(period) FROM holdings_report WHERE period < each.period) FROM each WHERE each.period IS NOT NULL)
     SELECT period FROM each WHERE period IS NOT NULL`,
  ),
  reportedIn: objects(
    `SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?3 CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} LIMIT 1`,
  ),
  together: objects<HoldingTotals>(
    `WITH now AS MATERIALIZED (${byHolder("?3")}), before AS MATERIALIZED (${byHolder("?4")})
     SELECT COUNT(CASE WHEN now.shares > 0 THEN 1 END) AS count, TOTAL(now.value) AS value,
       COUNT(CASE WHEN now.shares > before.shares * ?5 + ?6 THEN 1 END) AS accumulating, COUNT(CASE WHEN now.shares < before.shares * ?5 - ?6 THEN 1 END) AS reducing, COUNT(before.cik) AS compared FROM now LEFT JOIN before ON before.cik = now.cik`,
  ),
  knownIn: objects("SELECT 1 FROM holdings_report WHERE period = ? AND known <= ? LIMIT 1"),
  knownOf: objects("SELECT 1 FROM holdings_report WHERE period = ? AND known <= ? AND cik = ? LIMIT 1"),
  reporting: objects<{ readonly n: number }>("SELECT COUNT(*) AS n FROM (SELECT DISTINCT cik FROM holdings_report WHERE period = ? AND known <= ? LIMIT ?)"),
  lastFiled: objects<{ readonly day: IsoDate | null }>("SELECT MAX(known) AS day FROM holdings_report WHERE period = ? AND known <= ?"),
});

const SECURITIES = `WITH each AS (SELECT cusip, SUM(lines) AS lines FROM security_name GROUP BY cusip),
  named AS (SELECT cusip, ticker, SUM(lines) AS lines FROM security_name WHERE ticker <> '' GROUP BY cusip, ticker)
  SELECT each.cusip AS cusip, n.ticker AS ticker FROM each LEFT JOIN named n ON n.cusip = each.cusip AND n.lines * 2 > each.lines`;
type DoubtedReport = { readonly accession: string; readonly filer: string; readonly period: IsoDate; readonly doubt: string; readonly importId: number };
const DOUBTED = "SELECT accession, filer, period, doubt, import_id AS importId FROM holdings_report WHERE doubt IS NOT NULL ORDER BY period DESC, accession";

/**
 * Prepares the reads of institutions' reports of holdings. Returns them for any moment. A quarter has about 3 million lines, so they are stored apart from other
 * records, by quarter and security. Of an institution's reports for one quarter, the one filed last counts, with later additions. What it no longer lists is no
 * longer held. Filings state their day, not their time, so a filing counts from the end of its day.
 */
export function createInstitutions(sql: Sql, cache: CachedReads) {
  const reads = readsOf(cache.of("holding"));
  const totals = createHoldingTotals(cache);
  const positionsUntil = createPositions(sql, cache);
  return (moment: number) => {
    const last = moment === NOW ? undefined : lastDayEndedBy(moment);
    const until = (asOf: IsoDate): IsoDate => (last === undefined || asOf < last ? asOf : last);
    return {
      ...positionsUntil(until),
      any: (): boolean => reads.any.get() !== undefined,
      /** The reports whose values may be wrong, the newest quarter first. */
      doubted: (): readonly DoubtedReport[] => selectRows(sql, DOUBTED),
      /** The number of stored holdings, and their newest quarter's end. */
      summary: (): { readonly count: number; readonly newest: IsoDate | undefined } => {
        const { count, newest } = reads.summary.get()!;
        return { count: count ?? 0, newest: newest ?? undefined };
      },
      /** The CUSIPs that most lines of the reports known on `asOf` assign to this ticker. */
      cusipsOf: (ticker: string, asOf: IsoDate): string[] => reads.cusips.all(ticker, until(asOf)).map(({ cusip }) => cusip),
      /** All reported CUSIPs, each with the ticker that most of its lines name. */
      securities: (): { readonly cusip: string; readonly ticker: string | undefined }[] =>
        selectRows<{ cusip: string; ticker: string | null }>(sql, SECURITIES).map(({ cusip, ticker }) => ({ cusip, ticker: ticker ?? undefined })),
      /** The newest quarter's end of any report known on `asOf`: up to `upTo`, and of one institution (`cik`), if they are given. */
      newestKnown: (asOf: IsoDate, upTo: IsoDate = "9999-12-31", cik?: string): IsoDate | undefined => {
        const of = cik === undefined ? [] : [cik];
        const known = cik === undefined ? reads.knownIn : reads.knownOf;
        return reads.periods.all().find(({ period }) => period <= upTo && known.get(period, until(asOf), ...of) !== undefined)?.period;
      },
      /** The number of institutions with a report for this quarter known on `asOf`, at most `most`. */
      reporting: (period: IsoDate, asOf: IsoDate, most: number): number => reads.reporting.get(period, until(asOf), most)!.n,
      /** The last filing day of the reports for this quarter known on `asOf`. */
      lastFiled: (period: IsoDate, asOf: IsoDate): IsoDate | undefined => reads.lastFiled.get(period, until(asOf))!.day ?? undefined,
      isPublished: (cusips: readonly string[]): boolean =>
        cusips.length > 0 && reads.periods.all().some(({ period }) => reads.isHeldIn.get(JSON.stringify(cusips), period) !== undefined),
      /** The newest quarter's end up to `upTo` with a report on one of these securities, known on `asOf`. */
      newest: (cusips: readonly string[], upTo: IsoDate, asOf: IsoDate): IsoDate | undefined =>
        reads.periods.all().find(({ period }) => period <= upTo && reads.reportedIn.get(JSON.stringify(cusips), until(asOf), period) !== undefined)?.period,
      /**
       * Totals of what was known on `asOf`, compared with the previous quarter's end `before`. One share of `before` is `shares` at `period`: more than one after a
       * split.
       */
      heldAt: (cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate, shares = 1): HoldingTotals => {
        // Stored totals compare shares as reported.
        const total = shares === 1 ? totals(cusips, period, before, until(asOf)) : undefined;
        if (total) return total;
        const found = reads.together.get(JSON.stringify(cusips), until(asOf), period, before, shares, shares === 1 ? 0 : FRACTION)!;
        // Without the metadata that the driver adds to a row.
        const { count, value, accumulating, reducing, compared } = found;
        return { count, value, accumulating, reducing, compared };
      },
    };
  };
}
