import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import { forCell } from "../../../contract/reason";
import { COUNTRIES, type Indicator } from "../../../contract/vocabulary";
import type { FieldName } from "../../../contract/functions";
import { answering, SAMPLE, sampled, type Sourced, unknownReason } from "../../answers/answering";
import { ageOfIndicator } from "../../answers/maximum-age";
import { quarterLabel } from "../../time/calendar";
import { rounded } from "../../../contract/rounded";
import { DAY, type FamilyAnswer, type EvaluateField, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { INDICATOR_AGES } from "../../answers/maximum-age";
import type { Context } from "../../answers/context";
import { countWith } from "../../answers/published-rows";
import { whyUnknown } from "../../names/unknown";
import { economySpelled, type CodedEconomy } from "../../records/economies";
import { firstNotPublicText } from "../awaited";
import { stoppedText } from "../central-banks/rows";
import { INDICATOR_FACTS, whyNotCovered, type IndicatorFacts } from "./indicators";
import { isPublishedArea, publishedEconomies, publishedEconomyRow } from "./published";
import type { EconomyAnswerRow, EconomyRow } from "./rows";
import { isSampleEconomy, sampleEconomyRow } from "./sample";

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
  switch (field) {
    case "value":
      return {
        ...say.number(row.value, facts.unit, row.period_end),
        ...(row.note ? { note: row.note } : {}),
        ageName: ageOfIndicator(row.indicator, row.frequency),
      };
    case "yoy": {
      const change = yearOnYear(row, facts.yoyUnit);
      return change === null
        ? say.reason(
            "no_data_yet",
            {
              short: `No ${row.indicator} is known for a year earlier.`,
              full: `No ${row.indicator} of ${country} is known for the same period a year earlier. Field value gives the newest.`,
            },
            row.period_end,
          )
        : { ...say.number(change, facts.yoyUnit, row.period_end, "econ_yoy_is_a_kresmion_calculation"), ageName: ageOfIndicator(row.indicator, row.frequency) };
    }
    case "yoy_unit":
      return say.text(facts.yoyUnit, row.period_end, "econ_yoy_is_a_kresmion_calculation");
    case "period":
      return say.text(periodText(row.period_end, row.frequency), row.period_end);
    case "unit":
      return say.text(facts.unit, row.period_end);
    case "attribution":
      return say.text(row.attribution, row.period_end);
  }
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
  const { reason } = answering(origin, DAY, CAVEATS);
  if (row.kind === "stopped") return reason("withheld_stopped", stoppedText(title, row), row.last);
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
      universe: (context) =>
        countWith(
          COUNTRIES.map(([code]) => code),
          publishedEconomies,
          context,
        ),
      asOf: "never",
    },
  },
  rows: publishedEconomies,
  isPublished: ([country, indicator], context) => {
    const area = economySpelled(String(country));
    return area !== undefined && publishedEconomyRow(context, area.code, indicator as Indicator) !== undefined;
  },
};
