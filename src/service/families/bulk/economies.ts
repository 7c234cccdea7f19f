import type { Indicator } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { economySpelled, SERIES_BASES } from "../../records/economies";
import { INDICATOR_FACTS } from "../international/indicators";
import { holderOfSeries, isHolderSeries } from "../tic/tic";
import { seriesDataset } from "./dataset";

/** The stored series of which this is true, in order of their ids. */
const storedSeries =
  (isOne: (id: string) => boolean) =>
  ({ store }: Context): readonly string[] =>
    store.observations.series().filter(isOne);

const POLICY_RATE = /^CBPOL\.([^.]+)(?:\.(DFR|MRR))?$/;
const KINDS: Readonly<Record<string, string>> = { DFR: "deposit facility rate", MRR: "main refinancing rate" };

const isPolicyRate = (id: string): boolean => POLICY_RATE.test(id);
const latestOf = ({ store }: Context, id: string, upTo: string, count: number) => store.observations.latest(id, upTo, count);

/** Central banks' rates. CBRATE shows the newest, and of the euro area the one that is its policy rate. */
export const policyRatesDataset = seriesDataset({
  name: "policy_rates",
  title: "Policy rates of central banks",
  about:
    "One central bank's rate on one day, newest first. CBRATE shows the newest policy rate, unless its source stopped publishing; of the euro area it shows the European Central Bank's own rate if that is newer.",
  columns: {
    country: "code of the country, XM for the euro area",
    date: "the day that the rate describes",
    rate: "percent a year",
    kind: "policy rate, or one of the European Central Bank's key rates: deposit facility rate, main refinancing rate",
  },
  sources: ["bis", "ecb"],
  caveats: ["central_bank_level_not_flow", "central_bank_bis_lag"],
  series: isPolicyRate,
  ids: storedSeries(isPolicyRate),
  latest: latestOf,
  cells: (id, { date, value }) => {
    const [, country, kind] = POLICY_RATE.exec(id)!;
    return [country, date, value, kind === undefined ? "policy rate" : KINDS[kind]];
  },
});

const STATISTIC = /^ECON\.([^.]+)\.([^.]+)(\..+)?$/;
const isStatistic = (id: string): boolean => STATISTIC.test(id);

/** Statistics of countries. BIS shows the newest of the first basis that is neither discontinued nor too old. */
export const countryStatistics = seriesDataset({
  name: "country_statistics",
  title: "Statistics of countries",
  about:
    "One indicator of one economy in one period, newest first. An indicator may have several series on different bases, which must not be mixed; BIS shows the preferred one. The policy rate by month, which BIS shows too, is in policy_rates by day.",
  columns: {
    country: "code of the country, or of a group of countries such as XM for the euro area",
    name: "its name",
    indicator: "the indicator, as in BIS",
    date: "last day of the period",
    value: "in the unit of the row; an index is on the basis of its series",
    unit: "% percent, pp percentage points, idx index, USD US dollars",
    frequency: "monthly, quarterly or yearly",
    basis: "what the series measures, or the base of its index; empty for the indicator's only series",
    series_id: "the series: rows of different series are not comparable",
  },
  sources: ["bis", "ecb", "oecd", "worldbank"],
  caveats: ["econ_values_as_published", "econ_mixed_periods", "econ_attribution_travels_with_the_data"],
  series: isStatistic,
  ids: storedSeries(isStatistic),
  latest: latestOf,
  cells: (id, { date, value }) => {
    const [, indicator, country, suffix = ""] = STATISTIC.exec(id)! as unknown as [string, Indicator, string, string?];
    const facts = INDICATOR_FACTS[indicator];
    const basis = SERIES_BASES[indicator].find((one) => one.suffix === suffix);
    return [country, economySpelled(country)?.title, indicator, date, value, facts.unit, basis?.frequency ?? facts.frequency, basis?.note, id];
  },
});

/** Foreign holders of Treasury securities. */
export const foreignHolders = seriesDataset({
  name: "foreign_holders",
  title: "Foreign holders of Treasury securities",
  about: "The Treasury securities held by one country, or by a group of countries, at the end of one month, newest first, as GET /v1/macro/tic lists them.",
  columns: {
    holder: "id of the table's line, such as UnitedKingdom or GrandTotal",
    date: "first day of the month at whose end they were held",
    holdings_bn: "billions of US dollars",
    name: "name of the line",
    kind: "country, or sum for a line of several countries",
  },
  sources: ["tic"],
  caveats: ["tic_lag"],
  series: isHolderSeries,
  ids: storedSeries(isHolderSeries),
  latest: latestOf,
  cells: (id, { date, value }) => {
    const { holder, name, kind } = holderOfSeries(id);
    return [holder, date, value, name, kind];
  },
});
