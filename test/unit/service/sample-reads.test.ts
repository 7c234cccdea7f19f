import { addDays, type IsoDate } from "../../../src/contract/dates";
import { recordsOf, sampleRecords } from "../../../src/service/families/rows";
import type { Dataset, RecordRow } from "../../../src/service/records/record";
import { sampleLatest, sampleObservations } from "../../../src/service/sample/series";
import type { Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { recordRow } from "../../record-row";
import { bring, storeWith } from "../../stored";

const NOW = Date.parse("2024-06-25T16:00:00Z");
const DAYS: readonly IsoDate[] = ["2024-06-25", "2024-06-19", "2024-03-31", "2023-12-25", "2022-07-01", "2001-01-01"];
const ids = ["DGS10", "WALCL", "CPIAUCSL", "MORTGAGE30US", "SOFR"];

let store: Store;
afterEach(() => store.close());

/** A store with the sample observations that are public, as if they were imported. */
function storeOfSample(): Store {
  const rows = ids.flatMap((series) => sampleLatest(series, "2024-06-25", 700, NOW).map((row) => ({ ...row, series, source: "user" as const })));
  return storeWith("2024-06-25", { rows });
}

test("sample observations read as the same imported ones do", () => {
  store = storeOfSample();
  const sample = sampleObservations(NOW);
  const bare = (row: { readonly date: IsoDate; readonly value: number | null } | undefined) => row && [row.date, row.value];
  const faults = ids.flatMap((id) => {
    const oldest = store.observations.loaded(id)!.first;
    return DAYS.filter((day) => day >= addDays(oldest, 400)).flatMap((day) =>
      [
        [sample.latest(id, day, 1).map(bare), store.observations.latest(id, day, 1).map(bare)],
        [sample.latest(id, day, 9).map(bare), store.observations.latest(id, day, 9).map(bare)],
        [bare(sample.next(id, day, "2024-06-25")), bare(store.observations.next(id, day, "2024-06-25"))],
      ].filter(([ours, stored]) => JSON.stringify(ours) !== JSON.stringify(stored)),
    );
  });
  expect(faults).toEqual([]);
  expect(sample.latest("DGS10", "2024-06-19", 1)[0]).toMatchObject({ date: "2024-06-18", source: "sample" });
});

const FIRST: IsoDate = "2023-06-01";
const LAST: IsoDate = "2024-06-25";
/** From this day on, rows of all entities are read. */
const WEEK: IsoDate = "2024-06-18";
const clock = createClock(LAST, () => NOW);
const sample = sampleRecords(clock);
/** Datasets, with an entity and with one that has no rows. */
const DATASETS: readonly (readonly [Dataset, entity: string, none: string])[] = [
  ["insider_trade", "GME", "SPY"],
  ["congress_trade", "SPY", "ZZZT"],
  ["short_volume", "AAPL", "ZZZT"],
  ["funding", "SOL", "ZZZT"],
];
const bare = (rows: readonly { readonly entity: string; readonly date: IsoDate; readonly body: unknown }[]) =>
  rows.map(({ entity, date, body }) => [entity, date, body]);

test.each(DATASETS)("sample records of %s read as the same imported ones do", (dataset, entity, none) => {
  const rows = [...sample.between<object>(dataset, entity, FIRST, addDays(WEEK, -1), LAST), ...sample.across<object>(dataset, WEEK, LAST, LAST)];
  const records = rows.map((row, i): RecordRow => ({ ...row, dataset, source: "user", key: String(i).padStart(6, "0") }));
  store = storeWith("2025-01-01", { records });
  const stored = recordsOf({ clock, store }, dataset);
  expect(stored).toBe(store.records);
  const between = (of: typeof sample) => bare(of.between(dataset, entity, addDays(FIRST, 100), addDays(LAST, -50), LAST));
  expect(between(sample).length).toBeGreaterThan(5);
  expect(between(sample)).toEqual(between(stored));
  expect(bare(sample.across(dataset, WEEK, LAST, LAST))).toEqual(bare(stored.across(dataset, WEEK, LAST, LAST)));
  expect(sample.between(dataset, none, FIRST, LAST, LAST)).toEqual([]);
});

test("the newest sample rows of a dataset with one for each session read as imported ones do", () => {
  const rows = sample.between<object>("short_volume", "AAPL", FIRST, LAST, LAST);
  store = storeWith("2025-01-01", { records: rows.map((row): RecordRow => ({ ...row, dataset: "short_volume", source: "user" })) });
  expect(bare(sample.latest("short_volume", "AAPL", LAST, 25))).toEqual(bare(store.records.latest("short_volume", "AAPL", LAST, 25)));
  expect(sample.newest("short_volume", LAST)).toBe(store.records.newest("short_volume", LAST));
});

test("sample rows are read of an entity without imported ones, and of all only without any", () => {
  store = storeWith("2025-01-01");
  const context = { clock, store };
  expect(recordsOf(context, "insider_trade").across("insider_trade", WEEK, LAST, LAST).length).toBeGreaterThan(100);
  bring(store, { records: [recordRow("insider_trade", "GME", "2024-06-19", "sec", {}, { known: "2024-06-20" })] }, "2024-06-21");
  const readOf = (entity: string) => recordsOf(context, "insider_trade", entity).between("insider_trade", entity, FIRST, LAST, LAST);
  expect(readOf("GME").map(({ source }) => source)).toEqual(["sec"]);
  expect(new Set(readOf("NVDA").map(({ source }) => source))).toEqual(new Set(["sample"]));
  expect(recordsOf(context, "insider_trade").across("insider_trade", WEEK, LAST, LAST)).toHaveLength(1);
});
