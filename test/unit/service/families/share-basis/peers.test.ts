import type { RecordRow } from "../../../../../src/service/records/record";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const DAYS = sessions("2024-05-01", 60);
const AT = "2024-06-10";
const facts = [filer("NVDA"), year([{ on: "2024-02-15", times: 1 }])];
const closes = (ratio: number): RecordRow[] => DAYS.map((day) => price("NVDA", day, day < AT ? 20_000 : 20_000 / ratio));

test("a peer's split changes no other company's median, percentile or rank", () => {
  const flat = storeOf([...facts, ...closes(1)]);
  const listed = storeOf([...facts, ...closes(10), split("NVDA", AT, 10)]);
  const unknown = storeOf([...facts, ...closes(10)]);
  for (const day of ["2024-06-07", AT, "2024-07-01"])
    for (const metric of ["pe", "ps", "dividend_yield", "return_1m"]) {
      const of = (store: typeof flat) => ["peer_median", "percentile", "rank", "peer_count"].map((field) => said(ask(store, day, "RV", "AMD", metric, field)));
      expect(of(listed)).toEqual(of(flat));
    }
  // A peer whose ratio is refused does not count.
  const count = (store: typeof flat): number => Number(said(ask(store, "2024-07-01", "RV", "AMD", "ps", "peer_count")));
  expect(count(unknown)).toBe(count(flat) - 1);
});
