import type { Metric } from "../../../contract/vocabulary";
import { groupedBy } from "../../../contract/lists";
import type { StatedDoubt, Vintage } from "../../records/statement";
import { filingOf } from "./filing-order";
import type { PeriodRow } from "./named-periods";

/** Lines that change little from period to period, so that a factor near 1,000 shows a slip of the unit. */
const STEADY: readonly Metric[] = ["revenue", "total_assets", "total_liabilities", "shares_basic", "shares_diluted", "shares_outstanding"];
const PER_SHARE = /^(eps_|dividends_per_share)/;
/** Earlier periods that a value is compared with: the middle one counts, so that a slip in one of them doubts no other. */
const COMPARED = 3;

/** True if a value is 1,000 or a million times the other, or a part of it, give or take a factor. */
const isSlip = (a: number, b: number, within: number): boolean => {
  const off = Math.abs(Math.log10(Math.abs(a / b)));
  return a !== 0 && b !== 0 && [3, 6].some((power) => Math.abs(off - power) <= Math.log10(within));
};

interface Compared {
  readonly period: string;
  readonly value: number;
}

/** The middle one of the values of the periods before, as known before a filing. */
function usualBefore(rows: readonly PeriodRow[], i: number, metric: Metric, [filed]: Vintage): Compared | undefined {
  const row = rows[i]!;
  const names = new Set<string>();
  const found: Compared[] = [];
  for (let n = i - 1; n >= 0 && found.length < COMPARED; n--) {
    const { body } = rows[n]!;
    if (body.period === row.body.period || names.has(body.period) || body.currency !== row.body.currency) continue;
    const before = body.stated[metric]?.[0]?.filter((v) => v[0] < filed).pop();
    if (!before) continue;
    names.add(body.period);
    found.push({ period: body.period, value: before[1] });
  }
  return found.sort((a, b) => Math.abs(a.value) - Math.abs(b.value))[Math.floor((found.length - 1) / 2)];
}

/** Net income over a count of shares is near earnings per share of the same filing: then the count is right, and those before it slipped. */
function isConfirmed({ body: { stated } }: PeriodRow, metric: Metric, v: Vintage): boolean {
  if (metric !== "shares_basic" && metric !== "shares_diluted") return false;
  const inFiling = (of: Metric): number | undefined => stated[of]?.[0]?.find((other) => filingOf(other) === filingOf(v))?.[1];
  const [income, eps] = [inFiling("net_income"), inFiling(metric === "shares_basic" ? "eps_basic" : "eps_diluted")];
  const factor = (income ?? Number.NaN) / v[1] / (eps ?? Number.NaN);
  return factor > 0.5 && factor < 2;
}

/** The sentence of the doubt, or undefined. `before`: the value of the same period in the filing before. */
function slipOf(rows: readonly PeriodRow[], i: number, metric: Metric, v: Vintage, before: Vintage | undefined): string | undefined {
  const isSteady = STEADY.includes(metric);
  const isRestated = before !== undefined && filingOf(before) !== filingOf(v) && isSlip(v[1], before[1], 1.01);
  if (!isSteady && !isRestated) return undefined;
  const usual = usualBefore(rows, i, metric, v);
  const isUsual = usual !== undefined && Math.abs(Math.log10(Math.abs(v[1] / usual.value))) < 1.5;
  if (isUsual || isConfirmed(rows[i]!, metric, v)) return undefined;
  if (isSteady && usual && isSlip(v[1], usual.value, 2))
    return `The filing of ${v[0]} states ${v[1]}, filings before it ${usual.value} for ${usual.period}: the unit may have slipped.`;
  return isRestated ? `The filing of ${v[0]} states ${v[1]}, the one of ${before[0]} ${before[1]}: the unit may have slipped.` : undefined;
}

/** Adds doubts about values that differ from what filings before stated by a factor near 1,000 or a million. */
export function addSlips(rows: readonly PeriodRow[]): PeriodRow[] {
  return [...groupedBy(rows, (r) => r.kind).values()].flatMap((ofKind) => {
    const sorted = [...ofKind].sort((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : a.known < b.known ? -1 : 1));
    return sorted.map((row, i): PeriodRow => {
      const doubts: { [M in Metric]?: readonly StatedDoubt[] } = { ...row.body.doubts };
      for (const [name, lists] of Object.entries(row.body.stated)) {
        const metric = name as Metric;
        if (PER_SHARE.test(metric)) continue;
        const found = (lists[0] ?? []).flatMap((v, n, all): StatedDoubt[] => {
          const sentence = slipOf(sorted, i, metric, v, all[n - 1]);
          return sentence === undefined ? [] : [[v[0], v[2], sentence]];
        });
        if (found.length > 0) doubts[metric] = [...(doubts[metric] ?? []), ...found];
      }
      return Object.keys(doubts).length > 0 ? { ...row, body: { ...row.body, doubts } } : row;
    });
  });
}
