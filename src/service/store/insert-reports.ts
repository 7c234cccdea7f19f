import type { IsoDate } from "../../contract/dates";
import type { HoldingLine, HoldingsReport, ReadValues, ReportHead } from "../records/holdings";
import { updateTotals } from "./holding-totals";
import { execute, selectRows, selectValue, type Sql } from "../sqlite/sql";

export interface HoldingsCounts {
  readonly added: number;
  readonly unchanged: number;
}

type ImportId = () => number | bigint;

// Of an institution's reports for one quarter, each complete report ends the earlier ones.
const REPLACE = `UPDATE holdings_report AS r SET replaced = (SELECT MIN(n.known) FROM holdings_report n WHERE n.period = r.period AND n.cik = r.cik AND n.adds = 0
  AND (n.known, n.form, n.accession) > (r.known, r.form, r.accession)) WHERE r.period = ?`;

/** The number of holdings of a stored report. */
const holdingsOf = (sql: Sql, accession: string): number | undefined => selectValue(sql, "SELECT holdings FROM holdings_report WHERE accession = ?", accession);

function insertHead(
  sql: Sql,
  { accession, form, cik, filer, period, filed, adds }: ReportHead,
  { unit, total, doubt }: Pick<HoldingsReport, "unit" | "total" | "doubt">,
  holdings: number,
  importId: ImportId,
): number | bigint {
  return execute(
    sql,
    "INSERT INTO holdings_report (accession, form, cik, filer, period, known, adds, unit, total, holdings, doubt, import_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[accession, form, cik, filer, period, filed, adds ? 1 : 0, unit, total, holdings, doubt ?? null, importId()],
  ).lastInsertRowid;
}

/** Inserts one report, within the caller's transaction. A filing never changes, so a known one is skipped. */
export function insertReport(sql: Sql, report: HoldingsReport, importId: ImportId): HoldingsCounts {
  const before = holdingsOf(sql, report.accession);
  if (before !== undefined) return { added: 0, unchanged: before };
  const named = report.holdings.map(({ cusip }) => cusip);
  updateTotals(sql, reportersOf([report]), named, () => {
    const id = insertHead(sql, report, report, report.holdings.length, importId);
    for (const { cusip, ticker, shares, value } of report.holdings) {
      execute(sql, "INSERT INTO holding (cusip, period, report, shares, value) VALUES (?, ?, ?, ?, ?)", cusip, report.period, id, shares, value);
      execute(
        sql,
        "INSERT INTO security_name (cusip, ticker, known, lines) VALUES (?, ?, ?, 1) ON CONFLICT (cusip, ticker, known) DO UPDATE SET lines = lines + excluded.lines",
        ...[cusip, ticker ?? "", report.filed],
      );
    }
    execute(sql, REPLACE, report.period);
  });
  return { added: report.holdings.length, unchanged: 0 };
}

/** A table of holdings: its temporary number, and the number and total of its lines, in its own unit. */
interface StagedTable {
  readonly id: number;
  lines: number;
  total: number;
}

const LINE = "(?, ?, ?, ?, ?)";
/** Lines per INSERT statement, because each call into the database is slow. */
const LINES_PER_INSERT = 64;
const insertLines = (lines: number): string => `INSERT INTO held VALUES ${Array(lines).fill(LINE).join(", ")}`;
const INSERT_LINES = insertLines(LINES_PER_INSERT);

// Inserted in key order, which appends to the table and its index.
const MOVE_HOLDINGS = `INSERT INTO holding (cusip, period, report, shares, value) SELECT held.cusip, n.period, n.id, SUM(held.shares), SUM(held.raw) * n.factor
  FROM held JOIN numbered n ON n.report = held.report GROUP BY n.period, held.cusip, n.id ORDER BY n.period, held.cusip, n.id`;
const MOVE_NAMES = `INSERT INTO security_name (cusip, ticker, known, lines) SELECT held.cusip, held.ticker, r.known, COUNT(*) FROM held JOIN numbered n ON n.report = held.report
  JOIN holdings_report r ON r.id = n.id WHERE true GROUP BY 1, 2, 3 ON CONFLICT (cusip, ticker, known) DO UPDATE SET lines = lines + excluded.lines`;

interface StagedLine {
  readonly cusip: string;
  readonly raw: number;
  readonly shares: number;
  readonly ticker: string;
}

type Heads = ReadonlyMap<string, ReportHead>;
type Tables = ReadonlyMap<string, StagedTable>;

/** The institutions of reports, by quarter's end. */
function reportersOf(reports: readonly Pick<ReportHead, "period" | "cik">[]): Map<IsoDate, Set<string>> {
  const found = new Map<IsoDate, Set<string>>();
  for (const { period, cik } of reports) found.set(period, (found.get(period) ?? new Set()).add(cik));
  return found;
}

/** The staged reports with lines that are not stored yet. */
const newReports = (sql: Sql, heads: Heads, tables: Tables): readonly ReportHead[] =>
  [...tables.keys()].flatMap((accession) => (holdingsOf(sql, accession) === undefined ? (heads.get(accession) ?? []) : []));

function insertStaged(sql: Sql, heads: Heads, tables: Tables, readValues: ReadValues, importId: ImportId): HoldingsCounts {
  sql.exec("CREATE INDEX temp.held_report ON held (report)");
  sql.exec("DROP TABLE IF EXISTS temp.numbered; CREATE TEMP TABLE numbered (report INTEGER PRIMARY KEY, id INTEGER, period TEXT, factor REAL)");
  const taken = { added: 0, unchanged: 0 };
  for (const [accession, { id, ...table }] of tables) {
    const head = heads.get(accession);
    if (!head) throw new Error(accession);
    const before = holdingsOf(sql, accession);
    if (before !== undefined) {
      taken.unchanged += before;
      continue;
    }
    const found = selectRows<StagedLine>(sql, "SELECT cusip, raw, shares, ticker FROM held WHERE report = ?", id);
    const shares = found.map((line) => ({ ...line, isCovered: line.ticker !== "" }));
    const values = readValues({ filed: head.filed, cover: head.cover, ...table, shares });
    const factor = values.unit === "thousands" ? 1000 : 1;
    const holdings = new Set(found.map(({ cusip }) => cusip)).size;
    const report = insertHead(sql, head, { ...values, total: table.total * factor }, holdings, importId);
    execute(sql, "INSERT INTO numbered VALUES (?, ?, ?, ?)", id, Number(report), head.period, factor);
    taken.added += holdings;
  }
  execute(sql, MOVE_HOLDINGS);
  execute(sql, MOVE_NAMES);
  for (const period of new Set([...heads.values()].map((head) => head.period))) execute(sql, REPLACE, period);
  sql.exec("DROP TABLE temp.held; DROP TABLE temp.numbered");
  return taken;
}

/** Inserts many reports line by line, in any order, within the caller's transaction. */
export function stageReports(sql: Sql) {
  sql.exec("DROP TABLE IF EXISTS temp.held; CREATE TEMP TABLE held (report INTEGER, cusip TEXT, raw REAL, shares REAL, ticker TEXT)");
  const heads = new Map<string, ReportHead>();
  const tables = new Map<string, StagedTable>();
  let waiting: (string | number)[] = [];

  function line({ accession, cusip, raw, shares, isShares }: HoldingLine, ticker: string | undefined): void {
    let table = tables.get(accession);
    if (!table) tables.set(accession, (table = { id: tables.size, lines: 0, total: 0 }));
    table.lines++;
    table.total += raw;
    if (!isShares) return;
    waiting.push(table.id, cusip, raw, shares, ticker ?? "");
    if (waiting.length < LINES_PER_INSERT * 5) return;
    execute(sql, INSERT_LINES, ...waiting);
    waiting = [];
  }

  return {
    head: (head: ReportHead): void => void heads.set(head.accession, head),
    lines: (all: readonly HoldingLine[], tickerOf: (line: HoldingLine) => string | undefined): void =>
      all.forEach((one) => line(one, one.isShares ? tickerOf(one) : undefined)),
    /** Completes the reports. @throws Error that names the first accession with lines but without a head. */
    settle: (readValues: ReadValues, importId: ImportId): HoldingsCounts =>
      updateTotals(sql, reportersOf(newReports(sql, heads, tables)), undefined, () => {
        if (waiting.length > 0) sql.prepare(insertLines(waiting.length / 5)).run(waiting);
        return insertStaged(sql, heads, tables, readValues, importId);
      }),
  };
}

/** Deletes the reports of the imports that a query selects, within the caller's transaction. */
export function deleteReports(sql: Sql, importIds: string, ...values: readonly unknown[]): void {
  const OF_IMPORTS = `FROM holdings_report WHERE import_id IN (${importIds})`;
  const leaving = reportersOf(selectRows(sql, `SELECT DISTINCT period, cik ${OF_IMPORTS}`, ...values));
  if (leaving.size === 0) return;
  updateTotals(sql, leaving, undefined, () => {
    execute(sql, `DELETE FROM holding WHERE report IN (SELECT id ${OF_IMPORTS})`, ...values);
    execute(sql, `DELETE ${OF_IMPORTS}`, ...values);
    // Reports that a deleted one had replaced count again.
    for (const period of leaving.keys()) execute(sql, REPLACE, period);
  });
  execute(sql, "DELETE FROM security_name");
}
