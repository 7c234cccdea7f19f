import { daysBetween, type IsoDate } from "../../../contract/dates";
import type { Currency } from "../../../contract/units";
import { METRICS, type Metric } from "../../../contract/vocabulary";
import type { StatedPeriod, Vintage } from "../../records/statement";
import type { Fact } from "./facts";
import { fiscalCalendar, lengthOf } from "./fiscal-periods";
import { standingOf } from "../../records/forms";
import { SHORT_TERM_DEBT_PARTS, TAGS, type ComputedMetric } from "./tags";

/** Sorts values by filing, oldest first. Within a filing the preferred tag is last, because the last one counts. */
function byFiling(facts: readonly Fact[], tags: readonly string[]): Vintage[] {
  const place = (v: Vintage): number => tags.indexOf(v[4]);
  return facts.map((f) => f.vintage).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[2] === b[2] ? place(b) - place(a) : a[2] < b[2] ? -1 : 1));
}

/** Adds up the parts of short-term debt within each filing. A part that is not stated counts as absent. */
function shortTermDebt(facts: readonly Fact[]): Vintage[] {
  const filings = new Map<string, Vintage[]>();
  for (const part of SHORT_TERM_DEBT_PARTS) {
    const latest = new Map(
      byFiling(
        facts.filter((f) => part.includes(f.tag)),
        part,
      ).map((v) => [v[2], v]),
    );
    for (const [accession, v] of latest) filings.set(accession, [...(filings.get(accession) ?? []), v]);
  }
  return [...filings.values()]
    .map((parts): Vintage => {
      const [filed, , accession, form] = parts[0] as Vintage;
      return [filed, parts.reduce((sum, v) => sum + v[1], 0), accession, form, `computed: ${parts.map((v) => v[4]).join(" + ")}`];
    })
    .sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Assigns the cover's share count, which is dated by the cover, to the newest balance sheet of the same filing. */
function coverShares(cover: readonly Fact[], instants: readonly Fact[]): Map<IsoDate, Vintage[]> {
  const ends = new Map<string, IsoDate>();
  for (const { end, vintage } of instants) if (end > (ends.get(vintage[2]) ?? "")) ends.set(vintage[2], end);
  const found = cover.flatMap(({ end: dated, vintage }) => {
    const end = ends.get(vintage[2]);
    return end !== undefined && dated >= end && daysBetween(end, dated) <= 180 ? [{ end, vintage }] : [];
  });
  return new Map([...groupBy(found, (f) => f.end)].map(([end, list]) => [end, list.map((f) => f.vintage).sort((a, b) => (a[0] < b[0] ? -1 : 1))]));
}

const isReport = ([, , , form]: Vintage): boolean => standingOf(form) === "report";

type Lists = { -readonly [M in Metric]?: StatedPeriod["stated"][M] };

/** The values of one period by metric, in the order of preference of their tags. */
function listsByMetric(facts: readonly Fact[], cover: readonly Vintage[]): Lists {
  const byTag = groupBy(facts, (f) => f.tag);
  const of = (tags: readonly string[]): Fact[] => tags.flatMap((t) => byTag.get(t) ?? []);
  const stated: Lists = {};
  for (const metric of METRICS) {
    if (metric === "free_cash_flow") continue;
    const lists = TAGS[metric as Exclude<Metric, ComputedMetric>].groups.map((tags) => byFiling(of(tags), tags));
    if (metric === "short_term_debt") lists.splice(1, 0, shortTermDebt(of(SHORT_TERM_DEBT_PARTS.flat())));
    if (metric === "shares_outstanding") lists.push([...cover]);
    const having = lists.filter((list) => list.length > 0);
    if (having.length > 0) stated[metric] = having;
  }
  return stated;
}

/** Builds the full years and quarters of a company, each with all stated values, from the facts in its own currency and the cover pages' share counts. */
export function statedPeriods(
  facts: readonly Fact[],
  cover: readonly Fact[],
  currency: Currency,
): { readonly end: IsoDate; readonly known: IsoDate; readonly body: StatedPeriod }[] {
  const flows = groupBy(
    facts.filter((f) => f.start !== undefined),
    (f) => `${lengthOf(f.start as IsoDate, f.end) ?? "other"} ${f.end}`,
  );
  const atEnd = groupBy(
    facts.filter((f) => f.start === undefined),
    (f) => f.end,
  );
  const covers = coverShares(
    cover,
    facts.filter((f) => f.start === undefined),
  );
  const endsOf = (length: string): IsoDate[] => [...flows.keys()].filter((k) => k.startsWith(length)).map((k) => k.slice(length.length + 1));
  const [years, quarters] = [endsOf("year"), endsOf("quarter")];
  const calendar = fiscalCalendar(years);
  const newestYear = years.reduce((a, b) => (b > a ? b : a), "");
  // A balance sheet without a matching duration, such as the comparison in an early report. Kept only if it is a balance sheet.
  const alone = [...atEnd].filter(
    ([end, list]) => !years.includes(end) && !quarters.includes(end) && list.some((f) => f.tag === "Assets" || calendar.endsYear(end)),
  );
  const periods = [
    ...years.map((end) => ({ end, annual: true })),
    ...quarters.map((end) => ({ end, annual: false })),
    ...alone.map(([end]) => ({ end, annual: end < newestYear && calendar.endsYear(end) })),
  ];
  return periods.flatMap(({ end, annual }) => {
    const all = [...(flows.get(`${annual ? "year" : "quarter"} ${end}`) ?? []), ...(atEnd.get(end) ?? [])];
    const cover = covers.get(end) ?? [];
    const listed = (ofReports: boolean): Lists =>
      listsByMetric(
        all.filter((f) => isReport(f.vintage) === ofReports),
        cover.filter((v) => isReport(v) === ofReports),
      );
    // A list counts only while no list before it has a value: values of other forms count until a report states the figure.
    const stated = listed(true);
    for (const [metric, lists] of Object.entries(listed(false)) as [Metric, readonly (readonly Vintage[])[]][])
      stated[metric] = [...(stated[metric] ?? []), ...lists];
    const first = Object.values(stated).flatMap((lists) => lists.map((list) => (list[0] as Vintage)[0]));
    if (first.length === 0) return [];
    const known = first.reduce((a, b) => (b < a ? b : a));
    return [{ end, known, body: { period: annual ? calendar.year(end) : calendar.quarter(end), annual, currency, stated } }];
  });
}
