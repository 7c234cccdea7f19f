import { openStore, type Store } from "../../../src/service/store/store";

let store: Store;
beforeEach(() => {
  store = openStore({ path: ":memory:" });
});
afterEach(() => store.close());

test("the entities of a dataset are each named once, in order, and no other dataset's", () => {
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
  store.observations.import({ publisher: "prices", file: "a.csv", sha256: "a", rows: [], records }, "2024-01-04");
  expect(store.records.entities("price")).toEqual(["AAPL", "GME"]);
  store.records.forget("price", "AAPL");
  expect(store.records.entities("price")).toEqual(["GME"]);
});
