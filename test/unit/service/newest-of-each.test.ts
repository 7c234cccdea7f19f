import type { RecordRow } from "../../../src/service/records/record";
import { openStore } from "../../../src/service/store/store";

const market = (entity: string, date: string, yes: number): RecordRow => ({
  dataset: "market",
  entity,
  date,
  key: "",
  known: date,
  body: { yes },
  source: "kalshi",
});

test("newestOfEach returns each entity's newest row that was known on a day", () => {
  const store = openStore({ path: ":memory:" });
  const rows = [market("A", "2024-06-01", 0.1), market("A", "2024-06-05", 0.5), market('B "quoted"', "2024-06-03", 0.3), market("C", "2024-06-09", 0.9)];
  store.insertBatch({ publisher: "kalshi", file: "a", sha256: "a", rows: [], records: rows }, "2024-06-10");
  const on = (day: string) => store.records.newestOfEach<{ yes: number }>("market", day).map((r) => [r.entity, r.date, r.body.yes]);
  expect(on("2024-06-30")).toEqual([
    ["A", "2024-06-05", 0.5],
    ['B "quoted"', "2024-06-03", 0.3],
    ["C", "2024-06-09", 0.9],
  ]);
  expect(on("2024-06-04")).toEqual([
    ["A", "2024-06-01", 0.1],
    ['B "quoted"', "2024-06-03", 0.3],
  ]);
  expect(on("2024-05-01")).toEqual([]);
  store.close();
});
