import { INDICATOR_NAMES } from "./choices";
import type { Declarations } from "./declaration";
import { NEVER_ZERO, cellFunction, choice, field, named, number, text } from "./parameters";

/** Statistics of countries. */
export const INTERNATIONAL_FUNCTIONS = {
  BIS: cellFunction({
    title: "International statistics by country",
    description: "One international statistic of a country: the value as published, its change from a year earlier, and the period it describes.",
    remarks: `Countries publish at different dates and frequencies: check the fields unit and period. yoy is in percent for levels, and in percentage points for rates. ${NEVER_ZERO}`,
    parameters: [
      named("country", "economy", "DE", "Country, such as DE, DEU or Germany; XM or Eurozone for the euro area."),
      choice("indicator", INDICATOR_NAMES, "cpi", "Indicator, such as cpi."),
      field("value"),
    ],
    fields: [
      number("value", "varies", "latest value"),
      number("yoy", "varies", "change from a year earlier"),
      text("yoy_unit", "% for levels, pp for rates"),
      text("period", "period that the value describes"),
      text("unit", "unit of the value"),
      text("attribution", "attribution to quote with the value"),
    ],
    returns: "A number in the indicator's unit, or text.",
    example: ["DE", "cpi", "yoy"],
    search: "country inflation gdp international",
    source: "international statistics publishers",
    caveats: [
      "central_bank_level_not_flow",
      "econ_attribution_travels_with_the_data",
      "econ_mixed_periods",
      "econ_values_as_published",
      "econ_yoy_is_a_kresmion_calculation",
    ],
  }),
} satisfies Declarations;
