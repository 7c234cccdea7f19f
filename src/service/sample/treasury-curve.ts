import type { IsoDate } from "../../contract/dates";
import type { TENOR_SERIES } from "../../contract/series";
import { effectiveRate } from "./fed-funds";
import { anchorsOf, bridgeAt, lastIndex, lineAt, pinsOf } from "./paths";
import { at, seedOf } from "./random";
import { dayNumber } from "./waves";

type Tenor = keyof typeof TENOR_SERIES;

/** Par yields in percent at known days: 3 months, 2, 5, 10 and 30 years. Linear between, and the last rows are assumptions. */
const KNOWN = `
  1962 2.75 3.4 3.9 4.08 4.1 | 1965 3.8 4 4.1 4.2 4.2 | 1966-09 5.4 5.6 5.5 5.2 4.9 | 1967-04 3.9 4.2 4.5 4.6 4.6 | 1968-05 5.7 5.9 5.9 5.75 5.5
  1969-12 7.9 8.2 8 7.65 7 | 1970-06 6.7 7.6 7.85 7.85 7.6 | 1971-03 3.4 4.2 5 5.7 5.9 | 1971-07 5.4 6.3 6.7 6.7 6.5 | 1972-02 3.2 4.8 5.6 6.1 6.1
  1973-08 8.7 8.4 7.6 7.4 7.2 | 1974-08 9 9 8.6 8 8.3 | 1975-05 5.3 6.8 7.6 8.1 8.3 | 1975-09 6.5 8 8.3 8.4 8.5 | 1976-12 4.4 5.4 6.1 6.9 7.35
  1977-12 6.1 7.2 7.5 7.7 7.9 | 1978-11 8.8 9.4 8.8 8.8 8.75 | 1979-06 9.1 9.2 8.9 8.9 8.9 | 1979-10 12 11.5 10.6 10.3 9.85
  1980-03 15.5 14.8 13.5 12.75 12.3 | 1980-06 7.1 8.7 9.2 9.8 9.8 | 1980-12 15.5 14.1 13.25 12.8 12.4 | 1981-06 15 14.5 13.95 13.5 13
  1981-09 15 16.5 15.9 15.3 14.7 | 1981-12 11 13.3 13.6 13.7 13.45 | 1982-06 12.9 14.7 14.5 14.3 13.9 | 1982-12 8 9.7 10.2 10.5 10.5
  1983-06 9 10.2 10.6 10.85 10.9 | 1984-06 10.1 12.7 13.5 13.56 13.4 | 1984-12 8.3 10.2 11.1 11.5 11.5 | 1985-06 7 8.7 9.6 10.2 10.4
  1986-04 6.1 6.7 7.05 7.3 7.4 | 1986-08 5.6 6.3 6.8 7.2 7.3 | 1987-04 5.7 7 7.6 8 8.25 | 1987-10-16 7.2 8.9 9.8 10.2 10.25 | 1988-02 5.8 7.2 7.7 8.2 8.4
  1989-03 9.1 9.7 9.5 9.4 9.2 | 1989-12 7.75 7.8 7.75 7.85 7.9 | 1990-04 8 8.7 8.8 8.8 8.8 | 1990-09 7.6 8.1 8.5 8.9 9.05 | 1991-01 6.4 7.1 7.7 8.1 8.3
  1991-07 5.75 6.9 7.9 8.3 8.45 | 1992-01 3.9 4.9 6.2 7 7.6 | 1992-09 3 3.9 5.4 6.4 7.3 | 1993-01 3.1 4.4 5.8 6.6 7.3 | 1993-10 3.1 3.9 4.7 5.3 5.95
  1994-05 4.2 5.95 6.8 7.2 7.4 | 1994-11 5.4 7.2 7.7 7.95 8.1 | 1995-06 5.6 5.7 5.95 6.2 6.6 | 1996-01 5.1 5.1 5.4 5.65 6.05 | 1996-08 5.2 6 6.4 6.65 6.85
  1997-04 5.3 6.45 6.75 6.9 7.1 | 1998-01 5.2 5.4 5.4 5.55 5.8 | 1998-10-05 4 4 4.05 4.2 4.75 | 1999-01 4.5 4.6 4.6 4.7 5.15 | 2000-01 5.5 6.45 6.6 6.65 6.6
  2000-06 5.9 6.5 6.3 6.1 5.95 | 2000-07 6 6.4 6.15 6.05 5.9 | 2000-12 5.9 5.35 5.2 5.25 5.5 | 2001-06 3.6 4.1 4.8 5.3 5.65 | 2001-11 1.95 2.4 3.6 4.3 4.9 | 2002-03 1.8 3.5 4.7 5.3 5.8
  2002-10 1.6 1.8 2.9 3.8 4.9 | 2003-06 .95 1.2 2.3 3.35 4.4 | 2003-09 1 1.8 3.3 4.4 5.2 | 2004-03 .95 1.5 2.7 3.75 4.7 | 2004-06 1.3 2.75 3.9 4.7 5.4
  2005-01 2.35 3.2 3.7 4.2 4.7 | 2005-06 3 3.65 3.75 4 4.3 | 2006-01 4.2 4.4 4.35 4.4 4.6 | 2006-06 4.95 5.1 5.1 5.1 5.15 | 2007-01 5.1 4.9 4.75 4.75 4.85
  2007-06 4.75 5 5.05 5.1 5.2 | 2007-09 4 4 4.2 4.5 4.8 | 2007-12 3 3.1 3.5 4.1 4.55 | 2008-03 1.6 1.7 2.6 3.6 4.4 | 2008-06 1.9 2.8 3.5 4.1 4.7
  2008-09-12 1.5 2.2 2.95 3.75 4.3 | 2008-10-15 .2 1.6 2.85 4 4.25 | 2008-11-20 .05 1 2 3.1 3.7 | 2008-12-15 .04 .75 1.5 2.5 3 | 2008-12-30 .1 .75 1.5 2.1 2.6
  2009-03 .25 .95 1.9 2.85 3.6 | 2009-06-10 .18 1.35 2.9 3.95 4.75 | 2009-12 .05 .75 2.2 3.4 4.3 | 2010-04 .16 1.05 2.55 3.85 4.7 | 2010-07 .17 .6 1.75 2.95 3.95 | 2010-10 .13 .4 1.2 2.5 3.8
  2011-02 .13 .8 2.35 3.6 4.65 | 2011-07 .03 .4 1.6 3 4.3 | 2011-09-22 .01 .2 .8 1.75 2.8 | 2011-11 .01 .25 .9 2.05 3.05 | 2012-01 .03 .25 .8 1.95 3 | 2012-03-19 .09 .4 1.2 2.4 3.5 | 2012-06 .08 .28 .7 1.58 2.65
  2012-07-25 .1 .22 .56 1.43 2.46 | 2012-12 .07 .26 .68 1.7 2.85 | 2013-05 .05 .22 .68 1.7 2.85 | 2013-09-05 .02 .5 1.85 2.98 3.9 | 2014-01 .06 .38 1.7 3 3.9 | 2014-09 .03 .55 1.75 2.5 3.25
  2015-01-30 .02 .48 1.2 1.68 2.25 | 2015-06 .02 .65 1.7 2.4 3.1 | 2015-12-17 .25 1 1.7 2.24 2.95 | 2016-02-11 .28 .65 1.1 1.63 2.5 | 2016-07-08 .28 .6 .95 1.37 2.1
  2016-10 .3 .85 1.2 1.7 2.4 | 2016-12-16 .5 1.28 2.1 2.6 3.2 | 2017-04 .78 1.27 1.93 2.4 3 | 2017-09-07 1.05 1.27 1.65 2.05 2.66 | 2018-01 1.4 1.95 2.3 2.5 2.8
  2018-05-17 1.9 2.58 2.95 3.1 3.25 | 2018-11-08 2.35 2.97 3.09 3.24 3.43 | 2018-12-24 2.42 2.56 2.58 2.74 3 | 2019-01-03 2.4 2.4 2.37 2.56 2.92 | 2019-06 2.3 1.85 1.85 2.1 2.6
  2019-09-03 1.98 1.47 1.35 1.47 1.95 | 2019-10-04 1.7 1.4 1.34 1.53 2 | 2019-12 1.57 1.62 1.68 1.85 2.3 | 2020-01-02 1.54 1.58 1.67 1.88 2.33 | 2020-02-20 1.58 1.39 1.36 1.52 1.96
  2020-03-09 .33 .38 .46 .54 1 | 2020-03-13 .28 .49 .7 .94 1.56 | 2020-03-16 .24 .36 .49 .73 1.34 | 2020-03-18 .02 .54 .79 1.18 1.77 | 2020-04-01 .09 .23 .37 .62 1.27 | 2020-08-04 .09 .11 .19 .52 1.19 | 2020-12 .09 .15 .4 .9 1.65
  2021-03-31 .03 .16 .92 1.74 2.4 | 2021-07 .05 .24 .85 1.45 2.05 | 2021-08-03 .05 .17 .65 1.19 1.85 | 2021-11 .05 .5 1.2 1.57 1.95 | 2022-01 .08 .78 1.37 1.63 2
  2022-03 .35 1.3 1.6 1.72 2.1 | 2022-04 .53 2.35 2.45 2.4 2.45 | 2022-06-14 1.83 3.45 3.6 3.5 3.45 | 2022-08-01 2.56 2.9 2.66 2.6 2.92
  2022-10-20 4.1 4.6 4.45 4.24 4.24 | 2022-12-01 4.3 4.25 3.68 3.53 3.64 | 2023-01-18 4.7 4.06 3.43 3.37 3.54 | 2023-03-08 5 5.05 4.34 3.98 3.88 | 2023-03-13 4.87 4.03 3.68 3.55 3.7
  2023-03-24 4.7 3.76 3.41 3.38 3.64 | 2023-05-04 5.26 3.75 3.29 3.37 3.73 | 2023-07-06 5.46 5 4.37 4.05 4 | 2023-10-19 5.6 5.14 4.95 4.98 5.1
  2023-12-27 5.43 4.2 3.78 3.79 3.95 | 2024-02-01 5.4 4.2 3.8 3.87 4.1 | 2024-04-25 5.46 4.96 4.72 4.7 4.81 | 2024-06-14 5.5 4.67 4.22 4.2 4.34 | 2024-06-20 5.49 4.71 4.26 4.25 4.39
  2024-07-03 5.48 4.71 4.33 4.36 4.53 | 2024-07-24 5.42 4.37 4.2 4.28 4.54 | 2024-08-05 5.3 3.89 3.62 3.78 4.06 | 2024-09-16 4.97 3.56 3.41 3.63 3.94
  2024-11-13 4.6 4.29 4.3 4.45 4.6 | 2024-12-02 4.5 4.17 4.08 4.19 4.36 | 2025-01-13 4.35 4.4 4.6 4.79 4.97 | 2025-03-03 4.3 3.96 3.97 4.16 4.45
  2025-04-04 4.28 3.68 3.72 4 4.4 | 2025-04-11 4.3 3.96 4.15 4.48 4.85 | 2025-05-21 4.35 4 4.15 4.58 5.08 | 2025-07-01 4.4 3.78 3.84 4.26 4.78 | 2025-09-11 4.08 3.52 3.6 4 4.65
  2025-10-22 3.92 3.45 3.55 3.97 4.53 | 2025-11-14 3.95 3.62 3.74 4.14 4.74 | 2025-12-31 3.63 3.47 3.73 4.18 4.84 | 2026-06 3.68 3.62 3.82 4.24 4.85 | 2026-09 3.66 3.58 3.79 4.18 4.81 | 2026-11-20 3.66 3.6 3.81 4.22 4.82
  2026-12 3.66 3.64 3.84 4.25 4.85 | 2028 3.6 3.65 3.85 4.2 4.75 | 2031 3.2 3.5 3.75 4.1 4.65`
  .split(/[|\n]/)
  .map((row) => row.trim())
  .filter((row) => row !== "")
  .map((row) => row.split(/\s+/));

const POINTS = ["3M", "2Y", "5Y", "10Y", "30Y"] as const;
type Point = (typeof POINTS)[number];
const column = (point: Point) => anchorsOf(KNOWN.map((row) => `${row[0]}:${row[1 + POINTS.indexOf(point)]}`).join(" "));
const COLUMNS = POINTS.map(column);
const DAYS = COLUMNS[0]!.days;
const PINS = pinsOf(DAYS);

/** The 20-year yield less the 30-year yield. */
const TWENTY_LESS_THIRTY = anchorsOf(
  "1962:.1 1993-10:.15 2000:.3 2002:.1 2006:.1 2008:-.05 2010:-.25 2013:-.4 2016:-.45 2018:-.12 2020:-.3 2021:-.2 2021-10:.05 2022-07:.35 2023:.2 2024-06:.15 2025-01:.05 2025-07:-.02 2031:0",
);

interface Manner {
  /** Shares of the points at 3 months, 2, 5, 10 and 30 years that the tenor's level is made of. */
  readonly of: readonly [number, number, number, number, number];
  /** How the tenor moves with the curve's level, slope and curvature. */
  readonly moves: readonly [level: number, slope: number, curvature: number];
}

const MANNERS: Readonly<Record<Tenor, Manner>> = {
  "1M": { of: [1, 0, 0, 0, 0], moves: [0.06, 0.06, -0.1] },
  "3M": { of: [1, 0, 0, 0, 0], moves: [0.12, 0.12, -0.15] },
  "6M": { of: [0.78, 0.22, 0, 0, 0], moves: [0.3, 0.25, -0.1] },
  "1Y": { of: [0.42, 0.58, 0, 0, 0], moves: [0.55, 0.4, 0.1] },
  "2Y": { of: [0, 1, 0, 0, 0], moves: [0.9, 0.6, 0.3] },
  "3Y": { of: [0, 0.62, 0.38, 0, 0], moves: [0.97, 0.5, 0.4] },
  "5Y": { of: [0, 0, 1, 0, 0], moves: [1.05, 0.25, 0.5] },
  "7Y": { of: [0, 0, 0.5, 0.5, 0], moves: [1.05, 0, 0.35] },
  "10Y": { of: [0, 0, 0, 1, 0], moves: [1, -0.2, 0.1] },
  "20Y": { of: [0, 0, 0, 0, 1], moves: [0.93, -0.45, -0.15] },
  "30Y": { of: [0, 0, 0, 0, 1], moves: [0.88, -0.6, -0.3] },
};

/** Standard deviations of a weekday's step in percent. */
const FACTORS = [
  { seed: seedOf("curve", "level"), step: 0.057 },
  { seed: seedOf("curve", "slope"), step: 0.02 },
  { seed: seedOf("curve", "curvature"), step: 0.01 },
] as const;
const OWN_NOISE = 0.004;
const LOWEST = 0.01;
/** The share of a one-month bill's yield that is the overnight rate. */
const NEAR_OVERNIGHT = 0.35;

/** Yields near zero hardly move, and high ones move more. */
const liveliness = (level: number): number => Math.min(1, Math.max(0.1, level / 1.6)) * Math.max(1, level / 7);

interface Day {
  readonly number: number;
  readonly points: readonly number[];
  readonly factors: readonly number[];
}
let last: Day | undefined;

/** What all tenors of a day share; the curve of a day is mostly read tenor by tenor. */
function dayOf(number: number): Day {
  if (last?.number === number) return last;
  last = {
    number,
    points: COLUMNS.map((points) => lineAt(points, number)),
    factors: FACTORS.map(({ seed, step }) => step * bridgeAt(seed, PINS, number)),
  };
  return last;
}

const SEEDS = new Map((Object.keys(MANNERS) as Tenor[]).map((tenor) => [tenor, seedOf("curve", tenor)]));

/** The move of a tenor away from its known levels on a day, in percent. */
function moveOf(tenor: Tenor, level: number, { number, factors }: Day): number {
  const isKnown = DAYS[lastIndex(DAYS, number)] === number;
  const own = isKnown ? 0 : OWN_NOISE * (2 * at(SEEDS.get(tenor)!, number) - 1);
  return liveliness(level) * (MANNERS[tenor].moves.reduce((sum, share, i) => sum + share * factors[i]!, 0) + own);
}

/** A par yield of the sample curve in percent. Tenors move by the same factors, so neighbours stay close from day to day. */
export function sampleYield(tenor: Tenor, date: IsoDate): number {
  const number = dayNumber(date);
  const day = dayOf(number);
  const blend = MANNERS[tenor].of.reduce((sum, share, i) => sum + share * day.points[i]!, 0);
  const level = tenor === "20Y" ? blend + lineAt(TWENTY_LESS_THIRTY, number) : tenor === "1M" ? blend + NEAR_OVERNIGHT * (effectiveRate(date) - blend) : blend;
  return Math.max(LOWEST, level + moveOf(tenor, level, day));
}

/** How far the ten-year yield is from its known levels on a day, in percent: what mortgages follow. */
export function tenYearMove(date: IsoDate): number {
  const number = dayNumber(date);
  return moveOf("10Y", lineAt(COLUMNS[3]!, number), dayOf(number));
}
