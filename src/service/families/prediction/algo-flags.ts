import { groupedBy } from "../../../contract/lists";
import { momentText } from "../../../contract/as-of";
import type { Level } from "../../records/prediction";
import { depthOf, topOf, type YesBook } from "./book-fill";

export const ALGO_FLAGS = ["uniform_ladder", "mirrored_quotes", "fixed_size", "depth_flicker"] as const;
type AlgoFlag = (typeof ALGO_FLAGS)[number];
export const FLAG_SIDES = ["bid", "ask", "both"] as const;
type FlagSide = (typeof FLAG_SIDES)[number];

/** A pattern of waiting orders that is usual for programs and rare for people. */
interface Flag {
  readonly flag: AlgoFlag;
  readonly side: FlagSide;
  /** Snapshots with the pattern, and the compared ones. */
  readonly snapshots: number;
  readonly of: number;
  /** Milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly evidence: string;
}

/** Fewer snapshots are not compared: two hours. */
export const LEAST_SNAPSHOTS = 8;
/** Share of the snapshots that must show a pattern. */
const LEAST_SHARE = 0.5;
/** Sizes that differ less count as equal. */
const EQUAL_SIZES = 0.01;
const LADDER_LEVELS = 4;
/** Different best prices at which one size was quoted. */
const LEAST_PRICES = 3;
/** A side flickers if its depth falls to this share within one snapshot, and is back in the next one. */
const FLICKER_SHARE = 0.2;
const LEAST_FLICKERS = 3;

export const FLAG_RULES: Readonly<Record<AlgoFlag, string>> = {
  uniform_ladder: `At least ${LADDER_LEVELS} levels of a side have equal sizes at equal distances.`,
  mirrored_quotes: "Best bid and best offer have the same size.",
  fixed_size: `The best level has one size while its price moves over at least ${LEAST_PRICES} values.`,
  depth_flicker: `The depth of a side falls by four fifths or more and is back 15 minutes later, at least ${LEAST_FLICKERS} times.`,
};

const areEqual = (a: number, b: number): boolean => Math.abs(a - b) <= EQUAL_SIZES * Math.max(a, b);

function isLadder(levels: readonly Level[]): boolean {
  const [first, second] = levels;
  if (levels.length < LADDER_LEVELS || !first || !second) return false;
  const step = Math.abs(first[0] - second[0]);
  return levels.every(([price, size], k) => areEqual(size, first[1]) && Math.abs(Math.abs(price - first[0]) - k * step) < step / 100);
}

const isMirrored = ({ bids, asks }: YesBook): boolean => bids[0] !== undefined && asks[0] !== undefined && areEqual(bids[0][1], asks[0][1]);

function found(flag: AlgoFlag, side: FlagSide, showing: readonly YesBook[], of: number, evidence: string): Flag[] {
  const [first, last] = [showing[0], showing.at(-1)];
  return first && last ? [{ flag, side, snapshots: showing.length, of, first: first.at, last: last.at, evidence }] : [];
}

const isUsual = (showing: readonly YesBook[], books: readonly YesBook[]): boolean => showing.length >= LEAST_SHARE * books.length;

/** The most frequent size of the best level, if it was quoted at several prices. */
function fixedSize(books: readonly YesBook[], side: "bid" | "ask"): Flag[] {
  const best = (book: YesBook): Level | undefined => (side === "bid" ? book.bids : book.asks)[0];
  const bySize = groupedBy(
    books.filter((book) => best(book) !== undefined),
    (book) => best(book)?.[1],
  );
  const [size, showing = []] = [...bySize].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const prices = new Set(showing.map((book) => best(book)?.[0]));
  if (size === undefined || !isUsual(showing, books) || prices.size < LEAST_PRICES) return [];
  return found("fixed_size", side, showing, books.length, `${size} contracts at ${prices.size} different prices.`);
}

function flicker(books: readonly YesBook[], side: "bid" | "ask"): Flag[] {
  const depth = books.map((book) => depthOf(side === "bid" ? book.bids : book.asks));
  const showing = books.filter((_, i) => {
    const [before, now, after] = [depth[i - 1], depth[i]!, depth[i + 1]];
    return before !== undefined && after !== undefined && now <= FLICKER_SHARE * Math.min(before, after);
  });
  if (showing.length < LEAST_FLICKERS) return [];
  return found("depth_flicker", side, showing, books.length, `The depth fell by four fifths or more ${showing.length} times and came back.`);
}

/** The patterns of automated orders in these snapshots, oldest first. None with fewer than `LEAST_SNAPSHOTS`. A crossed book is left out. */
export function algoFlags(all: readonly YesBook[]): Flag[] {
  const books = all.filter((book) => book.bids.length === 0 || book.asks.length === 0 || topOf(book).mid.value !== null);
  if (books.length < LEAST_SNAPSHOTS) return [];
  const ladder = (side: "bid" | "ask"): Flag[] => {
    const showing = books.filter((book) => isLadder(side === "bid" ? book.bids : book.asks));
    if (!isUsual(showing, books)) return [];
    const levels = (side === "bid" ? showing[0]?.bids : showing[0]?.asks) ?? [];
    return found(
      "uniform_ladder",
      side,
      showing,
      books.length,
      `At ${momentText(showing[0]?.at ?? 0)} ${levels.length} levels of ${levels[0]?.[1]} contracts.`,
    );
  };
  const mirrored = books.filter(isMirrored);
  const size = mirrored[0]?.bids[0]?.[1];
  return [
    ...ladder("bid"),
    ...ladder("ask"),
    ...(isUsual(mirrored, books)
      ? found("mirrored_quotes", "both", mirrored, books.length, `At ${momentText(mirrored[0]?.at ?? 0)} ${size} contracts on both sides.`)
      : []),
    ...fixedSize(books, "bid"),
    ...fixedSize(books, "ask"),
    ...flicker(books, "bid"),
    ...flicker(books, "ask"),
  ];
}
