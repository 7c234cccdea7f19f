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
  "a split listed for %s applies from the day on which the closes jump",
  (listed) => {
    for (const ratio of [10, 4, 2, 1 / 20])
      for (const day of ["2024-04-12", "2024-05-20", "2024-06-07", AT, "2024-06-20", "2024-08-08"])
        expect(pe([...stepping(ratio), split("ABCX", listed, ratio)], day)).toBe(20);
  },
);

test("closes count as adjusted if they do not jump within 60 days of a listed split", () => {
  const adjusted = closes(() => 5_000);
  for (const day of ["2024-05-20", AT, "2024-06-20"]) expect(pe([...adjusted, split("ABCX", AT, 4)], day)).toBe(20);
});

test("P/E is per share before the split if the closes end before the split", () => {
  const early = stepping(4).filter((r) => r.date < AT);
  expect(pe([...early, split("ABCX", AT, 4)], "2024-06-07")).toBe(20);
});

test("a split listed on two days counts once, whether the closes jump or not", () => {
  for (const listed of [
    [split("ABCX", "2024-05-20", 4), split("ABCX", AT, 4)],
    [split("ABCX", "2024-06-07", 4), split("ABCX", AT, 4)],
  ])
    for (const day of ["2024-05-17", "2024-05-28", "2024-06-07", AT, "2024-06-20"]) {
      expect(pe([...stepping(4), ...listed], day)).toBe(20);
      expect(pe([...closes(() => 5_000), ...listed], day)).toBe(20);
    }
});

test("two splits of the same ratio count twice if the closes jump at each", () => {
  const twice = closes((day) => (day < "2024-05-13" ? 20_000 : day < AT ? 10_000 : 5_000));
  const list = [split("ABCX", "2024-05-13", 2), split("ABCX", AT, 2)];
  for (const day of ["2024-05-10", "2024-05-13", "2024-06-07", AT]) expect(pe([...twice, ...list], day)).toBe(20);
});

test("P/E is refused if two jumps of the closes match one listed split", () => {
  const twice = closes((day) => (day < "2024-05-28" ? 20_000 : day < AT ? 10_000 : 5_000));
  for (const day of ["2024-05-10", "2024-06-03", AT]) expect(pe([...twice, split("ABCX", "2024-05-13", 2)], day)).toBe("share_basis_unknown");
});

test("P/E is refused if a small jump weeks after the listed day may be a price fall", () => {
  const fall = [...stepping(1.5), split("ABCX", "2024-05-13", 1.5)];
  for (const day of ["2024-05-10", "2024-05-20", "2024-06-07"]) expect(pe(fall, day)).toBe("share_basis_unknown");
  expect(pe(fall, AT)).toBe(20);
});

test("a split that filings show weeks after the listed day counts as the listed split", () => {
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
  // The closes end between the two filings: the split may lie before or after the last close.
  const early = stepping(4).filter((r) => r.date < AT);
  expect(asked([...early, list], "2024-06-07")).toBe("share_basis_unknown");
});
