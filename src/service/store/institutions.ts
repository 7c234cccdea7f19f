import type { IsoDate } from "../../contract/dates";
import type { HoldingsReport, ReportHead, TableLine } from "../records/holdings";
import { createHeldTotals, type HeldTogether } from "./held-totals";
import { createKeepTotals } from "./keep-totals";
import type { Snapshots } from "./snapshot";
import type { Sql } from "./sql";

/** The unit of one report's table, from the lines of shares and the day of filing. */
export type UnitOf = (lines: readonly { readonly issuer: string; readonly shares: number; readonly raw: number }[], filed: IsoDate) => "dollars" | "thousands";

export interface HoldingsTaken {
  readonly added: number;
  readonly unchanged: number;
}

/**
 * Institutions' reports of holdings. There are some 3 million lines a quarter, so they are kept apart from the other records, by quarter and security. Of an institution's
 * reports for one quarter's end the one filed last counts with what was added to it since; what it does not list any more is not held any more.
 */
export interface Institutions {
  any(): boolean;
  /** How many holdings are kept, and the newest quarter's end among them. */
  summary(): { readonly count: number; readonly newest: IsoDate | undefined };
  /** The CUSIPs that most lines of the reports name as this ticker's. */
  cusipsOf(ticker: string): string[];
  /** Every CUSIP that a report has, with the ticker that most lines name it by. */
  securities(): { readonly cusip: string; readonly ticker: string | undefined }[];
  /** The newest quarter's end of any report that was known on `asOf`. */
  newestKnown(asOf: IsoDate): IsoDate | undefined;
  /** How many institutions' reports for a quarter's end were known on `asOf`, counted up to `most`. */
  reporting(period: IsoDate, asOf: IsoDate, most: number): number;
  isPublished(cusips: readonly string[]): boolean;
  /** The newest quarter's end, not after `upTo`, of which a report on one of these was known on `asOf`. */
  newest(cusips: readonly string[], upTo: IsoDate, asOf: IsoDate): IsoDate | undefined;
  /** What was known on `asOf`, added up; compared with the quarter's end `before`, one share of which is `shares` at `period`: more than one after a split. */
  heldAt(cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate, shares?: number): HeldTogether;
  /** Within a transaction of the caller: takes one report whole. A filing never changes, so one that is known is left. */
  take(report: HoldingsReport, importId: () => number | bigint): HoldingsTaken;
  /** Within a transaction of the caller: takes many reports line by line, in any order; `settle` puts them together. */
  staging(): Staging;
  /** Within a transaction of the caller: takes out what these imports brought. */
  takeOut(importIds: string, ...args: readonly unknown[]): void;
}

export interface Staging {
  head(head: ReportHead): void;
  lines(lines: readonly TableLine[], tickerOf: (line: TableLine) => string | undefined): void;
  /** @throws Error naming the first accession that has lines and no top. */
  settle(unitOf: UnitOf, importId: () => number | bigint): HoldingsTaken;
}

type Named = Pick<ReportHead, "period" | "cik">;

/** Lines that are written with one statement: each costs a crossing into the database otherwise. */
const AT_ONCE = 64;
/** A split pays fractions of a share in cash: a position changed by less than this is the same. */
const FRACTION = 1;
/** Berkshire's class A costs more than any table's unit can be told by. */
const BERKSHIRE = "084670";

/** The order of joins is said (CROSS): a few thousand rows of one security, never a quarter's millions. */
const KNOWN = "r.known <= ?2 AND (r.replaced IS NULL OR r.replaced > ?2)";
const byHolder = (period: string): string =>
  `SELECT r.cik AS cik, SUM(h.shares) AS shares, SUM(h.value) AS value FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ${period}
   CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} GROUP BY r.cik`;

export function createInstitutions(sql: Sql, snapshots: Snapshots): Institutions {
  const totals = createHeldTotals(snapshots);
  const keepTotals = createKeepTotals(sql);
  const any = snapshots.prepare("SELECT 1 FROM holdings_report LIMIT 1");
  const summary = snapshots.prepare("SELECT SUM(holdings) AS count, MAX(period) AS newest FROM holdings_report");
  // Said twice, because the index leaves out the lines without a name.
  const cusips = snapshots.prepare(
    "SELECT cusip FROM security_name n WHERE ticker = ? AND ticker <> '' AND lines * 2 > (SELECT SUM(lines) FROM security_name a WHERE a.cusip = n.cusip)",
  );
  const isHeldIn = snapshots.prepare("SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?2 LIMIT 1");
  // From one quarter to the one before through the index: DISTINCT reads every report.
  const periods = snapshots.prepare(
    `WITH RECURSIVE each(period) AS (SELECT MAX(period) FROM holdings_report UNION ALL
       SELECT (SELECT MAX(period) FROM holdings_report WHERE period < each.period) FROM each WHERE each.period IS NOT NULL)
     SELECT period FROM each WHERE period IS NOT NULL`,
  );
  const reportedIn = snapshots.prepare(
    `SELECT 1 FROM json_each(?1) c CROSS JOIN holding h ON h.cusip = c.value AND h.period = ?3 CROSS JOIN holdings_report r ON r.id = h.report WHERE ${KNOWN} LIMIT 1`,
  );
  const together = snapshots.prepare(
    `WITH now AS MATERIALIZED (${byHolder("?3")}), before AS MATERIALIZED (${byHolder("?4")})
     SELECT COUNT(CASE WHEN now.shares > 0 THEN 1 END) AS count, TOTAL(now.value) AS value,
       COUNT(CASE WHEN now.shares > before.shares * ?5 + ?6 THEN 1 END) AS accumulating, COUNT(CASE WHEN now.shares < before.shares * ?5 - ?6 THEN 1 END) AS reducing, COUNT(before.cik) AS compared FROM now LEFT JOIN before ON before.cik = now.cik`,
  );
  const securities = sql.prepare(
    `WITH each AS (SELECT cusip, SUM(lines) AS lines FROM security_name GROUP BY cusip)
     SELECT each.cusip AS cusip, n.ticker AS ticker FROM each LEFT JOIN security_name n ON n.cusip = each.cusip AND n.ticker <> '' AND n.lines * 2 > each.lines`,
  );
  const knownIn = snapshots.prepare("SELECT 1 FROM holdings_report WHERE period = ? AND known <= ? LIMIT 1");
  const reporting = snapshots.prepare("SELECT COUNT(*) AS n FROM (SELECT DISTINCT cik FROM holdings_report WHERE period = ? AND known <= ? LIMIT ?)");
  const known = sql.prepare("SELECT holdings FROM holdings_report WHERE accession = ?");
  const insert = sql.prepare(
    "INSERT INTO holdings_report (accession, form, cik, filer, period, known, adds, unit, total, holdings, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const hold = sql.prepare("INSERT INTO holding (cusip, period, report, shares, value) VALUES (?, ?, ?, ?, ?)");
  const name = sql.prepare(
    "INSERT INTO security_name (cusip, ticker, lines) VALUES (?, ?, ?) ON CONFLICT (cusip, ticker) DO UPDATE SET lines = lines + excluded.lines",
  );
  // Of the reports of one institution for one quarter's end each that is whole ends those before it.
  const replace = sql.prepare(
    `UPDATE holdings_report AS r SET replaced = (SELECT MIN(n.known) FROM holdings_report n WHERE n.period = r.period AND n.cik = r.cik AND n.adds = 0
       AND (n.known, n.form, n.accession) > (r.known, r.form, r.accession)) WHERE r.period = ?`,
  );

  function write(head: ReportHead, unit: string, total: number, holdings: number, importId: () => number | bigint): number | bigint {
    const { accession, form, cik, filer, period, filed, adds } = head;
    return insert.run(accession, form, cik, filer, period, filed, adds ? 1 : 0, unit, total, holdings, importId()).lastInsertRowid;
  }

  function take(report: HoldingsReport, importId: () => number | bigint): HoldingsTaken {
    const before = known.get(report.accession) as { holdings: number } | undefined;
    if (before) return { added: 0, unchanged: before.holdings };
    const named = report.holdings.map((h) => h.cusip);
    keepTotals(new Map([[report.period, new Set([report.cik])]]), named, () => {
      const id = write(report, report.unit, report.total, report.holdings.length, importId);
      for (const { cusip, ticker, shares, value } of report.holdings) {
        hold.run(cusip, report.period, id, shares, value);
        name.run(cusip, ticker ?? "", 1);
      }
      replace.run(report.period);
    });
    return { added: report.holdings.length, unchanged: 0 };
  }

  function staging(): Staging {
    sql.exec("DROP TABLE IF EXISTS temp.held; CREATE TEMP TABLE held (report INTEGER, cusip TEXT, raw REAL, shares REAL)");
    const one = sql.prepare("INSERT INTO held VALUES (?, ?, ?, ?)");
    const many = sql.prepare(`INSERT INTO held VALUES ${Array(AT_ONCE).fill("(?, ?, ?, ?)").join(", ")}`);
    const heads = new Map<string, ReportHead>();
    /** By accession: its number here, and the sum of its table in its own unit. */
    const tables = new Map<string, { readonly id: number; raw: number }>();
    const names = new Map<string, Map<string, number>>();
    let waiting: (string | number)[] = [];

    function line({ accession, cusip, raw, shares, isShares }: TableLine, ticker: string | undefined): void {
      let table = tables.get(accession);
      if (!table) tables.set(accession, (table = { id: tables.size, raw: 0 }));
      table.raw += raw;
      if (!isShares) return;
      const of = names.get(cusip) ?? new Map<string, number>();
      names.set(cusip, of.set(ticker ?? "", (of.get(ticker ?? "") ?? 0) + 1));
      waiting.push(table.id, cusip, raw, shares);
      if (waiting.length === AT_ONCE * 4) {
        many.run(...waiting);
        waiting = [];
      }
    }

    /** The institutions, by quarter's end, whose reports are not known yet. */
    function fresh(): Map<IsoDate, Set<string>> {
      const found = new Map<IsoDate, Set<string>>();
      for (const accession of tables.keys()) {
        const head = heads.get(accession);
        if (head && !known.get(accession)) found.set(head.period, (found.get(head.period) ?? new Set()).add(head.cik));
      }
      return found;
    }

    const settle = (unitOf: UnitOf, importId: () => number | bigint): HoldingsTaken => keepTotals(fresh(), undefined, () => putTogether(unitOf, importId));

    function putTogether(unitOf: UnitOf, importId: () => number | bigint): HoldingsTaken {
      for (let i = 0; i < waiting.length; i += 4) one.run(...waiting.slice(i, i + 4));
      sql.exec("CREATE INDEX temp.held_report ON held (report)");
      sql.exec("DROP TABLE IF EXISTS temp.numbered; CREATE TEMP TABLE numbered (report INTEGER PRIMARY KEY, id INTEGER, period TEXT, factor REAL)");
      const lines = sql.prepare("SELECT cusip, raw, shares FROM held WHERE report = ?");
      const number = sql.prepare("INSERT INTO numbered VALUES (?, ?, ?, ?)");
      const taken = { added: 0, unchanged: 0 };
      for (const [accession, { id, raw }] of tables) {
        const head = heads.get(accession);
        if (!head) throw new Error(accession);
        const before = known.get(accession) as { holdings: number } | undefined;
        if (before) {
          taken.unchanged += before.holdings;
          continue;
        }
        const shown = (lines.all(id) as { cusip: string; raw: number; shares: number }[]).map((l) => ({
          ...l,
          issuer: l.cusip.startsWith(BERKSHIRE) ? "BERKSHIRE" : "",
        }));
        const unit = unitOf(shown, head.filed);
        const factor = unit === "thousands" ? 1000 : 1;
        const holdings = new Set(shown.map((l) => l.cusip)).size;
        number.run(id, Number(write(head, unit, raw * factor, holdings, importId)), head.period, factor);
        taken.added += holdings;
      }
      // Sorted on the way in: what is written in order goes to the end of the table and of its index.
      sql.exec(
        `INSERT INTO holding (cusip, period, report, shares, value) SELECT held.cusip, n.period, n.id, SUM(held.shares), SUM(held.raw) * n.factor
         FROM held JOIN numbered n ON n.report = held.report GROUP BY n.period, held.cusip, n.id ORDER BY n.period, held.cusip, n.id`,
      );
      if (taken.added > 0) for (const [cusip, of] of names) for (const [ticker, count] of of) name.run(cusip, ticker, count);
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
    summary: () => {
      const { count, newest: last } = summary.get() as { count: number | null; newest: IsoDate | null };
      return { count: count ?? 0, newest: last ?? undefined };
    },
    cusipsOf: (ticker) => (cusips.all(ticker) as { cusip: string }[]).map((r) => r.cusip),
    securities: () => (securities.all() as { cusip: string; ticker: string | null }[]).map(({ cusip, ticker }) => ({ cusip, ticker: ticker ?? undefined })),
    newestKnown: (asOf) => (periods.all() as { period: IsoDate }[]).find(({ period }) => knownIn.get(period, asOf) !== undefined)?.period,
    reporting: (period, asOf, most) => (reporting.get(period, asOf, most) as { n: number }).n,
    isPublished: (of) => of.length > 0 && (periods.all() as { period: IsoDate }[]).some(({ period }) => isHeldIn.get(JSON.stringify(of), period) !== undefined),
    newest: (of, upTo, asOf) =>
      (periods.all() as { period: IsoDate }[]).find(({ period }) => period <= upTo && reportedIn.get(JSON.stringify(of), asOf, period) !== undefined)?.period,
    heldAt: (of, period, before, asOf, shares = 1) => {
      // The totals that are kept compare shares as they are reported.
      const total = shares === 1 ? totals.of(of, period, before, asOf) : undefined;
      if (total) return total;
      const { count, value, accumulating, reducing, compared } = together.get(
        JSON.stringify(of),
        asOf,
        period,
        before,
        shares,
        shares === 1 ? 0 : FRACTION,
      ) as HeldTogether;
      return { count, value, accumulating, reducing, compared };
    },
    take,
    staging,
    takeOut: (importIds, ...args) => {
      const reports = `SELECT id FROM holdings_report WHERE import_id IN (${importIds})`;
      const leaving = new Map<IsoDate, Set<string>>();
      for (const { period, cik } of sql.prepare(`SELECT DISTINCT period, cik FROM holdings_report WHERE import_id IN (${importIds})`).all(...args) as Named[])
        leaving.set(period, (leaving.get(period) ?? new Set()).add(cik));
      if (leaving.size === 0) return;
      keepTotals(leaving, undefined, () => {
        sql.prepare(`DELETE FROM holding WHERE report IN (${reports})`).run(...args);
        sql.prepare(`DELETE FROM holdings_report WHERE import_id IN (${importIds})`).run(...args);
        // What one of them had taken the place of counts again.
        for (const period of leaving.keys()) replace.run(period);
      });
      sql.exec("DELETE FROM security_name");
    },
  };
}
