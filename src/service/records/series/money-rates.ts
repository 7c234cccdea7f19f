import { confirmedRule, lateBound } from "../release-rule";
import type { DeclaredSeries, SeriesRule } from "./declaration";
import { H15, H15_ADDRESS, H15_OMISSIONS, H15_WEEKLY, NEXT_BOARD_DAY, NEXT_MONDAY, SAME_DAY } from "./rules";

const REFERENCE_RATES = "https://www.newyorkfed.org/markets/reference-rates/additional-information-about-reference-rates";
const OFR = "https://www.financialresearch.gov/short-term-funding-monitor/datasets/fnyr/";
const H15_QUESTIONS = "https://www.federalreserve.gov/releases/h15/h15_technical_qa.htm";

const COMMERCIAL_PAPER: SeriesRule = {
  id: "board.commercial-paper",
  what: "Commercial paper rates. The time of publication has changed over the years, so they count as public at the end of the day",
  when: NEXT_BOARD_DAY,
  ...confirmedRule("https://www.federalreserve.gov/releases/cp/ (data of a day are posted on the next; not updated when the Board is closed)"),
};
const POLICY_RATES: SeriesRule = {
  id: "policy-rates",
  what: "Policy rates: in force on the day, and announced by then. The BIS lists other central banks' rates some days later",
  series: ["CBPOL.*", "CBPOL.*.*"],
  when: SAME_DAY,
  ...confirmedRule(
    "https://www.federalreserve.gov/monetarypolicy/openmarket.htm, https://www.ecb.europa.eu/stats/policy_and_exchange_rates/key_ecb_interest_rates/html/index.en.html (day from which a rate applies)",
  ),
};
/** The monthly average, newest rule first. */
const FEDFUNDS: readonly SeriesRule[] = [
  {
    id: "board.fedfunds-october-2016",
    what: "Monthly average of the federal funds rate: October 2016",
    when: { kind: "listed", days: { "2016-10-01": "2016-11-03" } },
    at: "16:15",
    ...confirmedRule(H15_QUESTIONS),
  },
  {
    id: "board.fedfunds",
    what: "Monthly average of the federal funds rate: first business day of the next month",
    from: "2016-11-01",
    when: { kind: "first working day", months: 1, calendar: "board" },
    at: "16:15",
    ...confirmedRule(H15_QUESTIONS),
  },
  {
    id: "board.fedfunds-monday",
    what: "The same until September 2016: first Monday of the next month",
    from: "1996-01-01",
    when: { kind: "weekday of month", nth: 1, weekday: 1, months: 1, calendar: "board" },
    ...confirmedRule(H15_QUESTIONS),
  },
  {
    id: "board.fedfunds-history",
    what: "The same before 1996",
    when: { kind: "month end", months: 1 },
    ...lateBound("the day of the monthly release before 1996 is not confirmed"),
  },
];
const REPO_RATES = ["BGCR", "TGCR"];
const REPO: readonly SeriesRule[] = [
  {
    id: "nyfed.repo-rates",
    what: "SOFR, BGCR and TGCR: next day on which the market in government securities is open",
    series: REPO_RATES,
    from: "2018-04-02",
    when: { kind: "working days", n: 1, calendar: "bonds" },
    at: "08:00",
    ...confirmedRule(`${REFERENCE_RATES}, ${OFR}`),
  },
  {
    id: "nyfed.repo-rates-history",
    what: "The same before their first publication",
    series: REPO_RATES,
    when: { kind: "on", day: "2018-04-03" },
    ...lateBound("earlier days have only indicative rates"),
  },
];
const EFFR_OF_BOARD: SeriesRule = {
  id: "board.effr",
  what: "The federal funds rate in the H.15",
  sources: ["board"],
  from: "2016-10-07",
  when: NEXT_BOARD_DAY,
  at: "16:15",
  ...confirmedRule(H15_ADDRESS),
};
const UNSECURED: readonly SeriesRule[] = [
  {
    id: "nyfed.unsecured-rates",
    what: "EFFR and OBFR: next business day of the Reserve Banks",
    from: "2016-03-01",
    when: { kind: "working days", n: 1, calendar: "reserve banks" },
    at: "09:00",
    ...confirmedRule(`${REFERENCE_RATES}, ${OFR}`),
  },
  {
    id: "nyfed.unsecured-rates-history",
    what: "The same before March 2016, when they had another method",
    when: NEXT_MONDAY,
    ...lateBound("published on the next day; the hour is not confirmed, so the weekly H.15 counts"),
  },
];
const SOFR_AVERAGES: readonly SeriesRule[] = [
  {
    id: "nyfed.sofr-averages",
    what: "Averages and index of SOFR: the day that they are dated by",
    from: "2020-03-02",
    when: SAME_DAY,
    at: "08:30",
    ...confirmedRule("https://www.newyorkfed.org/markets/reference-rates/sofr-averages-and-index (shortly after SOFR at about 08:00)"),
  },
  {
    id: "nyfed.sofr-averages-history",
    what: "The same before their first publication",
    when: { kind: "on", day: "2020-04-30" },
    ...lateBound("https://www.newyorkfed.org/markets/opolicy/operating_policy_200302 (published in the weeks after 2020-03-02)"),
  },
];
const OPERATIONS: SeriesRule = {
  id: "nyfed.operations",
  what: "Results of repo and reverse repo operations. The time of publication has changed over the years, so they count as public at the end of the day",
  when: SAME_DAY,
  ...confirmedRule("https://www.newyorkfed.org/markets/desk-operations/reverse-repo"),
};

const BOARD_RATE = { unit: "%", frequency: "daily", decimals: 2, publisher: "Board of Governors of the Federal Reserve System" } as const;
const bill = (id: string, term: string, search: string, sample: DeclaredSeries["sample"] = {}): DeclaredSeries => ({
  id,
  title: `Treasury bill, ${term}, discount basis`,
  ...BOARD_RATE,
  released: [H15_OMISSIONS, H15, H15_WEEKLY],
  days: "bonds",
  isYield: true,
  caveats: ["mm_bills_discount_basis"],
  sample,
  search,
});
const PAPER = {
  ...BOARD_RATE,
  released: [COMMERCIAL_PAPER],
  age: "commercial_paper",
  sample: { from: "1997-01-02" },
} as const satisfies Partial<DeclaredSeries>;
/** Rates that are set, not observed. They apply on every day, including weekends and holidays. */
const SET = {
  ...BOARD_RATE,
  released: [POLICY_RATES],
  days: "all",
  setAhead: 7,
  caveats: ["mm_administered_effective_dating"],
} as const satisfies Partial<DeclaredSeries>;
const NEW_YORK_FED = { unit: "%", frequency: "daily", decimals: 2, publisher: "Federal Reserve Bank of New York" } as const;
const SOFR_AVERAGE = { ...NEW_YORK_FED, released: SOFR_AVERAGES, sample: { from: "2020-03-02" }, decimals: 5 } as const satisfies Partial<DeclaredSeries>;

/** Treasury bills, commercial paper, rates of the Federal Reserve and of the money market, and its operations. */
export const MONEY_RATE_SERIES: readonly DeclaredSeries[] = [
  bill("DTB4WK", "4 weeks", "1m t-bill|4 week bill|4 week t-bill|1m bill", { from: "2001-07-31" }),
  bill("DTB3", "3 months", "t-bill|t bill|treasury bill|3m t-bill|3m treasury bill|3m bill|bill|bills|tbill|3 month bill"),
  bill("DTB6", "6 months", "6m t-bill|6m bill|6m treasury bill"),
  bill("DTB1YR", "1 year", "1y t-bill|1y bill|52 week bill|12m bill"),
  { id: "DCPN30", title: "Commercial paper, nonfinancial, 30 days", ...PAPER, search: "commercial paper|cp rate" },
  { id: "RIFSPPNAAD90NB", title: "Commercial paper, AA nonfinancial, 90 days", ...PAPER },
  { id: "RIFSPPFAAD90NB", title: "Commercial paper, AA financial, 90 days", ...PAPER },
  { id: "IORB", title: "Interest on reserve balances", ...SET, sample: { from: "2021-07-29" } },
  {
    id: "DPCREDIT",
    title: "Discount window primary credit rate",
    ...SET,
    sample: { from: "2003-01-09" },
    search: "discount rate|discount window|primary credit",
  },
  {
    id: "DFEDTARU",
    title: "Federal funds target range, upper limit",
    ...SET,
    sample: { from: "2008-12-16" },
    search: "fed funds target|fed target|target rate|fed target rate|federal funds target|FDTR|FDTRMID|fed funds upper bound|target range",
  },
  { id: "DFEDTARL", title: "Federal funds target range, lower limit", ...SET, sample: { from: "2008-12-16" }, search: "fed funds lower bound|FDTRFTRL" },
  {
    id: "FEDFUNDS",
    title: "Federal funds effective rate, monthly average",
    ...BOARD_RATE,
    frequency: "monthly",
    released: FEDFUNDS,
    age: "monthly_rate",
    sample: {},
  },
  { id: "SOFR", title: "Secured overnight financing rate", ...NEW_YORK_FED, released: REPO, sample: { from: "2018-04-03" } },
  {
    id: "EFFR",
    title: "Effective federal funds rate",
    ...NEW_YORK_FED,
    released: [EFFR_OF_BOARD, ...UNSECURED],
    sample: { from: "2000-07-03" },
    days: "reserve banks",
  },
  { id: "OBFR", title: "Overnight bank funding rate", ...NEW_YORK_FED, released: UNSECURED, sample: { from: "2016-03-01" }, days: "reserve banks" },
  {
    id: "RRPONTSYAWARD",
    title: "Overnight reverse repo award rate",
    ...NEW_YORK_FED,
    released: [OPERATIONS],
    sample: { from: "2013-09-23" },
    caveats: ["mm_administered_effective_dating"],
  },
  { id: "SOFR30DAYAVG", title: "SOFR, 30-day average", ...SOFR_AVERAGE },
  { id: "SOFR90DAYAVG", title: "SOFR, 90-day average", ...SOFR_AVERAGE },
  { id: "SOFR180DAYAVG", title: "SOFR, 180-day average", ...SOFR_AVERAGE },
  { id: "SOFRINDEX", title: "SOFR index", ...SOFR_AVERAGE, unit: "idx", decimals: 8, bounds: [0.9, 10] },
  {
    id: "RRPONTSYD",
    title: "Overnight reverse repo, Treasury securities sold",
    ...NEW_YORK_FED,
    unit: "$B",
    decimals: 3,
    released: [OPERATIONS],
    bounds: [0, 10_000],
    sample: {
      from: "2013-09-23",
      levels: `2013-09-23:1 2013-12-23:40 2013-12-31:198 2014-01-10:55 2014-06-20:120 2014-06-30:339 2014-07-15:120 2014-12-31:170 2015-06-15:100 2015-12-31:475 2016-01-20:60
    2016-09-30:410 2016-10-20:80 2016-12-31:468 2017-02:110 2017-06-30:400 2017-08:130 2017-12-29:320 2018-02:20 2018-06:4 2019-06:2 2020-03-10:4 2020-03-23:210
    2020-04-15:3 2020-06:.1 2021-03-15:.1 2021-03-31:134 2021-04-15:35 2021-05-24:395 2021-06-16:520 2021-06-18:750 2021-06-30:992 2021-07-15:780 2021-09-30:1605
    2021-12-31:1905 2022-01-20:1600 2022-04:1720 2022-06-15:2160 2022-06-30:2330 2022-09-30:2426 2022-12-15:2150 2022-12-30:2554 2023-01-06:2210 2023-05-31:2250 2023-06-15:2000 2023-09-15:1480
    2023-11-30:890 2023-12-15:680 2023-12-29:1018 2024-01-16:590 2024-02-15:500 2024-06-14:390 2024-06-28:665 2024-07-05:425 2024-09-13:285 2024-12-20:98
    2024-12-31:473 2025-01-10:170 2025-02-14:67 2025-03-31:400 2025-04-10:120 2025-06-20:200 2025-06-30:460 2025-07-08:220 2025-08-15:30 2025-09-12:18 2025-09-30:49
    2025-10-15:4 2025-10-31:52 2025-11-07:4 2025-12-19:4 2025-12-31:106 2026-01-07:5 2026-06:4 2031:3`,
      noise: 0.025,
      scale: "log",
    },
    search: "reverse repo|rrp|on rrp|overnight reverse repo|reverse repo facility|reverse repo volume",
  },
  {
    id: "RPONTSYD",
    title: "Overnight repo, Treasury securities purchased",
    ...NEW_YORK_FED,
    unit: "$B",
    decimals: 3,
    released: [OPERATIONS],
    bounds: [0, 10_000],
    sample: {
      from: "2000-07-07",
      levels: `2000-07-07:5 2007-08:8 2008-09-10:20 2009-01-15:.001 2019-09-13:.001 2019-09-17:53 2019-10-15:70 2019-12-31:26 2020-02:30 2020-03-17:180 2020-05-15:5 2020-06-15:.001
    2025-06-27:.002 2025-06-30:11 2025-07-03:.002 2025-10-28:.01 2025-10-31:50 2025-11-06:.01 2025-12-29:.5 2025-12-31:74 2026-01-08:.01 2031:.01`,
      noise: 0.06,
      scale: "log",
    },
  },
];
