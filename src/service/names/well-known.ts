import { seriesOf, SERIES_IDS, TENOR_SERIES } from "../../contract/series";
import { PERPETUALS, RATE_KEYS, RV_METRICS, WHALE_ASSETS } from "../../contract/vocabulary";
import { isListed } from "../instruments/universe";
import { coinNamed } from "./coins";
import { tenorNamed } from "./rates";

/** What a function's first argument names. */
export type NameKind = "ticker" | "series" | "country" | "bank" | "tenor" | "rate" | "whale asset" | "perpetual" | "risk asset" | "metric" | "signal type";

/** A common name that belongs to another function, or is not covered. */
export interface WellKnown {
  /** What it is, after "is": "an index". */
  readonly is: string;
  /** What to use instead, best first; empty if there is nothing similar. */
  readonly use: readonly string[];
  /** `nearest`: the replacement is another, similar figure. `sum`, `product`: the name is the sum or product of the replacements. */
  readonly how?: "nearest" | "sum" | "product";
}

interface Entry extends WellKnown {
  /** In upper case, separated by bars. */
  readonly names: string;
  /** Applies only to these kinds of names; to all if absent. */
  readonly for?: readonly NameKind[];
}

/** Common names, with the function to use for each. */
const TABLE: readonly Entry[] = [
  { names: "GDP|GDPC1|REAL GDP|A191RL1Q225SBEA|GROSS DOMESTIC PRODUCT", is: "gross domestic product", use: ['BIS("US","gdp")'] },
  { names: "CPI|INFLATION|US CPI", is: "a price index", use: ['FRED("CPIAUCSL")', 'BIS("US","cpi")'] },
  { names: "CPIAUCNS|CORE CPI|CPILFESL|PCE|PCEPI|PCEPILFE|CORE PCE", is: "another price index", use: ['FRED("CPIAUCSL")'], how: "nearest" },
  { names: "HICP", is: "a price index of the euro area", use: ['BIS("DE","cpi")'] },
  { names: "JOBLESS CLAIMS|CLAIMS|INITIAL CLAIMS", is: "a weekly count", use: ['FRED("ICSA")'] },
  { names: "UNRATE|UNEMPLOYMENT|UNEMPLOYMENT RATE|PAYROLLS|NFP|PAYEMS", is: "a labour-market figure", use: ['FRED("ICSA")'], how: "nearest" },
  { names: "M2|MONEY SUPPLY", is: "a money stock", use: ['FRED("M2SL")'] },
  { names: "M1|M3|M1SL", is: "another money stock", use: ['FRED("M2SL")'], how: "nearest" },
  { names: "FEDFUNDS|FED FUNDS|FED FUNDS RATE|FEDERAL FUNDS RATE|DFF|FEDL01|FED|FOMC|FED RATE|POLICY RATE", is: "the Federal Reserve's rate", use: ['CBRATE("US")', 'FRED("FEDFUNDS")'] },
  { names: "LIBOR|US0003M|USD LIBOR", is: "a rate that ended in 2023", use: ['MMRATE("SOFR")'] },
  { names: "PRIME|DPRIME|PRIME RATE", is: "the banks' prime rate", use: ['CBRATE("US")'], how: "nearest" },
  { names: "MORTGAGE|MORTGAGE RATE|30Y MORTGAGE", is: "a mortgage rate", use: ['FRED("MORTGAGE30US")'] },
  { names: "VIX|^VIX|VOLATILITY", is: "a volatility index", use: ['FRED("VIXCLS")'] },
  { names: "DXY|USDX|DOLLAR INDEX|DX=F|DX-Y.NYB|DOLLAR", is: "a dollar index", use: ['FRED("DTWEXBGS")'] },
  { names: "TNX|^TNX|US10YT|10 YEAR TREASURY|TREASURY|TREASURIES|USGG10YR|GT10", is: "a Treasury yield", use: ['YIELD("10Y")'] },
  { names: "TYX|^TYX|USGG30YR", is: "a Treasury yield", use: ['YIELD("30Y")'] },
  { names: "USGG2YR|GT2", is: "a Treasury yield", use: ['YIELD("2Y")'] },
  { names: "TGA", is: "the Treasury's account", use: ['NETLIQ("tga")'] },
  { names: "RRP|REVERSE REPO", is: "the overnight reverse repo", use: ['NETLIQ("reverse_repo")'] },
  { names: "NET LIQUIDITY|NETLIQ|LIQUIDITY", is: "net liquidity", use: ["LIQUIDITY()"] },

  { names: "S&P|S&P 500|S&P500|SP500|SP 500|S AND P 500|SPX|^SPX|^GSPC|GSPC|.SPX|.INX|ES=F|ES1", is: "an index", use: ["SPY"] },
  { names: "DOW|DOW JONES|DJI|DJIA|^DJI|.DJI|INDU|YM=F", is: "an index", use: ["DIA"] },
  { names: "NASDAQ|NASDAQ 100|NASDAQ-100|NASDAQ COMPOSITE|NDX|^NDX|.NDX|CCMP|^IXIC|.IXIC|IXIC|NQ=F", is: "an index", use: ["QQQ"] },
  { names: "RUSSELL|RUSSELL 2000|RUT|^RUT|RTY|.RUT|RTY=F", is: "an index", use: ["IWM"] },
  { names: "MSCI EAFE|EAFE", is: "an index", use: ["EFA"] },
  { names: "FTSE|FTSE 100|UKX|^FTSE|DAX|^GDAXI|CAC 40|^FCHI|STOXX|SX5E|^STOXX50E|NIKKEI|NIKKEI 225|N225|^N225|NKY|^HSI|HANG SENG|TOPIX|TPX|ASX 200|SENSEX|NIFTY|KOSPI|CSI 300", is: "a foreign index", use: [] },
  { names: "GOLD|XAU|XAUUSD|XAU/USD|GC=F|GC1|XAUUSD=X", is: "a metal", use: ["GLD"], for: ["series", "ticker", "whale asset", "perpetual", "risk asset"] },
  { names: "SILVER|XAG|XAGUSD|XAG/USD|SI=F|SI1", is: "a metal", use: ["SLV"] },
  { names: "OIL|CRUDE|CRUDE OIL|WTI|BRENT|CL=F|CL1|CO1|BZ=F|USOIL|DCOILWTICO", is: "a commodity", use: ["USO"] },
  { names: "COPPER|HG=F|NATURAL GAS|NATGAS|NG=F|WHEAT|ZW=F", is: "a commodity", use: [] },

  { names: "GOOGLE|ALPHABET", is: "Alphabet", use: ["GOOGL"], for: ["ticker"] },
  { names: "FACEBOOK|FB", is: "Meta Platforms", use: ["META"], for: ["ticker"] },
  { names: "TWITTER|TWTR|X CORP", is: "a company that is no longer listed", use: [], for: ["ticker"] },
  { names: "BERKSHIRE|BERKSHIRE HATHAWAY|BRK", is: "Berkshire Hathaway", use: ["BRK.B"], for: ["ticker"] },

  { names: "EU|EUR|EUROPE", is: "not the euro area's code", use: ["XM"], for: ["country", "bank"] },
  { names: "ENGLAND|SCOTLAND|WALES|NORTHERN IRELAND|GBP", is: "part of the United Kingdom here", use: ["GB"], for: ["country", "bank"] },
  { names: "USD", is: "a currency", use: ["US"], for: ["country", "bank"] },
  { names: "JPY", is: "a currency", use: ["JP"], for: ["country", "bank"] },
  { names: "CHF|SW|SWISS", is: "not Switzerland's code", use: ["CH"], for: ["country", "bank"] },

  { names: "sales|revenues|turnover|total_revenue|net_sales", is: "called revenue here", use: ["revenue"], for: ["metric"] },
  { names: "eps|earnings_per_share", is: "stated basic and diluted", use: ["eps_diluted", "eps_basic"], for: ["metric"] },
  { names: "ebit|operating_profit", is: "called operating_income here", use: ["operating_income"], for: ["metric"] },
  { names: "ebitda", is: "in no statement", use: ["operating_income", "depreciation_amortization"], how: "sum", for: ["metric"] },
  { names: "fcf", is: "called free_cash_flow here", use: ["free_cash_flow"], for: ["metric"] },
  { names: "cfo|ocf|cash_from_operations", is: "called operating_cash_flow here", use: ["operating_cash_flow"], for: ["metric"] },
  { names: "earnings|profit|net_profit", is: "called net_income here", use: ["net_income"], for: ["metric"] },
  { names: "assets", is: "called total_assets here", use: ["total_assets"], for: ["metric"] },
  { names: "debt|total_debt", is: "stated short-term and long-term", use: ["long_term_debt", "short_term_debt"], how: "sum", for: ["metric"] },
  { names: "book_value|shareholders_equity|stockholders_equity", is: "called equity here", use: ["equity"], for: ["metric"] },
  { names: "rd|r&d|research", is: "called research_and_development here", use: ["research_and_development"], for: ["metric"] },
  { names: "market_cap|marketcap|market_value", is: "in no statement", use: ["PRICE(ticker)", "shares_outstanding"], how: "product", for: ["metric"] },
  { names: "p/e|pe_ratio|per|price_to_earnings", is: "a ratio", use: ['RV(ticker,"pe")'], for: ["metric"] },
  { names: "10_k|10_q|8_k|20_f|40_f|10k|10q|20f|form|filing|filings|annual_report", is: "a filing", use: ["FILING(ticker)"], for: ["metric"] },
]; // prettier-ignore

const BY_NAME = new Map<string, readonly Entry[]>();
for (const entry of TABLE) for (const name of entry.names.toUpperCase().split("|")) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), entry]);

const CURRENCIES = "USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK CNY CNH HKD SGD KRW INR BRL MXN ZAR TRY PLN CZK HUF ILS THB".split(" ");
const PAIR = new RegExp(`^(${CURRENCIES.join("|")})[-/. ]?(${CURRENCIES.join("|")})(?:=X|=R|=)?$`);

/** Strips Bloomberg's yellow keys and the prefixes of anything but shares. */
const bare = (asked: string): string =>
  asked.replace(/ (?:INDEX|CURNCY|COMDTY|GOVT|CORP|EQUITY)$/, "").replace(/^(?:INDEX\w*|CURRENCY|TVC|SP|DJ|FX|FX_IDC|OANDA):/, "");

const COIN_HERE: { readonly [K in NameKind]?: string } = { "whale asset": "a coin without whale data", perpetual: "a coin without a perpetual" };

const has = (names: readonly string[], upper: string): boolean => names.includes(upper.toLowerCase());

/** Finds the name in the vocabulary of another function. */
function elsewhere(name: string, kind: NameKind): WellKnown | undefined {
  if (kind === "metric" && has(RV_METRICS, name)) return { is: "a ratio", use: [`RV(ticker,"${name.toLowerCase()}")`] };
  if (kind === "metric" || kind === "signal type") return undefined;
  const series = seriesOf(name);
  const coin = coinNamed(name);
  const tenor = tenorNamed(name);
  const rate = (RATE_KEYS as readonly string[]).includes(name);
  if (rate && kind !== "rate") return { is: "a money-market rate", use: [`MMRATE("${name}")`] };
  if (series && kind !== "series") return { is: "a series", use: [`FRED("${name}")`] };
  if (tenor && kind !== "tenor") return { is: "a Treasury tenor", use: [kind === "series" ? `FRED("${TENOR_SERIES[tenor]}")` : `YIELD("${tenor}")`] };
  if (coin) {
    const use = [
      ...(kind !== "perpetual" && (PERPETUALS as readonly string[]).includes(coin) ? [`FUNDING("${coin}")`] : []),
      ...(kind !== "whale asset" && (WHALE_ASSETS as readonly string[]).includes(coin) ? [`WHALE("${coin}")`] : []),
    ];
    if (use.length > 0) return { is: COIN_HERE[kind] ?? "a coin", use };
  }
  if (kind !== "ticker" && isListed(name)) return { is: "a ticker", use: [`PRICE("${name}")`] };
  return undefined;
}

/** What a common name means, and which function to use for it; undefined for a name that is not well known. */
export function wellKnown(asked: string, kind: NameKind): WellKnown | undefined {
  const name = bare(asked.toUpperCase());
  const entry = BY_NAME.get(name)?.find((e) => e.for === undefined || e.for.includes(kind));
  if (entry) return entry;
  if (PAIR.test(name) && kind !== "metric") return { is: "an exchange rate", use: [] };
  return SERIES_IDS.includes(name) && kind === "series" ? undefined : elsewhere(name, kind);
}
