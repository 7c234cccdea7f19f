import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IsoDate } from "../../../src/contract/dates";
import { createApp } from "../../../src/service/app";
import { createClock } from "../../../src/service/time/clock";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import type { HoldingsReport } from "../../../src/service/records/holdings";
import { removeDocuments } from "../../../src/service/ingest/rebuild";
import { layoutFeed } from "../../../src/service/publishers/reading/layout-feed";
import { referenceRates } from "../../../src/service/publishers/nyfed/nyfed";
import type { Publisher } from "../../../src/service/publishers/publisher";
import { parYieldCurve } from "../../../src/service/publishers/treasury/treasury";
import { datasetRows, seriesRows } from "../../../src/service/store/freshness";
import { STEPS } from "../../../src/service/store/migrations";
import type { RecordRow } from "../../../src/service/records/record";
import { openStore } from "../../../src/service/store/store";
import { FREE, openUpdates } from "../../unit/service/ingest/updates";
import type { Reply } from "../../unit/service/publishers/loopback";
import { importInto, keyFor } from "./service-under-test";
import { grid } from "../../grid";

const THURSDAY = Date.parse("2024-06-20T23:00:00Z");
const DAY = 24 * 60 * 60_000;
const CURVE: Reply = { body: 'Date,"1 Mo","2 Yr","10 Yr"\n06/20/2024,5.47,4.7,4.25\n', headers: { ETag: '"one"' } };
const SOFR: Reply = {
  body: JSON.stringify({ refRates: [{ effectiveDate: "2024-06-18", type: "SOFR", percentRate: 5.33, volumeInBillions: 2000 }] }),
};
const DOWN: Reply = { status: 503, body: "Service Unavailable" };

const updates = openUpdates(THURSDAY);
let { loopback, store } = updates;
beforeEach(() => void ({ loopback, store } = updates));

function publishers(): Publisher[] {
  const schedule = { timeZone: "America/New_York", on: "daily", at: "18:30" } as const;
  const curve = layoutFeed("treasury.par-yield-curve", parYieldCurve, { schedule, requests: () => [{ part: "2024", url: `${loopback.url}/curve.csv` }] });
  const rates = { ...referenceRates, fetching: { schedule, requests: () => [{ part: "sofr", url: `${loopback.url}/sofr.json` }] } };
  return [
    { id: "treasury", name: "Treasury", terms: FREE, feeds: [curve], msBetween: 0 },
    { id: "nyfed", name: "New York Fed", terms: FREE, feeds: [rates], msBetween: 0 },
  ];
}

const fetched = () => updates.run(publishers());

type Cell = readonly [fn: string, ...args: (string | number)[]];
const evaluated = (cells: readonly Cell[], asOf?: IsoDate) =>
  evaluateCells(readWireCells(cells.map(([fn, ...args], id) => ({ id, fn, args }))), { store, clock: createClock(asOf, () => loopback.transport.now()) });
const asOfEach = (...cells: Cell[]) => evaluated(cells).data.map((a) => a.as_of);
const asOf = (...cell: Cell) => asOfEach(cell)[0];
const row = (dataset: RecordRow["dataset"], entity: string, body: object, more: Partial<RecordRow> = {}): RecordRow =>
  ({ dataset, entity, date: "2024-06-14", key: "", known: "2024-06-14", source: "user", body, ...more }); // prettier-ignore
const take = (day: IsoDate, ...records: RecordRow[]) => store.insertBatch({ publisher: "user", file: "f", sha256: day, rows: [], records }, day);

describe("as_of", () => {
  it("of a failing publisher's data stays at the last good fetch, and the failure is stored", async () => {
    loopback.replies("/curve.csv", CURVE, DOWN);
    loopback.replies("/sofr.json", SOFR);
    await fetched();
    loopback.pass(3 * DAY);
    await fetched();
    const { data, as_of } = evaluated([["YIELD", "10Y"], ["FRED", "DGS10", "change"], ["FRED", "T10Y2Y"], ["MMRATE", "SOFR"], ["PRICE", "AAPL"]]); // prettier-ignore
    expect(as_of).toBe("2024-06-23T23:00:00Z");
    expect(data[0]).toMatchObject({ value: 4.25, observation_date: "2024-06-20", source: "treasury", as_of: "2024-06-20T23:00:00Z" });
    expect(data[1]).toMatchObject({ value: null, code: "no_observation", as_of: "2024-06-20T23:00:00Z" });
    expect(data[2]).toMatchObject({ value: -0.45, as_of: "2024-06-20T23:00:00Z" });
    expect(data[3]).toMatchObject({ value: 5.33, as_of: "2024-06-23T23:00:00Z" });
    expect(data[4]).toMatchObject({ sample: true, as_of: "2024-06-23T23:00:00Z" });
    expect((await store.ledger.feeds.state("treasury.par-yield-curve")).failure).toMatch(/503/);
  });

  it("advances if a document is unchanged, whether confirmed by 304 or sent again", async () => {
    loopback.replies("/curve.csv", CURVE);
    loopback.replies("/sofr.json", SOFR);
    await fetched();
    const before = store.records.version();
    loopback.pass(DAY);
    expect(await fetched()).toMatchObject([
      { documents: 0, unchanged: 1 },
      { documents: 1, added: 0, changed: 0 },
    ]);
    expect(asOfEach(["YIELD", "10Y"], ["MMRATE", "SOFR"])).toEqual(["2024-06-21T23:00:00Z", "2024-06-21T23:00:00Z"]);
    expect(store.records.version()).toBe(before);
  });

  it("does not change for a refused document", async () => {
    loopback.replies("/curve.csv", CURVE, { body: "<html>Please log in</html>" });
    await fetched();
    loopback.pass(DAY);
    await fetched();
    expect(asOf("YIELD", "10Y")).toBe("2024-06-20T23:00:00Z");
  });

  it("of an imported file is the start of its import day, even without changes", () => {
    importInto(store, { DGS10: { "2024-06-18": 4.22 } });
    loopback.pass(10 * DAY);
    expect(asOf("FRED", "DGS10")).toBe("2024-06-25T00:00:00Z");
    const rows = [{ series: "DGS10", date: "2024-06-18" as const, value: 4.22, source: "user" as const }];
    store.insertBatch({ publisher: "user", file: "a.csv", sha256: "1", rows }, "2024-06-28");
    expect(asOf("FRED", "DGS10")).toBe("2024-06-28T00:00:00Z");
  });

  it("is never later than now, or than the end of the service's fixed date", async () => {
    loopback.replies("/curve.csv", CURVE);
    await fetched();
    loopback.pass(30 * DAY);
    const at = (day: IsoDate) => evaluated([["YIELD", "10Y"]], day).data[0];
    expect(at("2024-06-20")).toMatchObject({ value: 4.25, as_of: "2024-06-20T23:00:00Z" });
    expect(at("2024-06-25")).toMatchObject({ value: 4.25, as_of: "2024-06-20T23:00:00Z" });
    await fetched();
    expect(at("2024-06-25")).toMatchObject({ value: 4.25, as_of: "2024-06-26T03:59:59Z" });
  });

  it("of a computed value is its oldest published component's; sample components have none", () => {
    const import1 = (series: string, day: IsoDate) =>
      store.insertBatch({ publisher: "user", file: series, sha256: series, rows: [{ series, date: "2024-06-19", value: 7_000, source: "user" }] }, day);
    loopback.pass(20 * DAY);
    import1("WALCL", "2024-06-21");
    expect(evaluated([["NETLIQ", "net"]]).data[0]).toMatchObject({ sample: true, as_of: "2024-06-21T00:00:00Z" });
    import1("RRPONTSYD", "2024-06-20");
    import1("WTREGEN", "2024-06-22");
    const { data } = evaluated([["NETLIQ", "net"], ["NETLIQ", "balance_sheet"], ["LIQUIDITY", "change_1w"]]); // prettier-ignore
    expect(data.map((a) => a.as_of)).toEqual(["2024-06-20T00:00:00Z", "2024-06-21T00:00:00Z", "2024-06-20T00:00:00Z"]);
    expect(JSON.stringify(data)).not.toContain("provenance");
  });

  it("of a score from several families is its oldest component's", () => {
    loopback.pass(6 * DAY);
    const day = (n: number) => `2024-06-${String(n).padStart(2, "0")}` as IsoDate;
    const volumes = Array.from({ length: 12 }, (_, i) =>
      row("short_volume", "AAPL", { short_volume: 40, short_exempt_volume: 0, total_volume: 100, market: "Q" }, { date: day(i + 9), known: day(i + 9), source: "finra" }),
    ); // prettier-ignore
    const trade = { type: "P", amount_low: 1000, amount_high: null, member: "M", filing_status: "New" };
    take("2024-06-21", ...volumes);
    take("2024-06-24", row("congress_trade", "AAPL", trade, { source: "house" }));
    const answer = evaluated([["SMARTMONEY", "AAPL"]]).data[0];
    expect(answer?.components?.filter((component) => !("absent" in component)).map((component) => component.name)).toEqual(["congress", "short_volume"]);
    expect(answer?.as_of).toBe("2024-06-21T00:00:00Z");
    // The short volume is confirmed without a new row. The oldest component is now the House's trades.
    store.freshness.confirm([datasetRows("finra", "short_volume", "AAPL")], "2024-06-26T12:00:00Z", "a.feed");
    expect(asOf("SMARTMONEY", "AAPL")).toBe("2024-06-24T00:00:00Z");
  });

  it("of a symbol advances with whole-market documents, but not with other symbols' files", () => {
    loopback.pass(30 * DAY);
    take("2024-06-21", row("price", "AAPL", { close: 1 }));
    take("2024-06-24", row("price", "MSFT", { close: 1 }));
    expect(asOfEach(["PRICE", "AAPL", "currency"], ["PRICE", "MSFT", "currency"])).toEqual(["2024-06-21T00:00:00Z", "2024-06-24T00:00:00Z"]);
    const settled = { name: "", short_interest: 5, previous_short_interest: 4, avg_daily_volume: 1, days_to_cover: 5, days_to_cover_censored: false, change_pct: 25, revised: false }; // prettier-ignore
    take("2024-06-21", row("short_interest", "AAPL", settled, { source: "finra" }));
    expect(asOf("SHORTINTEREST", "AAPL", "short_interest")).toBe("2024-06-21T00:00:00Z");
    take("2024-06-26", ...Array.from({ length: 100 }, (_, i) => row("short_interest", `S${i}`, settled, { source: "finra" })));
    expect(asOf("SHORTINTEREST", "AAPL", "short_interest")).toBe("2024-06-26T00:00:00Z");
  });

  it("does not advance with documents that do not contain the entity", () => {
    const rows = (from: number) => Array.from({ length: 600 }, (_, i) => row("positions", `M${i + from}`, {}, { source: "cftc" }));
    take("2024-06-21", ...rows(0));
    take("2024-06-26", ...rows(1));
    const of = (entity: string) => store.freshness.oldest([datasetRows("cftc", "positions", entity)]);
    expect([of("M0"), of("M1"), of("M600")]).toEqual(["2024-06-21T00:00:00Z", "2024-06-26T00:00:00Z", "2024-06-26T00:00:00Z"]);
  });

  it("falls back to the previous document when one that only repeated it is forgotten", async () => {
    loopback.replies("/curve.csv", { body: 'Date,"10 Yr"\n06/20/2024,4.25\n' }, { body: 'Date,"2 Yr","10 Yr"\n06/20/2024,4.7,4.25\n' });
    await fetched();
    loopback.pass(DAY);
    await fetched();
    expect(asOf("YIELD", "10Y")).toBe("2024-06-21T23:00:00Z");
    await removeDocuments(store, store.imports.files().slice(-1), "2024-06-21");
    expect(evaluated([["YIELD", "10Y"]]).data[0]).toMatchObject({ value: 4.25, as_of: "2024-06-20T23:00:00Z" });
  });

  it("of institutions' holdings is removed with the forgotten document", () => {
    const report: HoldingsReport = { cik: "0000000001", filer: "M", form: "13F-HR", period: "2024-03-31", filed: "2024-05-15", accession: "1", adds: false, unit: "dollars", total: 0, holdings: [] }; // prettier-ignore
    store.insertBatch({ publisher: "sec", file: "f", sha256: "1", rows: [], reports: [report] }, "2024-06-20");
    const holding = [datasetRows("sec", "holding")];
    expect(store.freshness.oldest(holding)).toBe("2024-06-20T00:00:00Z");
    store.imports.remove({ ids: store.imports.files().map((f) => f.id), day: "2024-06-21", publishers: ["sec"] }, new Map(), () => undefined);
    expect(store.freshness.oldest(holding)).toBeUndefined();
  });

  it("does not advance with a forgotten document seen again, only with the next one", async () => {
    const wrong = 'Date,"1 Mo","2 Yr","10 Yr"\n06/20/2024,5.47,4.7,4.75\n';
    loopback.replies("/curve.csv", CURVE, { body: wrong, headers: { ETag: '"two"' } }, { body: wrong, headers: { ETag: '"two"' } }, { body: wrong }, { ...CURVE, body: `${CURVE.body}06/18/2024,5.47,4.69,4.22\n`, headers: { ETag: '"three"' } }); // prettier-ignore
    await fetched();
    loopback.pass(DAY);
    await fetched();
    expect(evaluated([["YIELD", "10Y"]]).data[0]).toMatchObject({ value: 4.75, as_of: "2024-06-21T23:00:00Z" });
    await removeDocuments(store, store.imports.files().filter((f) => f.publisher === "treasury").slice(-1), "2024-06-21"); // prettier-ignore
    const after = [];
    for (const _ of [1, 2, 3]) {
      loopback.pass(DAY);
      const [{ unchanged, documents } = { unchanged: 0, documents: 0 }] = await fetched();
      const { value, as_of } = evaluated([["YIELD", "10Y"]]).data[0]!;
      after.push([unchanged, documents, value, as_of]);
    }
    expect(after).toEqual(grid(4, 1, 0, 4.25, "2024-06-20T23:00:00Z", 0, 1, 4.25, "2024-06-20T23:00:00Z", 0, 1, 4.25, "2024-06-24T23:00:00Z"));
  });

  it("of a REST reply is that of its rows", async () => {
    loopback.replies("/curve.csv", CURVE);
    await fetched();
    loopback.pass(3 * DAY);
    const trade = { type: "P", amount_low: 1000, amount_high: null, member: "M", state_district: null, owner: null, sub_holding: null, asset: "A", asset_type: null, notification_date: "2024-06-14", filing_status: "New", document: "1" }; // prettier-ignore
    take("2024-06-21", row("congress_trade", "AAPL", trade, { source: "house" }));
    const key = keyFor("as of");
    await store.ledger.keys.add(key, "developer", "test", "2024-06-20");
    const clock = createClock(undefined, () => loopback.transport.now());
    const app = await createApp({ clock, store, quotas: { perMinute: 1000, perMonth: 1000 } });
    const at = async (url: string) => (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json<{ as_of: string }>().as_of;
    expect(await at("/macro/fred/DGS10")).toBe("2024-06-20T23:00:00Z");
    expect(await at("/v1/macro/fred/T10Y2Y/history")).toBe("2024-06-20T23:00:00Z");
    expect(await at("/v1/equities/congress?ticker=AAPL")).toBe("2024-06-21T00:00:00Z");
    expect(await at("/macro/fred/MORTGAGE30US")).toBe("2024-06-23T23:00:00Z");
    await app.close();
  });
});

test("as_of of rows from an older database is the first-seen day of the newest row", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "freshness-"));
  const file = path.join(folder, "service.db");
  const sql = new Database(file);
  const before = STEPS.findIndex((s) => s.includes("CREATE TABLE freshness"));
  sql.exec("CREATE TABLE schema_version (version INTEGER NOT NULL)");
  for (const step of STEPS.slice(0, before)) sql.exec(step);
  sql.prepare("INSERT INTO schema_version (version) VALUES (?)").run(before);
  sql.exec("INSERT INTO import_file VALUES (1, 'treasury', 'f', 's', 3, '2024-06-18'), (2, 'sec', 'g', 't', 1, '2024-06-20')");
  sql.exec(
    "INSERT INTO observation VALUES ('DGS10', '2024-06-14', 4.2, 'treasury', '2024-06-17', 1, 1), ('DGS10', '2024-06-17', 4.3, 'treasury', '2024-06-18', 1, 1)",
  );
  sql.exec("INSERT INTO record VALUES ('price', 'AAPL', '2024-06-17', '', '2024-06-17', '{}', 'user', '2024-06-19', 1, 1)");
  sql.close();
  const opened = openStore({ path: file });
  const names = [seriesRows("treasury", "DGS10"), datasetRows("user", "price", "AAPL"), datasetRows("sec", "holding")];
  expect(names.map((name) => opened.freshness.oldest([name]))).toEqual(["2024-06-18T00:00:00Z", "2024-06-19T00:00:00Z", undefined]);
  opened.forgetSeries("DGS10", "2024-06-21");
  expect(opened.freshness.oldest(names)).toBe("2024-06-19T00:00:00Z");
  opened.close();
  rmSync(folder, { recursive: true });
});
