import { importInto, take } from "../../contract/service/service-under-test";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";

let store: Store;
beforeEach(() => {
  store = openStore({ path: ":memory:" });
  importInto(store, { DGS10: { "2024-06-24": 4.25, "2024-06-25": 4.23 } });
});
afterEach(() => store.close());

const newest = (): number | null | undefined => store.observations.latest("DGS10", "2024-12-31", 1)[0]?.value;

describe("a snapshot of the store", () => {
  test("gives the same rows as reading without one", () => {
    const read = () => [
      store.observations.latest("DGS10", "2024-12-31", 2),
      store.observations.isPublished("DGS2"),
      store.observations.count("DGS10", "2024-12-31"),
    ];
    expect(store.reading(() => [read(), read()])).toEqual([read(), read()]);
  });

  test("gives the same row objects to equal reads", () =>
    store.reading(() => {
      const rows = store.observations.latest("DGS10", "2024-12-31", 2);
      expect(store.observations.latest("DGS10", "2024-12-31", 2)[0]).toBe(rows[0]);
      expect(rows.map((row) => row.value)).toEqual([4.23, 4.25]);
    }));

  test("ends with its function, even if that throws, so later imports are visible", () => {
    expect(store.reading(newest)).toBe(4.23);
    importInto(store, { DGS10: { "2024-06-26": 4.3 } });
    expect(store.reading(newest)).toBe(4.3);
    expect(() =>
      store.reading(() => {
        throw new Error("a family's fault");
      }),
    ).toThrow("a family's fault");
    importInto(store, { DGS10: { "2024-06-27": 4.31 } });
    expect([newest(), store.reading(newest)]).toEqual([4.31, 4.31]);
  });

  test("finds the rows of a series and of a dataset that had none in an earlier snapshot", () => {
    const read = () =>
      store.reading(() => [
        store.observations.isPublished("DGS2"),
        store.records.isPublished("split", "GME"),
        store.records.latest("split", "GME", "2024-12-31", 1).map(({ date }) => date),
        store.records.between("split", "GME", "2022-01-01", "2024-12-31", "2024-12-31").map(({ date }) => date),
      ]);
    expect(read()).toEqual([false, false, [], []]);
    take({ store }, [recordRow("split", "GME", "2022-07-22", "user", { ratio: 4 })]);
    importInto(store, { DGS2: { "2024-06-24": 4.7 } });
    expect(read()).toEqual([true, true, ["2022-07-22"], ["2022-07-22"]]);
  });

  test("may be nested", () => expect(store.reading(() => store.reading(newest))).toBe(4.23));
});

test("a series' newest row is found after several rows of another series were read", () => {
  importInto(store, { DGS2: { "2024-06-24": 4.7, "2024-06-25": 4.71 } });
  expect(store.observations.latest("DGS10", "2024-12-31", 2)).toHaveLength(2);
  expect(store.observations.latest("DGS2", "2024-12-31", 1)[0]?.value).toBe(4.71);
});

test("an import is seen that has the number of an unfinished write, which changed other rows", () => {
  const { reads } = store;
  const cached = () => reads.cached(reads.shelf("now", "test"), "newest", newest);
  expect(cached()).toBe(4.23);
  const unfinished = (): void => {
    take({ store }, [recordRow("price", "GME", "2024-06-24", "user", { close: 24 })]);
    cached();
    throw new Error("stopped");
  };
  expect(() => store.writing(unfinished)).toThrow("stopped");
  importInto(store, { DGS10: { "2024-06-26": 4.3 } });
  expect(cached()).toBe(4.3);
});
