import { confirmedRule, lateBound } from "../release-rule";
import { CPI_DAYS, CPI_NEVER } from "./cpi-days";
import type { DeclaredSeries, SeriesRule } from "./declaration";
import { NEXT_BOARD_DAY, NEXT_MONDAY, SAME_DAY } from "./rules";

const BOARD = "Board of Governors of the Federal Reserve System";
const THURSDAY = 4;

const LONG_TERM_RATES: SeriesRule = {
  id: "oecd.long-term-rates",
  what: "Long-term interest rates from the OECD and the ECB: end of the next month",
  series: ["ECON.IRLT.*", "ECON.IRLT.*.ECB"],
  when: { kind: "month end", months: 1 },
  ...lateBound("published around the middle of the next month; the day is not confirmed"),
};
const H41: readonly SeriesRule[] = [
  {
    id: "board.h41-holidays",
    what: "H.4.1 of weeks with a holiday on Wednesday or two days without offices",
    when: { kind: "listed", days: { "2025-01-01": "2025-01-03", "2025-12-24": "2025-12-29" } },
    ...lateBound("the Board announced a delay; its length is not confirmed"),
  },
  {
    id: "board.h41",
    what: "H.4.1: Thursday for Wednesday, or the next business day",
    from: "2002-12-18",
    when: NEXT_BOARD_DAY,
    at: "16:30",
    ...confirmedRule("https://www.federalreserve.gov/releases/h41/ (typically Thursday, generally at 16:30)"),
  },
  { id: "board.h41-history", what: "The same before December 2002", when: { kind: "days", n: 7 }, ...lateBound("the hour is not confirmed") },
];

const BALANCE_SHEET = { unit: "$M", frequency: "weekly", weekday: 3, decimals: 0, publisher: BOARD, released: H41 } as const satisfies Partial<DeclaredSeries>;
const LONG_TERM = {
  ...{ unit: "%", frequency: "monthly", age: "monthly_yields", decimals: 4 },
  publisher: "Organisation for Economic Co-operation and Development",
  released: [LONG_TERM_RATES],
} as const satisfies Partial<DeclaredSeries>;

/** Mortgages, long-term rates, conditions and prices of markets and of the economy. */
export const ECONOMY: readonly DeclaredSeries[] = [
  {
    id: "MORTGAGE30US",
    title: "30-year fixed mortgage rate",
    unit: "%",
    frequency: "weekly",
    weekday: 4,
    decimals: 2,
    publisher: "Freddie Mac",
    released: [
      {
        id: "freddie-mac.mortgages",
        what: "Mortgage rates: the day that they are dated by",
        from: "2022-11-17",
        when: SAME_DAY,
        at: "12:00",
        ...confirmedRule("https://www.freddiemac.com/pmms/pmms_faqs (Thursday at noon; Wednesday if Thursday is a holiday)"),
      },
      {
        id: "freddie-mac.mortgages-survey",
        what: "The same while they were a survey, until November 2022: end of that day",
        when: SAME_DAY,
        ...confirmedRule("https://www.freddiemac.com/pmms/abtpmms.htm (Thursday; the hour has changed)"),
      },
    ],
    sample: {
      from: "1971-04-02",
      levels: `1971-04:7.3 1973-09:8.8 1974-10:10 1975-06:8.9 1976-12:8.8 1978-12:10.4 1979-09:11.2 1980-04:16.3 1980-07:12.2 1980-12:14.8 1981-10-09:18.63 1982-06:16.7
    1982-12:13.6 1983-05:12.6 1984-07:14.7 1985-12:11.2 1986-10:10 1987-03:9 1987-10-16:11.5 1988-03:9.9 1989-04:11.1 1989-12:9.75 1990-05:10.5 1991-12:8.5
    1992-09:7.9 1993-10:6.8 1994-12:9.2 1996-02:7.05 1996-09:8.2 1997-04:8.15 1998-10:6.7 2000-05:8.6 2001-01:7 2001-11:6.5 2002-03:7 2003-06:5.2 2003-09:6.3
    2004-03:5.4 2004-06:6.3 2005-06:5.55 2006-07:6.8 2007-06:6.7 2008-01-24:5.5 2008-07-24:6.6 2008-10-30:6.45 2008-12-31:5.1 2009-04:4.8 2009-06-11:5.6
    2009-12:4.8 2010-04:5.2 2010-11:4.2 2011-02:5.05 2011-09:4.1 2012-01:3.9 2012-11-21:3.31 2013-05:3.35 2013-08-22:4.58 2014-01:4.5 2015-01:3.65 2015-07:4.05
    2016-07:3.42 2016-12-29:4.32 2017-09:3.8 2018-05:4.6 2018-11-08:4.94 2019-09-05:3.49 2020-01:3.7 2020-03-05:3.29 2020-03-19:3.65 2020-07:3
    2021-01-07:2.65 2021-04-01:3.18 2021-08:2.8 2021-12:3.1 2022-03-10:3.85 2022-06-23:5.81 2022-08-04:4.99 2022-10-27:7.08 2023-02-02:6.09 2023-06:6.75
    2023-08-24:7.23 2023-10-26:7.79 2023-12-28:6.61 2024-05-02:7.22 2024-06-20:6.87 2024-09-26:6.08 2025-01-16:7.04 2025-05:6.8 2025-09-18:6.26
    2025-11-13:6.24 2025-12-31:6.15 2026-06:6.2 2027:6.2 2031:6`,
      noise: 0.004,
    },
    search: "mortgage|mortgage rate|mortgage rates|30y mortgage|30y mortgage rate|30y fixed mortgage",
  },
  {
    id: "IRLTLT01EZM156N",
    title: "Euro-area 10-year government bond yield",
    ...LONG_TERM,
    sample: {
      from: "1970-01-01",
      levels: `1970:8.3 1975:9.9 1978:9.4 1981-09:14 1986:8.6 1990-09:11 1993-12:6.6 1995-01:9.4 1997-01:6.6 1999-01:3.8 2000-01:5.7 2000-06:5.35 2001-11:4.67 2002-05:5.3
    2003-06:3.7 2004-06:4.4 2005-09:3.1 2007-07:4.6 2008-06:4.8 2008-12:3.75 2009-06:4.3 2010-08:3.4 2011-04:4.65 2011-11:4.6 2012-07:3.6 2013-05:2.7 2013-12:3
    2014-12:1.45 2015-04:.85 2015-07:1.55 2016-08:.6 2017-02:1.35 2018-10:1.35 2019-08:.02 2019-12:.3 2020-04:.3 2020-12:-.2 2021-07:.02 2021-12:.15 2022-06:2.1
    2022-08:1.7 2022-10:3 2023-01:2.85 2023-10:3.5 2023-12:2.7 2024-06:3.1 2024-12:2.7 2025-03:3.3 2025-06:3.1 2025-11:3.15 2027:3.2 2031:3`,
      noise: 0.006,
    },
    search: "euro area 10y|eurozone 10y|euro 10y|euro area yield",
  },
  {
    id: "IRLTLT01JPM156N",
    title: "Japan 10-year government bond yield",
    ...LONG_TERM,
    sample: {
      from: "1989-01-01",
      levels: `1962:7 1974:9.3 1980-04:9.5 1987-05:3.6 1989-01:4.9 1990-09:8 1992:5.4 1995-10:2.8 1997-12:1.8 1998-10:.9 1999-02:2 2000-06:1.7 2003-06:.6 2004-06:1.8 2005-07:1.25
    2006-05:1.9 2007-06:1.9 2008-12:1.3 2010-10:.9 2012-07:.78 2013-04:.58 2013-09:.75 2014-12:.37 2015-06:.45 2016-03:-.06 2016-07:-.25 2016-12:.05
    2018-09:.12 2019-09:-.22 2020-03:-.03 2020-06:.01 2021-03:.1 2021-12:.06 2022-06:.24 2022-12:.35 2023-06:.4 2023-10:.8 2024-01:.65 2024-06:.98
    2024-09:.87 2025-03:1.5 2025-06:1.43 2025-11:1.75 2026-01:2.1 2027:2.2 2031:2.2`,
      noise: 0.002,
    },
    search: "jgb|jgbs|jgb yield|japan 10y|japan 10y yield",
  },
  {
    id: "NFCI",
    title: "National financial conditions index",
    unit: "idx",
    frequency: "weekly",
    weekday: 5,
    bounds: [-10, 20],
    decimals: 5,
    publisher: "Federal Reserve Bank of Chicago",
    released: [
      {
        id: "chicago-fed.nfci",
        what: "Financial conditions: Wednesday for the week that ended on Friday, Thursday if there was a holiday",
        from: "2011-04-08",
        when: { kind: "working days", n: 3, calendar: "government" },
        at: "08:30",
        ...confirmedRule("https://www.chicagofed.org/utilities/newsroom/news-releases/2011/04-05-nfci-release"),
      },
      {
        id: "chicago-fed.nfci-history",
        what: "The same before its first publication",
        when: { kind: "on", day: "2011-04-13" },
        ...lateBound("https://www.chicagofed.org/utilities/newsroom/news-releases/2011/04-05-nfci-release"),
      },
    ],
    sample: {
      from: "1971-01-08",
      levels: `1971:0 1973:-.2 1974-09:3 1975-12:.3 1977:-.3 1979:.5 1980-04:3.2 1980-08:1.5 1981-09:2.4 1982-08:2 1984:.3 1986:.1 1987-10-30:.4 1988:0 1991-01:.3
    1993:-.6 1996:-.65 1998-10-16:-.1 1999-06:-.45 2000-06:-.25 2001-10:-.15 2002-10:-.15 2004-06:-.65 2007-06:-.7 2007-08-24:-.05 2008-03-21:.7 2008-06:.4
    2008-09-12:.8 2008-10-17:2.6 2008-12-05:2.75 2009-03:1.7 2009-06:.6 2009-12:-.2 2010-06:-.2 2011-03:-.55 2011-10-07:-.15 2012-06:-.3 2013:-.65 2014-06:-.77
    2016-02-12:-.5 2017-11:-.77 2018-12-28:-.57 2019-12:-.7 2020-02-14:-.72 2020-03-20:.2 2020-04-03:.33 2020-05-01:-.1 2020-09:-.5 2021-06:-.7 2022-01:-.55
    2022-06-17:-.2 2022-10-14:-.12 2023-01:-.3 2023-03-24:-.2 2023-10-27:-.37 2024-06:-.5 2024-12:-.6 2025-04-11:-.37 2025-09:-.55 2025-11:-.53 2031:-.5`,
      noise: 0.004,
    },
    search: "financial conditions|nfci|financial conditions index|chicago fed nfci|fci",
  },
  {
    id: "STLFSI4",
    title: "Financial stress index",
    unit: "idx",
    frequency: "weekly",
    weekday: 5,
    bounds: [-10, 30],
    decimals: 4,
    publisher: "Federal Reserve Bank of St. Louis",
    released: [
      {
        id: "st-louis-fed.stress",
        what: "Financial stress: within a week after the week that ended on Friday",
        from: "2022-11-11",
        when: { kind: "days", n: 7 },
        ...lateBound("usually updated on Thursday; the day is not confirmed"),
      },
      {
        id: "st-louis-fed.stress-history",
        what: "The same before its fourth version",
        when: { kind: "on", day: "2022-11-30" },
        ...lateBound("https://fredblog.stlouisfed.org/2022/11/the-st-louis-feds-financial-stress-index-version-4/"),
      },
    ],
    sample: {
      from: "1993-12-31",
      levels: `1993-12-31:-.3 1996:-.4 1998-10-09:1 1999-06:0 2000-12:.6 2001-09-21:1.2 2002-03:.1 2002-10-11:.9 2004:-.45 2007-06:-.55 2007-08-17:.6 2008-03-21:1.3
    2008-06:.5 2008-09-12:1.3 2008-10-17:9.2 2008-11-21:6.2 2008-12-19:4.5 2009-03-06:3.8 2009-06:1.5 2009-12:.1 2010-05-21:.9 2010-10:0 2011-03:-.3 2011-10-07:1.1
    2012-06:.4 2012-12:-.2 2014-07:-.75 2015-08-28:.1 2016-02-12:.85 2016-07:-.2 2017-11:-.85 2018-02-09:-.2 2018-08:-.75 2018-12-28:.33 2019-07:-.55 2020-02-14:-.62
    2020-03-20:5.6 2020-04-24:1.8 2020-06-05:.4 2020-12:-.25 2021-06:-.78 2021-11:-.6 2022-03-11:.6 2022-06-17:.6 2022-08:-.1 2022-10-14:.6 2022-12:0
    2023-03-17:1.5 2023-06:-.3 2023-10-27:0 2023-12:-.6 2024-06:-.72 2024-08-09:-.1 2024-12:-.65 2025-03:-.5 2025-04-11:.6 2025-06:-.5 2025-09:-.75 2025-11-21:-.4
    2026-06:-.55 2031:-.5`,
      noise: 0.016,
    },
    search: "financial stress|stress index|st louis fed financial stress",
  },
  {
    id: "UMCSENT",
    title: "Consumer sentiment",
    unit: "idx",
    frequency: "monthly",
    age: "monthly_money",
    bounds: [10, 200],
    withinMonth: true,
    // Opinions, which lead spending only loosely.
    surprise: { importance: "medium", sign: 1 },
    decimals: 1,
    publisher: "University of Michigan",
    released: [
      {
        id: "umich.sentiment",
        what: "Consumer sentiment, final",
        when: { kind: "month end", months: 1 },
        ...lateBound("https://data.sca.isr.umich.edu/faq.php; final figures appear near the end of their month, tables a month later"),
      },
    ],
    sample: {
      levels: `1962:96 1966:97 1970-06:75 1972-12:92 1975-02:58 1977:87 1978-01:83.7 1979-11:63 1980-05:51.7 1981-05:76 1982-03:62 1984-03:101 1986-06:97 1987-11:83 1988-06:94
    1990-01:93 1990-10:63.9 1991-03:87.7 1992-01:67.5 1994-01:94.3 1996-01:89.3 1998-02:110.4 2000-01:112 2000-06:106.4 2001-09:81.8 2002-05:96.9 2003-03:77.6
    2004-01:103.8 2005-07:96.5 2005-10:74.2 2007-01:96.9 2008-06:56.4 2008-09:70.3 2008-11:55.3 2008-12:60.1 2009-02:56.3 2009-09:73.5 2011-02:77.5 2011-08:55.8
    2012-01:75 2012-11:82.7 2013-10:73.2 2014-06:82.5 2015-01:98.1 2015-09:87.2 2016-10:87.2 2017-01:98.5 2018-03:101.4 2019-08:89.8 2020-01:99.8 2020-02:101
    2020-03:89.1 2020-04:71.8 2020-10:81.8 2021-04:88.3 2021-07:81.2 2021-08:70.3 2021-12:70.6 2022-03:59.4 2022-06:50 2022-12:59.8 2023-02:67 2023-07:71.6
    2023-10:63.8 2023-11:61.3 2023-12:69.7 2024-01:79 2024-03:79.4 2024-06:68.2 2024-12:74 2025-04:52.2 2025-06:60.7 2025-08:58.2 2025-11:51 2026-01:55 2026-06:59
    2027:63 2031:75`,
      noise: 0.35,
    },
    search: "consumer confidence|consumer sentiment|michigan|umich|michigan sentiment|CONSSENT|sentiment",
  },
  {
    id: "CPIAUCSL",
    title: "Consumer price index, all urban consumers, seasonally adjusted",
    unit: "idx",
    frequency: "monthly",
    age: "monthly_prices",
    bounds: [5, 2_000],
    // The measure of inflation that is published first.
    surprise: { importance: "high", sign: 1, inflation: true },
    words: "inflation",
    decimals: 3,
    publisher: "U.S. Bureau of Labor Statistics",
    released: [
      {
        id: "bls.cpi",
        what: "Consumer price index: the days of its releases",
        when: { kind: "listed", days: CPI_DAYS },
        at: "08:30",
        ...confirmedRule("https://www.bls.gov/schedule/news_release/cpi.htm, https://www.bls.gov/bls/092025-cpi-reschedule-notice.htm"),
      },
      {
        id: "bls.cpi-never",
        what: "Consumer price index of October 2025, which was never published: the release of the next month",
        when: { kind: "listed", days: CPI_NEVER },
        never: true,
        at: "08:30",
        ...confirmedRule("https://www.bls.gov/bls/2025-lapse-revised-release-dates.htm"),
      },
      {
        id: "bls.cpi-other",
        what: "Consumer price index of other months: end of the next month",
        when: { kind: "month end", months: 1 },
        ...lateBound("published on a weekday of the next month; these days are not listed"),
      },
    ],
    sample: {
      // Prices of one month were not collected.
      gap: ["2025-10-01", "2025-11-01"],
      levels: `1962:30.04 1965:31.28 1968:34.1 1970:37.9 1972:41.2 1973:42.7 1974:46.8 1975:52.3 1976:55.8 1977:58.7 1978:62.7 1979:68.5 1980:78 1981:87.2 1982:94.4
    1983:97.9 1984:102.1 1985:105.7 1986:109.9 1986-12:110.8 1988:116 1989:121.2 1990:127.5 1991:134.7 1992:138.3 1993:142.8 1994:146.3 1995:150.5 1996:154.7
    1997:159.4 1998:162 1999:164.7 2000:169.3 2000-06:172.3 2001:175.6 2002:177.7 2003:182.6 2004:186.3 2005:191.6 2006:199.3 2007:203.4 2008:212.2 2008-07:219
    2008-12:211.4 2009-06:214.8 2010:217.5 2011:221.2 2012:227.8 2013:231.7 2014:235.3 2014-07:237.5 2015:234.7 2016:237.7 2017:243.6 2018:248.8 2019:252.6
    2020-02:259.2 2020-05:255.9 2020-08:259.3 2021:262.6 2021-06:270.7 2021-12:280.8 2022-06:295 2022-12:298.8 2023-06:303.8 2023-09:307.4 2023-12:308.7 2024-01:309.8 2024-05:313.1 2024-07:313.6 2024-09:314.8
    2024-12:317.6 2025-01:319.1 2025-03:319.7 2025-06:321.5 2025-08:323.3 2025-09:324.3 2025-12:326 2026-12:334.6 2031:370`,
      noise: 0.00006,
      scale: "log",
    },
    search: "cpi|cpi index|consumer price index|consumer prices|us cpi|headline cpi|CPI INDX|cpi level",
  },
  {
    id: "DTWEXBGS",
    title: "Trade-weighted broad dollar index",
    unit: "idx",
    frequency: "daily",
    age: "daily_in_weekly_release",
    bounds: [30, 400],
    decimals: 4,
    publisher: BOARD,
    released: [
      {
        id: "board.h10",
        what: "Dollar index, H.10: Monday for the week before, or the next business day",
        from: "2019-06-24",
        when: NEXT_MONDAY,
        at: "16:15",
        ...confirmedRule("https://www.federalreserve.gov/releases/h10/about.htm"),
      },
      {
        id: "board.h10-history",
        what: "The same before it was set to 100 for January 2006",
        when: { kind: "on", day: "2019-06-24" },
        ...lateBound("https://www.federalreserve.gov/releases/h10/hist/ (new base since 2019-06-24)"),
      },
    ],
    sample: {
      from: "2006-01-02",
      levels: `2006:101 2007:97.5 2008-03-17:88 2008-07-15:86.5 2008-11-20:102 2009-03-09:104.5 2009-11:91 2010-06:95 2011-05:86.5 2011-07:87 2011-10:91 2012-06:94.5 2012-09:91
    2013-07:94 2014-06:92 2015-03-18:107 2015-06:105 2016-01-20:114 2016-05:109 2016-12-28:117 2017-09-08:106.5 2018-02:106 2018-08:114 2018-12:116 2019-09:118
    2020-01:115 2020-03-23:126.5 2020-06:119 2021-01-06:111.5 2021-03:114 2021-06:111.5 2021-12:116 2022-05-12:121.5 2022-07:122.8 2022-09-27:128.5 2022-10-20:127.5
    2023-01:120.3 2023-07-14:118 2023-10-05:124 2023-12-28:118.6 2024-04:122.5 2024-06-20:123.6 2024-09-27:121 2025-01-13:129.6 2025-03:126.5 2025-04-21:123
    2025-07:119.6 2025-09-16:120 2025-11-20:121.8 2025-12-31:120 2026-06:119.5 2027:120 2031:118`,
      noise: 0.0027,
      scale: "log",
    },
    search: "trade weighted dollar|broad dollar|trade weighted dollar index|usd index",
  },
  {
    id: "VIXCLS",
    title: "Volatility index, close",
    unit: "idx",
    frequency: "daily",
    days: "exchange",
    bounds: [1, 200],
    words: "vix volatility",
    decimals: 2,
    publisher: "Cboe",
    released: [
      {
        id: "cboe.vix",
        what: "Volatility index, close",
        when: SAME_DAY,
        ...confirmedRule("https://www.cboe.com/tradable_products/vix/"),
      },
    ],
    sample: {
      from: "1990-01-02",
      levels: `1990-01-02:17 1990-07:16 1990-08-23:36 1991-01-14:36 1991-06:17 1992:17 1993-12:11 1994-04-04:23.5 1994-08:12 1995-06:12.5 1996-07-16:21 1996-12:17 1997-10-27:31
    1997-12:24 1998-03:19 1998-07:18 1998-08-31:44 1998-10-08:45.7 1998-12:25 1999-06:23 2000-04-14:33 2000-06-15:22 2000-08:18 2001-04-03:34.7 2001-07:20 2001-08-24:20.5 2001-08-31:24.9 2001-09-10:31.8
    2001-09-17:41.8 2001-09-20:43.7 2001-10-12:33 2001-12:24 2002-03:18 2002-07-23:44.9 2002-08-22:27 2002-10-09:42 2003-02:34 2003-06:20 2003-12:17 2004-06:15 2005:13 2005-07:11 2006-05-10:12
    2006-06-13:23.8 2006-06-16:17.3 2006-07-14:18 2006-08-15:13.5 2006-11:10.5 2007-02-23:10.6 2007-02-27:18.3 2007-05:13 2007-08-16:30.8 2007-10:17 2007-11-12:31 2007-12-24:18.6 2008-01-22:31 2008-03-17:32
    2008-05-15:16.5 2008-07-15:28.5 2008-08-22:19 2008-09-12:25.7 2008-09-15:31.7 2008-09-16:30.3 2008-09-17:36.2 2008-09-19:32.1 2008-09-29:46.7 2008-10-10:70 2008-10-27:80 2008-11-04:47.7 2008-11-20:80.9 2008-12-01:68.5
    2008-12-15:56.8 2008-12-31:40 2009-01-20:56.7 2009-03-05:50 2009-06:29 2009-12:20.5 2010-04-12:15.6 2010-05-20:45.8 2010-06-14:28 2010-09:23 2011-01:17.5
    2011-04:16 2011-07-22:17.5 2011-08-08:48 2011-10-03:45.5 2011-12:27 2012-03:15.5 2012-06-01:26.7 2012-08-17:13.5 2012-12-28:22.7 2013-03:12.8 2013-06-20:20.5
    2013-12:13.7 2014-02-03:21.4 2014-07-03:10.3 2014-10-15:26.3 2014-12-01:14.3 2015-01-15:22.4 2015-06:13.7 2015-08-18:13.8 2015-08-24:40.7 2015-10-28:14.3
    2016-02-11:28 2016-04:13.5 2016-06-24:25.8 2016-07-08:13.2 2016-08:12 2016-11-03:22 2017-01:11.5 2017-02:10.9 2017-03-21:12.5 2017-04-13:16 2017-05-08:9.8 2017-05-17:15.6
    2017-05-31:10.4 2017-06-29:11.4 2017-07-24:9.5 2017-08-10:16 2017-08-25:11.3 2017-09-29:9.5 2017-10-25:11.2 2017-11-03:9.2 2017-11-15:13.1 2017-11-24:9.7 2017-12-29:11
    2018-01-04:9.2 2018-01-26:11.1 2018-02-02:17.3
    2018-02-05:37.3 2018-03:20 2018-05:14 2018-09:12.2 2018-12-24:36 2019-02:15.5 2019-04-17:12.6 2019-05-13:20.5 2019-07:13 2019-08-05:24.6 2019-09-13:13.7 2019-10-02:20.5 2019-11:12.5
    2020-01-17:12.1 2020-02-19:14.4 2020-02-28:40.1 2020-03-09:54.5 2020-03-16:82.7 2020-03-18:76.5 2020-04-06:45.2 2020-05-08:28 2020-06-05:24.5 2020-06-11:40.8
    2020-08-14:22 2020-10-28:40.3 2020-11-30:20.6 2021-01-27:37.2 2021-02-12:20 2021-06-30:15.8 2021-07-19:22.5 2021-09-20:25.7 2021-11-04:15.4 2021-12-01:31
    2021-12-31:17.2 2022-01-26:32 2022-03-07:36.5 2022-04-04:18.6 2022-05-09:34.8 2022-06-13:34 2022-08-12:19.5 2022-09-30:31.6 2022-10-12:33.6 2022-11-30:20.6 2023-01-13:18.4
    2023-03-13:26.5 2023-06-22:12.9 2023-09-14:12.8 2023-10-20:21.7 2023-12-12:12.1 2024-04-15:19.2 2024-05-21:11.9 2024-06-20:13.3 2024-07-12:12.5 2024-07-31:16.4
    2024-08-02:23.4 2024-08-05:38.6 2024-08-06:27.7 2024-08-19:14.7 2024-09-06:22.4 2024-10-31:23.2 2024-11-29:13.5 2024-12-17:15.9 2024-12-18:27.6 2024-12-24:14.3
    2025-02-14:14.8 2025-03-10:27.9 2025-03-25:17.2 2025-04-02:21.5 2025-04-03:30 2025-04-04:45.3 2025-04-07:47 2025-04-08:52.3 2025-04-09:33.6 2025-04-10:40.7 2025-04-11:37.6 2025-04-24:26.5
    2025-04-30:24.7 2025-05-16:17.2 2025-06-30:16.7 2025-08-22:14.2 2025-10-09:16.4
    2025-10-10:21.7 2025-10-16:25.3 2025-10-27:15.8 2025-11-20:26.4 2025-12-24:13.5 2026-03:20 2026-06:16.5 2026-09:16 2026-12:17.5 2031:18`,
      noise: 0.045,
      scale: "log",
    },
    search: "vix|volatility|volatility index|vix index|implied volatility|fear index|cboe vix",
  },
  {
    id: "WALCL",
    title: "Federal Reserve total assets, Wednesday level",
    ...BALANCE_SHEET,
    bounds: [100_000, 50_000_000],
    sample: {
      from: "2002-12-18",
      levels: `2002-12-18:720e3 2004:765e3 2006:830e3 2007-08:870e3 2008-08-27:905e3 2008-09-10:925e3 2008-10-01:1500e3 2008-10-15:1770e3 2008-11-12:2200e3 2008-12-17:2250e3
    2009-01-28:1930e3 2009-03-04:1900e3 2009-12:2220e3 2010-11:2300e3 2011-06:2860e3 2012-12:2900e3 2013-06:3450e3 2013-12:4020e3 2014-10-29:4490e3 2015-06:4480e3
    2017-09:4460e3 2018-06:4310e3 2018-12:4080e3 2019-05:3880e3 2019-08-28:3760e3 2019-12-25:4165e3 2020-02-26:4160e3 2020-03-11:4310e3 2020-03-25:5250e3
    2020-04-15:6370e3 2020-05-13:6930e3 2020-06-10:7170e3 2020-07-08:6920e3 2020-12-30:7360e3 2021-06:8060e3 2021-12:8730e3 2022-04-13:8965e3 2022-06:8920e3
    2022-12-28:8550e3 2023-03-08:8340e3 2023-03-22:8730e3 2023-06:8390e3 2023-12-27:7710e3 2024-06-19:7250e3 2024-12:6890e3 2025-03:6750e3 2025-09:6605e3
    2025-11-26:6555e3 2025-12-31:6640e3 2026-06:6720e3 2026-12:6790e3 2031:7600e3`,
      noise: 0.0004,
      scale: "log",
    },
    search: "fed balance sheet|federal reserve balance sheet|fed assets|fed total assets|balance sheet of the fed|FARBAST|qe|qt|central bank balance sheet",
  },
  {
    id: "WTREGEN",
    title: "Treasury General Account, week average",
    ...BALANCE_SHEET,
    bounds: [1_000, 5_000_000],
    uncertainUnit: true,
    sample: {
      from: "2002-12-18",
      levels: `2002-12-18:5e3 2008-08:5e3 2008-10-15:45e3 2008-12:70e3 2009-06:45e3 2011-06:60e3 2014-06:60e3 2015-06:180e3 2015-10-28:40e3 2016-06:290e3 2016-10:380e3 2017-03:90e3
    2017-09-06:60e3 2017-10:170e3 2018-06:330e3 2018-12:345e3 2019-04-24:390e3 2019-08-28:140e3 2019-12:360e3 2020-02:380e3 2020-04-01:490e3 2020-05-06:1150e3
    2020-07-29:1790e3 2020-12:1545e3 2021-02:1590e3 2021-04:950e3 2021-06:740e3 2021-07-28:600e3 2021-10-06:100e3 2021-12-15:80e3 2022-01-26:580e3 2022-05-04:930e3
    2022-06:780e3 2022-09:650e3 2022-12:390e3 2023-01-18:380e3 2023-04-12:120e3 2023-04-26:280e3 2023-05-31:60e3 2023-06-28:390e3 2023-09-27:660e3 2023-10-25:830e3
    2023-12:720e3 2024-03:770e3 2024-05-01:900e3 2024-06-19:745e3 2024-09:780e3 2024-12:730e3 2025-02:800e3 2025-04-09:320e3 2025-05-07:590e3 2025-07-02:360e3
    2025-09-10:680e3 2025-10-29:950e3 2025-11-26:910e3 2025-12-31:850e3 2026-03:840e3 2026-05-06:930e3 2026-08:850e3 2026-12:860e3 2031:900e3`,
      noise: 0.006,
      scale: "log",
    },
    search: "tga|treasury general account|treasury cash balance|treasury account",
  },
  {
    id: "WRESBAL",
    title: "Reserve balances, week average",
    ...BALANCE_SHEET,
    bounds: [1_000, 20_000_000],
    uncertainUnit: true,
    sample: {
      from: "2002-12-18",
      levels: `2002-12-18:18e3 2007-08:12e3 2008-09-03:9e3 2008-09-24:90e3 2008-10-15:270e3 2008-11-12:600e3 2008-12-17:790e3 2009-06:770e3 2009-12:1090e3 2010-12:1020e3
    2011-07:1620e3 2012-12:1500e3 2013-06:1980e3 2013-12:2420e3 2014-08:2790e3 2015-06:2550e3 2015-12-30:2300e3 2016-06:2350e3 2016-12:1980e3 2017-12:2200e3
    2018-12:1650e3 2019-09-18:1400e3 2019-12:1660e3 2020-02:1680e3 2020-03-25:2500e3 2020-05-20:3270e3 2020-07:2720e3 2020-12:3130e3 2021-04:3870e3 2021-12-15:4200e3
    2022-01-05:3900e3 2022-06:3200e3 2022-09:3050e3 2022-12:3070e3 2023-03:3150e3 2023-06:3270e3 2023-12:3470e3 2024-06:3400e3 2024-09:3180e3 2024-12:3260e3
    2025-03:3400e3 2025-06:3330e3 2025-09:3080e3 2025-10-29:2830e3 2025-11-26:2890e3 2025-12-31:2930e3 2026-06:3000e3 2027:3060e3 2031:3300e3`,
      noise: 0.0025,
      scale: "log",
    },
    search: "reserves|bank reserves|reserve balances",
  },
  {
    id: "M2SL",
    title: "M2 money stock, seasonally adjusted",
    unit: "$B",
    frequency: "monthly",
    age: "monthly_money",
    bounds: [100, 200_000],
    // Few forecasters follow it, and its link to activity is weak.
    surprise: { importance: "low", sign: 1 },
    decimals: 1,
    publisher: BOARD,
    released: [
      {
        id: "board.h6",
        what: "Money stock, H.6: fourth Tuesday of the next month",
        from: "2021-02-01",
        when: { kind: "weekday of month", nth: 4, weekday: 2, months: 1, calendar: "board" },
        at: "13:00",
        ...confirmedRule("https://www.federalreserve.gov/releases/h6/ (monthly since 2021-02-23)"),
      },
      {
        id: "board.h6-weekly",
        what: "The same while the H.6 was weekly, on Thursdays, until 2021-02-11",
        when: { kind: "month end", months: 1 },
        ...lateBound("https://www.federalreserve.gov/releases/h6/About.HTM; which weekly release was the first with all weeks of a month is not confirmed"),
      },
    ],
    sample: {
      levels: `1962:338 1965:428 1970:590 1975:906 1980:1483 1985:2330 1990:3170 1995:3495 2000:4660 2002:5450 2005:6420 2008:7490 2008-12:8190 2010:8460 2011-07:9290
    2012:9720 2015:11770 2018:13860 2020-02:15450 2020-05:17850 2020-12:19120 2021-06:20450 2021-12:21480 2022-04:21720 2022-12:21250 2023-10:20690 2024-06:21000
    2024-12:21450 2025-06:22020 2025-11:22300 2026-11:23250 2031:28000`,
      noise: 0.0001,
      scale: "log",
    },
    search: "m2|money supply|m2 money supply|m2 money stock|money stock",
  },
  {
    id: "ICSA",
    title: "Initial unemployment claims, seasonally adjusted",
    unit: "count",
    frequency: "weekly",
    weekday: 6,
    bounds: [50_000, 20_000_000],
    // The earliest figure of the labour market, every week. More claims mean a weaker economy.
    surprise: { importance: "high", sign: -1 },
    decimals: 0,
    publisher: "U.S. Department of Labor",
    released: [
      {
        id: "dol.claims-lapse-2025",
        what: "Unemployment claims of the weeks without appropriations in 2025",
        from: "2025-09-27",
        until: "2025-11-08",
        when: { kind: "on", day: "2025-11-20" },
        ...lateBound("the Department promised all weeks by the close of business on 2025-11-20; some were posted before"),
      },
      {
        id: "dol.claims-closings",
        what: "Unemployment claims of weeks whose Thursday was a day on which the President closed federal offices: Wednesday",
        when: { kind: "listed", days: { "2020-12-19": "2020-12-23", "2025-01-04": "2025-01-08" } },
        at: "08:30",
        ...confirmedRule(
          "https://tcf.org/content/about-tcf/weekly-statement-latest-unemployment-insurance-numbers-december-23-2020/, https://japantoday.com/category/business/us-applications-for-jobless-claims-fall-to-201-000-lowest-level-in-nearly-a-year (2025-01-08)",
        ),
      },
      {
        id: "dol.claims",
        what: "Unemployment claims: Thursday for the week that ended on Saturday, or the day before a holiday",
        from: "2000-01-01",
        when: { kind: "weekday", weekday: THURSDAY, calendar: "government", onHoliday: "before" },
        at: "08:30",
        ...confirmedRule("https://www.dol.gov/ui/data.pdf"),
      },
      { id: "dol.claims-history", what: "The same before 2000", when: { kind: "days", n: 14 }, ...lateBound("the day before 2000 is not confirmed") },
    ],
    sample: {
      from: "1967-01-07",
      levels: `1967-01:208e3 1970-05:340e3 1972-12:245e3 1974-06:300e3 1975-02:550e3 1976-06:390e3 1978-12:335e3 1980-05-24:620e3 1980-12:400e3 1981-07:395e3 1982-10-02:690e3
    1983-06:410e3 1984-03:345e3 1985-06:390e3 1987-12:310e3 1988-12:300e3 1990-06:355e3 1991-03-23:500e3 1992:445e3 1993:345e3 1994-12:325e3 1995-06:370e3 1996-01:390e3
    1996-12:350e3 1997-12:315e3 1999-12:285e3 2000-04:265e3 2000-06:290e3 2000-12:350e3 2001-06:400e3 2001-09-29:515e3 2002-01:405e3 2003-04:435e3 2003-12:360e3
    2004-12:330e3 2005-08:315e3 2005-09-17:420e3 2005-12:315e3 2007-06:315e3 2008-06:380e3 2008-09:455e3 2008-12-20:580e3 2009-03-28:660e3 2009-06:600e3 2009-12:480e3
    2010-06:460e3 2011-06:420e3 2011-12:375e3 2012-10-27:365e3 2012-11-10:440e3 2012-12-22:360e3 2013-06:345e3 2014-06:310e3 2015-06:275e3 2016-06:265e3 2017-01:245e3
    2017-08-26:240e3 2017-09-09:290e3 2017-12:240e3 2018-06:222e3 2019-06:220e3 2020-02-15:212e3 2020-03-14:282e3 2020-03-21:2914e3 2020-03-28:5980e3 2020-04-04:6130e3
    2020-04-11:4900e3 2020-04-18:4200e3 2020-04-25:3500e3 2020-05-09:2350e3 2020-05-30:1630e3 2020-06-27:1430e3 2020-08-01:1040e3 2020-08-29:880e3 2020-10-31:750e3
    2020-12-05:850e3 2021-01-09:880e3 2021-03:740e3 2021-05:470e3 2021-07:385e3 2021-09:335e3 2021-11:245e3 2021-12:205e3 2022-03:190e3 2022-06:225e3 2022-09:206e3
    2022-12:212e3 2023-03:235e3 2023-06:255e3 2023-09:212e3 2024-03:212e3 2024-06:238e3 2024-08:234e3 2024-10-12:255e3 2024-12:222e3 2025-02:225e3 2025-06-07:248e3
    2025-07-19:220e3 2025-09-06:260e3 2025-10:228e3 2025-11-15:222e3 2026:217e3 2026-06:229e3 2026-09:226e3 2027:224e3 2031:225e3`,
      noise: 0.01,
      scale: "log",
    },
    search: "jobless claims|initial jobless claims|claims|initial claims|unemployment claims|INJCJC|weekly claims",
  },
];
