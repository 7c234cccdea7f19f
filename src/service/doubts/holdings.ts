import type { IsoDate } from "../../contract/dates";
import type { ValueUnit } from "../records/holdings";
import type { DoubtCheck } from "./doubt-check";

/** What a report's table and its cover page show of the values' unit. Totals are as stated; prices per share are in dollars. */
interface TableSigns {
  readonly filed: IsoDate;
  /** The unit that was chosen, and the one that filings of that day state. */
  readonly unit: ValueUnit;
  readonly rule: ValueUnit;
  /** The median price per share in the chosen unit; undefined if no line shows one. */
  readonly price: number | undefined;
  readonly lines: number;
  readonly total: number;
  /** Lines of shares, and those of them whose value equals the number of shares. */
  readonly shareLines: number;
  readonly equalLines: number;
  readonly coverLines: number | undefined;
  readonly coverTotal: number | undefined;
}

/** A median price per share below this means thousands, or an error: exchanges delist shares that stay below one dollar. */
export const LEAST_PRICE = 0.5;
/** Few shares cost more than this. */
const MOST_PRICE = 3_000;

const amount = (value: number): string => (value >= 1000 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString("en-US");

/** Filers round lines and totals separately. */
export const isSameTotal = (cover: number, total: number, lines: number): boolean => Math.abs(cover - total) <= Math.max(lines, total / 100);

export const TABLE_CHECKS: readonly DoubtCheck<TableSigns>[] = [
  {
    figure: "13F value",
    bound: "in the unit that filings of that day state",
    doubt: ({ unit, rule, price, filed, total, coverTotal }) =>
      unit === rule
        ? undefined
        : `Values are read in ${unit}, although reports filed on ${filed} state ${rule}: ${
            price === undefined
              ? `the cover page states a total of ${amount(coverTotal ?? 0)} and the table ${amount(total)}.`
              : `the median price per share is ${amount(price)} dollars, and would be ${amount(unit === "thousands" ? price / 1000 : price * 1000)}.`
          }`,
  },
  {
    figure: "13F value",
    bound: "not the number of shares in half of the lines",
    doubt: ({ shareLines, equalLines }) =>
      equalLines > 0 && equalLines * 2 >= shareLines ? `In ${equalLines} of ${shareLines} lines the value equals the number of shares.` : undefined,
  },
  {
    figure: "13F value",
    bound: `median price per share from ${LEAST_PRICE} to ${MOST_PRICE} dollars, with a dear share as several: one of Berkshire's class A as 1,500`,
    doubt: ({ price, unit }) =>
      price !== undefined && (price < LEAST_PRICE || price > MOST_PRICE)
        ? `Values are read in ${unit}, and the median price per share is then ${amount(price)} dollars.`
        : undefined,
  },
  {
    figure: "13F value",
    bound: "lines sum to the total of the cover page, within one percent",
    doubt: ({ coverTotal, total, lines }) =>
      coverTotal === undefined || isSameTotal(coverTotal, total, lines)
        ? undefined
        : `The cover page states a total value of ${amount(coverTotal)}, and the lines sum to ${amount(total)}.`,
  },
  {
    figure: "13F holdings",
    bound: "as many lines as the cover page states",
    doubt: ({ coverLines, lines }) =>
      coverLines === undefined || coverLines === lines ? undefined : `The cover page states ${amount(coverLines)} lines, and the table has ${amount(lines)}.`,
  },
];

/** A smaller value equals its number of shares by chance. */
export const LEAST_EQUAL = { table: 100, position: 1_000 };

/** One position that a report alone shows to be odd. */
export const EQUAL_CHECKS: readonly DoubtCheck<{ readonly shares: number; readonly value: number }>[] = [
  {
    figure: "13F value",
    bound: `not the number of its shares, if these are ${amount(LEAST_EQUAL.position)} or more`,
    doubt: ({ shares, value }) =>
      shares >= LEAST_EQUAL.position && (value === shares || value === shares * 1000)
        ? `Its value is stated with the number of its shares, ${amount(shares)}.`
        : undefined,
  },
];

/** A position, and a price per share of the same security to compare with. */
interface PricedPosition {
  readonly shares: number;
  readonly value: number;
  readonly price: number;
  /** Where the price comes from: `as the median of 12 positions of 2026Q1`. */
  readonly from: string;
  /** True for a price of the same day, stated in the same shares. Another may be from before a split. */
  readonly isSameDay: boolean;
}

/** Bounds of value ÷ shares against the price, as a factor either way. No split has a ratio of more than 50. */
export const PRICE_FACTOR = { sameDay: 10, other: 100 };
/** A smaller difference in dollars comes from rounding to thousands. */
export const ROUNDED = 10_000;

export const POSITION_CHECKS: readonly DoubtCheck<PricedPosition>[] = [
  {
    figure: "13F value",
    bound: `value ÷ shares within a factor of ${PRICE_FACTOR.sameDay} of the median of the quarter's reports, or of ${PRICE_FACTOR.other} of the median of the quarter before or after, of an own close, or of a price in the list of fails to deliver, unless rounding explains it`,
    doubt: ({ shares, value, price, from, isSameDay }) => {
      const factor = isSameDay ? PRICE_FACTOR.sameDay : PRICE_FACTOR.other;
      const own = value / shares;
      return (own > price * factor || own * factor < price) && Math.abs(value - shares * price) >= ROUNDED
        ? `Its value per share is ${amount(own)} dollars, against ${amount(price)} ${from}.`
        : undefined;
    },
  },
];
