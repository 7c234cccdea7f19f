/**
 * The world's level of short-term rates by year, in percent, roughly: high around 1990, near zero in the 2010s, a steep rise
 * in 2022. Sample policy rates and bond yields are drawn around it.
 */
const KNOTS: readonly (readonly [year: number, level: number])[] = [
  [1985, 7.5],
  [1990, 8],
  [1993, 4.4],
  [1995, 5.6],
  [1999, 4.3],
  [2000.6, 5.6],
  [2003.4, 2],
  [2007.4, 4.6],
  [2009.3, 0.9],
  [2011.4, 1.3],
  [2015, 0.5],
  [2018.9, 1.5],
  [2020.4, 0.2],
  [2021.8, 0.2],
  [2023.6, 4.8],
  [2024.6, 4.6],
  [2026, 3.3],
  [2028, 2.8],
  [2032, 3.4],
  [2040, 3],
];

/** The level at a year with its fraction, straight between the knots and level outside them. */
export function worldRate(year: number): number {
  const after = KNOTS.findIndex(([knot]) => knot >= year);
  const right = KNOTS[after] ?? KNOTS[KNOTS.length - 1]!;
  const left = KNOTS[after - 1];
  if (after < 0 || !left) return right[1];
  return left[1] + ((right[1] - left[1]) * (year - left[0])) / (right[0] - left[0]);
}
