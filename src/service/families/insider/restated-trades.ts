import type { InsiderReport, OtherLine, ReportedTrade } from "../../records/insider-report";

/** One line of a report, of any code. */
type Line = Pick<OtherLine, "code" | "traded" | "shares" | "price" | "security">;

const lineOf = (trade: ReportedTrade): Line => ({ ...trade, code: trade.side === "buy" ? "P" : "S" });

const titleOf = ({ security = "" }: Line): string =>
  security
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
/** Reports imported before the security was stored name none, so it may be any. */
const sameSecurity = (a: Line, b: Line): boolean => a.security === undefined || b.security === undefined || titleOf(a) === titleOf(b);

const differences = (a: Line, b: Line): number =>
  [sameSecurity(a, b), a.code === b.code, a.traded === b.traded, a.shares === b.shares, a.price === b.price].filter((same) => !same).length;

const apart = (a: number | null, b: number | null): number => (a === b ? 0 : a === null || b === null ? 1 : Math.abs(a - b) / Math.max(a, b));
/** Distance between two lines that differ in at most one member. Another day is further than another number of shares or price. */
const distance = (a: Line, b: Line): number => (a.traded === b.traded ? 0 : 2) + apart(a.shares, b.shares) + apart(a.price, b.price);
/** More than any distance. */
const NOT_RESTATED = 3;

const sharesOf = (lines: readonly Line[]): number => lines.reduce((sum, { shares }) => sum + shares, 0);
const SHARES_TOLERANCE = 1e-6;

/** What an amendment restates. */
interface Restated {
  readonly trades: ReadonlySet<ReportedTrade>;
  /** How far its lines are from these trades; 0 if they are equal. To compare reports that it may amend. */
  readonly distance: number;
}

/**
 * The trades that the lines of an amendment restate, each at most one: first equal ones, then those that differ in one of security, code, day, shares and price,
 * the nearest first. Then lines of one security, code and day that together have the shares of one trade, or of all trades: it was split by price, or they
 * were merged. Other lines are further trades.
 */
export function restatedBy({ trades, otherLines = [] }: InsiderReport, before: readonly ReportedTrade[]): Restated {
  const open = new Map(before.map((trade) => [trade, lineOf(trade)]));
  let lines: readonly Line[] = [...trades.map(lineOf), ...otherLines];
  let sum = 0;
  for (const most of [0, 1])
    lines = lines.filter((line) => {
      const like = [...open].filter(([, old]) => differences(line, old) === most).sort(([, a], [, b]) => distance(line, a) - distance(line, b));
      const [nearest] = like;
      if (!nearest) return true;
      open.delete(nearest[0]);
      sum += distance(line, nearest[1]);
      return false;
    });
  while (lines.length > 0) {
    const [line] = lines as [Line];
    const alike = (other: Line): boolean => sameSecurity(line, other) && line.code === other.code && line.traded === other.traded;
    const total = sharesOf(lines.filter(alike));
    const old = [...open].filter(([, other]) => alike(other));
    const parts = [...old.map((one) => [one]), old].find((some) => some.length > 0 && Math.abs(sharesOf(some.map(([, o]) => o)) - total) <= SHARES_TOLERANCE);
    for (const [trade] of parts ?? []) open.delete(trade);
    if (!parts) sum += NOT_RESTATED * lines.filter(alike).length;
    lines = lines.filter((other) => !alike(other));
  }
  return { trades: new Set(before.filter((trade) => !open.has(trade))), distance: sum };
}
