import type { RecordRow } from "../../../src/service/records/record";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";

let store: Store;
beforeEach(() => {
  store = openStore({ path: ":memory:" });
});
afterEach(() => store.close());

const insert = (...records: RecordRow[]): void => void store.insertBatch({ publisher: "test", file: "a", sha256: "a", rows: [], records }, "2024-06-10");

test("records.entities lists each entity of a dataset once, in order", () => {
  expect(store.records.entities("price")).toEqual([]);
  const price = (entity: string, date: string) => recordRow("price", entity, date, "user", {});
  insert(price("GME", "2024-01-02"), price("GME", "2024-01-03"), price("AAPL", "2024-01-02"), recordRow("filer", "MSFT", "2024-01-02", "user", {}));
  expect(store.records.entities("price")).toEqual(["AAPL", "GME"]);
});

test("forgetSeries of a money-market rate also removes its volume and percentiles", () => {
  const rate = (entity: string) => recordRow("money_rate", entity, "2024-06-03", "nyfed", { volume_bn: 1900 });
  const value = (series: string) => ({ series, date: "2024-06-03", value: 5.33, source: "nyfed" as const });
  const batch = { publisher: "nyfed", file: "a", sha256: "a", rows: [value("SOFR"), value("EFFR")], records: [rate("SOFR"), rate("EFFR")] };
  store.insertBatch(batch, "2024-06-04");
  const names = ["nyfed/SOFR", "nyfed/money_rate/SOFR"];
  expect(names.map((name) => store.freshness.oldest([name]))).toEqual(["2024-06-04T00:00:00Z", "2024-06-04T00:00:00Z"]);
  expect(store.forgetSeries("SOFR", "2024-06-05")).toBe(2);
  expect([store.records.entities("money_rate"), store.observations.series()]).toEqual([["EFFR"], ["EFFR"]]);
  expect(names.map((name) => store.freshness.oldest([name]))).toEqual([undefined, undefined]);
  // Rebuilt from its document, the series stays removed.
  store.imports.replay(["nyfed"], new Map(), ({ id, seen }) => void store.insertBatch({ ...batch, id }, seen));
  expect([store.records.entities("money_rate"), store.observations.series()]).toEqual([["EFFR"], ["EFFR"]]);
});

test("records.totals sums a number by day from rows known by then; other days have none", () => {
  const row = (date: string, key: string, usd: number) => recordRow("liquidation", "BTC", date, "okx", { usd }, { key });
  insert(row("2024-01-02", "a", 1.5), row("2024-01-02", "b", 2), row("2024-01-04", "a", 8), row("2024-01-05", "a", 100));
  const totals = store.records.totals("liquidation", "BTC", "usd", "2024-01-01", "2024-01-09", "2024-01-04");
  expect([...totals]).toEqual([["2024-01-02", 3.5], ["2024-01-04", 8]]); // prettier-ignore
});

test("newestOfEach returns each entity's newest row that was known on a day", () => {
  const market = (entity: string, date: string, yes: number) => recordRow("market", entity, date, "kalshi", { yes });
  insert(market("A", "2024-06-01", 0.1), market("A", "2024-06-05", 0.5), market('B "quoted"', "2024-06-03", 0.3), market("C", "2024-06-09", 0.9));
  const on = (day: string) => store.records.newestOfEach<{ yes: number }>("market", day).map((r) => `${r.entity} ${r.date} ${r.body.yes}`);
  expect(on("2024-06-30")).toEqual(["A 2024-06-05 0.5", 'B "quoted" 2024-06-03 0.3', "C 2024-06-09 0.9"]);
  expect(on("2024-06-04")).toEqual(["A 2024-06-01 0.1", 'B "quoted" 2024-06-03 0.3']);
  expect(on("2024-05-01")).toEqual([]);
});
