import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { forCell } from "../../../contract/reason";
import { rounded } from "../../../contract/rounded";
import { COUNTRIES, type Indicator } from "../../../contract/vocabulary";
import { answering, ofSeries, type Origin, SAMPLE, sampled, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { DAY, type EvaluateField, type Family, type FamilyAnswer } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { ageOfIndicator, INDICATOR_AGES } from "../../answers/maximum-age";
import { countWith } from "../../answers/published-rows";
import { whyUnknown } from "../../names/unknown";
import { type CodedEconomy, economySeries, economySpelled } from "../../records/economies";
import { lastMonthEnd, monthEnd, monthsFrom, quarterLabel } from "../../time/calendar";
import { firstNotPublicText } from "../awaited";
import { stoppedText } from "../central-banks/banks";
import { type EconomyAnswerRow, type EconomyRow, INDICATOR_FACTS, type IndicatorFacts, whyNotCovered } from "./indicators";
import { isPublishedArea, newestPublished, publishedBases, publishedEconomies, publishedEconomyRow } from "./published";
import { isSampleEconomy, sampleEconomyRow, sampleLongRate } from "./sample";

/** One 10-year yield less another in the same month. */
export interface Spread {
  /** Last day of the month. */
  readonly end: IsoDate;
  readonly bps: number;
  readonly leg: LongRate;
  readonly base: LongRate;
}

/** The spreads of a country over another one from a day on, newest first: months in which both have a yield. */
export function spreadsOver(context: Context, country: string, base: string, from: IsoDate): readonly Spread[] {
  const bases = new Map(longRates(context, base, from).map((rate) => [rate.end, rate]));
  return longRates(context, country, from)
    .flatMap((leg): Spread[] => {
      const other = bases.get(leg.end);
      return other ? [{ end: leg.end, bps: rounded((leg.value - other.value) * 100, 1), leg, base: other }] : [];
    })
    .toReversed();
}

/**
 * What a 10-year yield is: of one benchmark bond, the harmonised rate for convergence purposes, which is of bonds of about ten years, or the average of a group of
 * countries.
 */
export const CONSTRUCTIONS = ["benchmark", "convergence", "group_average"] as const;
type Construction = (typeof CONSTRUCTIONS)[number];

/** The average of one month, in percent a year, dated by the last day of the month. */
export interface LongRate extends Origin {
  readonly end: IsoDate;
  readonly value: number;
  readonly construction: Construction;
}

const EURO_AREA = "XM";

const constructionOf = (country: string, isConvergence: boolean): Construction =>
  country === EURO_AREA ? "group_average" : isConvergence ? "convergence" : "benchmark";

/** The month ends from one month to another, oldest first. */
function monthEnds(from: IsoDate, to: IsoDate): IsoDate[] {
  const ends: IsoDate[] = [];
  for (let end = monthEnd(from); end <= to; end = monthEnd(monthsFrom(end, 1))) ends.push(end);
  return ends;
}

/** The monthly 10-year yields of a country from a day on, oldest first, from the rows that BIS IRLT shows. Empty if it has none. */
function longRates(context: Context, country: string, from: IsoDate): readonly LongRate[] {
  const today = context.clock.today();
  const published = newestPublished(context, country, "IRLT");
  if (published) {
    const series = economySeries(country, "IRLT", published.basis.suffix);
    const construction = constructionOf(country, published.basis.suffix === ".ECB");
    return context.store.observations
      .between(series, from, today)
      .flatMap(({ date, value, source }) => (value === null ? [] : [{ end: date, value, construction, ...ofSeries(source, series) }]));
  }
  if (publishedBases(context, country, "IRLT").length > 0 || !isSampleEconomy(country) || whyNotCovered(country, "IRLT") !== undefined) return [];
  const newest = sampleEconomyRow(country, "IRLT", context.clock);
  if (newest.kind !== "row") return [];
  const construction = constructionOf(country, false);
  return monthEnds(from, newest.period_end <= lastMonthEnd(today) ? newest.period_end : lastMonthEnd(today)).flatMap((end) => {
    const value = sampleLongRate(country, end);
    return value === undefined ? [] : [{ end, value, construction, ...SAMPLE }];
  });
}

const CAVEATS: readonly CaveatId[] = ["econ_values_as_published", "econ_mixed_periods", "econ_attribution_travels_with_the_data"];

/** The newest row of an indicator, published or else sample; undefined if there is neither. */
const rowsFor = (context: Context, { code }: CodedEconomy, indicator: Indicator): Sourced<EconomyAnswerRow> | undefined =>
  publishedEconomyRow(context, code, indicator) ??
  (isSampleEconomy(code) && whyNotCovered(code, indicator) === undefined ? sampled(sampleEconomyRow(code, indicator, context.clock)) : undefined);

const CODES = COUNTRIES.map(([two]) => two);
const SPELLINGS = COUNTRIES.flatMap(([two, three, title]) => [two, three, title.toUpperCase()]);

function unknownCountry(country: string): FamilyAnswer {
  const { reason } = answering(SAMPLE, DAY);
  const beyond = economySpelled(country);
  if (beyond)
    return reason("unknown_country", {
      short: forCell`No statistics of ${beyond.title} are loaded.`,
      full: `No statistics of ${beyond.title} are loaded, and it has no sample data. Import published data, or use one of the 39 countries or XM, the euro area.`,
    });
  return unknownReason({ reason }, whyUnknown("country", country, country.length === 2 ? CODES : SPELLINGS));
}

/** A period as text: 2024-05, 2024Q1 or 2023. */
function periodText(end: IsoDate, frequency: IndicatorFacts["frequency"]): string {
  if (frequency === "quarterly") return quarterLabel(end);
  return end.slice(0, frequency === "yearly" ? 4 : 7);
}

/** Change over a year: percent for levels, percentage points for rates. Null without a comparable value a year earlier. */
function yearOnYear({ value, year_before }: EconomyRow, unit: IndicatorFacts["yoyUnit"]): number | null {
  if (year_before === null || (unit === "%" && year_before <= 0)) return null;
  return rounded(unit === "%" ? (value / year_before - 1) * 100 : value - year_before, 2);
}

/** Why an indicator of an economy has no row. An economy without sample data can have published rows for any indicator. */
const whyAbsent = (area: CodedEconomy, indicator: Indicator): string =>
  (isSampleEconomy(area.code) ? whyNotCovered(area.code, indicator) : undefined) ?? `none is loaded. Load data of ${INDICATOR_FACTS[indicator].publisher}`;

function answerOf(field: FieldName<"BIS">, { rows: row, ...origin }: Sourced<EconomyRow>, country: string): FamilyAnswer {
  const facts = INDICATOR_FACTS[row.indicator];
  const say = answering(origin, DAY, row.indicator === "policy_rate" ? [...CAVEATS, "central_bank_level_not_flow"] : CAVEATS);
  const ageName = ageOfIndicator(row.indicator, row.frequency);
  const yoy = (): FamilyAnswer => {
    const change = yearOnYear(row, facts.yoyUnit);
    return change === null
      ? say.reasonOn(row.period_end, "no_data_yet", {
          short: `No ${row.indicator} is known for a year earlier.`,
          full: `No ${row.indicator} of ${country} is known for the same period a year earlier. Field value gives the newest.`,
        })
      : { ...say.number(change, facts.yoyUnit, row.period_end, "econ_yoy_is_a_kresmion_calculation"), ageName };
  };
  const figures: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    value: () => ({ ...say.number(row.value, facts.unit, row.period_end), ...(row.note ? { note: row.note } : {}), ageName }),
    yoy,
    yoy_unit: () => say.text(facts.yoyUnit, row.period_end, "econ_yoy_is_a_kresmion_calculation"),
    period: () => say.text(periodText(row.period_end, row.frequency), row.period_end),
    unit: () => say.text(facts.unit, row.period_end),
    attribution: () => say.text(row.attribution, row.period_end),
  };
  return figures[field]();
}

/**
 * One indicator of one economy: its newest value, the change over a year (percent for levels, percentage points for rates), the period
 * and the attribution to quote. Published rows come from the BIS, the ECB, the OECD and the World Bank. Sample data covers 39 countries
 * and the euro area (XM). Fails with `unknown_country`, `not_covered`, `withheld_stopped` and `no_data_yet`.
 */
const bis: EvaluateField<FieldName<"BIS">> = ([country, name], context, field) => {
  const area = economySpelled(String(country));
  const indicator = name as Indicator;
  const found = area && rowsFor(context, area, indicator);
  if (!area || (!found && !isSampleEconomy(area.code) && !isPublishedArea(context, area.code))) return unknownCountry(String(country));
  const { title } = area;
  if (!found)
    return answering(SAMPLE, DAY, CAVEATS).reason("not_covered", {
      short: forCell`No ${indicator} for ${title}.`,
      full: `No ${indicator} for ${title}: ${whyAbsent(area, indicator)}.`,
    });
  const { rows: row, ...origin } = found;
  const { reason, reasonOn } = answering(origin, DAY, CAVEATS);
  if (row.kind === "stopped") return reasonOn(row.last, "withheld_stopped", stoppedText(title, row));
  if (row.kind === "not_yet" && row.known !== undefined)
    return reason("no_data_yet", {
      short: `No complete month is loaded: days end on ${row.known}.`,
      full: `${indicator} of ${title} is monthly, and no complete month is loaded: the days end on ${row.known}. CBRATE("${area.code}") gives the daily rate.`,
    });
  if (row.kind === "not_yet" && row.awaited) return reason("no_data_yet", firstNotPublicText({ ...row.awaited, of: `${indicator} of ${title}` }));
  if (row.kind === "not_yet")
    return reason("no_data_yet", {
      short: `The first period ends on ${row.first}.`,
      full: `${origin.sample ? "The" : "The loaded"} ${indicator} of ${title} begins with the period that ends on ${row.first}.${origin.sample ? "" : " Load earlier data."}`,
    });
  return answerOf(field, { rows: row, ...origin }, title);
};

export const international: Family = {
  name: "international",
  functions: {
    BIS: {
      evaluate: bis,
      ages: {
        fields: { ...all("latest", "value", "yoy"), period: "day", ...all("constant", "yoy_unit", "unit", "attribution") },
        age: ([, indicator]) => INDICATOR_AGES[indicator as Indicator],
        dayField: "period",
      },
      universe: (context) => countWith(CODES, publishedEconomies, context),
    },
  },
  rows: publishedEconomies,
  isPublished: ([country, indicator], context) => {
    const area = economySpelled(String(country));
    return area !== undefined && publishedEconomyRow(context, area.code, indicator as Indicator) !== undefined;
  },
};
