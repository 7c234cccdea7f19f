import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isoOf } from "../../../src/contract/dates";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import type { RecordRow } from "../../../src/service/records/record";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";

export const START = Date.UTC(2024, 5, 25, 12);
const DAY_MS = 86_400_000;

export type Family = "funding" | "whale" | "prediction" | "signals";
/** A row of the feed. */
export type Row = Readonly<Record<string, unknown>> & { readonly first_seen: string };

/** An import of rows, some of which revise earlier ones. */
export interface Import {
  readonly do: "import";
  readonly rows: number;
  readonly daysOld: number;
  readonly revise: boolean;
  /** By another process. */
  readonly other: boolean;
  readonly skewMs: number;
}
export const imports = (most: number): fc.Arbitrary<Import> =>
  fc.record({
    do: fc.constant("import" as const),
    rows: fc.integer({ min: 1, max: most }),
    daysOld: fc.constantFrom(0, 0, 3, 40),
    revise: fc.boolean(),
    other: fc.boolean(),
    skewMs: fc.integer({ min: -5000, max: 5000 }),
  });

/** What identifies a row of a family. */
export const NAMES: { readonly [F in Family]: (row: Row) => string } = {
  funding: (row) => `${String(row.symbol)} ${String(row.time_ms)}`,
  whale: (row) => String(row.transaction),
  prediction: (row) => `${String(row.market_id)} ${String(row.observation_date)}`,
  signals: (row) => `${String(row.asset_symbol)} ${String(row.headline)}`,
};

/** A database with a connection for each of two processes, and what was imported. */
export class ChangingDatabase {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "changes-"));
  private readonly documents = new Map<string, { readonly records: readonly RecordRow[]; readonly seen: string }>();
  /** By family and name, the newest version. */
  readonly newest = new Map<string, number>();
  now = START;
  imported = 0;
  readonly file = path.join(this.folder, "service.db");
  readonly other = openStore({ path: this.file, busyMs: 1 });
  store: Store = this.other;

  /** Opens the database as a new process would. */
  reopen(): void {
    if (this.store !== this.other) this.store.close();
    this.store = openStore({ path: this.file, busyMs: 1 });
    this.store.decisions.decide(SAMPLE_SWITCH, false, "2024-06-25");
  }

  /** Row `n`, or a revision of it. */
  private row(n: number, daysOld: number, version: number): RecordRow {
    const time_ms = START - daysOld * DAY_MS - (n % 997) * 1000;
    const date = isoOf(time_ms);
    const id = `${n} ${daysOld}`;
    const value = 100_000 + version;
    if (n % 10 === 0) {
      const body = {
        name: "", short_interest: 2e6 + version, previous_short_interest: 1e6, avg_daily_volume: 1e6, days_to_cover: 1, days_to_cover_censored: false, change_pct: 100 + version,
        revised: false,
      }; // prettier-ignore
      return recordRow("short_interest", `T${n}`, "2024-05-31", "finra", body);
    }
    if (n % 3 === 0) {
      const body = { exchange: "okx", contract: `BTC ${id}`, time_ms: time_ms - n, rate_pct: value, interval_hours: 8 };
      this.newest.set(`funding BTC ${time_ms - n}`, value);
      return recordRow("funding", "BTC", date, "okx", body, { key: id });
    }
    if (n % 3 === 1) {
      this.newest.set(`whale ${id}`, value);
      const body = { transaction: id, time_ms, usd: value, direction: null, internal: null, from: [], to: null };
      return recordRow("whale_transfer", "ETH", date, "user", body, { key: id });
    }
    const updated = new Date(time_ms).toISOString();
    this.newest.set(`prediction ${id} ${date}`, value);
    const body = {
      id, venue: "polymarket", slug: id, question: `Will ${id} happen?`, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null,
      outcomes: [], yes_probability: 0.5, one_day_change: 0, one_week_change: 0, yes_bid: null, yes_ask: null, last: null, volume_usd: value, volume_contracts: null,
      liquidity_usd: 500, updated,
    }; // prettier-ignore
    return recordRow("market", id, date, "polymarket", body, { key: updated });
  }

  private readonly made: (readonly [n: number, daysOld: number])[] = [];
  import({ rows, daysOld, revise, other, skewMs }: Import): void {
    const records = Array.from({ length: rows }, (_, i) => {
      const old = revise && i % 3 === 0 ? this.made[(this.imported * 31 + i * 7) % Math.max(1, this.made.length)] : undefined;
      const [n, days] = old ?? [this.imported, daysOld];
      if (!old) this.made.push([n, days]);
      return this.row(n, days, ++this.imported);
    });
    const name = `document ${this.documents.size}`;
    const seen = new Date(this.now + skewMs).toISOString();
    this.documents.set(name, { records, seen });
    (other ? this.other : this.store).insertBatch({ publisher: "test", file: name, sha256: name, rows: [], records }, seen);
  }

  /** An import that ends with an error and stores nothing. */
  fail(): void {
    const wrong = ["1", "2"].map((key) =>
      recordRow("funding", "BTC", "2024-06-25", "okx", { rate_pct: 0 }, { key, ...(key === "2" ? { entity: undefined as never } : {}) }),
    );
    const document = { publisher: "test", file: "wrong", sha256: "wrong", rows: [], records: wrong };
    expect(() => this.store.insertBatch(document, new Date(this.now).toISOString())).toThrow();
  }

  rebuild(): void {
    this.store.imports.replay(["test"], new Map(), ({ id, file }) => {
      const { records, seen } = this.documents.get(file)!;
      this.store.insertBatch({ publisher: "test", file, sha256: file, rows: [], records, id }, seen);
    });
  }

  close(): void {
    if (this.store !== this.other) this.store.close();
    this.other.close();
    rmSync(this.folder, { recursive: true });
  }
}
