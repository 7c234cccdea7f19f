import { addDays, type IsoDate } from "../../../contract/dates";
import { byVolume, isActive, type MarketRow, volumeOfAll } from "./market-rows";

/** A market is contested if its probability of Yes is between these, both excluded. */
export const CONTESTED = { above: 0.05, below: 0.95 } as const;

const isContested = ({ probability: { value } }: MarketRow): boolean => value !== null && value > CONTESTED.above && value < CONTESTED.below;

/** The days with scheduled closes of contested markets, from `today` for a number of days. */
export function closingDays(all: readonly MarketRow[], today: IsoDate, days: number) {
  const to = addDays(today, days - 1);
  const open = all.filter((row) => isActive(row) && row.market.end_date >= today);
  const closing = open.filter(({ market }) => market.end_date <= to);
  const contested = closing.filter(isContested).sort(byVolume);
  const dates = [...new Set(contested.map(({ market }) => market.end_date))].sort();
  const unknown = closing.filter(({ probability }) => probability.value === null).length;
  return {
    /** Each with its contested markets, largest volume first, and the sum of their lifetime volumes. */
    days: dates.map((date) => {
      const rows = contested.filter(({ market }) => market.end_date === date);
      return { date, rows, capital: volumeOfAll(rows) };
    }),
    /** The last of the days that were asked for. */
    to,
    /** Open markets that close on these days: those that are not contested, and those without a known probability. */
    decided: closing.length - contested.length - unknown,
    unknown,
    /** The first close of a contested market after these days. */
    next: open.flatMap((row) => (row.market.end_date > to && isContested(row) ? row.market.end_date : [])).sort()[0],
  };
}
