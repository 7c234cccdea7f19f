import type { IsoDate } from "../../contract/dates";
import { type Anchors, lineAt } from "./paths";
import { yearFraction } from "./waves";

/**
 * Approximate levels of the S&P 500 at its turning points, from general knowledge. Every sample price follows this market in part. Approximations for sample data, not
 * a source.
 */
const LEVELS: readonly (readonly [date: IsoDate, level: number])[] = [
  ["1960-01-04", 59], ["1962-06-26", 53], ["1966-02-09", 93], ["1966-10-07", 74], ["1968-11-29", 107], ["1970-05-26", 71], ["1973-01-11", 119], ["1974-10-03", 63],
  ["1976-09-21", 106], ["1978-03-06", 88], ["1980-11-28", 139], ["1982-08-12", 103], ["1983-10-10", 171], ["1984-07-24", 149], ["1987-08-25", 335], ["1987-12-04", 226],
  ["1990-07-16", 368], ["1990-10-11", 297], ["1994-01-31", 480], ["1994-12-08", 447], ["1998-07-17", 1185], ["1998-10-08", 965], ["2000-03-24", 1520], ["2001-09-21", 975],
  ["2002-03-19", 1165], ["2002-10-09", 785], ["2004-01-26", 1150], ["2007-10-09", 1560], ["2008-08-28", 1295], ["2008-11-20", 775], ["2009-03-09", 685], ["2010-04-23", 1215],
  ["2010-07-02", 1030], ["2011-04-29", 1360], ["2011-10-03", 1110], ["2012-12-31", 1425], ["2015-05-21", 2125], ["2016-02-11", 1840], ["2018-01-26", 2860], ["2018-09-20", 2920],
  ["2018-12-24", 2370], ["2019-01-02", 2510], ["2020-02-19", 3380], ["2020-03-23", 2240], ["2020-06-08", 3220], ["2020-09-02", 3560], ["2022-01-03", 4780], ["2022-10-12", 3590],
  ["2023-07-31", 4580], ["2023-10-27", 4130], ["2024-06-28", 5460], ["2025-01-02", 5870], ["2025-02-19", 6130], ["2025-04-08", 5000], ["2025-06-30", 6200], ["2025-12-31", 6850],
]; // prettier-ignore
/** Yearly growth outside the table. */
const USUAL_GROWTH = 0.06;
/** Price of a fund of the index, as a part of the index. */
const FUND_SHARE = 0.1;

const FIRST_YEAR = 1950;
const LAST_YEAR = 2110;

const [first, last] = [LEVELS[0], LEVELS[LEVELS.length - 1]] as [(typeof LEVELS)[number], (typeof LEVELS)[number]];
const level: Anchors = {
  days: [FIRST_YEAR, ...LEVELS.map(([date]) => yearFraction(date)), LAST_YEAR],
  levels: [
    Math.log(first[1]) - USUAL_GROWTH * (yearFraction(first[0]) - FIRST_YEAR),
    ...LEVELS.map(([, points]) => Math.log(points)),
    Math.log(last[1]) + USUAL_GROWTH * (LAST_YEAR - yearFraction(last[0])),
  ],
};

const MONTHS = 12;
/** Years to either side of the moving average that counts as the market's trend. Deviations from it are swings. */
const SWING_YEARS = 4;
const DAYS = 365.25;

let swings: Float64Array | undefined;

/** Deviation of the market from its trend, as a logarithm, by days since `FIRST_YEAR`. Computed once. */
function swingTable(): Float64Array {
  const months = Float64Array.from({ length: (LAST_YEAR - FIRST_YEAR) * MONTHS }, (_, n) => lineAt(level, FIRST_YEAR + n / MONTHS));
  const reach = SWING_YEARS * MONTHS;
  const course = months.map((_, n) => {
    let [sum, weights] = [0, 0];
    for (let m = Math.max(0, n - reach); m <= Math.min(months.length - 1, n + reach); m++) {
      const weight = 1 - Math.abs(m - n) / (reach + 1);
      sum += weight * (months[m] as number);
      weights += weight;
    }
    return sum / weights;
  });
  return Float64Array.from({ length: Math.floor((LAST_YEAR - FIRST_YEAR - 1) * DAYS) }, (_, day) => {
    const years = FIRST_YEAR + day / DAYS;
    const month = Math.floor((years - FIRST_YEAR) * MONTHS);
    const part = (years - FIRST_YEAR) * MONTHS - month;
    return lineAt(level, years) - ((course[month] as number) * (1 - part) + (course[month + 1] as number) * part);
  });
}

/** Logarithm of the market relative to its trend of several years: below zero in a slump. */
export function marketSwing(years: number): number {
  swings ??= swingTable();
  const day = Math.round((years - FIRST_YEAR) * DAYS);
  return swings[Math.max(0, Math.min(swings.length - 1, day))] as number;
}

/** Prices of a fund of the index. */
export const MARKET_PRICES: readonly { readonly years: number; readonly price: number }[] = LEVELS.map(([date, points]) => ({
  years: yearFraction(date),
  price: FUND_SHARE * points,
}));
