import { countRange, includesRatio, perShareRange, plainRatioNear, plainRatiosIn, timesOf } from "../../../../../src/service/families/share-basis/plain-ratio";

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
