/* Written by scripts/generate.mjs from the declarations in src/service/records/series. Do not edit. */

/** How a series is found. */
interface SeriesSearch {
  /** Other names that mean exactly this series, separated by bars. */
  readonly names?: string;
  /** More words. */
  readonly words?: string;
  /** True if it is listed among Treasury yields. */
  readonly isYield?: true;
}

export const SERIES_SEARCH: Readonly<Record<string, SeriesSearch>> = {
  DGS1MO: { words: "yield rate bond government", isYield: true },
  DGS3MO: { words: "yield rate bond government", isYield: true },
  DGS6MO: { words: "yield rate bond government", isYield: true },
  DGS1: { words: "yield rate bond government", isYield: true },
  DGS2: { words: "yield rate bond government", isYield: true },
  DGS3: { words: "yield rate bond government", isYield: true },
  DGS5: { words: "yield rate bond government", isYield: true },
  DGS7: { words: "yield rate bond government", isYield: true },
  DGS10: { words: "yield rate bond government", isYield: true },
  DGS20: { words: "yield rate bond government", isYield: true },
  DGS30: { words: "yield rate bond government", isYield: true },
  DFII10: { names: "tips|tips yield|real yield|real yields|10y real yield|10y tips|real rate|USGGT10Y", isYield: true },
  T10Y2Y: {
    names:
      "2s10s|2s10s spread|10y 2y|10y-2y spread|10s2s|2y10y|2y 10y spread|yield curve slope|curve slope|term spread|steepness|yield curve inversion|USYC2Y10|slope|T10Y2Y",
    isYield: true,
  },
  T10YIE: { names: "breakeven|10y breakeven|breakeven inflation|10y breakeven inflation|bei|inflation expectations|USGGBE10", isYield: true },
  DTB4WK: { names: "1m t-bill|4 week bill|4 week t-bill|1m bill", isYield: true },
  DTB3: { names: "t-bill|t bill|treasury bill|3m t-bill|3m treasury bill|3m bill|bill|bills|tbill|3 month bill", isYield: true },
  DTB6: { names: "6m t-bill|6m bill|6m treasury bill", isYield: true },
  DTB1YR: { names: "1y t-bill|1y bill|52 week bill|12m bill", isYield: true },
  DCPN30: { names: "commercial paper|cp rate" },
  DPCREDIT: { names: "discount rate|discount window|primary credit" },
  DFEDTARU: { names: "fed funds target|fed target|target rate|fed target rate|federal funds target|FDTR|FDTRMID|fed funds upper bound|target range" },
  DFEDTARL: { names: "fed funds lower bound|FDTRFTRL" },
  RRPONTSYD: { names: "reverse repo|rrp|on rrp|overnight reverse repo|reverse repo facility|reverse repo volume" },
  MORTGAGE30US: { names: "mortgage|mortgage rate|mortgage rates|30y mortgage|30y mortgage rate|30y fixed mortgage" },
  IRLTLT01EZM156N: { names: "euro area 10y|eurozone 10y|euro 10y|euro area yield" },
  IRLTLT01JPM156N: { names: "jgb|jgbs|jgb yield|japan 10y|japan 10y yield" },
  NFCI: { names: "financial conditions|nfci|financial conditions index|chicago fed nfci|fci" },
  STLFSI4: { names: "financial stress|stress index|st louis fed financial stress" },
  UMCSENT: { names: "consumer confidence|consumer sentiment|michigan|umich|michigan sentiment|CONSSENT|sentiment" },
  CPIAUCSL: { names: "cpi|cpi index|consumer price index|consumer prices|us cpi|headline cpi|CPI INDX|cpi level", words: "inflation" },
  DTWEXBGS: { names: "trade weighted dollar|broad dollar|trade weighted dollar index|usd index" },
  VIXCLS: { names: "vix|volatility|volatility index|vix index|implied volatility|fear index|cboe vix", words: "vix volatility" },
  WALCL: {
    names: "fed balance sheet|federal reserve balance sheet|fed assets|fed total assets|balance sheet of the fed|FARBAST|qe|qt|central bank balance sheet",
  },
  WTREGEN: { names: "tga|treasury general account|treasury cash balance|treasury account" },
  WRESBAL: { names: "reserves|bank reserves|reserve balances" },
  M2SL: { names: "m2|money supply|m2 money supply|m2 money stock|money stock" },
  ICSA: { names: "jobless claims|initial jobless claims|claims|initial claims|unemployment claims|INJCJC|weekly claims" },
};
