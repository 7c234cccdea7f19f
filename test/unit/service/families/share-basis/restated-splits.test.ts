import {
  countRange,
  includesRatio,
  perShareRange,
  plainRatioNear,
  plainRatiosIn,
  timesOf,
} from "../../../../../src/service/families/share-basis/closes-across";

import type { StatedPeriod, Vintage } from "../../../../../src/service/records/filings";
import { restatedSplits } from "../../../../../src/service/families/share-basis/shown-splits";
import { itWithSharedData } from "../../../../shared-data";
import { readUnchecked } from "../../publishers/read-as";

const filed = (day: string, value: number): Vintage => [day, value, day, "10-K", "tag"];
type Stated = Partial<Record<keyof StatedPeriod["stated"], Vintage[]>>;
const period = (stated: Stated): StatedPeriod => ({
  period: "FY2023",
  annual: true,
  currency: "USD",
  stated: Object.fromEntries(Object.entries(stated).map(([metric, list]) => [metric, [list]])),
});
const [FIRST, SECOND] = ["2024-02-01", "2025-02-01"];
const both = (before: number, after: number): Vintage[] => [filed(FIRST, before), filed(SECOND, after)];

describe("splits that later filings show", () => {
  itWithSharedData("are those of NVIDIA and Apple, each between two filings", (_, fileIn) => {
    const shown = (name: string): string[] => {
      const { records } = readUnchecked("sec", fileIn("sec/companyfacts", name), name);
      const periods = records.filter((r) => r.dataset === "statement").map((r) => r.body as StatedPeriod);
      return restatedSplits(periods, []).map(({ ratio, after, by, from }) => `${ratio} from ${after} to ${by} in ${from}`);
    };
    expect(shown("NVDA_trimmed.json")).toEqual(["4 from 2021-05-26 to 2021-08-20 in filings", "10 from 2024-05-29 to 2024-08-28 in filings"]);
    expect(shown("AAPL_trimmed.json")).toEqual(["7 from 2014-04-24 to 2014-07-23 in filings", "4 from 2020-07-31 to 2020-10-30 in filings"]);
  });

  const TEN = { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 24_940_000_000) };
  const UNITS = { shares_basic: both(2_494_123, 2_494_123_000), shares_diluted: both(2_500_123, 2_500_123_000) };
  const NONE = undefined;
  test.each<[string, Stated, number | undefined]>([
    ["found if share counts and earnings per share agree", TEN, 10],
    ["found if the split is a reverse split", { eps_diluted: both(-0.11, -2.2), shares_diluted: both(40_123_456, 2_006_173) }, 1 / 20],
    ["found if the ratio is 3-for-2", { eps_basic: both(3, 2), shares_basic: both(100_000, 150_000) }, 1.5],
    ["found if earnings and dividends per share agree", { eps_diluted: both(4.02, 2.01), dividends_per_share: both(1, 0.5) }, 2],
    ["not found if only one figure changes", { eps_diluted: both(11.93, 1.19) }, NONE],
    ["not found if two figures imply different ratios", { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 4_988_000_000) }, NONE],
    ["not found if net income falls as much as earnings per share", { eps_diluted: both(2, 1), eps_basic: both(2.02, 1.01), net_income: both(200, 100) }, NONE],
    ["not found if no company splits by that ratio", { eps_diluted: both(10, 8.2), shares_diluted: both(100_000_123, 121_951_300) }, NONE],
    ["not found if counts only change from thousands to units", UNITS, NONE],
    ["not found if earnings per share are too small to show the change", { eps_diluted: both(0.01, 0.01), shares_diluted: both(100_000, 100_010) }, NONE],
  ])("are %s", (_, stated, ratio) =>
    expect(restatedSplits([period(stated)], [])).toEqual(ratio === NONE ? [] : [{ ratio, after: FIRST, by: SECOND, from: "filings" }]),
  );

  test("are not found again if the list has them", () =>
    expect(restatedSplits([period(TEN)], [{ ratio: 10, after: "2024-06-09", by: "2024-06-10", from: "list" }])).toEqual([]));
});

test.each([
  [10.1, 10],
  [9.8, 10],
  [1.52, 1.5],
  [1 / 19.9, 1 / 20],
  [0.667, 1 / 1.5],
  [1.21, undefined],
  [1.1, undefined],
  [1, undefined],
  [2.25, undefined],
  [1000, undefined],
  [Number.NaN, undefined],
])("the usual split ratio near %d is %s", (ratio, expected) => {
  const found = plainRatioNear(ratio, 0.03);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 10);
});

test("a rounded figure stands for a range, and a quotient of two for a range of ratios", () => {
  expect(perShareRange(1.19).high).toBeCloseTo(1.195, 10);
  expect(perShareRange(0.016).high).toBeCloseTo(0.0165, 10);
  expect(countRange(2_464_000_000)).toEqual({ low: 2_463_500_000, high: 2_464_500_000 });
  expect(countRange(2_500_000_000)).toEqual({ low: 2_450_000_000, high: 2_550_000_000 });
  expect(countRange(100)).toEqual({ low: 95, high: 105 });
  const times = timesOf(perShareRange(1.19), perShareRange(11.93))!;
  expect(includesRatio(times, 10)).toBe(true);
  expect(plainRatiosIn(times)).toEqual([10]);
  expect(timesOf(perShareRange(0), perShareRange(1))).toBeUndefined();
  expect(timesOf(perShareRange(-2), perShareRange(1))).toBeUndefined();
  expect(includesRatio(timesOf(perShareRange(-2), perShareRange(-20))!, 10)).toBe(true);
});
