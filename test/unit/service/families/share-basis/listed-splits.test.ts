import type { IsoDate } from "../../../../../src/contract/dates";
import type { RecordRow } from "../../../../../src/service/records/record";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const DAYS = sessions("2024-04-01", 130);
const AT = "2024-06-10";
const FACTS = [filer("ABCX"), year([{ on: "2024-02-15", times: 1 }])];
const closes = (of: (day: IsoDate) => number): RecordRow[] => DAYS.map((day) => price("ABCX", day, of(day)));
const stepping = (ratio: number, at = AT): RecordRow[] => closes((day) => (day < at ? 20_000 : 20_000 / ratio));
const pe = (records: readonly RecordRow[], day: IsoDate): unknown => said(ask(storeOf([...FACTS, ...records]), day, "RV", "ABCX", "pe"));

test.each(["2024-04-15", "2024-05-13", "2024-06-03", "2024-06-07", AT, "2024-06-14", "2024-08-05"])(
  "a split listed for %s takes effect at the step of the closes",
  (listed) => {
    for (const ratio of [10, 4, 2, 1 / 20])
      for (const day of ["2024-04-12", "2024-05-20", "2024-06-07", AT, "2024-06-20", "2024-08-08"])
        expect(pe([...stepping(ratio), split("ABCX", listed, ratio)], day)).toBe(20);
  },
);

test("closes without such a step within 60 days are adjusted for the split", () => {
  const adjusted = closes(() => 5_000);
  for (const day of ["2024-05-20", AT, "2024-06-20"]) expect(pe([...adjusted, split("ABCX", AT, 4)], day)).toBe(20);
});

test("closes that end before the day of a split count old shares", () => {
  const early = stepping(4).filter((r) => r.date < AT);
  expect(pe([...early, split("ABCX", AT, 4)], "2024-06-07")).toBe(20);
});

test("a split listed on two days is one split, with and without a step", () => {
  for (const listed of [
    [split("ABCX", "2024-05-20", 4), split("ABCX", AT, 4)],
    [split("ABCX", "2024-06-07", 4), split("ABCX", AT, 4)],
  ])
    for (const day of ["2024-05-17", "2024-05-28", "2024-06-07", AT, "2024-06-20"]) {
      expect(pe([...stepping(4), ...listed], day)).toBe(20);
      expect(pe([...closes(() => 5_000), ...listed], day)).toBe(20);
    }
});

test("two splits of one ratio, each with its own step, are two", () => {
  const twice = closes((day) => (day < "2024-05-13" ? 20_000 : day < AT ? 10_000 : 5_000));
  const list = [split("ABCX", "2024-05-13", 2), split("ABCX", AT, 2)];
  for (const day of ["2024-05-10", "2024-05-13", "2024-06-07", AT]) expect(pe([...twice, ...list], day)).toBe(20);
});

test("a ratio is refused if two steps could be the listed split", () => {
  const twice = closes((day) => (day < "2024-05-28" ? 20_000 : day < AT ? 10_000 : 5_000));
  for (const day of ["2024-05-10", "2024-06-03", AT]) expect(pe([...twice, split("ABCX", "2024-05-13", 2)], day)).toBe("share_basis_unknown");
});

test("a ratio is refused if a small distant step may be a fall", () => {
  const fall = [...stepping(1.5), split("ABCX", "2024-05-13", 1.5)];
  for (const day of ["2024-05-10", "2024-05-20", "2024-06-07"]) expect(pe(fall, day)).toBe("share_basis_unknown");
  expect(pe(fall, AT)).toBe(20);
});

test("a split that filings show weeks after the listed day is the listed one", () => {
  const restated = [
    filer("ABCX"),
    year([
      { on: "2024-02-15", times: 1 },
      { on: "2024-05-29", times: 1 },
      { on: "2024-08-28", times: 4 },
    ]),
  ];
  const asked = (records: readonly RecordRow[], day: IsoDate): unknown => said(ask(storeOf([...restated, ...records]), day, "RV", "ABCX", "pe"));
  const list = split("ABCX", "2024-05-22", 4);
  expect(asked([...stepping(4), list], "2024-06-07")).toBe(20);
  expect(asked([...closes(() => 5_000), list], "2024-06-07")).toBe(20);
  // Closes that end between the two filings: the split may lie before or after the last of them.
  const early = stepping(4).filter((r) => r.date < AT);
  expect(asked([...early, list], "2024-06-07")).toBe("share_basis_unknown");
});
