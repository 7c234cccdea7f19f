import type { IsoDate } from "../../../../../src/contract/dates";
import { createClock } from "../../../../../src/service/time/clock";
import { isDoubt, shareBasisOf } from "../../../../../src/service/families/share-basis/share-basis";
import { splitInWords } from "../../../../../src/service/records/equities";
import type { RecordRow } from "../../../../../src/service/records/record";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const DAYS = sessions("2024-04-01", 130);
const closes = (of: (day: IsoDate, i: number) => number): RecordRow[] => DAYS.map((day, i) => price("ABCX", day, of(day, i)));
const BEFORE = { on: "2024-02-15", times: 1 };
const facts = (...later: readonly { readonly on: IsoDate; readonly times: number }[]): RecordRow[] => [filer("ABCX"), year([BEFORE, ...later])];
const pe = (records: readonly RecordRow[], day: IsoDate): unknown => said(ask(storeOf(records), day, "RV", "ABCX", "pe"));
const AT = "2024-06-10";

test("splits are named in the form 3-for-2", () => {
  expect([10, 1.5, 0.05, 1 / 150, 5 / 3, 1.05].map(splitInWords)).toEqual(["10-for-1", "3-for-2", "1-for-20", "1-for-150", "5-for-3", "21-for-20"]);
});

describe("P/E of a company whose shares split", () => {
  const fiveForOne = closes((day) => (day < AT ? 20_000 : 4_000));

  test("is adjusted for two splits", () => {
    const twice = closes((day) => (day < AT ? 20_000 : day < "2024-06-20" ? 10_000 : 2_000));
    const list = [split("ABCX", AT, 2), split("ABCX", "2024-06-20", 5)];
    for (const day of ["2024-06-07", AT, "2024-06-19", "2024-06-20", "2024-07-01"]) expect(pe([...twice, ...facts(), ...list], day)).toBe(20);
  });

  test("is not adjusted for a price jump before the earnings were filed", () => {
    const early = [price("ABCX", "2024-01-10", 100_000), price("ABCX", "2024-01-11", 20_000), ...closes(() => 20_000)];
    expect(pe([...early, ...facts()], "2024-06-07")).toBe(20);
  });

  test("is not adjusted before the day of an announced split", () => {
    expect(pe([...closes(() => 20_000), ...facts(), split("ABCX", "2024-12-02", 10)], "2024-07-01")).toBe(20);
  });

  test("is adjusted if the closes begin after a split that two filings show", () => {
    const late = fiveForOne.filter((r) => r.date > "2024-06-20");
    expect(pe([...late, ...facts({ on: "2024-07-15", times: 5 })], "2024-07-01")).toBe(20);
  });

  test("is given across a stock dividend too small to show in the closes", () => {
    const small = closes((day) => (day < AT ? 21_000 : 20_000));
    expect(pe([...small, ...facts(), split("ABCX", AT, 1.05)], "2024-06-07")).toBe(21);
    expect(pe([...small, ...facts(), split("ABCX", AT, 1.05)], "2024-07-01")).toBe(21);
  });

  test("is refused if the split is between two filings and the closes end between them", () => {
    const early = fiveForOne.filter((r) => r.date < "2024-06-08");
    expect(pe([...early, ...facts({ on: "2024-07-15", times: 5 })], "2024-06-07")).toBe("share_basis_unknown");
  });

  test("is refused if two jumps of the closes between two filings match the ratio", () => {
    const twice = closes((day) => (day < AT ? 20_000 : day < "2024-06-20" ? 10_000 : 5_000));
    const restated = facts({ on: "2024-07-15", times: 2 });
    expect(pe([...twice, ...restated], "2024-06-07")).toBe(20);
    expect(pe([...twice, ...restated], "2024-06-12")).toBe("share_basis_unknown");
  });

  test("is refused if the listed ratio differs from the jump of the closes", () => {
    expect(pe([...fiveForOne, ...facts(), split("ABCX", AT, 1 / 5)], "2024-07-01")).toBe("share_basis_unknown");
  });

  test("is adjusted from the jump of the closes for a split between two filings", () => {
    const years = { "2024-05-20": 1, "2024-06-05": 1, "2024-07-15": 5 };
    const filings = [filer("ABCX"), year(Object.entries(years).map(([on, times]) => ({ on, times })))];
    expect(pe([...fiveForOne, ...filings], "2024-06-07")).toBe(20);
    expect(pe([...fiveForOne, ...filings], "2024-06-20")).toBe(20);
  });
});

describe("a listed split", () => {
  const stepping = (ratio: number, at = AT): RecordRow[] => closes((day) => (day < at ? 20_000 : 20_000 / ratio));
  const listedPe = (records: readonly RecordRow[], day: IsoDate): unknown => pe([...facts(), ...records], day);

  test.each(["2024-04-15", "2024-05-13", "2024-06-03", "2024-06-07", AT, "2024-06-14", "2024-08-05"])(
    "a split listed for %s applies from the day on which the closes jump",
    (listed) => {
      for (const ratio of [10, 4, 2, 1 / 20])
        for (const day of ["2024-04-12", "2024-05-20", "2024-06-07", AT, "2024-06-20", "2024-08-08"])
          expect(listedPe([...stepping(ratio), split("ABCX", listed, ratio)], day)).toBe(20);
    },
  );

  test("closes count as adjusted if they do not jump within 60 days of a listed split", () => {
    const adjusted = closes(() => 5_000);
    for (const day of ["2024-05-20", AT, "2024-06-20"]) expect(listedPe([...adjusted, split("ABCX", AT, 4)], day)).toBe(20);
  });

  test("P/E is per share before the split if the closes end before the split", () => {
    const early = stepping(4).filter((r) => r.date < AT);
    expect(listedPe([...early, split("ABCX", AT, 4)], "2024-06-07")).toBe(20);
  });

  test("a split listed on two days counts once, whether the closes jump or not", () => {
    for (const listed of [
      [split("ABCX", "2024-05-20", 4), split("ABCX", AT, 4)],
      [split("ABCX", "2024-06-07", 4), split("ABCX", AT, 4)],
    ])
      for (const day of ["2024-05-17", "2024-05-28", "2024-06-07", AT, "2024-06-20"]) {
        expect(listedPe([...stepping(4), ...listed], day)).toBe(20);
        expect(listedPe([...closes(() => 5_000), ...listed], day)).toBe(20);
      }
  });

  test("two splits of the same ratio count twice if the closes jump at each", () => {
    const twice = closes((day) => (day < "2024-05-13" ? 20_000 : day < AT ? 10_000 : 5_000));
    const list = [split("ABCX", "2024-05-13", 2), split("ABCX", AT, 2)];
    for (const day of ["2024-05-10", "2024-05-13", "2024-06-07", AT]) expect(listedPe([...twice, ...list], day)).toBe(20);
  });

  test("P/E is refused if two jumps of the closes match one listed split", () => {
    const twice = closes((day) => (day < "2024-05-28" ? 20_000 : day < AT ? 10_000 : 5_000));
    for (const day of ["2024-05-10", "2024-06-03", AT]) expect(listedPe([...twice, split("ABCX", "2024-05-13", 2)], day)).toBe("share_basis_unknown");
  });

  test("P/E is refused if a small jump weeks after the listed day may be a price fall", () => {
    const fall = [...stepping(1.5), split("ABCX", "2024-05-13", 1.5)];
    for (const day of ["2024-05-10", "2024-05-20", "2024-06-07"]) expect(listedPe(fall, day)).toBe("share_basis_unknown");
    expect(listedPe(fall, AT)).toBe(20);
  });

  test("a split that filings show weeks after the listed day counts as the listed split", () => {
    const restated = facts({ on: "2024-05-29", times: 1 }, { on: "2024-08-28", times: 4 });
    const asked = (records: readonly RecordRow[], day: IsoDate): unknown => pe([...restated, ...records], day);
    const list = split("ABCX", "2024-05-22", 4);
    expect(asked([...stepping(4), list], "2024-06-07")).toBe(20);
    expect(asked([...closes(() => 5_000), list], "2024-06-07")).toBe(20);
    // The closes end between the two filings: the split may lie before or after the last close.
    const early = stepping(4).filter((r) => r.date < AT);
    expect(asked([...early, list], "2024-06-07")).toBe("share_basis_unknown");
  });
});

describe("the ratio of share counts between two days", () => {
  const basis = (records: readonly RecordRow[]) => shareBasisOf({ store: storeOf(records), clock: createClock("2024-07-20", () => 0) }, "ABCX");

  test("is the ratio of the split between them, with or without prices", () => {
    for (const records of [[split("ABCX", "2024-06-10", 5)], [...closes((d) => (d < "2024-06-10" ? 50 : 10)), split("ABCX", "2024-06-10", 5)]]) {
      expect(basis(records).between("2024-03-31", "2024-06-30")).toMatchObject({ times: 5 });
      expect(basis(records).between("2024-06-10", "2024-06-30")).toMatchObject({ times: 1 });
      expect(basis(records).between("2024-03-31", "2024-06-09")).toMatchObject({ times: 1 });
      expect(basis(records).between("2024-06-09", "2024-06-10")).toMatchObject({ times: 5 });
    }
  });

  test("is unknown if filings do not date the split, or the closes jump without one", () => {
    const undated = facts({ on: "2024-07-15", times: 5 });
    expect(basis(undated).between("2024-01-31", "2024-07-16")).toMatchObject({ times: 5 });
    expect(isDoubt(basis(undated).between("2024-01-31", "2024-06-30"))).toBe(true);
    expect(basis(closes((d) => (d < "2024-06-10" ? 50 : 10))).between("2024-03-31", "2024-06-30")).toEqual({ kind: "jump", day: "2024-06-10" });
  });
});

test("a peer's split changes no other company's median, percentile or rank", () => {
  const nvidia = (ratio: number): RecordRow[] => [filer("NVDA"), year([BEFORE]), ...DAYS.map((day) => price("NVDA", day, day < AT ? 20_000 : 20_000 / ratio))];
  const flat = storeOf(nvidia(1));
  const listed = storeOf([...nvidia(10), split("NVDA", AT, 10)]);
  const unknown = storeOf(nvidia(10));
  for (const day of ["2024-06-07", AT, "2024-07-01"])
    for (const metric of ["pe", "ps", "dividend_yield", "return_1m"]) {
      const of = (store: typeof flat) => ["peer_median", "percentile", "rank", "peer_count"].map((field) => said(ask(store, day, "RV", "AMD", metric, field)));
      expect(of(listed)).toEqual(of(flat));
    }
  // A peer whose ratio is refused does not count.
  const count = (store: typeof flat): number => Number(said(ask(store, "2024-07-01", "RV", "AMD", "ps", "peer_count")));
  expect(count(unknown)).toBe(count(flat) - 1);
});
