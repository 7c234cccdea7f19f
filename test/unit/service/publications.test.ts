import type { SourceId } from "../../../src/service/records/attribution";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";
import { endOfDay } from "../../../src/service/time/time-zone";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

interface Row {
  readonly value: number | null;
  readonly seen: string;
  readonly published?: string;
}

/** Imports values of CPIAUCSL for April 2024, one document each. */
function takeApril(...rows: readonly Row[]): void {
  rows.forEach(({ value, seen, published }, i) => {
    const row = { series: "CPIAUCSL", date: "2024-04-01", value, source: "bls" as SourceId, ...(published ? { published: Date.parse(published) } : {}) };
    store.insertBatch({ publisher: "bls", file: `${i}`, sha256: `${i}`, rows: [row] }, seen);
  });
}
const april = (moment: string | number) =>
  store.at(typeof moment === "string" ? Date.parse(moment) : moment).observations.latest("CPIAUCSL", "2024-04-01", 1)[0]?.value;

test("an old value is public from the moment of its release, however late it is imported", () => {
  takeApril({ value: 313.016, seen: "2026-11-22T20:00:00Z" });
  expect([april("2024-05-15T12:29:59Z"), april("2024-05-15T12:30:00Z"), april("2026-11-22T20:00:00Z")]).toEqual([undefined, 313.016, 313.016]);
  expect(store.observations.latest("CPIAUCSL", "2024-04-01", 1)[0]).toMatchObject({ public: Date.parse("2024-05-15T12:30:00Z"), basis: "rule" });
});

test("a value that is imported before its release by rule is public from its import", () => {
  takeApril({ value: 313.016, seen: "2024-05-15T12:29:00Z" });
  expect([april("2024-05-15T12:28:59Z"), april("2024-05-15T12:29:00Z")]).toEqual([undefined, 313.016]);
  expect(store.observations.latest("CPIAUCSL", "2024-04-01", 1)[0]?.basis).toBe("first seen");
});

test.each<[SourceId, SourceId]>([
  ["user", "treasury"],
  ["board", "treasury"],
  ["treasury", "board"],
])("a value of two sources, imported from %s and then %s, is public from the earlier release and has its source", (first, second) => {
  const take = (source: SourceId) =>
    store.insertBatch({ publisher: source, file: source, sha256: source, rows: [{ series: "DGS10", date: "2024-03-28", value: 4.2, source }] }, "2026-11-22");
  const shown = (moment: string) => store.at(Date.parse(moment)).observations.latest("DGS10", "2024-03-28", 1)[0];
  take(first);
  if (first !== "treasury") expect(shown("2024-03-28T22:00:00Z")).toBeUndefined();
  take(second);
  expect(shown("2024-03-28T21:59:59Z")).toBeUndefined();
  expect(shown("2024-03-28T22:00:00Z")).toMatchObject({ value: 4.2, source: "treasury" });
  take(first);
  expect(shown("2026-11-22T12:00:00Z")).toMatchObject({ value: 4.2, source: "treasury" });
});

test.each<SourceId>(["user", "board"])("a revision from %s that another source confirms is public from its import", (revised) => {
  const take = (source: SourceId, value: number, seen: string) =>
    store.insertBatch({ publisher: source, file: source, sha256: `${source} ${value}`, rows: [{ series: "DGS10", date: "2024-03-28", value, source }] }, seen);
  take(revised, 4.2, "2026-11-20");
  take(revised, 4.3, "2026-11-21");
  take("treasury", 4.3, "2026-11-22");
  const shown = (moment: string) => store.at(Date.parse(moment)).observations.latest("DGS10", "2024-03-28", 1)[0]?.value;
  expect([shown("2024-04-02T00:00:00Z"), shown("2026-11-20T12:00:00Z"), shown("2026-11-21T00:00:00Z")]).toEqual([4.2, 4.2, 4.3]);
});

test("a revision without a stated moment is public from its import, and the earlier value until then", () => {
  takeApril({ value: 313.207, seen: "2024-05-16" }, { value: 313.016, seen: "2025-02-12T14:00:00Z" });
  expect([april("2024-05-16"), april("2025-02-12T13:59:59Z"), april("2025-02-12T14:00:00Z")]).toEqual([313.207, 313.207, 313.016]);
  expect(store.observations.versions("CPIAUCSL", "2024-04-01").map((v) => [v.value, v.basis])).toEqual([
    [313.207, "rule"],
    [313.016, "first seen"],
  ]);
});

test.each([
  ["before", 0],
  ["after", 1],
])("values with stated moments give the same history if imported %s a file of today's values", (_, place) => {
  const stated: Row[] = [
    { value: 313.016, seen: "2026-01-02", published: "2025-02-12T13:30:00Z" },
    { value: 313.207, seen: "2026-01-02", published: "2024-05-15T12:30:00Z" },
  ];
  const today: Row = { value: 313.016, seen: "2026-01-01" };
  takeApril(...(place === 0 ? [...stated, today] : [today, ...stated]));
  expect([april("2024-05-15T12:29:59Z"), april("2024-05-15T12:30:00Z"), april("2025-02-12T13:30:00Z"), april("2026-06-01")]).toEqual([
    undefined,
    313.207,
    313.016,
    313.016,
  ]);
});

test("a record is public from the end of its filing day, or from its import on that day", () => {
  const filing = (accession: string) => recordRow("filing", "1", "2024-05-02", "sec", { form: "10-Q", accession }, { key: accession });
  store.insertBatch({ publisher: "sec", file: "a", sha256: "a", rows: [], records: [filing("late")] }, "2024-06-01");
  store.insertBatch({ publisher: "sec", file: "b", sha256: "b", rows: [], records: [filing("same day")] }, "2024-05-02T18:00:00Z");
  const known = (moment: number): string[] =>
    store
      .at(moment)
      .records.between("filing", "1", "2024-01-01", "2024-12-31", "2024-12-31")
      .map((r) => r.key);
  expect([known(Date.parse("2024-05-02T17:59:59Z")), known(Date.parse("2024-05-02T18:00:00Z")), known(endOfDay("2024-05-02"))]).toEqual([
    [],
    ["same day"],
    ["late", "same day"],
  ]);
});
