import type { IsoDate } from "../contract/dates";
import { METRICS, type Metric } from "../contract/vocabulary";
import { COUNTING, latest, lineOf, NEVER, PERIODIC, timed, type Length, type StatementLine, type Timed } from "./figures";
import { groupedBy } from "../contract/lists";
import type { FactReading } from "./reading";
import { LARGEST, RENT, REVENUE_SUMS, TOTALS } from "./totals";

/** Annual reports. Twelve months of another report are no fiscal year. */
const ANNUAL = /^(10-KT?|20-F|40-F)(\/A)?$/;
/** Counted some weeks after the period's end, on a day of its own. */
const COVER_SHARES = "EntityCommonStockSharesOutstanding";

/** Revenue that no element states as a whole. Added up where one filing states both parts for one period. */
function revenueSums(byElement: ReadonlyMap<string, readonly Timed[]>): Timed[] {
  const keyOf = ({ accession, unit, start, end }: Timed): string => `${accession} ${unit} ${start} ${end}`;
  const stated = (TOTALS.revenue ?? []).flatMap((tag) => byElement.get(tag) ?? []);
  const totals = groupedBy(stated, keyOf);
  return REVENUE_SUMS.flatMap(([first, second]) => {
    const others = groupedBy(byElement.get(second) ?? [], keyOf);
    return (byElement.get(first) ?? []).flatMap((fact) => {
      const other = others.get(keyOf(fact))?.[0]?.value;
      if (other === undefined) return [];
      const largest = first === RENT ? fact.value : Math.max(fact.value, other);
      // A value that is no less than each part is stated as the total.
      const isCovered = (totals.get(keyOf(fact)) ?? []).some(({ tag, value }) => (first === RENT || (tag !== first && tag !== second)) && value >= largest);
      return isCovered ? [] : [{ ...fact, tag: `${first} + ${second}`, value: fact.value + other }];
    });
  });
}

/** The statements of a company, as a second reading of its facts. */
export function statementsOf(readings: readonly FactReading[]) {
  const facts = readings.flatMap((fact) => timed(fact) ?? []).filter((fact) => !NEVER.test(fact.form));
  const byElement = groupedBy(facts, (fact) => fact.tag);
  const keyOf = (end: IsoDate, accession: string, tag: string): string =>
    `${tag.endsWith(COVER_SHARES) ? "cover" : end} ${accession} ${tag.slice(tag.indexOf(":") + 1)}`;
  const stated = groupedBy(readings, ({ end, accession, tag }) => keyOf(end, accession, tag));
  const ofMoney = facts.filter((fact) => /^[A-Z]{3}$/.test(fact.unit) && COUNTING.test(fact.form));
  const amounts = groupedBy(ofMoney, (fact) => `${fact.length} ${fact.end}`);
  const sums = revenueSums(byElement);
  const ofMetric = (metric: Metric): Timed[] => [...(TOTALS[metric] ?? []).flatMap((tag) => byElement.get(tag) ?? []), ...(LARGEST.has(metric) ? sums : [])];
  const linesIn = (currency: string): readonly StatementLine[] =>
    METRICS.flatMap((metric) => {
      const units = [currency, `${currency}/shares`, "shares"];
      const inCurrency = (of: Metric): Timed[] => ofMetric(of).filter((fact) => units.includes(fact.unit));
      const least = LARGEST.has(metric) ? lineOf("gross_profit", inCurrency("gross_profit"), TOTALS.gross_profit ?? []) : undefined;
      const own = inCurrency(metric);
      return own.length > 0 ? [lineOf(metric, own, TOTALS[metric] ?? [], least)] : [];
    });
  const linesByCurrency = new Map<string, readonly StatementLine[]>();
  return {
    /** The lines that have an element for the whole, in one currency. */
    lines: (currency: string): readonly StatementLine[] => {
      const known = linesByCurrency.get(currency) ?? linesIn(currency);
      linesByCurrency.set(currency, known);
      return known;
    },
    /** The currency of a period: that of most amounts of the latest report, filed before a day, that states any for it. */
    currencyOf: (end: IsoDate, length: Length, before: IsoDate = "9999"): string | undefined => {
      const about = (amounts.get(`${length} ${end}`) ?? amounts.get(`day ${end}`) ?? []).filter((fact) => fact.filed < before);
      const newest = latest(about);
      const ofNewest = about.filter((fact) => fact.accession === newest?.accession);
      const units = groupedBy(ofNewest, (fact) => fact.unit);
      return [...units].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
    },
    /** The fiscal years and quarters that have a periodic report of their own, with revenue or net income. */
    periods: (): readonly { readonly end: IsoDate; readonly length: Length }[] => {
      const flows = [...ofMetric("revenue"), ...ofMetric("net_income")].filter(
        (fact) => (fact.length === "year" ? ANNUAL : PERIODIC).test(fact.form) && fact.length !== "day",
      );
      // Comparatives may be of another calendar than the company's own, after a change of its fiscal year.
      const own = [...groupedBy(flows, (fact) => `${fact.length} ${fact.accession}`).values()].flatMap((group) =>
        [...group].sort((a, b) => (a.end < b.end ? 1 : -1)).slice(0, 1),
      );
      return [...groupedBy(own, (fact) => `${fact.length} ${fact.end}`).values()].flatMap(([fact]) => (fact ? [{ end: fact.end, length: fact.length }] : []));
    },
    /**
     * True if a filing states exactly this value for a period that ends on this day, or this sum of several elements; shares outstanding by its cover on any day.
     * `tags` are without the taxonomy.
     */
    states: (end: IsoDate, accession: string, tags: readonly string[], value: number): boolean => {
      const sums = tags.reduce<readonly number[]>(
        (all, tag) => all.flatMap((sum) => (stated.get(keyOf(end, accession, tag)) ?? []).map((fact) => sum + fact.value)),
        [0],
      );
      return sums.includes(value);
    },
  };
}
