import { daysBetween, type IsoDate } from "../../../contract/dates";
import { largest, smallest } from "../../../contract/lists";
import type { InsiderReport, OtherLine, ReportedTrade } from "../../records/disclosed-trades";
import { blocksAmong, countedOnce, near, type Report, titleOf } from "./one-block";

/** One line of a report, of any code. */
interface ReportLine extends Omit<OtherLine, "security"> {
  /** The security without its par value. Undefined in reports imported before it was stored: it may be any. */
  readonly title: string | undefined;
  /** Undefined if the code is neither P nor S. */
  readonly trade?: ReportedTrade;
}

/** All lines of a report, trades first. */
const reportLinesOf = ({ trades, otherLines = [] }: InsiderReport): readonly ReportLine[] =>
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
function isRepeated(amendment: readonly ReportLine[], before: readonly ReportLine[]): boolean {
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

/**
 * The lines that those of an amendment restate, each at most one. Equal lines are first. Then come lines of one security, code and day that together have the
 * shares of one or of all lines: they were split by price, or merged. Then come corrections: lines that start from the same holding, or differ in one of security,
 * code, day, shares and price, those of the same code before others. A line that starts where one of the same code ends is a further trade.
 */
function restatedBy(amendment: readonly ReportLine[], before: readonly ReportLine[]) {
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
    lines: new Set<ReportLine>(before.filter((old) => !open.has(old))),
    /** Its lines that restate none and may be of another report. */
    left: left.filter((line) => !further.has(line)),
    /** How far its lines are from these; 0 if they are equal. To compare reports that it may amend. */
    distance: sum + NOT_RESTATED * left.length,
  };
}

/** One report as first filed, with its amendments; only these if it is not imported. */
interface Lineage {
  readonly reports: Report[];
  /** The lines that count: those of all its reports that no later one restates. */
  lines: readonly ReportLine[];
}

const ownersOf = ({ body: { owners } }: Report): readonly string[] => owners.map((o) => o.cik);
const isAmendment = (r: Report): boolean => r.body.form.endsWith("/A");

/** Sort key: filing day, then originals before amendments, then accession number. */
const filedOrder = (r: Report): string => `${r.known} ${Number(isAmendment(r))} ${r.key.split(" ").at(-1)}`;
export const byFiling = (a: Report, b: Report): number => (filedOrder(a) < filedOrder(b) ? -1 : filedOrder(a) > filedOrder(b) ? 1 : 0);

/** True for a report of the day that an amendment names. A report without a known filing day is dated by its newest transaction, so it may match any day. */
const isOfDay = (day: IsoDate, r: Report): boolean => r.known === day || (isAmendment(r) ? r.body.original === day : r.known === r.date);

/** How far an amendment may move the period of a report that was filed on another day than it names. Many owners trade the same shares each month. */
const MOVED_DAYS = 14;

/** A report that an amendment may be of. */
interface Candidate {
  readonly lineage: Lineage;
  /** Its place among the candidates: the first member that differs decides. */
  readonly order: readonly number[];
}

function candidateOf(amendment: Report, lines: readonly ReportLine[], lineage: Lineage): Candidate | undefined {
  const { reports } = lineage;
  const owners = new Set(ownersOf(amendment));
  const { original, period, form } = amendment.body;
  const samePeriod = reports.some((r) => r.body.period === period);
  const sharesOwner = reports.some((r) => ownersOf(r).some((cik) => owners.has(cik)));
  // It corrects the owner: of the day that it names, with the same lines and holdings.
  const correctsOwner = original !== undefined && samePeriod && reports.some((r) => r.known === original) && isRepeated(lines, lineage.lines);
  if (!sharesOwner && !correctsOwner) return undefined;
  const named = original === undefined ? samePeriod : reports.some((r) => isOfDay(original, r));
  const found = restatedBy(lines, lineage.lines);
  const restates = found.lines.size > 0;
  // An amendment that corrects the day of its first trade has another period than its report, and the day that it names may be wrong.
  const moved = reports.some((r) => Math.abs(daysBetween(r.body.period, period)) <= MOVED_DAYS);
  if (restates ? !named && !moved : !(named && samePeriod)) return undefined;
  const rank = named && restates ? 0 : restates && samePeriod ? 1 : named ? 2 : 3;
  const sameOwners = reports.some((r) => ownersOf(r).length === owners.size && ownersOf(r).every((cik) => owners.has(cik)));
  const sameForm = reports.some((r) => r.body.form[0] === form[0]);
  return { lineage, order: [Number(!sharesOwner), rank, ...[sameOwners, sameForm, samePeriod].map((same) => Number(!same)), found.distance] };
}

function byOrder(a: Candidate, b: Candidate): number {
  const differing = a.order.findIndex((member, i) => member !== b.order[i]);
  return differing < 0 ? byFiling(b.lineage.reports.at(-1)!, a.lineage.reports.at(-1)!) : a.order[differing]! - b.order[differing]!;
}

function restatedAmong(reports: readonly Report[]): Set<ReportedTrade> {
  const restated = new Set<ReportedTrade>();
  const lineages: Lineage[] = [];
  for (const report of [...reports].sort(byFiling)) {
    const lines = reportLinesOf(report.body);
    const candidates = isAmendment(report) ? lineages.flatMap((lineage) => candidateOf(report, lines, lineage) ?? []).sort(byOrder) : [];
    const [nearest] = candidates;
    let left = lines;
    // It may restate lines of several reports of the day that it names.
    for (const { lineage } of candidates.filter((c) => c === nearest || (c.order[0] === 0 && c.order[1] === 0))) {
      const found = restatedBy(left, lineage.lines);
      for (const { trade } of found.lines) if (trade) restated.add(trade);
      lineage.lines = lineage.lines.filter((line) => !found.lines.has(line));
      left = found.left;
    }
    if (!nearest) lineages.push({ reports: [report], lines });
    else {
      nearest.lineage.reports.push(report);
      nearest.lineage.lines = [...nearest.lineage.lines, ...lines];
    }
  }
  return restated;
}

/** True for an amendment of this report. It may correct lines that could not be read. */
export const isAmendedBy = (report: Report, amendment: Report): boolean =>
  isAmendment(amendment) &&
  byFiling(report, amendment) < 0 &&
  ownersOf(report).some((cik) => ownersOf(amendment).includes(cik)) &&
  (amendment.body.original === undefined ? report.body.period === amendment.body.period : isOfDay(amendment.body.original, report));

/** The reports without the trades that an amendment restates, and without reports all of whose trades are restated. */
function unrestated(known: readonly Report[]): readonly Report[] {
  // Few reports are amended, so most symbols need no work.
  const amendments = known.filter(isAmendment);
  if (amendments.length === 0) return known;
  const amending = new Set(amendments.flatMap(ownersOf));
  const named = new Set(amendments.flatMap(({ body }) => body.original ?? []));
  const restated = restatedAmong(known.filter((r) => named.has(r.known) || ownersOf(r).some((cik) => amending.has(cik))));
  // An amendment of one of several reports of a block is of all.
  const originals = restated.size === 0 ? [] : known.filter((r) => !isAmendment(r));
  for (const block of blocksAmong(originals, byFiling)) if (block.some(({ trade }) => restated.has(trade))) for (const { trade } of block) restated.add(trade);
  return known.flatMap((r) => {
    const trades = r.body.trades.filter((t) => !restated.has(t));
    if (trades.length === r.body.trades.length) return [r];
    return trades.length === 0 ? [] : [{ ...r, body: { ...r.body, trades } }];
  });
}

/**
 * One symbol's effective reports on a day: known, without the trades that an amendment restates, and with each block of shares once. Owners may file several
 * reports for one period, and an amendment is of one of them: one of the same owners on the day that it names, with the nearest lines, the latest of equals. If
 * none of that day has a line that it restates, any report with a common owner counts. An amendment that corrects the owner has none in common with its report.
 */
export function effectiveOn(day: IsoDate, reports: readonly Report[]): readonly Report[] {
  return countedOnce(unrestated(reports.filter((r) => r.known <= day)), byFiling);
}
