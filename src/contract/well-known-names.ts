/** What a function's first argument names. */
export type WellKnownKind = "ticker" | "series" | "country" | "bank" | "tenor" | "rate" | "whale asset" | "perpetual" | "risk asset" | "metric" | "signal type";

/** A common name that belongs to another function, or is not covered. */
export interface WellKnown {
  /** What it is, after "is": "an index". */
  readonly is: string;
  /** What to use instead, best first; empty if there is nothing similar. */
  readonly use: readonly string[];
  /** `nearest`: the replacement is another, similar figure. `sum`, `product`: the name is that of the replacements. `difference`: the first less the second. */
  readonly how?: "nearest" | "sum" | "product" | "difference";
}

export interface WellKnownName extends WellKnown {
  /** In upper case, separated by bars. */
  readonly names: string;
  /** Applies only to these kinds of names; to all if absent. */
  readonly for?: readonly WellKnownKind[];
}

const CURRENCIES = "USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK CNY CNH HKD SGD KRW INR BRL MXN ZAR TRY PLN CZK HUF ILS THB".split(" ");
const PAIR = new RegExp(`^(${CURRENCIES.join("|")})[-/. ]?(${CURRENCIES.join("|")})(?:=X|=R|=)?$`);

/** True for an exchange rate, in upper case: EURUSD, EUR/USD, EURUSD=X. */
export const isCurrencyPair = (name: string): boolean => PAIR.test(name);

const SPREADS: readonly (readonly [names: string, long: string, short: string])[] = [
  ["5S30S|30Y-5Y", "30Y", "5Y"], ["2S30S|30Y-2Y", "30Y", "2Y"], ["5S10S|10Y-5Y", "10Y", "5Y"], ["2S5S|5Y-2Y", "5Y", "2Y"],
  ["3M10Y|10Y3M|10Y-3M|T10Y3M", "10Y", "3M"], ["3S10S|10Y-3Y", "10Y", "3Y"], ["10S30S|30Y-10Y", "30Y", "10Y"],
]; // prettier-ignore

/** Common names, with the function to use for each. The service reads them in the reason for an unknown name, the pane in its search. */
export const WELL_KNOWN_NAMES: readonly WellKnownName[] = [
  { names: "GDP|GDPC1|REAL GDP|A191RL1Q225SBEA|GROSS DOMESTIC PRODUCT", is: "gross domestic product", use: ['BIS("US","gdp")'] },
  { names: "CPI|INFLATION|US CPI", is: "a price index", use: ['FRED("CPIAUCSL")', 'BIS("US","cpi")'] },
  { names: "CPIAUCNS|CORE CPI|CORE INFLATION|CORE CPI YOY|CPILFESL|PCE|PCEPI|PCEPILFE|CORE PCE", is: "another price index", use: ['FRED("CPIAUCSL")'], how: "nearest" },
  { names: "CPI MOM|MOM CPI|CPI M/M|CPI MONTH ON MONTH|CPI MONTH OVER MONTH|CPI CHNG|INFLATION MOM|MOM INFLATION|MONTHLY INFLATION", is: "the change of consumer prices from a month earlier", use: ['BIS("US","cpi","yoy")', 'FRED("CPIAUCSL")'], how: "nearest" },
  { names: "GDP QOQ|GDP Q/Q|QOQ GDP|GDP QUARTER ON QUARTER|QUARTERLY GDP GROWTH", is: "the change of GDP from a quarter earlier", use: ['BIS("US","gdp","yoy")'], how: "nearest" },
  { names: "HICP", is: "a price index of the euro area", use: ['BIS("DE","cpi")'] },
  { names: "JOBLESS CLAIMS|CLAIMS|INITIAL CLAIMS", is: "a weekly count", use: ['FRED("ICSA")'] },
  { names: "UNRATE|UNEMPLOYMENT|UNEMPLOYMENT RATE|PAYROLLS|NONFARM PAYROLLS|NON-FARM PAYROLLS|NFP|PAYEMS|JOBLESS RATE|LABOR MARKET|LABOUR MARKET|LABOR|LABOUR|JOBS|EMPLOYMENT", is: "a labour-market figure", use: ['FRED("ICSA")'], how: "nearest" },
  { names: "M2|MONEY SUPPLY", is: "a money stock", use: ['FRED("M2SL")'] },
  { names: "M1|M3|M1SL", is: "another money stock", use: ['FRED("M2SL")'], how: "nearest" },
  { names: "FEDFUNDS|FED FUNDS|FED FUNDS RATE|FEDERAL FUNDS RATE|DFF|FEDL01|FED|FOMC|FED RATE|POLICY RATE", is: "the Federal Reserve's rate", use: ['CBRATE("US")', 'FRED("FEDFUNDS")'] },
  { names: "LIBOR|US0003M|USD LIBOR", is: "a rate that ended in 2023", use: ['MMRATE("SOFR")'], how: "nearest" },
  { names: "SONIA", is: "sterling's overnight rate", use: ['CBRATE("GB")'], how: "nearest" },
  { names: "€STR|ESTR|ESTER|EURO SHORT-TERM RATE|EURIBOR", is: "a money-market rate of the euro area", use: ['CBRATE("XM")'], how: "nearest" },
  { names: "SARON", is: "the Swiss franc's overnight rate", use: ['CBRATE("CH")'], how: "nearest" },
  { names: "TONA|TONAR", is: "the yen's overnight rate", use: ['CBRATE("JP")'], how: "nearest" },
  { names: "ECB MRO|ECB REFI|REFI RATE|ECB REFI RATE|MAIN REFINANCING RATE|ECB MAIN REFINANCING RATE|MARGINAL LENDING FACILITY|MARGINAL LENDING RATE", is: "another key rate of the ECB", use: ['CBRATE("XM")'], how: "nearest" },
  ...SPREADS.map(([names, long, short]): WellKnownName => ({
    names, is: `the ${long} Treasury yield less the ${short} yield`, use: [`YIELD("${long}")`, `YIELD("${short}")`], how: "difference",
  })),
  { names: "2S5S10S", is: "a spread that no series has", use: ['FRED("T10Y2Y")'], how: "nearest" },
  { names: "5Y BREAKEVEN|BREAKEVEN 5Y|5Y5Y|5Y5Y FORWARD|30Y BREAKEVEN|T5YIE|T5YIFR|2Y BREAKEVEN", is: "an inflation expectation that no series has", use: ['FRED("T10YIE")'], how: "nearest" },
  { names: "5Y TIPS|30Y TIPS|TIPS 5Y|TIPS 30Y|5Y REAL YIELD|30Y REAL YIELD|DFII5|DFII30", is: "a real yield that no series has", use: ['FRED("DFII10")'], how: "nearest" },
  { names: "TERM PREMIUM|ACM TERM PREMIUM|THREEFYTP10", is: "a model estimate that no series has", use: ['FRED("T10Y2Y")'], how: "nearest" },
  { names: "FED FUNDS FUTURES|FEDWATCH|DOT PLOT|RATE EXPECTATIONS|FF1", is: "an expectation of the policy rate that no function returns", use: ['CBRATE("US")'], how: "nearest" },
  { names: "CREDIT SPREAD|CREDIT SPREADS|HY SPREAD|HIGH YIELD SPREAD|HY OAS|IG SPREAD|BAMLH0A0HYM2|CDX|CDX IG|CDX HY", is: "a credit spread", use: ['FRED("NFCI")'], how: "nearest" },
  { names: "MOVE|MOVE INDEX", is: "a volatility index of Treasuries", use: ['FRED("VIXCLS")'], how: "nearest" },
  { names: "PPI|PRODUCER PRICES|PPIACO|IMPORT PRICES", is: "another price index", use: ['FRED("CPIAUCSL")'], how: "nearest" },
  { names: "ISM|PMI|ISM MANUFACTURING|RETAIL SALES|INDUSTRIAL PRODUCTION|INDPRO|HOUSING STARTS|DURABLE GOODS", is: "an economic release that no series has", use: [] },
  { names: "PRIME|DPRIME|PRIME RATE", is: "the banks' prime rate", use: ['CBRATE("US")'], how: "nearest" },
  { names: "MORTGAGE|MORTGAGE RATE|30Y MORTGAGE", is: "a mortgage rate", use: ['FRED("MORTGAGE30US")'] },
  { names: "VIX|^VIX|VOLATILITY", is: "a volatility index", use: ['FRED("VIXCLS")'] },
  { names: "DXY|USDX|DOLLAR INDEX|DX=F|DX-Y.NYB|DOLLAR", is: "a dollar index", use: ['FRED("DTWEXBGS")'], how: "nearest" },
  { names: "TNX|^TNX|US10YT|10 YEAR TREASURY|TREASURY|TREASURIES|USGG10YR|GT10", is: "a Treasury yield", use: ['YIELD("10Y")'] },
  { names: "TYX|^TYX|USGG30YR", is: "a Treasury yield", use: ['YIELD("30Y")'] },
  { names: "USGG2YR|GT2", is: "a Treasury yield", use: ['YIELD("2Y")'] },
  { names: "TGA", is: "the Treasury's account", use: ['NETLIQ("tga")'] },
  { names: "RRP|REVERSE REPO", is: "the overnight reverse repo", use: ['NETLIQ("reverse_repo")'] },
  { names: "NET LIQUIDITY|NETLIQ|LIQUIDITY", is: "net liquidity", use: ["LIQUIDITY()"] },

  { names: "SWISS FRANC|EURO DOLLAR|CABLE|STERLING|YEN|DOLLAR YEN|FX|FX RATE|EXCHANGE RATE|EXCHANGE RATES", is: "an exchange rate", use: ['FRED("DTWEXBGS")'], how: "nearest" },

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
  { names: "P&G|PROCTER", is: "Procter & Gamble", use: ["PG"], for: ["ticker"] },
  { names: "J&J", is: "Johnson & Johnson", use: ["JNJ"], for: ["ticker"] },
  { names: "COKE", is: "Coca-Cola", use: ["KO"], for: ["ticker"] },
  { names: "CITI|CITIBANK", is: "Citigroup", use: ["C"], for: ["ticker"] },
  { names: "BOFA|MERRILL LYNCH", is: "Bank of America", use: ["BAC"], for: ["ticker"] },
  { names: "RAYTHEON|UNITED TECHNOLOGIES", is: "RTX", use: ["RTX"], for: ["ticker"] },
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
  { names: "ev_ebitda|ev/ebitda|ev_to_ebitda", is: "a multiple of a figure that is in no statement", use: ['RV(ticker,"ev_to_operating_income")'], how: "nearest", for: ["metric"] },
  { names: "market_cap|marketcap|market_value|market_capitalization|market_capitalisation|mktcap|cur_mkt_cap", is: "in no statement", use: ["PRICE(ticker)", "shares_outstanding"], how: "product", for: ["metric"] },
  { names: "beta|beta_5y", is: "a risk measure that is not computed here", use: ['SERVICE(ticker,"var")'], how: "nearest", for: ["metric"] },
  { names: "forward_pe|fwd_pe|forward_eps|consensus_eps|eps_consensus|eps_estimate|estimates|consensus|target_price|price_target|analyst_rating|analyst_ratings|recommendation|peg|peg_ratio|best_eps|best_target_price|guidance", is: "an estimate of analysts, which is proprietary", use: [], for: ["metric"] },
  { names: "earnings_date|next_earnings|earnings_calendar|ex_dividend_date", is: "a date that no filing states in advance", use: ['FILING(ticker,"latest")'], how: "nearest", for: ["metric"] },
  { names: "current_ratio|quick_ratio|working_capital", is: "in no statement", use: ["current_assets", "current_liabilities"], how: "nearest", for: ["metric"] },
  { names: "debt_to_equity|d/e|debt_equity|net_debt|net_debt_to_ebitda|net_debt/ebitda|interest_coverage", is: "a ratio that is not computed here", use: ['RV(ticker,"net_debt_to_ocf")'], how: "nearest", for: ["metric"] },
  { names: "roa|roic|roce|return_on_assets|return_on_capital|return_on_invested_capital", is: "a ratio that is not computed here", use: ['RV(ticker,"roe")'], how: "nearest", for: ["metric"] },
  { names: "ebitda_margin", is: "a margin of a figure that is in no statement", use: ['RV(ticker,"operating_margin")'], how: "nearest", for: ["metric"] },
  { names: "p/cf|pcf|p/fcf|price_to_cash_flow|price_to_free_cash_flow", is: "a ratio that is not computed here", use: ['RV(ticker,"fcf_yield")'], how: "nearest", for: ["metric"] },
  { names: "esg|esg_score|credit_rating|rating|stock_split|splits", is: "a figure that no filing states", use: [], for: ["metric"] },
  { names: "volume|px_volume|trading_volume", is: "a figure of the trading day that is not served", use: ['SHORTINTEREST(ticker,"avg_daily_volume")'], how: "nearest", for: ["metric"] },
  { names: "bid|ask|vwap|px_open|px_high|px_low|52_week_high|52_week_low|high_52week|intraday_price|live_price|real_time_price", is: "an intraday price, and prices here are end of day", use: ["PRICE(ticker)"], how: "nearest", for: ["metric"] },
  { names: "p/e|pe_ratio|per|price_to_earnings", is: "a ratio", use: ['RV(ticker,"pe")'], for: ["metric"] },
  { names: "10_k|10_q|8_k|20_f|40_f|10k|10q|20f|form|filing|filings|annual_report", is: "a filing", use: ["FILING(ticker)"], for: ["metric"] },
]; // prettier-ignore
