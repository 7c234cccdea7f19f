/** A question that is asked anew for every period; `ask` makes its text out of the period's name, such as "November 2026" or "2026". */
export interface Question {
  /** First part of the market's id; the period is the rest. */
  readonly slug: string;
  readonly category: string;
  readonly every: "month" | "year";
  readonly ask: (period: string) => string;
}

const each = (category: string, every: Question["every"], questions: Readonly<Record<string, (period: string) => string>>): Question[] =>
  Object.entries(questions).map(([slug, ask]) => ({ slug, category, every, ask }));

const named = (
  names: Readonly<Record<string, string>>,
  suffix: string,
  category: string,
  every: Question["every"],
  ask: (name: string, period: string) => string,
): Question[] =>
  Object.entries(names).map(([slug, name]) => ({ slug: suffix ? `${slug}-${suffix}` : slug, category, every, ask: (period) => ask(name, period) }));

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
const COINS = {
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

const higher = (name: string, period: string) => `Will ${name} end ${period} higher than it began?`;

/** Questions without real persons or named contestants. */
export const QUESTIONS: readonly Question[] = [
  ...named(BANKS, "cut", "macro", "month", (bank, period) => `Will ${bank} announce a rate cut in ${period}?`),
  ...named(BANKS, "hike", "macro", "month", (bank, period) => `Will ${bank} announce a rate hike in ${period}?`),
  ...each("macro", "month", {
    "us-cpi-3": (p) => `Will US consumer price inflation (CPI) for ${p} be 3 % or more?`,
    "us-core-02": (p) => `Will US core CPI rise by 0.2 % or less in ${p}?`,
    "us-unemployment-45": (p) => `Will the US unemployment rate for ${p} be 4.5 % or more?`,
    "us-payrolls-100k": (p) => `Will US payrolls grow by more than 100,000 in ${p}?`,
    "us-10y-higher": (p) => `Will the 10-year Treasury yield end ${p} higher than it began?`,
    "ea-hicp-2": (p) => `Will euro-area inflation for ${p} be 2 % or less?`,
    "china-pmi-50": (p) => `Will China's manufacturing PMI for ${p} be 50 or more?`,
  }),
  ...named(COINS, "higher", "crypto", "month", higher),
  ...named(PRICES, "higher", "commodity", "month", higher),
  ...named(PAIRS, "higher", "forex", "month", higher),
  ...named(INDICES, "higher", "equity", "month", higher),
  ...each("politics", "month", {
    "us-shutdown": (p) => `Will the US federal government shut down in ${p}?`,
    "eu-emergency-summit": (p) => `Will EU leaders hold an emergency summit in ${p}?`,
    "un-resolution": (p) => `Will the UN Security Council adopt a resolution with no vote against it in ${p}?`,
  }),
  ...each("sports", "month", {
    "athletics-record": (p) => `Will a world record in athletics be set in ${p}?`,
    "tennis-top-seed": (p) => `Will a top seed win the tennis tour's last final of ${p}?`,
    "football-home-half": (p) => `Will home sides win more than half of the top football leagues' matches in ${p}?`,
  }),
  ...each("macro", "year", {
    "us-recession": (p) => `Will a US recession begin in ${p}?`,
    "us-growth-2": (p) => `Will US real GDP grow by 2 % or more in ${p}?`,
    "fed-three-cuts": (p) => `Will the Federal Reserve (Fed) make three or more rate cuts in ${p}?`,
    "ea-recession": (p) => `Will a euro-area recession begin in ${p}?`,
  }),
  ...each("crypto", "year", {
    "btc-record": (p) => `Will Bitcoin (BTC) reach a new record price in ${p}?`,
    "eth-outperforms": (p) => `Will Ether (ETH) outperform Bitcoin (BTC) in ${p}?`,
    "stablecoin-depeg": (p) => `Will a stablecoin of the top three trade below 0.97 US dollars in ${p}?`,
  }),
  ...each("politics", "year", {
    "turnout-70": (p) => `Will turnout exceed 70 % in any G7 national election of ${p}?`,
    "new-eu-member": (p) => `Will a country join the European Union in ${p}?`,
  }),
  ...each("sports", "year", {
    "champion-repeats": (p) => `Will the defending champions win the European football final of ${p}?`,
    "marathon-record": (p) => `Will the marathon world record fall in ${p}?`,
  }),
];
