import type { IsoDate } from "../../../contract/dates";
import type { StoredRecord } from "../../records/record";
import type { InsiderReport, ReportedTrade } from "../../records/insider-report";
import { restatedBy } from "./restated-trades";

export type Report = StoredRecord<InsiderReport>;

/** One report as first filed, with its amendments. */
interface Lineage {
  /** Undefined if only its amendments are imported. */
  readonly original: Report | undefined;
  newest: Report;
  /** The trades that count: those of all its reports that no later one restates. */
  trades: readonly ReportedTrade[];
}

/** What an amendment and its report have in common: the kind of form and the owners. */
const identityOf = ({ body: { form, owners } }: Report): string =>
  `${form[0]} ${owners
    .map((o) => o.cik)
    .sort()
    .join("+")}`;
const isAmendment = (r: Report): boolean => r.body.form.endsWith("/A");

/** Sort key: filing day, then originals before amendments, then accession number. */
const filedOrder = (r: Report): string => `${r.known} ${Number(isAmendment(r))} ${r.key.split(" ").at(-1)}`;
const byFiling = (a: Report, b: Report): number => (filedOrder(a) < filedOrder(b) ? -1 : filedOrder(a) > filedOrder(b) ? 1 : 0);

const samePeriod = (amendment: Report, { newest }: Lineage): boolean => newest.body.period === amendment.body.period;

/** True if the amendment may be of this report. A report without a known filing day is dated by its newest transaction, so it may match any day. */
function mayAmend(amendment: Report, lineage: Lineage): boolean {
  const { original, newest } = lineage;
  const day = amendment.body.original;
  if (day === undefined) return samePeriod(amendment, lineage);
  return original ? original.known === day || original.known === original.date : newest.body.original === day;
}

function restatedAmong(reports: readonly Report[]): Set<ReportedTrade> {
  const restated = new Set<ReportedTrade>();
  const lineages: Lineage[] = [];
  for (const report of [...reports].sort(byFiling)) {
    const { trades } = report.body;
    const [nearest] = lineages
      .filter((lineage) => isAmendment(report) && mayAmend(report, lineage))
      .map((lineage) => ({ lineage, same: samePeriod(report, lineage), found: restatedBy(report.body, lineage.trades) }))
      // An amendment that corrects the day of its first trade has another period than its report.
      .filter(({ same, found }) => same || found.trades.size > 0)
      .sort((a, b) => Number(b.same) - Number(a.same) || a.found.distance - b.found.distance || byFiling(b.lineage.newest, a.lineage.newest));
    if (!nearest) {
      lineages.push({ original: isAmendment(report) ? undefined : report, newest: report, trades });
      continue;
    }
    const { lineage, found } = nearest;
    for (const trade of found.trades) restated.add(trade);
    lineage.trades = [...lineage.trades.filter((t) => !found.trades.has(t)), ...trades];
    lineage.newest = report;
  }
  return restated;
}

/**
 * One symbol's effective reports on a day: known, without the trades that an amendment restates, and without reports all of whose trades are restated. Owners
 * may file several reports for one period, and an amendment is of one of them: the one with the nearest trades, the latest of equals. If the amendment names
 * the original's filing day, only reports of that day count, of any period.
 */
export function effectiveOn(day: IsoDate, reports: readonly Report[]): readonly Report[] {
  const known = reports.filter((r) => r.known <= day);
  // Few reports are amended, so most symbols need no work.
  const amended = new Set(known.filter(isAmendment).map(identityOf));
  if (amended.size === 0) return known;
  const named = new Map<string, Report[]>();
  for (const r of known) if (amended.has(identityOf(r))) named.set(identityOf(r), [...(named.get(identityOf(r)) ?? []), r]);
  const restated = new Set([...named.values()].flatMap((group) => [...restatedAmong(group)]));
  return known.flatMap((r) => {
    const trades = r.body.trades.filter((t) => !restated.has(t));
    if (trades.length === r.body.trades.length) return [r];
    return trades.length === 0 ? [] : [{ ...r, body: { ...r.body, trades } }];
  });
}
