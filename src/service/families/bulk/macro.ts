import { SERIES, seriesOf } from "../../../contract/series";
import type { Indicator } from "../../../contract/vocabulary";
import { economySpelled, SERIES_BASES } from "../../records/economies";
import type { CashBalance, FuturesPositions, MoneyRate, RateAverage } from "../../records/macro";
import { declaredSeries } from "../../records/series/declared";
import { INDICATOR_FACTS } from "../international/indicators";
import { caveatsOfSeries } from "../macro/macro";
import { seriesReader } from "../macro/series-reader";
import { holderOfSeries, isHolderSeries } from "../tic/tic";
import { ofRecords, seriesDataset } from "./dataset";

const POLICY_RATE = /^CBPOL\.([^.]+)(?:\.(DFR|MRR))?$/;
const KINDS: Readonly<Record<string, string>> = { DFR: "deposit facility rate", MRR: "main refinancing rate" };

const isPolicyRate = (id: string): boolean => POLICY_RATE.test(id);

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
  cells: (id, { date, value }) => {
    const { holder, name, kind } = holderOfSeries(id);
    return [holder, date, value, name, kind];
  },
});

const CURATED: ReadonlySet<string> = new Set(SERIES.map(({ id }) => id));

/** The curated series, newest observation first. Values as FRED and FREDH show them. */
export const macroSeries = seriesDataset({
  name: "macro_series",
  title: "Curated macro series",
  about: "One observation of one curated series, as FRED and FREDH show it; the newest of each series first. Series that no import covers are left out.",
  columns: {
    series_id: "the series",
    date: "observation date: the period that the value describes",
    value: "in the series' unit",
    unit: "unit of the value",
  },
  sources: ["treasury", "board", "nyfed", "fiscaldata", "bls", "dol", "oecd", "ecb"],
  caveats: ["fred_curated_series_only", "fred_observation_date_not_fetch_date"],
  series: (id) => CURATED.has(id),
  ids: () => [...CURATED],
  latest: (context, id, upTo, count) => {
    const isImported = (one: string): boolean => context.store.observations.isPublished(one);
    // Otherwise it would have sample rows.
    const isCovered = isImported(id) || (declaredSeries(id)?.difference?.every(isImported) ?? false);
    return isCovered
      ? seriesReader(id, context)!
          .latest(upTo, count)
          .map(({ row, ...obs }) => ({ ...obs, public: row?.public }))
      : [];
  },
  cells: (id, { date, value }) => [id, date, value, seriesOf(id)!.unit],
  caveatsOf: caveatsOfSeries,
});

export const moneyMarketRates = ofRecords<MoneyRate>({
  name: "money_market_rates",
  title: "Money-market rates",
  about: "One rate on one day, as MMRATE shows it.",
  columns: {
    rate_key: "the rate, such as SOFR",
    date: "observation date; for an administered rate the day on which it takes effect",
    rate: "percent a year",
    volume_bn: "billions of US dollars; empty unless the rate is computed from transactions",
    percentile_1: "percent a year",
    percentile_99: "percent a year",
  },
  sources: ["nyfed", "board"],
  caveats: ["mm_volume_nyfed_only", "mm_administered_effective_dating", "mm_stress_is_width_not_level"],
  dataset: "money_rate",
  rows: ({ entity, date, body }) => [[entity, date, body.rate, body.volume_bn, body.percentile_1, body.percentile_99]],
});

export const treasuryYieldAverages = ofRecords<RateAverage>({
  name: "treasury_yield_averages",
  title: "Monthly averages of the 10-year Treasury yield",
  about: "The average of one month. The daily yields are in macro_series.",
  columns: { tenor: "10Y", date: "first day of the month", rate: "percent a year" },
  sources: ["board"],
  dataset: "rate_average",
  rows: ({ entity, date, body }) => [[entity, date, body.rate]],
});

export const treasuryCash = ofRecords<CashBalance>({
  name: "treasury_cash",
  title: "Cash of the U.S. Treasury",
  about: "The Treasury General Account at the close of one day.",
  columns: { account: "TGA", date: "the day", closing_musd: "millions of US dollars" },
  sources: ["fiscaldata"],
  dataset: "cash_balance",
  rows: ({ entity, date, body }) => [[entity, date, body.closing_musd]],
});

const POSITION_COLUMNS = {
  open_interest: "contracts",
  noncomm_long: "contracts held long by non-commercial traders",
  noncomm_short: "contracts held short by non-commercial traders",
  noncomm_spread: "contracts held as spreads by non-commercial traders",
  noncomm_net: "non-commercial long less short, contracts",
  comm_long: "contracts held long by commercial traders",
  comm_short: "contracts held short by commercial traders",
  comm_net: "commercial long less short, contracts",
  nonrept_long: "contracts held long by traders below the reporting level",
  nonrept_short: "contracts held short by traders below the reporting level",
} as const satisfies Partial<Record<keyof FuturesPositions, string>>;

export const futuresPositions = ofRecords<FuturesPositions>({
  name: "futures_positions",
  title: "Commitments of traders",
  about: "One week of one futures market in the legacy report.",
  columns: {
    code: "the market's code",
    date: "the Tuesday of the report",
    market: "name of the market",
    basis: "futures-only or combined with options",
    ...POSITION_COLUMNS,
  },
  sources: ["cftc"],
  caveats: ["cot_lag"],
  dataset: "positions",
  rows: ({ entity, date, body }) => [
    [entity, date, body.market, body.basis, ...(Object.keys(POSITION_COLUMNS) as (keyof typeof POSITION_COLUMNS)[]).map((name) => body[name])],
  ],
});
