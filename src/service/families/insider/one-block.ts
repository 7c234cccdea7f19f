import { groupedBy } from "../../../contract/lists";
import { tradeInWords } from "../../doubts/insider-trades";
import type { InsiderReport, ReportedTrade, ReportOwner } from "../../records/disclosed-trades";
import type { StoredRecord } from "../../records/record";

export type Report = StoredRecord<InsiderReport>;

/** One trade in one report. */
interface Reported {
  readonly report: Report;
  readonly trade: ReportedTrade;
}

/** What two reports say of equal trades: the same issuer, day, side, security, shares and price. */
interface Signs {
  /** They have an owner in common. */
  readonly common: boolean;
  /** They have the same owners. */
  readonly same: boolean;
  /** How many of the two have an owner of ten percent. */
  readonly tenPercent: number;
  /** Both state the holding after the trade, and it is equal. */
  readonly equalAfter: boolean;
  /** One starts from the holding with which the other ends. */
  readonly follows: boolean;
  /** The owner held shares before the trade. */
  readonly heldBefore: boolean;
  /** One of them is of shares held indirectly. */
  readonly indirect: boolean;
  /** A footnote of one of them says that owners are deemed to own shares of another. */
  readonly deemed: boolean;
}

/** `one` counts once, `two` twice, `doubt` twice with a word. */
type Verdict = "one" | "two" | "doubt";

/** Whether equal trades in two reports are one block, as in docs/decisions.md. The first rule whose signs are there decides. */
const RULES: readonly (readonly [verdict: Verdict, signs: (of: Signs) => boolean])[] = [
  ["two", (s) => s.common && s.follows],
  ["one", (s) => s.common && (s.equalAfter || (!s.same && s.tenPercent > 0))],
  ["doubt", (s) => s.common && !s.same],
  ["two", (s) => s.common],
  ["one", (s) => s.tenPercent === 2 && (s.equalAfter || (s.indirect && s.deemed))],
  ["one", (s) => s.tenPercent === 1 && s.equalAfter && s.heldBefore],
  ["one", (s) => s.tenPercent === 1 && s.indirect && s.deemed],
  ["one", (s) => s.tenPercent === 0 && s.equalAfter && s.heldBefore && s.indirect],
  ["doubt", (s) => s.tenPercent === 2 || (s.equalAfter && (s.tenPercent === 1 || s.indirect))],
  ["two", () => true],
];

const ownersOf = ({ body: { owners } }: Report): readonly string[] => owners.map((o) => o.cik);
const isTenPercent = ({ body: { owners } }: Report): boolean => owners.some(({ place }) => place?.ten_percent === true);

const SHARES_TOLERANCE = 1e-6;
/** True if two numbers of shares are equal. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) <= SHARES_TOLERANCE;

function verdictOf(a: Reported, b: Reported): Verdict {
  const [owners, others] = [ownersOf(a.report), ownersOf(b.report)];
  const common = owners.filter((cik) => others.includes(cik)).length;
  const [one, other] = [a.trade.held, b.trade.held];
  const sameNature = one !== undefined && other !== undefined && one.direct === other.direct;
  const signs: Signs = {
    common: common > 0,
    same: common === owners.length && common === others.length,
    tenPercent: [a, b].filter(({ report }) => isTenPercent(report)).length,
    equalAfter: one !== undefined && other !== undefined && near(one.after, other.after),
    follows: sameNature && (near(one.before, other.after) || near(other.before, one.after)),
    heldBefore: one !== undefined && !near(one.before, 0),
    indirect: one?.direct === false || other?.direct === false,
    deemed: a.report.body.deemed === true || b.report.body.deemed === true,
  };
  return RULES.find(([, holds]) => holds(signs))![0];
}

/** A title without its par value, as in "Common Stock, par value $0.01". A class or series belongs to the title. */
export const titleOf = (security: string): string =>
  security
    .toLowerCase()
    .replace(/[,($](?!.*\b(class|series)\b).*$/, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Equal trades have equal keys. */
const keyOf = ({ traded, side, shares, price, security }: ReportedTrade): string => `${traded} ${side} ${shares} ${price} ${titleOf(security ?? "")}`;

type Order = (a: Report, b: Report) => number;

/** Equal trades that are in several reports, in filing order. */
function equalTrades(reports: readonly Report[], byFiling: Order): readonly (readonly Reported[])[] {
  const reported = reports.flatMap((report) => report.body.trades.map((trade): Reported => ({ report, trade })));
  return [...groupedBy(reported, ({ trade }) => keyOf(trade)).values()]
    .filter((equal) => equal.some(({ report }) => report !== equal[0]!.report))
    .map((equal) => [...equal].sort((a, b) => byFiling(a.report, b.report)));
}

/** The blocks among reported trades, each with the trades of at least two reports in filing order. A block has at most one trade of a report. */
export function blocksAmong(reports: readonly Report[], byFiling: Order): readonly (readonly Reported[])[] {
  return equalTrades(reports, byFiling).flatMap((equal) => {
    const blocks: Reported[][] = [];
    for (const one of equal) {
      const open = blocks.filter((block) => block.every(({ report }) => report !== one.report));
      const block = open.find((members) => members.some((member) => verdictOf(member, one) === "one"));
      if (block) block.push(one);
      else blocks.push([one]);
    }
    return blocks.filter((block) => block.length > 1);
  });
}

/**
 * The reports with each block of shares once, although several entities of a chain of owners report it: in the report filed first, with the owners of all. A report
 * whose trades are all in others is left out.
 */
export function countedOnce(reports: readonly Report[], byFiling: Order): readonly Report[] {
  const repeated = new Set<ReportedTrade>();
  const more = new Map<Report, Report[]>();
  for (const [first, ...others] of blocksAmong(reports, byFiling)) {
    for (const { trade } of others) repeated.add(trade);
    if (first) more.set(first.report, [...(more.get(first.report) ?? []), ...others.map(({ report }) => report)]);
  }
  if (repeated.size === 0) return reports;
  return reports.flatMap((report) => {
    const trades = report.body.trades.filter((trade) => !repeated.has(trade));
    const others = more.get(report) ?? [];
    if (trades.length === report.body.trades.length && others.length === 0) return [report];
    const owners = new Map<string, ReportOwner>();
    for (const { body } of [report, ...others]) for (const owner of body.owners) if (!owners.has(owner.cik)) owners.set(owner.cik, owner);
    return trades.length === 0 ? [] : [{ ...report, body: { ...report.body, owners: [...owners.values()], trades } }];
  });
}

/** Trades that may be of one block but count separately, each with the doubt in a sentence. */
export function separateDoubts(reports: readonly Report[], byFiling: Order): ReadonlyMap<ReportedTrade, string> {
  const doubts = new Map<ReportedTrade, string>();
  const namesOf = ({ body }: Report): string => body.owners.map(({ name, cik }) => name || `CIK ${cik}`).join(", ");
  for (const equal of equalTrades(reports, byFiling))
    for (const [i, one] of equal.entries()) {
      const other = equal.slice(0, i).find((before) => before.report !== one.report && verdictOf(before, one) === "doubt");
      if (!other) continue;
      doubts.set(
        one.trade,
        `${tradeInWords(one.trade)} are in a report of ${namesOf(other.report)} and in one of ${namesOf(one.report)}, with ${other.trade.held?.after ?? "unknown"} and ${one.trade.held?.after ?? "unknown"} shares afterwards. They count twice, and may be one block.`,
      );
    }
  return doubts;
}
