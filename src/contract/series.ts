import type { Unit } from "./units";

/** How often a series is observed. A weekly observation covers the seven days that end on the series' weekday. */
export type Frequency = "daily" | "weekly" | "monthly" | "quarterly";

export interface Series {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly frequency: Frequency;
  /** 0 Sunday … 6 Saturday; weekly series only. */
  readonly weekday?: number;
  readonly decimals: number;
  /** The organisation that first publishes the number, whatever the series id. */
  readonly publisher: string;
}

const rows = (unit: Unit, frequency: Frequency, decimals: number, publisher: string, ids: Record<string, string>, weekday?: number): Series[] =>
  Object.entries(ids).map(([id, title]) => ({ id, title, unit, frequency, decimals, publisher, ...(weekday === undefined ? {} : { weekday }) }));

/** The curated macro series whose ids the specification names: 50 of its 52 (two are not shown there). */
export const SERIES: readonly Series[] = [
  ...rows("%", "daily", 2, "U.S. Department of the Treasury", {
    DGS1MO: "Treasury constant maturity, 1 month",
    DGS3MO: "Treasury constant maturity, 3 months",
    DGS6MO: "Treasury constant maturity, 6 months",
    DGS1: "Treasury constant maturity, 1 year",
    DGS2: "Treasury constant maturity, 2 years",
    DGS3: "Treasury constant maturity, 3 years",
    DGS5: "Treasury constant maturity, 5 years",
    DGS7: "Treasury constant maturity, 7 years",
    DGS10: "Treasury constant maturity, 10 years",
    DGS20: "Treasury constant maturity, 20 years",
    DGS30: "Treasury constant maturity, 30 years",
    DFII10: "Treasury inflation-indexed constant maturity, 10 years",
    T10Y2Y: "Treasury constant maturity, 10 years minus 2 years",
    T10YIE: "Breakeven inflation, 10 years",
  }),
  ...rows("%", "daily", 2, "Board of Governors of the Federal Reserve System", {
    DTB4WK: "Treasury bill, 4 weeks, discount basis",
    DTB3: "Treasury bill, 3 months, discount basis",
    DTB6: "Treasury bill, 6 months, discount basis",
    DTB1YR: "Treasury bill, 1 year, discount basis",
    DCPN30: "Commercial paper, nonfinancial, 30 days",
    RIFSPPNAAD90NB: "Commercial paper, AA nonfinancial, 90 days",
    RIFSPPFAAD90NB: "Commercial paper, AA financial, 90 days",
    IORB: "Interest on reserve balances",
    DPCREDIT: "Discount window primary credit rate",
    DFEDTARU: "Federal funds target range, upper limit",
    DFEDTARL: "Federal funds target range, lower limit",
  }),
  ...rows("%", "monthly", 2, "Board of Governors of the Federal Reserve System", { FEDFUNDS: "Federal funds effective rate, monthly average" }),
  ...rows("%", "daily", 2, "Federal Reserve Bank of New York", {
    SOFR: "Secured overnight financing rate",
    EFFR: "Effective federal funds rate",
    OBFR: "Overnight bank funding rate",
    RRPONTSYAWARD: "Overnight reverse repo award rate",
  }),
  ...rows("%", "daily", 5, "Federal Reserve Bank of New York", {
    SOFR30DAYAVG: "SOFR, 30-day average",
    SOFR90DAYAVG: "SOFR, 90-day average",
    SOFR180DAYAVG: "SOFR, 180-day average",
  }),
  ...rows("idx", "daily", 8, "Federal Reserve Bank of New York", { SOFRINDEX: "SOFR index" }),
  ...rows("$B", "daily", 3, "Federal Reserve Bank of New York", {
    RRPONTSYD: "Overnight reverse repo, Treasury securities sold",
    RPONTSYD: "Overnight repo, Treasury securities purchased",
  }),
  ...rows("%", "weekly", 2, "Freddie Mac", { MORTGAGE30US: "30-year fixed mortgage rate" }, 4),
  ...rows("%", "monthly", 4, "Organisation for Economic Co-operation and Development", {
    IRLTLT01EZM156N: "Euro-area 10-year government bond yield",
    IRLTLT01JPM156N: "Japan 10-year government bond yield",
  }),
  ...rows("idx", "weekly", 5, "Federal Reserve Bank of Chicago", { NFCI: "National financial conditions index" }, 5),
  ...rows("idx", "weekly", 4, "Federal Reserve Bank of St. Louis", { STLFSI4: "Financial stress index" }, 5),
  ...rows("idx", "monthly", 1, "University of Michigan", { UMCSENT: "Consumer sentiment" }),
  ...rows("idx", "monthly", 3, "U.S. Bureau of Labor Statistics", { CPIAUCSL: "Consumer price index, all urban consumers, seasonally adjusted" }),
  ...rows("idx", "daily", 4, "Board of Governors of the Federal Reserve System", { DTWEXBGS: "Trade-weighted broad dollar index" }),
  ...rows("idx", "daily", 2, "Cboe", { VIXCLS: "Volatility index, close" }),
  ...rows(
    "$M",
    "weekly",
    0,
    "Board of Governors of the Federal Reserve System",
    { WALCL: "Federal Reserve total assets, Wednesday level", WTREGEN: "Treasury General Account, week average", WRESBAL: "Reserve balances, week average" },
    3,
  ),
  ...rows("$B", "monthly", 1, "Board of Governors of the Federal Reserve System", { M2SL: "M2 money stock, seasonally adjusted" }),
  ...rows("count", "weekly", 0, "U.S. Department of Labor", { ICSA: "Initial unemployment claims, seasonally adjusted" }, 6),
];

export const SERIES_IDS = SERIES.map((s) => s.id);
const byId = new Map(SERIES.map((s) => [s.id, s]));
/** The series of this id (upper case), or undefined if it is not curated. */
export const seriesOf = (id: string): Series | undefined => byId.get(id);

/** The series of each Treasury tenor. */
export const TENOR_SERIES = {
  "1M": "DGS1MO",
  "3M": "DGS3MO",
  "6M": "DGS6MO",
  "1Y": "DGS1",
  "2Y": "DGS2",
  "3Y": "DGS3",
  "5Y": "DGS5",
  "7Y": "DGS7",
  "10Y": "DGS10",
  "20Y": "DGS20",
  "30Y": "DGS30",
} as const;
