import Database from "libsql";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { addDays } from "../../src/contract/dates";
import { CELL_FUNCTIONS, functionSpec } from "../../src/contract/functions";
import { SERIES } from "../../src/contract/series";
import { METRICS } from "../../src/contract/vocabulary";
import type { StatedPeriod, Vintage } from "../../src/service/records/filings";
import type { PublishedShortInterest, ShortVolume } from "../../src/service/records/equities";
import type { Dataset } from "../../src/service/records/record";
import { endOfDay } from "../../src/service/time/time-zone";
import { openStore } from "../../src/service/store/store";
import { KEY, median, TODAY } from "./figures";
import { openService } from "./open-service";

const SEEN = Date.parse(TODAY);
const BATCHES = 25;
/** Warms up the service until its code is compiled: the batches of some recalculations of a desk's workbook. */
const WARM_UP = 60;
const JUST_STARTED = 10;

/** Realistic sizes: companies with tagged statements, symbols of a short interest file, days of daily series. */
const COMPANIES = 5_755;
const SYMBOLS = 9_296;

const ticker = (i: number): string => `Q${i.toString(36).toUpperCase().padStart(4, "0")}`;
/** A filing states about a third of the metrics. */
const STATED = 12;
const YEARS = Array.from({ length: 20 }, (_, i) => String(2006 + i));
const quarterEnds = YEARS.flatMap((year) => ["03-31", "06-30", "09-30", "12-31"].map((day) => `${year}-${day}`));

type Put = (dataset: Dataset, entity: string, date: string, key: string, known: string, body: object) => void;

const vintages = (date: string, i: number): readonly (readonly Vintage[])[] => [
  [[addDays(date, 40), 1_000_000 + i, `0000000000-${String(i).padStart(8, "0")}`, "10-Q", "Revenues"]],
];

/** Statements of one company for one year and one quarter, with as many metrics as a filing states. */
function statements(put: Put, company: number): void {
  for (const [i, date] of quarterEnds.entries()) {
    const annual = i % 4 === 3;
    const stated = Object.fromEntries(METRICS.slice(0, STATED).map((metric) => [metric, vintages(date, i)]));
    const body: StatedPeriod = { period: annual ? `FY${date.slice(0, 4)}` : `${date.slice(0, 4)}Q${(i % 4) + 1}`, annual, currency: "USD", stated };
    put("statement", annual ? String(company) : `${company}Q`, date, "", addDays(date, 40), body);
  }
  put("filer", ticker(company), "2026-01-01", "", "2000-01-01", { cik: String(company), name: `Company ${company}` });
}

function shortInterest(put: Put, symbol: number): void {
  for (let i = 0; i < 240; i++) {
    const date = addDays("2016-11-30", Math.round(i * 15.2));
    const body: PublishedShortInterest = {
      name: `Company ${symbol}`,
      short_interest: 100_000 + i,
      previous_short_interest: 100_000,
      avg_daily_volume: 50_000,
      days_to_cover: 2,
      days_to_cover_censored: false,
      change_pct: 0.1,
      revised: false,
    };
    put("short_interest", ticker(symbol), date, "", date, body);
  }
}

function shortVolume(put: Put, symbol: number, days: number): void {
  for (let i = 0; i < days; i++) {
    const date = addDays(TODAY, -i);
    const body: ShortVolume = { short_volume: 100 + i, short_exempt_volume: 1, total_volume: 1_000, market: "B,Q,N" };
    put("short_volume", ticker(symbol), date, "", date, body);
  }
}

const WANTED = 10_000_000;

/** Fills a database with ten million rows, inserted in bulk into the store's own tables. */
function fill(file: string, out: (line: string) => void): number {
  openStore({ path: file }).close();
  const sql = new Database(file);
  // Indexes are dropped and recreated at the end: updating them row by row would take most of the time.
  const indexes = sql.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all() as { name: string; sql: string }[];
  sql.exec("PRAGMA synchronous = OFF; BEGIN");
  for (const { name } of indexes) sql.exec(`DROP INDEX ${name}`);
  const note = sql.prepare("INSERT INTO import_file (publisher, file, sha256, rows, seen) VALUES ('bench', 'bench', 'bench', 0, ?)").run(TODAY).lastInsertRowid;
  let rows = 0;
  const observe = sql.prepare(
    "INSERT INTO observation (series, date, value, source, public, basis, seen, current, import_id) VALUES (?, ?, ?, 'board', ?, 1, ?, 1, ?)",
  );
  for (const { id, frequency } of SERIES) {
    const step = frequency === "daily" ? 1 : frequency === "weekly" ? 7 : 30;
    for (let i = 0; i < 21_900 / step; i++, rows++)
      observe.run(id, addDays("1966-11-21", i * step), 1 + (i % 400) / 100, endOfDay(addDays("1966-11-21", i * step + 1)), SEEN, note);
  }
  const record = sql.prepare(
    "INSERT INTO record (dataset, entity, date, key, known, body, source, public, basis, seen, current, import_id) VALUES (?, ?, ?, ?, ?, ?, 'sec', ?, 0, ?, 1, ?)",
  );
  const put: Put = (dataset, entity, date, key, known, body) => {
    record.run(dataset, entity, date, key, known, JSON.stringify(body), endOfDay(known), SEEN, note);
    rows++;
  };
  for (let i = 0; i < COMPANIES; i++) statements(put, i);
  for (let i = 0; i < SYMBOLS; i++) shortInterest(put, i);
  const days = Math.ceil((WANTED - rows) / SYMBOLS);
  for (let i = 0; i < SYMBOLS; i++) shortVolume(put, i, days);
  for (const index of indexes) sql.exec(index.sql);
  sql.exec("COMMIT");
  sql.close();
  out(`${rows.toLocaleString("en-US")} rows, ${(statSync(file).size / 2 ** 30).toFixed(1)} GiB`);
  return rows;
}

/** Number of companies in a workbook: it asks many lines of few companies. `scattered` asks one line each of as many as possible. */
const BOOK = 25;
type Mix = "a desk's book" | "scattered";

/** A thousand cells: mostly statements, series and short interest, and now and then every other function. */
function mixed(batch: number, mix: Mix): object[] {
  const pick = (n: number, of: number): number => (n * 7_919 + batch * 104_729) % of;
  const company = (n: number): string => ticker(pick(mix === "scattered" ? n : n % BOOK, COMPANIES));
  const year = (n: number): string => YEARS[pick(n, YEARS.length)]!;
  const period = (n: number): string => [`FY${year(n)}`, `${year(n)}Q${1 + (n % 3)}`, quarterEnds[pick(n, quarterEnds.length)]!][n % 3]!;
  return Array.from({ length: 1_000 }, (_, id) => {
    const n = Math.floor(id / 8);
    switch (id % 8) {
      case 0:
        return { id, fn: "FREDH", args: [SERIES[pick(id, SERIES.length)]!.id, addDays("1970-01-02", pick(id, 20_000))] };
      case 1:
        return { id, fn: "FRED", args: [SERIES[pick(id, SERIES.length)]!.id, ["value", "change", "previous"][id % 3]] };
      case 2:
        // Columns of a workbook are periods, the same few for every company.
        return { id, fn: "FIN", args: [company(n), METRICS[pick(id, METRICS.length)], period(mix === "scattered" ? n : Math.floor(n / BOOK))] };
      case 3:
        return { id, fn: "FIN", args: [company(n), METRICS[pick(id, METRICS.length)], null] };
      case 4:
        return { id, fn: "SHORTINTEREST", args: [ticker(pick(id, SYMBOLS)), ["days", "short_interest", "change_pct"][id % 3]] };
      case 5:
        return { id, fn: "YIELD", args: [["3M", "2Y", "10Y", "30Y"][id % 4], addDays("1990-01-02", pick(id, 13_000))] };
      case 6:
        return { id, fn: "FILING", args: [company(n), METRICS[pick(id, METRICS.length)], "value"] };
      default: {
        const fn = CELL_FUNCTIONS[pick(id, CELL_FUNCTIONS.length)]!;
        return { id, fn, args: functionSpec(fn).parameters.map((p) => (p.kind === "choice" && p.fallback === "" ? null : p.example)) };
      }
    }
  });
}

/** Evaluates batches of 1,000 mixed cells over ten million rows and over an empty store, in one run. */
export async function tenMillion(out: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "service-bench-"));
  try {
    const file = path.join(folder, "service.db");
    out("\nA store of real size (filling it takes some minutes) …");
    fill(file, out);
    for (const [name, at] of Object.entries({ "an empty store, sample data": ":memory:", "ten million rows": file })) {
      const { app, close } = await openService(at);
      const ask = async (batch: number, mix: Mix): Promise<{ ms: number; values: number }> => {
        const payload = JSON.stringify({ cells: mixed(batch, mix) });
        const begun = performance.now();
        const reply = await app.inject({
          method: "POST",
          url: "/sheets/eval",
          headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
          payload,
        });
        const ms = performance.now() - begun;
        const { data } = JSON.parse(reply.payload) as { data: { value: unknown; sample?: boolean }[] };
        return { ms, values: data.filter((answer) => answer.value !== null && (at === ":memory:" || answer.sample !== true)).length };
      };
      for (const mix of ["a desk's book", "scattered"] as const) {
        const started: number[] = [];
        for (let batch = 0; batch < WARM_UP; batch++) started.push((await ask(1000 + batch, mix)).ms);
        const first: number[] = [];
        const again: number[] = [];
        let values = 0;
        for (let batch = 0; batch < BATCHES; batch++) {
          const asked = await ask(batch, mix);
          first.push(asked.ms);
          values += asked.values;
          again.push((await ask(batch, mix)).ms);
        }
        out(
          `1,000 mixed cells, ${mix}, ${name}: median ${median(first).toFixed(1)} ms when first asked, slowest ${Math.max(...first).toFixed(1)}; median ${median(again).toFixed(1)} ms when asked again; ${median(started.slice(0, JUST_STARTED)).toFixed(1)} of the ${JUST_STARTED} before it had run for a while (${Math.round(values / BATCHES)} values)`,
        );
      }
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
