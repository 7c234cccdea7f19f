import type { IsoDate } from "../../../contract/dates";
import type { StoredRecord } from "../../records/record";
import type { InsiderReport } from "../../records/insider-report";

export type Report = StoredRecord<InsiderReport>;

/** One report as first filed, with its current version. */
interface Lineage {
  /** Undefined if only its amendments are imported. */
  readonly original: Report | undefined;
  effective: Report;
}

/** What an amendment identifies its report by: the kind of form, the period and the owners. */
const identityOf = ({ body: { form, period, owners } }: Report): string =>
  `${form[0]} ${period} ${owners
    .map((o) => o.cik)
    .sort()
    .join("+")}`;
const isAmendment = (r: Report): boolean => r.body.form.endsWith("/A");

/** Sort key: filing day, then originals before amendments, then accession number. */
const filedOrder = (r: Report): string => `${r.known} ${Number(isAmendment(r))} ${r.key.split(" ").at(-1)}`;
const byFiling = (a: Report, b: Report): number => (filedOrder(a) < filedOrder(b) ? -1 : filedOrder(a) > filedOrder(b) ? 1 : 0);

function sharesOf({ body }: Report): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { traded, side, shares: n } of body.trades) shares.set(`${traded} ${side}`, (shares.get(`${traded} ${side}`) ?? 0) + n);
  return shares;
}

/** Distance between two reports' trades: the sum over days and sides of the part of the shares that only one has. 0 means equal shares. */
function distance(a: Report, b: Report): number {
  const [x, y] = [sharesOf(a), sharesOf(b)];
  return [...new Set([...x.keys(), ...y.keys()])].reduce((sum, at) => {
    const [m, n] = [x.get(at), y.get(at)];
    return sum + (m === undefined || n === undefined ? 1 : Math.abs(m - n) / Math.max(m, n, Number.MIN_VALUE));
  }, 0);
}

/** True if the amendment may replace this report. A report without a known filing day is dated by its newest transaction, so it may match any day. */
function mayAmend({ body }: Report, { original, effective }: Lineage): boolean {
  if (body.original === undefined) return true;
  return original ? original.known === body.original || original.known === original.date : effective.body.original === body.original;
}

function replacedAmong(reports: readonly Report[]): Set<Report> {
  const replaced = new Set<Report>();
  const lineages: Lineage[] = [];
  for (const report of [...reports].sort(byFiling)) {
    const candidates = isAmendment(report) ? lineages.filter((l) => mayAmend(report, l)) : [];
    const nearest = candidates.reduce<Lineage | undefined>((best, l) => {
      if (!best) return l;
      const [a, b] = [distance(report, l.effective), distance(report, best.effective)];
      return a < b || (a === b && byFiling(l.effective, best.effective) > 0) ? l : best;
    }, undefined);
    if (nearest) {
      replaced.add(nearest.effective);
      nearest.effective = report;
    } else lineages.push({ original: isAmendment(report) ? undefined : report, effective: report });
  }
  return replaced;
}

/**
 * One symbol's effective reports on a day: known and not amended. Owners may file several reports for one period, and an amendment replaces one of them: the one with
 * the nearest trades, the latest of equals. If the amendment names the original's filing day, only reports of that day count.
 */
export function effectiveOn(day: IsoDate, reports: readonly Report[]): readonly Report[] {
  const known = reports.filter((r) => r.known <= day);
  // Few reports are amended, so most symbols need no work.
  const amended = new Set(known.filter(isAmendment).map(identityOf));
  if (amended.size === 0) return known;
  const named = new Map<string, Report[]>();
  for (const r of known) if (amended.has(identityOf(r))) named.set(identityOf(r), [...(named.get(identityOf(r)) ?? []), r]);
  const replaced = new Set([...named.values()].flatMap((group) => [...replacedAmong(group)]));
  return known.filter((r) => !replaced.has(r));
}
