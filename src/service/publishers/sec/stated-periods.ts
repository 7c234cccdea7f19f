import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { type Metric, METRICS } from "../../../contract/vocabulary";
import type { StatedDoubt, StatedPeriod, Vintage } from "../../records/filings";
import type { Fact } from "./facts";
import { byFilingOrder, filingOf } from "./filing-order";
import { addShownParts, lineValues, type ShownPart, type ShownParts } from "./line-values";
import { type NamedPeriod, namedPeriods, type PeriodRow } from "./named-periods";
import { type PeriodVersion, periodVersions, type ReportedFact } from "./period-versions";
import { type ComputedMetric, TAGS } from "./tags";

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

/** The middle one of the values of the periods before, as known before a filing. */
function usualBefore(rows: readonly PeriodRow[], i: number, metric: Metric, [filed]: Vintage) {
  const row = rows[i]!;
  const names = new Set<string>();
  const found: { readonly period: string; readonly value: number }[] = [];
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
function addSlips(rows: readonly PeriodRow[]): PeriodRow[] {
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

const LINES = METRICS.flatMap((metric) => (metric === "free_cash_flow" ? [] : [[metric, TAGS[metric satisfies Exclude<Metric, ComputedMetric>]] as const]));

/** Assigns the cover's share count, which is dated by the cover, to the newest balance sheet of the same filing. */
function coverShares(cover: readonly Fact[], instants: readonly Fact[]): Map<IsoDate, Vintage[]> {
  const ends = new Map<string, IsoDate>();
  for (const { end, vintage } of instants) if (end > (ends.get(vintage[2]) ?? "")) ends.set(vintage[2], end);
  const found = cover.flatMap(({ end: dated, vintage }) => {
    const end = ends.get(vintage[2]);
    return end !== undefined && dated >= end && daysBetween(end, dated) <= 180 ? [{ end, vintage }] : [];
  });
  return new Map([...groupedBy(found, (f) => f.end)].map(([end, list]) => [end, list.map((f) => f.vintage)]));
}

const byTag = (facts: readonly Fact[]): ((tags: readonly string[]) => Vintage[]) => {
  const found = groupedBy(facts, (f) => f.tag);
  return (tags) => tags.flatMap((tag) => found.get(tag) ?? []).map((f) => f.vintage);
};

/** Of values with one filing, the largest cover count: the order of the file never decides. */
function oneOfEach(vintages: readonly Vintage[]): Vintage[] {
  const sorted = [...vintages].sort((a, b) => byFilingOrder(a, b) || a[1] - b[1]);
  return sorted.filter((v, i) => sorted[i + 1] === undefined || filingOf(sorted[i + 1]!) !== filingOf(v));
}

type Lists = { -readonly [M in Metric]?: StatedPeriod["stated"][M] };
type Doubts = { -readonly [M in Metric]?: readonly StatedDoubt[] };

/**
 * The values of one period by metric, in the order of preference of their tags; then those that do not count. What a prospectus stated before is listed only if a
 * report states the figure: else it would count.
 */
function listsByMetric({ from, facts, cover, replaced }: PeriodVersion, parts: ShownParts): { readonly stated: Lists; readonly doubts: Doubts } {
  const [of, before] = [byTag(facts), byTag(replaced)];
  const [stated, doubts]: [Lists, Doubts] = [{}, {}];
  for (const [metric, { groups }] of LINES) {
    const lines = groups.map((group) => lineValues(of(group.all), group, parts));
    const counted = [...lines.map((l) => l.counted), ...(metric === "shares_outstanding" ? [oneOfEach(cover)] : [])];
    const isStated = counted.some(([first]) => first !== undefined && first[0] <= from);
    const earlier = isStated ? groups.map((group) => lineValues(before(group.all), group, parts).counted) : [];
    const lists = [...counted, ...earlier, ...lines.map((l) => l.passed)];
    const having = lists.filter((list) => list.length > 0);
    if (having.length > 0) stated[metric] = having;
    const doubted = lines.flatMap((l) => l.doubts);
    if (doubted.length > 0) doubts[metric] = doubted;
  }
  return { stated, doubts };
}

/** The parts of lines that each filing shows, by all its periods. */
function shownParts(periods: readonly NamedPeriod[]): ShownParts {
  const parts = new Map<string, ShownPart>();
  for (const { facts } of periods) {
    const of = byTag(facts);
    for (const [, { groups }] of LINES) for (const group of groups) addShownParts(parts, of(group.all), group);
  }
  return parts;
}

/** Builds the full years, quarters and transition periods of a company, each with all stated values, from its facts and the cover pages' share counts. */
export function statedPeriods(facts: readonly ReportedFact[], cover: readonly Fact[]): PeriodRow[] {
  const periods = namedPeriods(facts);
  const parts = shownParts(periods);
  const covers = coverShares(
    cover,
    facts.filter((f) => f.start === undefined),
  );
  const rows = periods.flatMap(({ kind, end, name, facts: all }) =>
    periodVersions(all, covers.get(end) ?? []).flatMap((version): PeriodRow[] => {
      const { stated, doubts } = listsByMetric(version, parts);
      if (Object.keys(stated).length === 0) return [];
      const body: StatedPeriod = { period: name, annual: kind === "year", currency: version.currency, stated };
      return [{ kind, end, known: version.from, body: Object.keys(doubts).length > 0 ? { ...body, doubts } : body }];
    }),
  );
  return addSlips(rows);
}
