import type { IsoDate } from "../../contract/dates";
import type { HoldingsReport, ReadValues, ReportHead, HoldingLine } from "../records/holdings";
import { lastDayEndedBy } from "../time/time-zone";
import { createHoldingTotals, type HoldingTotals } from "./holding-totals";
import { createPositions, KNOWN, type PositionReads } from "./positions";
import { createTotalsUpdate } from "./update-totals";
import { NOW } from "./publication";
import type { CachedReads } from "./read-cache";
import type { Sql } from "./sql";

export interface HoldingsCounts {
  readonly added: number;
  readonly unchanged: number;
}

/**
 * Institutions' reports of holdings. A quarter has about 3 million lines, so they are stored apart from other records, by quarter and security. Of an
 * institution's reports for one quarter, the one filed last counts, with later additions. What it no longer lists is no longer held.
 */
export interface Institutions extends PositionReads {
  any(): boolean;
  /** The number of stored holdings, and their newest quarter's end. */
  summary(): { readonly count: number; readonly newest: IsoDate | undefined };
  /** The CUSIPs that most lines of the reports known on `asOf` assign to this ticker. */
  cusipsOf(ticker: string, asOf: IsoDate): string[];
  /** All reported CUSIPs, each with the ticker that most of its lines name. */
  securities(): { readonly cusip: string; readonly ticker: string | undefined }[];
  /** The newest quarter's end of any report known on `asOf`: up to `upTo`, and of one institution (`cik`), if they are given. */
  newestKnown(asOf: IsoDate, upTo?: IsoDate, cik?: string): IsoDate | undefined;
  /** The number of institutions with a report for this quarter known on `asOf`, at most `most`. */
  reporting(period: IsoDate, asOf: IsoDate, most: number): number;
  /** The last filing day of the reports for this quarter known on `asOf`. */
  lastFiled(period: IsoDate, asOf: IsoDate): IsoDate | undefined;
  isPublished(cusips: readonly string[]): boolean;
  /** The newest quarter's end up to `upTo` with a report on one of these securities, known on `asOf`. */
  newest(cusips: readonly string[], upTo: IsoDate, asOf: IsoDate): IsoDate | undefined;
  /**
   * Totals of what was known on `asOf`, compared with the previous quarter's end `before`. One share of `before` is `shares` at `period`: more than one after a
   * split.
   */
  heldAt(cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate, shares?: number): HoldingTotals;
  /** The reports whose values may be wrong, the newest quarter first. */
  doubted(): readonly { readonly accession: string; readonly filer: string; readonly period: IsoDate; readonly doubt: string; readonly importId: number }[];
  /** Inserts one report, within the caller's transaction. A filing never changes, so a known one is skipped. */
  insert(report: HoldingsReport, importId: () => number | bigint): HoldingsCounts;
  /** Inserts many reports line by line, in any order, within the caller's transaction. `settle` completes them. */
  staging(): Staging;
  /** Deletes the rows of these imports, within the caller's transaction. */
  deleteImports(importIds: string, ...args: readonly unknown[]): void;
}

export interface Staging {
  head(head: ReportHead): void;
  lines(lines: readonly HoldingLine[], tickerOf: (line: HoldingLine) => string | undefined): void;
  /** @throws Error that names the first accession with lines but without a head. */
  settle(readValues: ReadValues, importId: () => number | bigint): HoldingsCounts;
}

/** Institutions as of a moment. Filings state their day, not their time, so a filing counts from the end of its day. */
export function institutionsAt(of: Institutions, moment: number): Institutions {
  if (moment === NOW) return of;
  const last = lastDayEndedBy(moment);
  const until = (asOf: IsoDate): IsoDate => (asOf < last ? asOf : last);
  return {
    ...of,
    cusipsOf: (ticker, asOf) => of.cusipsOf(ticker, until(asOf)),
    newestKnown: (asOf, upTo, cik) => of.newestKnown(until(asOf), upTo, cik),
    positions: (period, asOf, filter, most) => of.positions(period, until(asOf), filter, most),
    positionsAfter: (place, most, asOf) => of.positionsAfter(place, most, until(asOf)),
    doubtedPositions: (cusips, period, asOf) => of.doubtedPositions(cusips, period, until(asOf)),
    medianPrice: (cusips, period, asOf) => of.medianPrice(cusips, period, until(asOf)),
    oddPositions: (cusips, period, asOf, bounds) => of.oddPositions(cusips, period, until(asOf), bounds),
    sharesHeld: (cik, cusips, period, asOf) => of.sharesHeld(cik, cusips, period, until(asOf)),
    tickerOf: (cusip, asOf) => of.tickerOf(cusip, until(asOf)),
    reporting: (period, asOf, most) => of.reporting(period, until(asOf), most),
    lastFiled: (period, asOf) => of.lastFiled(period, until(asOf)),
    newest: (cusips, upTo, asOf) => of.newest(cusips, upTo, until(asOf)),
    heldAt: (cusips, period, before, asOf, shares) => of.heldAt(cusips, period, before, until(asOf), shares),
  };
}

type Named = Pick<ReportHead, "period" | "cik">;

/** Lines per INSERT statement, because each call into the database is slow. */
const LINES_PER_INSERT = 64;
/** Tolerance in shares after a split, which pays fractions of a share in cash. */
export const FRACTION = 1;

/** CROSS fixes the join order: a few thousand rows of one security, never a quarter's millions. */
const byHolder = (period: string): string =>
  `SELECT r.cik AS cik, SUM(h.shares) AS shares, SUM(h.value) AS value FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ${period}
   CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} GROUP BY r.cik`;

export function createInstitutions(sql: Sql, cache: CachedReads): Institutions {
  const { objects } = cache.of("holding");
  const totals = createHoldingTotals(cache);
  const updateTotals = createTotalsUpdate(sql);
  const any = objects("SELECT 1 FROM holdings_report LIMIT 1");
  const summary = objects<{ readonly count: number | null; readonly newest: IsoDate | null }>(
    "SELECT SUM(holdings) AS count, MAX(period) AS newest FROM holdings_report",
  );
  // `ticker <> ''` is needed for the partial index, which excludes unnamed lines.
  const cusips = objects<{ readonly cusip: string }>(
    `WITH named AS (SELECT DISTINCT cusip FROM security_name WHERE ticker = ?1 AND ticker <> '' AND known <= ?2)
     SELECT cusip FROM named WHERE (SELECT SUM(CASE WHEN ticker = ?1 THEN lines ELSE -lines END) FROM security_name n WHERE n.cusip = named.cusip AND n.known <= ?2) > 0`,
  );
  const isHeldIn = objects("SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?2 LIMIT 1");
  // Steps from quarter to quarter through the index, because DISTINCT reads every report.
  const periods = objects<{ readonly period: IsoDate }>(
    `WITH RECURSIVE each(period) AS (SELECT MAX(period) FROM holdings_report UNION ALL
       SELECT (SELECT MAX(period) FROM holdings_report WHERE period < each.period) FROM each WHERE each.period IS NOT NULL)
     SELECT period FROM each WHERE period IS NOT NULL`,
  );
  const reportedIn = objects(
    `SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?3 CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} LIMIT 1`,
  );
  const together = objects<HoldingTotals>(
    `WITH now AS MATERIALIZED (${byHolder("?3")}), before AS MATERIALIZED (${byHolder("?4")})
     SELECT COUNT(CASE WHEN now.shares > 0 THEN 1 END) AS count, TOTAL(now.value) AS value,
       COUNT(CASE WHEN now.shares > before.shares * ?5 + ?6 THEN 1 END) AS accumulating, COUNT(CASE WHEN now.shares < before.shares * ?5 - ?6 THEN 1 END) AS reducing, COUNT(before.cik) AS compared FROM now LEFT JOIN before ON before.cik = now.cik`,
  );
  const securities = sql.prepare(
    `WITH each AS (SELECT cusip, SUM(lines) AS lines FROM security_name GROUP BY cusip),
     named AS (SELECT cusip, ticker, SUM(lines) AS lines FROM security_name WHERE ticker <> '' GROUP BY cusip, ticker)
     SELECT each.cusip AS cusip, n.ticker AS ticker FROM each LEFT JOIN named n ON n.cusip = each.cusip AND n.lines * 2 > each.lines`,
  );
  const knownIn = objects("SELECT 1 FROM holdings_report WHERE period = ? AND known <= ? LIMIT 1");
  const reporting = objects<{ readonly n: number }>(
    "SELECT COUNT(*) AS n FROM (SELECT DISTINCT cik FROM holdings_report WHERE period = ? AND known <= ? LIMIT ?)",
  );
  const lastFiled = objects<{ readonly day: IsoDate | null }>("SELECT MAX(known) AS day FROM holdings_report WHERE period = ? AND known <= ?");
  const knownOf = objects("SELECT 1 FROM holdings_report WHERE period = ? AND cik = ? AND known <= ? LIMIT 1");
  const doubted = sql.prepare(
    "SELECT accession, filer, period, doubt, import_id AS importId FROM holdings_report WHERE doubt IS NOT NULL ORDER BY period DESC, accession",
  );
  const positions = createPositions(sql, cache);
  const known = sql.prepare("SELECT holdings FROM holdings_report WHERE accession = ?");
  const insert = sql.prepare(
    "INSERT INTO holdings_report (accession, form, cik, filer, period, known, adds, unit, total, holdings, doubt, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const hold = sql.prepare("INSERT INTO holding (cusip, period, report, shares, value) VALUES (?, ?, ?, ?, ?)");
  const name = sql.prepare(
    "INSERT INTO security_name (cusip, ticker, known, lines) VALUES (?, ?, ?, 1) ON CONFLICT (cusip, ticker, known) DO UPDATE SET lines = lines + excluded.lines",
  );
  // Of an institution's reports for one quarter, each complete report ends the earlier ones.
  const replace = sql.prepare(
    `UPDATE holdings_report AS r SET replaced = (SELECT MIN(n.known) FROM holdings_report n WHERE n.period = r.period AND n.cik = r.cik AND n.adds = 0
       AND (n.known, n.form, n.accession) > (r.known, r.form, r.accession)) WHERE r.period = ?`,
  );

  function write(
    { accession, form, cik, filer, period, filed, adds }: ReportHead,
    { unit, total, doubt }: Pick<HoldingsReport, "unit" | "total" | "doubt">,
    holdings: number,
    importId: () => number | bigint,
  ): number | bigint {
    return insert.run(accession, form, cik, filer, period, filed, adds ? 1 : 0, unit, total, holdings, doubt ?? null, importId()).lastInsertRowid;
  }

  function insertReport(report: HoldingsReport, importId: () => number | bigint): HoldingsCounts {
    const before = known.get(report.accession) as { holdings: number } | undefined;
    if (before) return { added: 0, unchanged: before.holdings };
    const named = report.holdings.map((h) => h.cusip);
    updateTotals(new Map([[report.period, new Set([report.cik])]]), named, () => {
      const id = write(report, report, report.holdings.length, importId);
      for (const { cusip, ticker, shares, value } of report.holdings) {
        hold.run(cusip, report.period, id, shares, value);
        name.run(cusip, ticker ?? "", report.filed);
      }
      replace.run(report.period);
    });
    return { added: report.holdings.length, unchanged: 0 };
  }

  function staging(): Staging {
    sql.exec("DROP TABLE IF EXISTS temp.held; CREATE TEMP TABLE held (report INTEGER, cusip TEXT, raw REAL, shares REAL, ticker TEXT)");
    const one = sql.prepare("INSERT INTO held VALUES (?, ?, ?, ?, ?)");
    const many = sql.prepare(`INSERT INTO held VALUES ${Array(LINES_PER_INSERT).fill("(?, ?, ?, ?, ?)").join(", ")}`);
    const heads = new Map<string, ReportHead>();
    /** By accession: a temporary number, and the number and total of the table's lines, in its own unit. */
    const tables = new Map<string, { readonly id: number; lines: number; total: number }>();
    let waiting: (string | number)[] = [];

    function line({ accession, cusip, raw, shares, isShares }: HoldingLine, ticker: string | undefined): void {
      let table = tables.get(accession);
      if (!table) tables.set(accession, (table = { id: tables.size, lines: 0, total: 0 }));
      table.lines++;
      table.total += raw;
      if (!isShares) return;
      waiting.push(table.id, cusip, raw, shares, ticker ?? "");
      if (waiting.length === LINES_PER_INSERT * 5) {
        many.run(...waiting);
        waiting = [];
      }
    }

    /** Institutions, by quarter's end, with reports that are not stored yet. */
    function newReporters(): Map<IsoDate, Set<string>> {
      const found = new Map<IsoDate, Set<string>>();
      for (const accession of tables.keys()) {
        const head = heads.get(accession);
        if (head && !known.get(accession)) found.set(head.period, (found.get(head.period) ?? new Set()).add(head.cik));
      }
      return found;
    }

    const settle = (readValues: ReadValues, importId: () => number | bigint): HoldingsCounts =>
      updateTotals(newReporters(), undefined, () => insertStaged(readValues, importId));

    function insertStaged(readValues: ReadValues, importId: () => number | bigint): HoldingsCounts {
      for (let i = 0; i < waiting.length; i += 5) one.run(...waiting.slice(i, i + 5));
      sql.exec("CREATE INDEX temp.held_report ON held (report)");
      sql.exec("DROP TABLE IF EXISTS temp.numbered; CREATE TEMP TABLE numbered (report INTEGER PRIMARY KEY, id INTEGER, period TEXT, factor REAL)");
      const lines = sql.prepare("SELECT cusip, raw, shares, ticker FROM held WHERE report = ?");
      const number = sql.prepare("INSERT INTO numbered VALUES (?, ?, ?, ?)");
      const taken = { added: 0, unchanged: 0 };
      for (const [accession, { id, ...table }] of tables) {
        const head = heads.get(accession);
        if (!head) throw new Error(accession);
        const before = known.get(accession) as { holdings: number } | undefined;
        if (before) {
          taken.unchanged += before.holdings;
          continue;
        }
        const found = lines.all(id) as { cusip: string; raw: number; shares: number; ticker: string }[];
        const shares = found.map((l) => ({ ...l, isCovered: l.ticker !== "" }));
        const values = readValues({ filed: head.filed, cover: head.cover, ...table, shares });
        const factor = values.unit === "thousands" ? 1000 : 1;
        const holdings = new Set(found.map((l) => l.cusip)).size;
        number.run(id, Number(write(head, { ...values, total: table.total * factor }, holdings, importId)), head.period, factor);
        taken.added += holdings;
      }
      // Inserted in key order, which appends to the table and its index.
      sql.exec(
        `INSERT INTO holding (cusip, period, report, shares, value) SELECT held.cusip, n.period, n.id, SUM(held.shares), SUM(held.raw) * n.factor
         FROM held JOIN numbered n ON n.report = held.report GROUP BY n.period, held.cusip, n.id ORDER BY n.period, held.cusip, n.id`,
      );
      sql.exec(
        `INSERT INTO security_name (cusip, ticker, known, lines) SELECT held.cusip, held.ticker, r.known, COUNT(*) FROM held JOIN numbered n ON n.report = held.report
         JOIN holdings_report r ON r.id = n.id WHERE true GROUP BY 1, 2, 3 ON CONFLICT (cusip, ticker, known) DO UPDATE SET lines = lines + excluded.lines`,
      );
      for (const period of new Set([...heads.values()].map((h) => h.period))) replace.run(period);
      sql.exec("DROP TABLE temp.held; DROP TABLE temp.numbered");
      return taken;
    }

    return {
      head: (head) => void heads.set(head.accession, head),
      lines: (all, tickerOf) => all.forEach((l) => line(l, l.isShares ? tickerOf(l) : undefined)),
      settle,
    };
  }

  return {
    any: () => any.get() !== undefined,
    doubted: () => doubted.all() as ReturnType<Institutions["doubted"]>,
    summary: () => {
      const { count, newest: last } = summary.get()!;
      return { count: count ?? 0, newest: last ?? undefined };
    },
    cusipsOf: (ticker, asOf) => cusips.all(ticker, asOf).map((r) => r.cusip),
    securities: () => (securities.all() as { cusip: string; ticker: string | null }[]).map(({ cusip, ticker }) => ({ cusip, ticker: ticker ?? undefined })),
    newestKnown: (asOf, upTo = "9999-12-31", cik) =>
      periods.all().find(({ period }) => period <= upTo && (cik === undefined ? knownIn.get(period, asOf) : knownOf.get(period, cik, asOf)) !== undefined)
        ?.period,
    ...positions,
    reporting: (period, asOf, most) => reporting.get(period, asOf, most)!.n,
    lastFiled: (period, asOf) => lastFiled.get(period, asOf)!.day ?? undefined,
    isPublished: (of) => of.length > 0 && periods.all().some(({ period }) => isHeldIn.get(JSON.stringify(of), period) !== undefined),
    newest: (of, upTo, asOf) => periods.all().find(({ period }) => period <= upTo && reportedIn.get(JSON.stringify(of), asOf, period) !== undefined)?.period,
    heldAt: (of, period, before, asOf, shares = 1) => {
      // Stored totals compare shares as reported.
      const total = shares === 1 ? totals.of(of, period, before, asOf) : undefined;
      if (total) return total;
      // Without the metadata that the driver adds to a row.
      const { count, value, accumulating, reducing, compared } = together.get(JSON.stringify(of), asOf, period, before, shares, shares === 1 ? 0 : FRACTION)!;
      return { count, value, accumulating, reducing, compared };
    },
    insert: insertReport,
    staging,
    deleteImports: (importIds, ...args) => {
      const reports = `SELECT id FROM holdings_report WHERE import_id IN (${importIds})`;
      const leaving = new Map<IsoDate, Set<string>>();
      for (const { period, cik } of sql.prepare(`SELECT DISTINCT period, cik FROM holdings_report WHERE import_id IN (${importIds})`).all(...args) as Named[])
        leaving.set(period, (leaving.get(period) ?? new Set()).add(cik));
      if (leaving.size === 0) return;
      updateTotals(leaving, undefined, () => {
        sql.prepare(`DELETE FROM holding WHERE report IN (${reports})`).run(...args);
        sql.prepare(`DELETE FROM holdings_report WHERE import_id IN (${importIds})`).run(...args);
        // Reports that a deleted one had replaced count again.
        for (const period of leaving.keys()) replace.run(period);
      });
      sql.exec("DELETE FROM security_name");
    },
  };
}
