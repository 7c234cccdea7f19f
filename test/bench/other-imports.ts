import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { addDays } from "../../src/contract/dates";
import { SERIES } from "../../src/contract/series";
import { evaluateCells } from "../../src/service/evaluation/evaluate";
import { readWireCells, type ReadCell } from "../../src/service/evaluation/read-cells";
import { openStore, type Store } from "../../src/service/store/store";
import { createClock } from "../../src/service/time/clock";
import { median, TODAY } from "./figures";

const SEEN = "2026-11-20T12:00:00Z";
const DAYS = 2_000;
const RECALCULATIONS = 300;
const CURATED = SERIES.filter(({ frequency }) => frequency === "daily").map(({ id }) => id);
const TICKERS = Array.from({ length: 200 }, (_, i) => `Q${i}`);

let documents = 0;
const insert = (store: Store, of: Partial<Parameters<Store["insertBatch"]>[0]>): void =>
  void store.insertBatch({ publisher: "bench", file: "bench", sha256: String(++documents), rows: [], ...of }, SEEN);

/** Daily series of some years, and the short interest of some symbols. */
function fill(store: Store): void {
  for (const series of CURATED)
    insert(store, {
      rows: Array.from({ length: DAYS }, (_, i) => ({ series, date: addDays(TODAY, i - DAYS), value: 1 + (i % 400) / 100, source: "board" as const })),
    });
  const body = { name: "", short_interest: 2e6, previous_short_interest: 1e6, avg_daily_volume: 1e6, days_to_cover: 2, days_to_cover_censored: false, change_pct: 100, revised: false }; // prettier-ignore
  insert(store, {
    records: TICKERS.flatMap((entity) =>
      Array.from({ length: 24 }, (_, i) => {
        const date = addDays("2026-10-30", -15 * i);
        return { dataset: "short_interest" as const, entity, date, key: "", known: date, body, source: "finra" as const };
      }),
    ),
  });
}

/** An hour's funding rate. */
function importFunding(store: Store, hour: number): void {
  const time_ms = Date.parse("2026-11-01") + hour * 3_600_000;
  const body = { exchange: "binance", contract: "BTCUSDT", time_ms, rate_pct: 0.01, interval_hours: 1 };
  const date = new Date(time_ms).toISOString().slice(0, 10);
  insert(store, { records: [{ dataset: "funding", entity: "BTC", date, key: String(hour), known: date, body, source: "binance" }] });
}

const cells = (): ReadCell[] =>
  readWireCells(
    Array.from({ length: 1_000 }, (_, id) => {
      const series = CURATED[id % CURATED.length]!;
      if (id % 4 === 0) return { id, fn: "SHORTINTEREST", args: [TICKERS[id % TICKERS.length]!, "days"] };
      return id % 4 === 1 ? { id, fn: "FRED", args: [series, "change"] } : { id, fn: "FREDH", args: [series, addDays(TODAY, -(id % DAYS)), "last"] };
    }),
  );

/** Recalculates 1,000 cells again and again, alone and while another dataset is imported: then one import comes between two recalculations, as if both ran every second. */
export function otherImports(out: (line: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), "service-bench-"));
  const store = openStore({ path: path.join(folder, "service.db") });
  try {
    fill(store);
    const clock = createClock(undefined, () => Date.parse("2026-11-25T12:00:00Z"));
    const asked = cells();
    const recalculated = (between: (n: number) => void): number => {
      const times: number[] = [];
      for (let n = 0; n < RECALCULATIONS; n++) {
        between(n);
        const begun = performance.now();
        evaluateCells(asked, { store: store.at(clock.moment()), clock });
        times.push(performance.now() - begun);
      }
      return median(times);
    };
    const nothing = (): void => undefined;
    recalculated(nothing);
    const alone = recalculated(nothing);
    const beside = recalculated((n) => importFunding(store, n));
    out(`1,000 cells recalculated: median ${alone.toFixed(1)} ms; ${beside.toFixed(1)} ms while another dataset is imported every second`);
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
}
