import { openStore, type Store } from "../../../src/service/store/store";

let store: Store;
beforeEach(() => {
  store = openStore({ path: ":memory:" });
});
afterEach(() => store.close());

test("records.entities lists each entity of a dataset once, in order", () => {
  const row = (dataset: "price" | "filer", entity: string, date: string) => ({
    dataset,
    entity,
    date,
    key: "",
    known: date,
    body: {},
    source: "user" as const,
  });
  expect(store.records.entities("price")).toEqual([]);
  const records = [
    row("price", "GME", "2024-01-02"),
    row("price", "GME", "2024-01-03"),
    row("price", "AAPL", "2024-01-02"),
    row("filer", "MSFT", "2024-01-02"),
  ];
  store.insertBatch({ publisher: "prices", file: "a.csv", sha256: "a", rows: [], records }, "2024-01-04");
  expect(store.records.entities("price")).toEqual(["AAPL", "GME"]);
});

test("forgetSeries of a money-market rate also removes its volume and percentiles", () => {
  const rate = (entity: string) => ({
    dataset: "money_rate" as const,
    entity,
    date: "2024-06-03",
    key: "",
    known: "2024-06-03",
    body: { volume_bn: 1900 },
    source: "nyfed" as const,
  });
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
  const row = (date: string, key: string, usd: number) => ({
    dataset: "liquidation" as const,
    entity: "BTC",
    date,
    key,
    known: date,
    body: { usd },
    source: "okx" as const,
  });
  const records = [row("2024-01-02", "a", 1.5), row("2024-01-02", "b", 2), row("2024-01-04", "a", 8), row("2024-01-05", "a", 100)];
  store.insertBatch({ publisher: "okx", file: "a.json", sha256: "a", rows: [], records }, "2024-01-06");
  const totals = store.records.totals("liquidation", "BTC", "usd", "2024-01-01", "2024-01-09", "2024-01-04");
  expect([...totals]).toEqual([["2024-01-02", 3.5], ["2024-01-04", 8]]); // prettier-ignore
});
