import { addDays, type IsoDate } from "../../../src/contract/dates";
import { sampleLatest, sampleObservations } from "../../../src/service/sample/series";
import { openStore, type Store } from "../../../src/service/store/store";

const NOW = Date.parse("2024-06-25T16:00:00Z");
const DAYS: readonly IsoDate[] = ["2024-06-25", "2024-06-19", "2024-03-31", "2023-12-25", "2022-07-01", "2001-01-01"];
const ids = ["DGS10", "WALCL", "CPIAUCSL", "MORTGAGE30US", "SOFR"];

let store: Store;
afterEach(() => store.close());

/** A store with the sample observations that are public, as if they were imported. */
function storeOfSample(): Store {
  const opened = openStore({ path: ":memory:" });
  const rows = ids.flatMap((series) => sampleLatest(series, "2024-06-25", 700, NOW).map((row) => ({ ...row, series, source: "user" as const })));
  opened.insertBatch({ publisher: "user", file: "sample", sha256: "sample", rows }, "2024-06-25");
  return opened;
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
