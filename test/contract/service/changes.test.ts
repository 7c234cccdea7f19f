import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CHANGED_ROWS } from "../../../src/service/http/delivery/change-families";
import { openStore } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import type { RecordRow } from "../../../src/service/records/record";
import { funding, marketState, shortInterest, whaleTransfer } from "./rows";
import { NOON, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

const ask = (s: ServiceUnderTest, query: Readonly<Record<string, string>>) => s.read<any>(`/v1/changes?${new URLSearchParams(query).toString()}`);
/** All parts of the feed from a moment, and the moment after them. */
async function follow(s: ServiceUnderTest, since: string, families: string, limit = "500") {
  const rows: Record<string, any[]> = {};
  for (;;) {
    const { data, meta } = await ask(s, { since, families, limit_per_family: limit });
    for (const [family, of] of Object.entries<any[]>(data)) (rows[family] ??= []).push(...of);
    if (since === meta.next_since) return { rows, since };
    since = meta.next_since;
  }
}

/** A settlement with a signal. */
const surge = (symbol: string) =>
  shortInterest(symbol, "2024-05-31", { short_interest: 2e6, previous_short_interest: 1e6, avg_daily_volume: 1e6, days_to_cover: 1, change_pct: 100 });

let now = NOON;
let folder: string;
let file: string;
let s: ServiceUnderTest;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "changes-"));
  file = path.join(folder, "service.db");
  s = await serviceUnderTest({ store: openStore({ path: file, busyMs: 10 }), clock: createClock(undefined, () => now) });
});
afterAll(async () => {
  await s.close();
  s.store.close();
  rmSync(folder, { recursive: true });
});

describe("GET /v1/changes", () => {
  it.each([
    [
      {},
      422,
      "invalid_request",
      "since: expected text of at most 64 characters, got nothing. A timestamp or date, ISO 8601, of the last 7 days. Rows that are newer are listed. Pass meta.next_since unchanged.",
    ],
    [{ since: "yesterday" }, 422, "invalid_request", /^since: expected a day such as 2026-11-20 or a moment such as .*, got "yesterday"\.$/],
    [{ since: "2024-06-31" }, 422, "invalid_request", /^since: expected a day such/],
    [{ since: "2024-06-24T25:00:00Z" }, 422, "invalid_request", /^since: expected a day such/],
    [{ since: "2024-06-17" }, 400, "since_out_of_range", /^since: expected a moment of the last 7 days, from 2024-06-18T00:00:00Z, got "2024-06-17"\. Read /],
    [{ since: iso(NOON - 7 * DAY_MS - 1) }, 400, "since_out_of_range", /^since: expected a moment of the last 7 days, from 2024-06-18T12:00:00Z, got /],
    [{ since: iso(NOON + 2000) }, 400, "since_out_of_range", /It is in the future\.$/],
    [
      { since: "2024-06-25", families: "whales" },
      422,
      "invalid_request",
      /^families: expected signals, whale, .* or confluence, or several separated by commas, got "whales"; did you mean whale\?$/,
    ],
    [{ since: "2024-06-25", families: "" }, 422, "invalid_request", /^families: expected signals, /],
    [
      { since: "2024-06-25", as_of: "2024-06-20" },
      422,
      "invalid_request",
      'There is no parameter "as_of" here. Known: since, families, symbol, limit_per_family.',
    ],
  ])("refuses %j with %i", async (query, status, code, detail) => {
    const sentence = typeof detail === "string" ? detail : expect.stringMatching(detail);
    expect(await ask(s, query as unknown as Record<string, string>)).toEqual({ status, code, detail: sentence });
  });

  it.each(["2024-06-18", "2024-06-18T12:00Z", "2024-06-18T14:00:00+02:00", "2024-06-18T14:00:00 02:00", "2024-06-18t12:00:00.123456z", "2024-06-18T12:00:00"])(
    "accepts since %s",
    async (since) => {
      expect(await ask(s, { since, families: "gamma" })).toMatchObject({ status: 200 });
    },
  );

  it("lists nothing if the service answers as of a past moment, and says why", async () => {
    const past = await serviceUnderTest();
    const note = "This service answers as of 2024-06-26T03:59:59Z, so nothing changes. To list changes, its operator starts it without --as-of.";
    expect(await ask(past, { since: "2024-06-25", families: "whale" })).toMatchObject({
      status: 200,
      data: { whale: [] },
      as_of: "2024-06-25",
      meta: { note },
    });
    await past.close();
  });

  it("lists the sample rows that the endpoints list, each once, and later only those of the time since", async () => {
    const first = await follow(s, iso(now - 3 * DAY_MS), "whale,funding,gamma,etf_flow,prediction", "450");
    const transfers = (rows: readonly any[] = []) => rows.map(({ transaction }) => String(transaction));
    expect(new Set(transfers(first.rows.whale)).size).toBe(first.rows.whale!.length);
    const { data: newest } = await s.read("/v1/crypto/whales?limit=200");
    const last = first.rows.whale!.slice(-200).reverse();
    expect(last.map(({ first_seen: _at, ...row }) => row)).toEqual(newest);
    const { data: gamma } = await s.read("/v1/equities/gamma");
    expect(first.rows.gamma!.map(({ ticker }) => ticker).sort()).toEqual(gamma.map(({ ticker }) => ticker).sort());
    expect(first.rows.etf_flow!.filter(({ asset }) => asset === "BTC")).toContainEqual(
      expect.objectContaining({ withheld_reason: "source_not_licensed", net_flow_usd: null }),
    );
    now += DAY_MS;
    const second = await follow(s, first.since, "whale,funding,etf_flow");
    now -= DAY_MS;
    expect(transfers(second.rows.whale).filter((id) => transfers(first.rows.whale).includes(id))).toEqual([]);
    expect(second.rows.whale!.every(({ time_ms }) => Number(time_ms) > NOON && Number(time_ms) <= NOON + DAY_MS)).toBe(true);
    expect([second.rows.funding!.length % 3, new Set(second.rows.funding!.map(({ symbol }) => symbol)).size]).toEqual([0, second.rows.funding!.length / 3]);
    expect(second.rows.funding![0]).toMatchObject({ source: "sample", sample: true });
  });

  it("filters by symbol in any case, and says that etf_flow is not filtered", async () => {
    now += 2 * DAY_MS;
    const query = { since: iso(now - DAY_MS), families: "whale,funding,gamma,prediction,etf_flow" };
    const { data, meta } = await ask(s, { ...query, symbol: "btc" });
    expect(meta.note).toBe("symbol is ignored for etf_flow: all funds are listed.");
    expect(data.etf_flow).not.toEqual([]);
    expect(new Set(data.whale.map(({ asset }: any) => asset))).toEqual(new Set(["BTC"]));
    expect(new Set(data.funding.map(({ symbol }: any) => symbol))).toEqual(new Set(["BTC"]));
    expect([data.gamma, data.prediction.length > 0, data.prediction.every(({ question }: any) => /Bitcoin|BTC/.test(String(question)))]).toEqual([
      [],
      true,
      true,
    ]);
    expect((await ask(s, { ...query, symbol: String(data.prediction[0].market_id).toUpperCase() })).data.prediction).toEqual([data.prediction[0]]);
    now -= 2 * DAY_MS;
  });

  it("reads only the published markets that are about the symbol: by its names, or by a market's id", () => {
    const { only, shown } = CHANGED_ROWS.prediction.stored!;
    const texts = [["Will Bitcoin fall?", ""], ["Will it fall?", "Price of BTC"], ["Will bitcoins fall?", ""], ["Will Apple rise?", "Tech"], ["Will the apple harvest rise?", ""]]; // prettier-ignore
    const records = texts.map(([question, event], n) => marketState(`0x${n}a`, 0.5, { question, event, updated: "2024-06-24T00:00:00Z" }));
    const store = openStore({ path: ":memory:" });
    take({ store }, records, { seen: "2024-06-24" });
    const read = (symbol?: string) => store.changes.records<never>("market", 0, 10, symbol === undefined ? undefined : only(symbol));
    const rows = shown({ store, clock: createClock(undefined, () => now) })(read());
    const about = (symbol: string) => read(symbol).map(({ entity }) => records.findIndex((record) => record.entity === entity));
    expect([about("BTC"), about("AAPL"), about("0X3A"), about("ZZZZ")]).toEqual([[0, 1], [3], [3], []]);
    store.close();
    for (const symbol of ["BTC", "AAPL", "0X3A", "ZZZZ"]) expect(rows.flatMap((row, n) => (row!.isAbout(symbol) ? [n] : []))).toEqual(about(symbol));
  });

  it("while another process writes, lists what is recorded, and says that other rows follow", async () => {
    now += 3 * DAY_MS;
    const since = s.store.changes.newest();
    const writer = new Database(file);
    writer.exec("BEGIN IMMEDIATE");
    const during = await ask(s, { since: iso(now), families: "whale" });
    writer.exec("ROLLBACK");
    writer.close();
    expect(during).toMatchObject({
      status: 200,
      data: { whale: [] },
      meta: { note: "New rows of whale cannot be recorded now, and follow later: an import is running." },
    });
    const after = await ask(s, { since: iso(now - 1), families: "whale", limit_per_family: "1" });
    expect(after).toMatchObject({ data: { whale: [{ sample: true }] }, meta: { truncated: { whale: true } } });
    expect(s.store.changes.newest()).toBeGreaterThan(since);
  });

  it("rows of an import that was running when since was asked are new after it", async () => {
    const importing = openStore({ path: file, now: () => now });
    const record = funding("ETH", "okx", iso(NOON), 0.01, 8, "ETH-USDT-SWAP");
    const how = { readValues: () => ({ unit: "dollars" }) as const, isOlder: () => false, tickerOf: () => undefined };
    const work = importing.insertPieces({ publisher: "okx", file: "large", sha256: "large" }, [{ records: [record], done: 1 }], iso(now), how);
    work.next();
    now += 60_000;
    const { meta } = await ask(s, { since: iso(now), families: "whale,funding" });
    now += 60_000;
    expect(work.next().done).toBe(true);
    importing.close();
    expect((await ask(s, { since: meta.next_since, families: "funding", symbol: "eth" })).data.funding).toMatchObject([
      { contract: "ETH-USDT-SWAP", rate_pct: 0.01, source: "okx" },
    ]);
  });

  it("an import replaces sample rows; a signal of an old day is new when its rows come; forgotten rows are not listed", async () => {
    const other = await serviceUnderTest({ clock: createClock(undefined, () => NOON) });
    const bring = (...records: readonly RecordRow[]) => take(other, records, { seen: iso(NOON) });
    bring(surge("FRST"));
    const first = await follow(other, "2024-06-25", "signals,whale,confluence");
    expect(first.rows.signals).toMatchObject([{ asset_symbol: "FRST" }]);
    expect(first.rows.whale!.every(({ sample }) => sample === true)).toBe(true);
    bring(whaleTransfer("ETH", "2024-01-02T00:00:00Z", { transaction: "a", usd: 2e6 }), surge("UPPP"));
    const reply = await ask(other, { since: first.since });
    expect(reply.data).toMatchObject({
      prediction: [],
      whale: [{ transaction: "a", usd: 2e6, source: "user" }],
      signals: [{ asset_symbol: "UPPP", signal_type: "short_interest_surge" }],
      confluence: [],
    });
    expect([reply.meta.sample, Object.keys(reply.meta.attribution).sort(), reply.meta.caveats]).toEqual([
      false,
      ["finra", "user"],
      expect.arrayContaining(["btc_netflow_artifact"]),
    ]);
    expect(await ask(other, { since: reply.meta.next_since })).toMatchObject({ data: { signals: [], whale: [] }, as_of: reply.meta.next_since });
    other.store.imports.remove(
      { ids: [other.store.imports.files().at(-1)!.id], day: "2024-06-28", publishers: ["test"] },
      new Map(),
      ({ id, file }) => void other.store.insertBatch({ publisher: "test", file, sha256: file, rows: [], records: [surge("FRST")], id }, iso(NOON)),
    );
    other.store.decisions.decide("sample", false, "2024-06-28");
    expect((await ask(other, { since: first.since })).data).toEqual({ signals: [], whale: [], prediction: [], confluence: [] });
    expect((await follow(other, "2024-06-24", "signals")).rows.signals).toMatchObject([{ asset_symbol: "FRST" }]);
    await other.close();
  });
});
