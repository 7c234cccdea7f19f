import { addDays, type IsoDate } from "../../../contract/dates";
import { byVolume, isActive, type MarketFigure, type MarketRow, volumeOfAll } from "./market-rows";

/** A market is contested if its probability of Yes is between these, both excluded. */
export const CONTESTED = { above: 0.05, below: 0.95 } as const;

const isContested = ({ probability: { value } }: MarketRow): boolean => value !== null && value > CONTESTED.above && value < CONTESTED.below;

/** The contested markets that are scheduled to close on one day, largest volume first. */
interface ClosingDay {
  readonly date: IsoDate;
  readonly rows: readonly MarketRow[];
  /** Sum of their lifetime volumes in US dollars; unknown if one of them is. */
  readonly capital: MarketFigure;
}

interface Closings {
  readonly days: readonly ClosingDay[];
  /** The last of the days that were asked for. */
  readonly to: IsoDate;
  /** Open markets that close on these days, and are not contested. */
  readonly decided: number;
  /** Open markets that close on these days, and have no known probability. */
  readonly unknown: number;
  /** The first close of a contested market after these days. Undefined if none is known. */
  readonly next: IsoDate | undefined;
}

/** The days with scheduled closes of contested markets, from `today` for a number of days. */
export function closingDays(all: readonly MarketRow[], today: IsoDate, days: number): Closings {
  const to = addDays(today, days - 1);
  const open = all.filter((row) => isActive(row) && row.market.end_date >= today);
  const closing = open.filter(({ market }) => market.end_date <= to);
  const contested = closing.filter(isContested).sort(byVolume);
  const dates = [...new Set(contested.map(({ market }) => market.end_date))].sort();
  const unknown = closing.filter(({ probability }) => probability.value === null).length;
  return {
    days: dates.map((date) => {
      const rows = contested.filter(({ market }) => market.end_date === date);
      return { date, rows, capital: volumeOfAll(rows) };
    }),
    to,
    decided: closing.length - contested.length - unknown,
    unknown,
    next: open.flatMap((row) => (row.market.end_date > to && isContested(row) ? row.market.end_date : [])).sort()[0],
  };
}
