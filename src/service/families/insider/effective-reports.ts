import { daysBetween, type IsoDate } from "../../../contract/dates";
import type { ReportedTrade } from "../../records/disclosed-trades";
import { blocksAmong, countedOnce, type Report } from "./one-block";
import { isRepeated, reportLinesOf, restatedBy, type ReportLine } from "./restated-trades";

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
