import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { METRICS, type Metric } from "../../../contract/vocabulary";
import type { StatedDoubt, StatedPeriod, Vintage } from "../../records/statement";
import { byFilingOrder, filingOf } from "./filing-order";
import { addShownParts, lineValues, type ShownPart, type ShownParts } from "./line-values";
import { namedPeriods, type NamedPeriod, type PeriodRow } from "./named-periods";
import { periodVersions, type PeriodVersion, type ReportedFact } from "./period-versions";
import { addSlips } from "./slips";
import { TAGS, type ComputedMetric } from "./tags";
import type { Fact } from "./facts";

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
