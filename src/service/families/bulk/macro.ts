import { SERIES, seriesOf } from "../../../contract/series";
import type { CashBalance, FuturesPositions, MoneyRate, RateAverage } from "../../records/macro";
import { caveatsOfSeries } from "../macro/macro";
import { declaredSeries } from "../../records/series/declared";
import { seriesReader } from "../macro/series-reader";
import { ofRecords, seriesDataset } from "./dataset";

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
  caveats: [],
  dataset: "rate_average",
  rows: ({ entity, date, body }) => [[entity, date, body.rate]],
});

export const treasuryCash = ofRecords<CashBalance>({
  name: "treasury_cash",
  title: "Cash of the U.S. Treasury",
  about: "The Treasury General Account at the close of one day.",
  columns: { account: "TGA", date: "the day", closing_musd: "millions of US dollars" },
  sources: ["fiscaldata"],
  caveats: [],
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
