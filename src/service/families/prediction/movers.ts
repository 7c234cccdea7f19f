import { isSport } from "./asset-class";
import { byVolume, isActive, type MarketRow, type MarketFigure } from "./market-rows";

export const WINDOWS = ["24h", "7d"] as const;
type Window = (typeof WINDOWS)[number];

/** The change of a market's probability in a window. */
const moveOf = (row: MarketRow, window: Window): MarketFigure => (window === "24h" ? row.change24h : row.change7d);

interface Movers {
  /** Largest change first, up or down; of equal changes, the larger volume. */
  readonly rows: readonly MarketRow[];
  /** Open markets of which no change is known. */
  readonly unknown: number;
}

/** The open markets by the size of their change in a window. Markets on sport only if they are asked for. */
export function movers(all: readonly MarketRow[], window: Window, withSport: boolean): Movers {
  const open = all.filter((row) => isActive(row) && (withSport || !isSport(row.market)));
  const sizeOf = (row: MarketRow): number => Math.abs(moveOf(row, window).value ?? 0);
  const known = open.filter((row) => moveOf(row, window).value !== null);
  return { rows: known.sort((a, b) => sizeOf(b) - sizeOf(a) || byVolume(a, b)), unknown: open.length - known.length };
}
