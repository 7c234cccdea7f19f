import { capital } from "../text";
import { SERIES, seriesOf, TENOR_SERIES, type Frequency } from "../series";
import type { Unit } from "../units";
import { SIGNAL_TITLES, SIGNAL_TYPES } from "../listed/signals";
import {
  BANK_NAMES,
  BANKS,
  COUNTRIES,
  FILING_METRICS,
  HORIZONS,
  INDICATORS,
  METRICS,
  PERPETUALS,
  RATE_KEYS,
  RV_METRICS,
  TENOR_CHOICES,
  WHALE_ASSETS,
} from "../vocabulary";

/** A value to choose, as typed in a formula. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  /** What exactly the value stands for, if its title does not say it. */
  readonly detail?: string;
  /** Unit and frequency of a series. */
  readonly measure?: readonly [Unit, Frequency];
}

/** The values of an argument, with their titles. */
export interface Vocabulary {
  /** Id of the drop-down in Excel's metadata. Unique. */
  readonly id: string;
  readonly choices: readonly Choice[];
}

/** `material_weakness` → `Material weakness`. */
const capitalized = (name: string): string => capital(name.replaceAll("_", " "));

type Texts<V extends string> = Readonly<Partial<Record<V, string>>>;

/** Builds a vocabulary. `titles` are for values whose name is not a title. */
function titled<V extends string>(id: string, values: readonly V[], titles?: Texts<V>, details?: Texts<V>): Vocabulary {
  const choices = values.map((value) => {
    const detail = details?.[value];
    return { value, title: titles?.[value] ?? capitalized(value), ...(detail === undefined ? {} : { detail }) };
  });
  return { id, choices };
}

const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(COUNTRIES.map(([two, , name]) => [two, name]));

export const CURATED_SERIES: Vocabulary = {
  id: "SeriesId",
  choices: SERIES.map(({ id, title, unit, frequency }) => ({ value: id, title, measure: [unit, frequency] })),
};

export const TENOR_NAMES: Vocabulary = {
  id: "Tenor",
  choices: TENOR_CHOICES.map((value) => ({
    value,
    title: value === "AS_OF" ? "Date of the curve" : (seriesOf(TENOR_SERIES[value])?.title ?? ""),
  })),
};

const MONEY_RATE_TITLES = { TGCR: "Tri-party general collateral rate", BGCR: "Broad general collateral rate" };
export const MONEY_RATES = titled("MoneyRate", RATE_KEYS, {
  ...Object.fromEntries(RATE_KEYS.map((key) => [key, seriesOf(key)?.title])),
  ...MONEY_RATE_TITLES,
});

export const BANK_AREAS = titled("CentralBank", BANKS, { ...COUNTRY_NAMES, ...BANK_NAMES }, { XM: "ECB deposit facility rate" });

export const COUNTRY_CODES: Vocabulary = {
  id: "Country",
  choices: [{ value: "XM", title: "Euro area" }, ...COUNTRIES.map(([value, three, name]) => ({ value, title: `${name} (${three})` }))],
};

export const INDICATOR_NAMES = titled("Indicator", INDICATORS, {
  policy_rate: "Central-bank policy rate, %",
  cpi: "Consumer prices",
  gdp: "Gross domestic product",
  IRLT: "Long-term interest rate, %",
  reer: "Real effective exchange rate, index",
  credit_to_gdp: "Credit to the non-financial sector over GDP, %",
  credit_gap: "Credit-to-GDP gap, percentage points",
});

const COINS = { BTC: "Bitcoin", ETH: "Ether", SOL: "Solana", USDT: "Tether", USDC: "USD Coin", WBTC: "Wrapped Bitcoin" };
export const ASSETS = titled("Asset", WHALE_ASSETS, COINS);

export const PERPETUAL_FUTURES: Vocabulary = {
  id: "Perpetual",
  choices: PERPETUALS.map((value) => ({ value, title: `${Object.hasOwn(COINS, value) ? COINS[value as keyof typeof COINS] : value} perpetual` })),
};

export const SIGNALS = titled("SignalType", SIGNAL_TYPES, SIGNAL_TITLES);

export const HORIZON_NAMES: Vocabulary = {
  id: "Horizon",
  choices: HORIZONS.map((value) => ({ value, title: `${value.slice(0, -1)} ${value === "1d" ? "day" : "days"} after the signal` })),
};

const ITEM_TITLES = {
  sga: "Selling, general and administrative expense",
  eps_basic: "Basic earnings per share",
  eps_diluted: "Diluted earnings per share",
  capex: "Capital expenditure",
  pretax_income: "Income before tax",
  property_plant_equipment: "Property, plant and equipment, net",
  depreciation_amortization: "Depreciation and amortization",
  stock_compensation: "Stock-based compensation",
};
export const STATEMENT_ITEMS = titled("StatementItem", METRICS, ITEM_TITLES);

export const FILING_FIGURES = titled("FilingMetric", FILING_METRICS, {
  latest: "Latest filing: form, dates, accession number, address",
  ...ITEM_TITLES,
});

export const PEER_METRICS = titled("RvMetric", RV_METRICS, {
  pe: "Price over earnings",
  ps: "Market cap over revenue",
  pb: "Market cap over book equity",
  ev_to_revenue: "Enterprise value over revenue",
  ev_to_operating_income: "Enterprise value over operating income",
  fcf_yield: "Free cash flow over market cap, %",
  dividend_yield: "Dividends over price, %",
  net_debt_to_ocf: "Net debt over operating cash flow",
  gross_margin: "Gross margin, %",
  operating_margin: "Operating margin, %",
  net_margin: "Net margin, %",
  revenue_growth: "Revenue growth over the fiscal year before, %",
  roe: "Return on equity, %",
  return_1m: "Price return over one month, %",
  return_3m: "Price return over three months, %",
  return_12m: "Price return over twelve months, %",
});

export const VOCABULARIES: readonly Vocabulary[] = [
  ...[CURATED_SERIES, TENOR_NAMES, MONEY_RATES, BANK_AREAS, COUNTRY_CODES, INDICATOR_NAMES, ASSETS],
  ...[PERPETUAL_FUTURES, SIGNALS, HORIZON_NAMES, STATEMENT_ITEMS, FILING_FIGURES, PEER_METRICS],
];
