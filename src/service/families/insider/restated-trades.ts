import { largest, smallest } from "../../../contract/lists";
import { near, titleOf } from "./one-block";
import type { InsiderReport, OtherLine, ReportedTrade } from "../../records/disclosed-trades";

/** One line of a report, of any code. */
export interface ReportLine extends Omit<OtherLine, "security"> {
  /** The security without its par value. Undefined in reports imported before it was stored: it may be any. */
  readonly title: string | undefined;
  /** Undefined if the code is neither P nor S. */
  readonly trade?: ReportedTrade;
}

/** All lines of a report, trades first. */
export const reportLinesOf = ({ trades, otherLines = [] }: InsiderReport): readonly ReportLine[] =>
  [...trades.map((trade) => ({ ...trade, code: trade.side === "buy" ? "P" : "S", trade })), ...otherLines].map(({ security, ...line }) => ({
    ...line,
    title: security === undefined ? undefined : titleOf(security),
  }));

const sameSecurity = (a: ReportLine, b: ReportLine): boolean => a.title === undefined || b.title === undefined || a.title === b.title;

/** Awards and gifts have no price or 0, so a line whose code is corrected differs in its price too. */
const samePrice = (a: ReportLine, b: ReportLine): boolean => a.price === b.price || (a.code !== b.code && !(a.price && b.price));
const sameCode = (a: ReportLine, b: ReportLine): boolean => a.code === b.code;
const sameKind = (a: ReportLine, b: ReportLine): boolean => sameSecurity(a, b) && sameCode(a, b) && a.traded === b.traded;
const differences = (a: ReportLine, b: ReportLine): number =>
  [sameSecurity(a, b), sameCode(a, b), a.traded === b.traded, a.shares === b.shares, samePrice(a, b)].filter((same) => !same).length;

/** True if both lines start from the same holding. */
const startsWith = (a: ReportLine, b: ReportLine): boolean =>
  a.held !== undefined && b.held !== undefined && a.held.direct === b.held.direct && sameSecurity(a, b) && near(a.held.before, b.held.before);
/** True if a line starts from the holding with which the other ends. */
const follows = (a: ReportLine, b: ReportLine): boolean =>
  a.held !== undefined && b.held !== undefined && a.held.direct === b.held.direct && sameSecurity(a, b) && near(a.held.before, b.held.after);

/** True if the lines of an amendment are exactly those of a report, with the holdings before and after them. */
export function isRepeated(amendment: readonly ReportLine[], before: readonly ReportLine[]): boolean {
  const open = new Set(before);
  for (const line of amendment) {
    const old = [...open].find((one) => differences(line, one) === 0 && startsWith(line, one));
    if (!old) return false;
    open.delete(old);
  }
  return amendment.length > 0 && open.size === 0;
}

const apart = (a: number | null, b: number | null): number => (a === b ? 0 : a === null || b === null ? 1 : Math.abs(a - b) / Math.max(a, b));
/** Distance between two lines. Another day is further than another number of shares or price. */
const distance = (a: ReportLine, b: ReportLine): number => (a.traded === b.traded ? 0 : 2) + apart(a.shares, b.shares) + apart(a.price, b.price);
/** Distance of a line that restates none: more than that of one that differs in one member. */
const NOT_RESTATED = 3;

const sharesOf = (lines: readonly ReportLine[]): number => lines.reduce((sum, { shares }) => sum + shares, 0);
/** True if the prices of these lines are within those of the others in part. */
function pricesOverlap(some: readonly ReportLine[], others: readonly ReportLine[]): boolean {
  const [a, b] = [some, others].map((lines) => lines.flatMap(({ price }) => price ?? [])) as [number[], number[]];
  return smallest(a) <= largest(b) && smallest(b) <= largest(a);
}

/** What an amendment restates. */
interface Restated {
  readonly lines: ReadonlySet<ReportLine>;
  /** Its lines that restate none and may be of another report. */
  readonly left: readonly ReportLine[];
  /** How far its lines are from these; 0 if they are equal. To compare reports that it may amend. */
  readonly distance: number;
}

/**
 * The lines that those of an amendment restate, each at most one. Equal lines are first. Then come lines of one security, code and day that together have the
 * shares of one or of all lines: they were split by price, or merged. Then come corrections: lines that start from the same holding, or differ in one of security,
 * code, day, shares and price, those of the same code before others. A line that starts where one of the same code ends is a further trade.
 */
export function restatedBy(amendment: readonly ReportLine[], before: readonly ReportLine[]): Restated {
  const open = new Set(before);
  let left = amendment;
  let sum = 0;

  const further = new Set<ReportLine>();
  for (const [i, line] of amendment.entries()) {
    if (before.some((old) => startsWith(line, old))) continue;
    // A corrected line moves the start of those after it.
    const previous = amendment.slice(0, i).findLast((other) => follows(line, other));
    if (previous ? further.has(previous) : before.some((old) => sameCode(line, old) && follows(line, old))) further.add(line);
  }

  function restateOne(restates: (line: ReportLine, old: ReportLine) => boolean): void {
    left = left.filter((line) => {
      const [nearest] = [...open]
        .filter((old) => !further.has(line) && restates(line, old))
        .sort((a, b) => Number(startsWith(line, b)) - Number(startsWith(line, a)) || distance(line, a) - distance(line, b));
      if (!nearest) return true;
      open.delete(nearest);
      sum += distance(line, nearest);
      return false;
    });
  }

  function restateSums(likely: (parts: readonly ReportLine[], old: readonly ReportLine[]) => boolean): void {
    for (const line of left) {
      const parts = left.filter((other) => sameKind(line, other) && !further.has(other));
      const alike = [...open].filter((old) => sameKind(line, old));
      const old = [...alike.map((one) => [one]), alike].find(
        (some) => parts.includes(line) && some.length > 0 && near(sharesOf(some), sharesOf(parts)) && likely(parts, some),
      );
      if (!old) continue;
      for (const one of old) open.delete(one);
      left = left.filter((other) => !parts.includes(other));
    }
  }

  const isKnown = (lines: readonly ReportLine[]): boolean => lines.every(({ held }) => held !== undefined);
  restateOne((line, old) => differences(line, old) === 0);
  restateSums(
    (parts, old) => pricesOverlap(parts, old) && (!isKnown(parts) || !isKnown(old) || parts.some((line) => old.some((one) => startsWith(line, one)))),
  );
  restateOne((line, old) => sameKind(line, old) && line.shares === old.shares);
  for (const inCode of [sameCode, () => true]) {
    restateOne((line, old) => inCode(line, old) && startsWith(line, old));
    restateOne((line, old) => inCode(line, old) && differences(line, old) === 1);
  }
  restateSums(() => true);
  // If all others are restated, the last one is corrected too.
  if (before.length > 1 && left.length === 1 && open.size === 1) restateOne((line, old) => sameSecurity(line, old) && sameCode(line, old));
  return {
    lines: new Set(before.filter((old) => !open.has(old))),
    left: left.filter((line) => !further.has(line)),
    distance: sum + NOT_RESTATED * left.length,
  };
}
