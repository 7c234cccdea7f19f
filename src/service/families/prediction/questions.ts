import { addDays, type IsoDate } from "../../../contract/dates";
import { bankDayOnOrAfter, isSession, monthNumber, monthsFrom, nthWeekday, yearOf } from "../../time/calendar";

/** One yes-or-no question of an event. `ask` makes its text from the period's name, such as "November 2026" or "2026". */
export interface EventOutcome {
  /** First part of the market's id. The rest is the period. */
  readonly slug: string;
  readonly ask: (period: string) => string;
  /** The threshold of a ladder's outcome, in the unit of its figure. */
  readonly level?: number;
}

/**
 * How the markets of an event are related:
 * - `single`: there is only one.
 * - `exclusive`: exactly one of them comes true, so their probabilities sum to at most 1.
 * - `ladder`: the thresholds rise, so no probability exceeds the previous one.
 */
export type Relation = "single" | "exclusive" | "ladder";

/** An event that has markets in every month or year, or once. */
export interface MarketEvent {
  readonly slug: string;
  readonly title: (period: string) => string;
  readonly category: string;
  readonly relation: Relation;
  /** `once`: from the first day of coverage to the last day of the given year. */
  readonly every: "month" | "year" | { readonly once: number };
  /** True if trading begins with the period, so that only one market of the event is open and its name alone finds it. */
  readonly opensWithPeriod?: boolean;
  /** First day of the first period. */
  readonly since?: IsoDate;
  /** The day on which a month's figure is published and trading ends. Default: the last day of the period. */
  readonly releasedOn?: (period: IsoDate) => IsoDate;
  readonly outcomes: readonly EventOutcome[];
}

/** Consumer prices are published in the middle of the next month. */
const pricesReleasedOn = (period: IsoDate): IsoDate => bankDayOnOrAfter(monthsFrom(period, 1).replace(/01$/, "12"));
/** The labour market report is published on the first Friday of the next month, or a week later if that is a holiday. */
function labourReleasedOn(period: IsoDate): IsoDate {
  const next = monthsFrom(period, 1);
  const friday = nthWeekday(yearOf(next), monthNumber(next), 5, 1);
  return isSession(friday) ? friday : addDays(friday, 7);
}

type Every = MarketEvent["every"];
type Ask = EventOutcome["ask"];

const single = (category: string, every: Every, questions: Readonly<Record<string, Ask>>): MarketEvent[] =>
  Object.entries(questions).map(([slug, ask]) => ({ slug, title: ask, category, relation: "single", every, outcomes: [{ slug, ask }] }));

/** An event with rising thresholds, each with the end of its slug. Thresholds are pairs because an object would sort numeric keys first. */
const ladder = (
  category: string,
  every: Every,
  slug: string,
  title: Ask,
  thresholds: readonly (readonly [end: string, threshold: string, level: number])[],
  ask: (threshold: string, period: string) => string,
  since?: IsoDate,
): MarketEvent => ({
  slug,
  title,
  category,
  relation: "ladder",
  every,
  ...(since === undefined ? {} : { since }),
  outcomes: thresholds.map(([end, threshold, level]) => ({ slug: `${slug}-${end}`, ask: (period) => ask(threshold, period), level })),
});

const named = (names: Readonly<Record<string, string>>, suffix: string, category: string, ask: (name: string, period: string) => string): MarketEvent[] =>
  single(category, "month", Object.fromEntries(Object.entries(names).map(([slug, name]) => [`${slug}-${suffix}`, (period: string) => ask(name, period)])));

const BANKS = {
  fed: "the Federal Reserve (Fed)",
  ecb: "the European Central Bank (ECB)",
  boe: "the Bank of England",
  boj: "the Bank of Japan",
  boc: "the Bank of Canada",
  rba: "the Reserve Bank of Australia",
  snb: "the Swiss National Bank",
  riksbank: "the Riksbank",
  norges: "Norges Bank",
  rbi: "the Reserve Bank of India",
};
export const COINS = {
  btc: "Bitcoin (BTC)",
  eth: "Ether (ETH)",
  sol: "Solana (SOL)",
  xrp: "XRP",
  doge: "Dogecoin (DOGE)",
  bnb: "BNB",
  ada: "Cardano (ADA)",
  avax: "Avalanche (AVAX)",
  link: "Chainlink (LINK)",
  ltc: "Litecoin (LTC)",
  dot: "Polkadot (DOT)",
  sui: "Sui (SUI)",
};
const PRICES = { gold: "gold", silver: "silver", copper: "copper", brent: "Brent crude oil", gas: "Henry Hub natural gas", wheat: "wheat" };
const PAIRS = { eurusd: "EUR/USD", usdjpy: "USD/JPY", gbpusd: "GBP/USD", dollar: "the trade-weighted dollar" };
const INDICES = { spx: "the S&P 500", ndx: "the Nasdaq-100", stoxx: "the STOXX Europe 600", nikkei: "the Nikkei 225" };

/** Companies with markets, by ticker. */
export const COMPANIES: Readonly<Record<string, string>> = {
  AAPL: "Apple",
  MSFT: "Microsoft",
  NVDA: "NVIDIA",
  GOOGL: "Alphabet",
  AMZN: "Amazon",
  META: "Meta Platforms",
  TSLA: "Tesla",
  NFLX: "Netflix",
  AMD: "Advanced Micro Devices",
  JPM: "JPMorgan Chase",
  PLTR: "Palantir",
  COIN: "Coinbase",
  WMT: "Walmart",
  DIS: "Walt Disney",
  BA: "Boeing",
  INTC: "Intel",
};

const higher = (name: string, period: string) => `Will ${name} end ${period} higher than it began?`;

const decision = ([slug, bank]: readonly [string, string]): MarketEvent => ({
  slug: `${slug}-decision`,
  title: (p) => `What will ${bank} decide on its rate in ${p}?`,
  category: "macro",
  relation: "exclusive",
  every: "month",
  outcomes: [
    { slug: `${slug}-cut`, ask: (p) => `Will ${bank} announce a rate cut in ${p}?` },
    { slug: `${slug}-hold`, ask: (p) => `Will ${bank} announce no rate change in ${p}?` },
    { slug: `${slug}-hike`, ask: (p) => `Will ${bank} announce a rate hike in ${p}?` },
  ],
});

/** All events. None is about a real person or a named contestant. */
export const EVENTS: readonly MarketEvent[] = [
  ...Object.entries(BANKS).map(decision),
  {
    ...ladder(
      "macro",
      "month",
      "us-cpi",
      (p) => `US consumer price inflation in ${p}`,
      [2.5, 3, 3.5].map((n) => [String(n).replace(".", "-"), `${n} %`, n] as const),
      (level, p) => `Will US consumer price inflation (CPI) for ${p} be ${level} or more?`,
    ),
    releasedOn: pricesReleasedOn,
  },
  {
    ...ladder(
      "macro",
      "month",
      "us-unemployment",
      (p) => `US unemployment rate in ${p}`,
      [4, 4.5, 5].map((n) => [String(10 * n), `${n} %`, n] as const),
      (level, p) => `Will the US unemployment rate for ${p} be ${level} or more?`,
    ),
    releasedOn: labourReleasedOn,
  },
  {
    ...ladder(
      "macro",
      "month",
      "us-payrolls",
      (p) => `US payrolls in ${p}`,
      [50, 100, 200].map((n) => [`${n}k`, `${n},000`, n] as const),
      (level, p) => `Will US payrolls grow by more than ${level} in ${p}?`,
    ),
    releasedOn: labourReleasedOn,
  },
  ...single("macro", "month", { "us-core-02": (p) => `Will US core CPI rise by 0.2 % or less in ${p}?` }).map((e) => ({ ...e, releasedOn: pricesReleasedOn })),
  ...single("macro", "month", {
    "us-10y-higher": (p) => `Will the 10-year Treasury yield end ${p} higher than it began?`,
    "ea-hicp-2": (p) => `Will euro-area inflation for ${p} be 2 % or less?`,
    "china-pmi-50": (p) => `Will China's manufacturing PMI for ${p} be 50 or more?`,
  }),
  ladder(
    "crypto",
    "month",
    "btc-above",
    (p) => `Bitcoin (BTC) price at the end of ${p}`,
    [100, 125, 150].map((n) => [`${n}k`, `$${n},000`, Math.log(n)] as const),
    (level, p) => `Will Bitcoin (BTC) be above ${level} at the end of ${p}?`,
    "2025-01-01",
  ),
  ...named(COINS, "higher", "crypto", higher),
  ...named(PRICES, "higher", "commodity", higher),
  ...named(PAIRS, "higher", "forex", higher),
  ...named(INDICES, "higher", "equity", higher),
  ...single("politics", "month", {
    "us-shutdown": (p) => `Will the US federal government shut down in ${p}?`,
    "eu-emergency-summit": (p) => `Will EU leaders hold an emergency summit in ${p}?`,
    "un-resolution": (p) => `Will the UN Security Council adopt a resolution with no vote against it in ${p}?`,
  }),
  ...single("sports", "month", {
    "athletics-record": (p) => `Will a world record in athletics be set in ${p}?`,
    "tennis-top-seed": (p) => `Will a top seed win the tennis tour's last final of ${p}?`,
    "football-home-half": (p) => `Will home sides win more than half of the top football leagues' matches in ${p}?`,
  }),
  ...single("macro", "year", {
    "us-recession": (p) => `Will a US recession begin in ${p}?`,
    "us-growth-2": (p) => `Will US real GDP grow by 2 % or more in ${p}?`,
    "ea-recession": (p) => `Will a euro-area recession begin in ${p}?`,
  }),
  ladder(
    "macro",
    "year",
    "fed-cuts",
    (p) => `Rate cuts of the Federal Reserve (Fed) in ${p}`,
    [
      ["2", "two", 2],
      ["3", "three", 3],
      ["4", "four", 4],
    ],
    (level, p) => `Will the Federal Reserve (Fed) make ${level} or more rate cuts in ${p}?`,
  ),
  ...single("crypto", "year", {
    "btc-record": (p) => `Will Bitcoin (BTC) reach a new record price in ${p}?`,
    "eth-outperforms": (p) => `Will Ether (ETH) outperform Bitcoin (BTC) in ${p}?`,
    "stablecoin-depeg": (p) => `Will a stablecoin of the top three trade below 0.97 US dollars in ${p}?`,
  }),
  ...Object.entries(COMPANIES).flatMap(([ticker, name]) =>
    single("equity", "year", { [`${ticker.toLowerCase()}-higher`]: (p) => higher(`${name} (${ticker})`, p) }).map((e) => ({ ...e, opensWithPeriod: true })),
  ),
  ...single("politics", "year", {
    "turnout-70": (p) => `Will turnout exceed 70 % in any G7 national election of ${p}?`,
    "new-eu-member": (p) => `Will a country join the European Union in ${p}?`,
  }),
  ...single("sports", "year", {
    "champion-repeats": (p) => `Will the defending champions win the European football final of ${p}?`,
    "marathon-record": (p) => `Will the marathon world record fall in ${p}?`,
  }),
  ...single("macro", { once: 2035 }, { "dollar-reserve": (p) => `Will the US dollar still be the largest reserve currency at the end of ${p}?` }),
  ...single("science", { once: 2040 }, { "people-on-mars": (p) => `Will people land on Mars by the end of ${p}?` }),
];
