import type { IsoDate } from "../../../../../src/contract/dates";
import { createClock } from "../../../../../src/service/time/clock";
import { isDoubt, shareBasisOf } from "../../../../../src/service/families/share-basis/share-basis";
import { splitInWords } from "../../../../../src/service/records/equities";
import type { RecordRow } from "../../../../../src/service/records/record";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const DAYS = sessions("2024-05-01", 60);
const closes = (of: (day: IsoDate, i: number) => number): RecordRow[] => DAYS.map((day, i) => price("ABCX", day, of(day, i)));
const BEFORE = { on: "2024-02-15", times: 1 };
const facts = (...later: readonly { readonly on: IsoDate; readonly times: number }[]): RecordRow[] => [filer("ABCX"), year([BEFORE, ...later])];
const pe = (records: readonly RecordRow[], day: IsoDate): unknown => said(ask(storeOf(records), day, "RV", "ABCX", "pe"));

test("splits are named in the form 3-for-2", () => {
  expect([10, 1.5, 0.05, 1 / 150, 5 / 3, 1.05].map(splitInWords)).toEqual(["10-for-1", "3-for-2", "1-for-20", "1-for-150", "5-for-3", "21-for-20"]);
});

describe("P/E of a company whose shares split", () => {
  const AT = "2024-06-10";
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
    const filings = [
      filer("ABCX"),
      year([
        { on: "2024-05-20", times: 1 },
        { on: "2024-06-05", times: 1 },
        { on: "2024-07-15", times: 5 },
      ]),
    ];
    expect(pe([...fiveForOne, ...filings], "2024-06-07")).toBe(20);
    expect(pe([...fiveForOne, ...filings], "2024-06-20")).toBe(20);
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
