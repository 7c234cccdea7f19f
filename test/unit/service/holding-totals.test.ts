import Database from "libsql";
import fc from "fast-check";
import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { HoldingsReport } from "../../../src/service/records/holdings";
import { quarterBefore } from "../../../src/service/time/calendar";
import { MEMORY } from "../../../src/service/sqlite/open-file";
import { createInstitutions, type Institutions } from "../../../src/service/store/institutions";
import type { HoldingTotals } from "../../../src/service/store/holding-totals";
import { migrate, STEPS } from "../../../src/service/store/migrations";
import { deleteReports, insertReport, stageReports } from "../../../src/service/store/insert-reports";
import { NOW } from "../../../src/service/store/publication";
import { createReadCache } from "../../../src/service/store/read-cache";

type Sql = InstanceType<typeof Database>;

/** The last date is no quarter's end, a mistake that filers make. */
const PERIODS: readonly IsoDate[] = ["2023-12-31", "2024-03-31", "2024-06-30", "2024-06-28"];
const CUSIPS = ["037833100", "594918104", "02079K305", "02079K107"];
const FIRST: IsoDate = "2024-01-02";
const LAST: IsoDate = addDays(FIRST, 400);

const open = (): { sql: Sql; institutions: Institutions; at: (moment: number) => Institutions } => {
  const sql = new Database(MEMORY);
  migrate(sql, MEMORY, () => undefined);
  const at = createInstitutions(sql, createReadCache(sql).now);
  return { sql, institutions: at(NOW), at };
};

/** Adds up a list without SQL: the last filed report counts, plus later additions. */
function expected(reports: readonly HoldingsReport[], cusips: readonly string[], period: IsoDate, before: IsoDate, asOf: IsoDate): HoldingTotals {
  const order = (r: HoldingsReport): string => `${r.filed} ${r.form} ${r.accession}`;
  const at = (end: IsoDate): Map<string, { shares: number; value: number }> => {
    const held = new Map<string, { shares: number; value: number }>();
    const known = reports.filter((r) => r.period === end && r.filed <= asOf);
    for (const r of known) {
      if (known.some((n) => n.cik === r.cik && !n.adds && order(n) > order(r))) continue;
      for (const h of r.holdings.filter((one) => cusips.includes(one.cusip))) {
        const { shares, value } = held.get(r.cik) ?? { shares: 0, value: 0 };
        held.set(r.cik, { shares: shares + h.shares, value: value + h.value });
      }
    }
    return held;
  };
  const [now, then] = [at(period), at(before)];
  const both = [...now].flatMap(([cik, { shares }]) => (then.has(cik) ? [[shares, then.get(cik)?.shares ?? 0] as const] : []));
  return {
    count: [...now.values()].filter((h) => h.shares > 0).length,
    value: [...now.values()].reduce((sum, h) => sum + h.value, 0),
    accumulating: both.filter(([a, b]) => a > b).length,
    reducing: both.filter(([a, b]) => a < b).length,
    compared: both.length,
  };
}

const reportFields = fc.record({
  cik: fc.integer({ min: 1, max: 14 }).map(String),
  period: fc.constantFrom(...PERIODS),
  filed: fc.integer({ min: 0, max: 400 }).map((n) => addDays(FIRST, n)),
  adds: fc.boolean(),
  holdings: fc.uniqueArray(fc.record({ cusip: fc.constantFrom(...CUSIPS), shares: fc.integer({ min: 0, max: 4 }) }), { selector: (h) => h.cusip }),
});
type ReportFields = typeof reportFields extends fc.Arbitrary<infer T> ? T : never;

const reportOf = ({ holdings, ...head }: ReportFields, n: number): HoldingsReport => ({
  ...head,
  accession: `A${String(n).padStart(4, "0")}`,
  form: n % 3 === 0 ? "13F-HR" : "13F-HR/A",
  filer: `Fund ${head.cik}`,
  unit: "dollars",
  total: 0,
  holdings: holdings.map(({ cusip, shares }) => ({ cusip, shares, ticker: null, raw_value: shares * 10 + 1, value: shares * 10 + 1 })),
});

/** Imports of reports, single or as a data set, and the removal of an earlier import. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ how: fc.constant("single" as const), reports: fc.array(reportFields, { minLength: 1, maxLength: 4 }) }) },
    { weight: 3, arbitrary: fc.record({ how: fc.constant("set" as const), reports: fc.array(reportFields, { minLength: 1, maxLength: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant("out" as const), which: fc.nat() }) },
  ),
  { minLength: 1, maxLength: 6 },
);

/** Writes a report as lines of a data set. One without lines is left out. */
function takeSet(sql: Sql, reports: readonly HoldingsReport[], importId: number): void {
  const staging = stageReports(sql);
  for (const { accession, holdings, ...head } of reports) {
    staging.head({ ...head, accession });
    const lines = holdings.map((h) => ({ accession, cusip: h.cusip, issuer: "X", title: "COM", raw: h.value, shares: h.shares, isShares: true }));
    staging.lines(lines, () => undefined);
  }
  staging.settle(
    () => ({ unit: "dollars" }),
    () => importId,
  );
}

const ASKED = [...CUSIPS.map((c) => [c]), CUSIPS.slice(2), CUSIPS.slice(0, 3), ["111111111"], ["111111111", CUSIPS[0] ?? ""]];

test("stored totals equal the sum of the reports on every day, after any import or removal", () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 2 }), (all, days) => {
      const { sql, institutions } = open();
      let known: { readonly report: HoldingsReport; readonly from: number }[] = [];
      let made = 0;
      for (const [at, step] of all.entries()) {
        const from = at + 1;
        sql.prepare("INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (?, 'sec', 'f', 's', 1, '2026-01-01')").run(from);
        sql.exec("BEGIN");
        if (step.how === "out") {
          deleteReports(sql, "?", step.which % from);
          known = known.filter((k) => k.from !== step.which % from);
        } else {
          const reports = step.reports.map((r) => reportOf(r, made++));
          if (step.how === "set") takeSet(sql, reports, from);
          else for (const r of reports) insertReport(sql, r, () => from);
          known.push(...reports.filter((r) => step.how === "single" || r.holdings.length > 0).map((r) => ({ report: r, from })));
        }
        sql.exec("COMMIT");
        const reports = known.map((k) => k.report);
        for (const day of [LAST, ...days.map((n) => addDays(FIRST, n))])
          for (const period of PERIODS)
            for (const cusips of ASKED) {
              const before = quarterBefore(period);
              expect(institutions.heldAt(cusips, period, before, day)).toEqual(expected(reports, cusips, period, before, day));
            }
      }
      const kept = () => [
        sql.prepare("SELECT * FROM holding_total_of ORDER BY period").raw().all(),
        sql.prepare("SELECT * FROM holding_total WHERE value <> 0 OR compared <> 0 ORDER BY period, cusip").raw().all(),
      ];
      const before = kept();
      // A database with holdings gets the same totals when its schema is upgraded.
      sql.exec("DROP TABLE holding_total_of; DROP TABLE holding_total");
      sql.exec(STEPS.find((s) => s.includes("CREATE TABLE holding_total ")) ?? "");
      expect(kept()).toEqual(before);
      sql.close();
    }),
    { numRuns: 30 },
  );
});

describe("the number of institutions that hold a symbol", () => {
  const report = (n: number, shares: number, more: Partial<HoldingsReport> = {}): HoldingsReport => ({
    ...reportOf({ cik: "1", period: "2024-06-30", filed: "2024-08-14", adds: false, holdings: [{ cusip: CUSIPS[0] ?? "", shares }] }, n),
    ...more,
  });
  const take = (sql: Sql, ...reports: HoldingsReport[]): void => reports.forEach((r) => void insertReport(sql, r, () => 1));
  const count = (institutions: Institutions, day: IsoDate, cusips = CUSIPS.slice(0, 1)): number =>
    institutions.heldAt(cusips, "2024-06-30", "2024-03-31", day).count;
  /** Removes the holdings and leaves the totals: only an answer from the totals still counts them. */
  const withoutHoldings = (sql: Sql): void => void sql.exec("DELETE FROM holding WHERE report > 0");
  const started = (): ReturnType<typeof open> => {
    const made = open();
    made.sql.exec("INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (1, 'sec', 'f', 's', 1, '2026-01-01')");
    return made;
  };
  let { sql, institutions, at } = {} as ReturnType<typeof started>;
  beforeEach(() => void ({ sql, institutions, at } = started()));

  test("is read from stored totals once the last report is filed, and summed before", () => {
    take(sql, report(1, 5), report(2, 5, { cik: "2", filed: "2024-09-02" }));
    expect(["2024-08-13", "2024-08-14", "2024-09-01", "2024-09-02"].map((day) => count(institutions, day))).toEqual([0, 1, 1, 2]);
    withoutHoldings(sql);
    expect(["2024-09-01", "2024-09-02"].map((day) => count(institutions, day))).toEqual([0, 2]);
  });

  test("counts an institution with two securities of the symbol once", () => {
    const both = report(1, 5);
    take(sql, { ...both, holdings: [...both.holdings, ...both.holdings.map((h) => ({ ...h, cusip: CUSIPS[1] ?? "" }))] });
    expect(count(institutions, LAST, CUSIPS.slice(0, 2))).toBe(1);
  });

  test("counts each institution once if many hold two securities of the symbol", () => {
    const holdings = CUSIPS.slice(0, 2).flatMap((cusip) => report(1, 5).holdings.map((h) => ({ ...h, cusip })));
    take(sql, ...Array.from({ length: 70 }, (_, i) => report(i, 5, { cik: String(i), holdings: i === 0 ? holdings.slice(0, 1) : holdings })));
    expect([count(institutions, LAST, CUSIPS.slice(0, 2)), count(institutions, LAST, CUSIPS.slice(1, 2))]).toEqual([70, 69]);
  });

  test("includes the reports of a second data set, and replaces restated ones", () => {
    const set = (first: number, shares: number) => Array.from({ length: 20 }, (_, i) => report(first + i, shares, { cik: String(first + i) }));
    takeSet(sql, set(0, 5), 1);
    const [restated, ...others] = set(100, 0);
    takeSet(sql, [{ ...report(101, 0), cik: "3", form: "13F-HR/A", accession: "B" }, ...(restated ? [restated] : []), ...others, ...set(200, 7)], 1);
    expect(institutions.heldAt(CUSIPS.slice(0, 1), "2024-06-30", "2024-03-31", LAST)).toMatchObject({ count: 19 + 20, value: 19 * 51 + 21 + 20 * 71 });
  });

  test("is compared with any requested quarter, not only the previous one", () => {
    take(sql, report(1, 5), report(2, 3, { period: "2023-12-31" }));
    expect(institutions.heldAt(CUSIPS.slice(0, 1), "2024-06-30", "2023-12-31", LAST)).toMatchObject({ compared: 1, accumulating: 1 });
    expect(institutions.heldAt(CUSIPS.slice(0, 1), "2024-06-30", "2024-03-31", LAST)).toMatchObject({ compared: 0 });
  });

  test("does not count a report, nor its positions, before the day of its filing has ended", () => {
    const whole = report(1, 5);
    take(sql, { ...whole, holdings: whole.holdings.map((h) => ({ ...h, value: h.shares })) });
    const seen = (moment: string): unknown[] => {
      const institutions = at(Date.parse(moment));
      const positions = institutions.positions("2024-06-30", "2024-08-14", {}, 5).rows;
      const equal = institutions.equalPositions(CUSIPS.slice(0, 1), "2024-06-30", "2024-08-14", 1);
      return [count(institutions, "2024-08-14"), positions.length, equal.length];
    };
    expect(["2024-08-14T20:00:00Z", "2024-08-15T04:00:00Z"].map(seen)).toEqual([[0, 0, 0], [1, 1, 1]]); // prettier-ignore
  });
});
