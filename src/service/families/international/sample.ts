import { addDays, DAY_MS, isoOf, type IsoDate } from "../../../contract/dates";
import { BANKS, type Bank, type Indicator } from "../../../contract/vocabulary";
import { isoOfParts, lastMonthEnd, lastQuarterEnd, monthEnd, monthsFrom, yearOf } from "../../time/calendar";
import { newestPublicPeriod, type Now } from "../../sample/public-rows";
import { rounded } from "../../../contract/rounded";
import { economySeries } from "../../records/economies";
import { macroLevel } from "../../sample/macro-levels";
import { sampleValue } from "../../sample/series";
import { bankFacts } from "../central-banks/banks";
import { policyRateOn, sampleDayOf } from "../central-banks/sample";
import { dayNumber, wave, yearFraction } from "../../sample/waves";
import { anchorsOf, lineAt, type Anchors } from "../../sample/paths";
import { meanOf } from "../statistics";
import { type EconomyAnswerRow, firstPeriod, INDICATOR_FACTS } from "./indicators";

/** Figures of an economy, rounded from public knowledge. */
interface Economy {
  /** Usual inflation before 2016, in percent a year. */
  readonly inflation: number;
  /** Change of consumer prices over a year, in percent. */
  readonly yoy: Anchors;
  /** Logarithm of gross domestic product in billions of US dollars. */
  readonly gdp: Anchors;
  /** Credit to the private sector in percent of GDP around 2022. */
  readonly credit: number;
  /** House prices in 2024, 2010 = 100. */
  readonly houses: number;
}

const YOY_AT = ["2016", "2018", "2019-12", "2020-12", "2021-12", "2022-09", "2023-06", "2024-06", "2025-06", "2026-06"];
const GDP_AT = [2000, 2010, 2015, 2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => `${year}-12-31`);

const TABLE: Readonly<Record<string, readonly [inflation: number, yoy: string, gdp: string, credit: number, houses: number]>> = {
  AR: [22, "35 25 54 36 51 83 115 271 39 30", "310 424 595 447 385 486 632 646 638 683", 18, 300],
  AU: [2.6, "1.2 1.9 1.8 .9 3.5 7.3 6 3.8 2.1 3.2", "415 1147 1351 1392 1327 1553 1690 1728 1752 1800", 170, 172],
  AT: [2.1, ".9 2 1.7 1.2 4.3 10.5 8 3 3.3 2.5", "197 392 382 444 435 480 471 512 522 560", 118, 200],
  BE: [2.1, "2 1.9 .8 .4 5.7 11.3 4.2 3.7 2.1 2", "236 481 462 535 525 600 590 645 665 710", 185, 145],
  BR: [6, "9 2.9 4.3 4.5 10.1 7.2 3.2 4.2 5.4 4.2", "655 2209 1802 1873 1476 1671 1952 2191 2180 2250", 85, 165],
  CA: [2.1, "1.5 2 2.2 .7 4.8 6.9 2.8 2.7 1.9 2.2", "745 1617 1556 1744 1656 2007 2162 2173 2241 2280", 215, 195],
  CH: [0.9, "-.9 .8 .2 -.8 1.5 3.3 1.7 1.3 .1 .4", "279 599 694 721 739 813 828 894 937 1000", 270, 160],
  CL: [3.6, "4 2.2 3 3 7.2 13.7 7.6 4.2 4.1 3.2", "78 218 242 278 254 315 302 336 330 345", 135, 220],
  CN: [2.2, "1.9 2 4.5 .2 1.5 2.8 0 .2 .1 .8", "1211 6087 11060 14280 14690 17820 17880 17800 18740 19400", 200, 140],
  CO: [4.8, "7.5 3.5 3.8 1.6 5.6 11.4 12.1 7.2 4.8 5.2", "100 287 293 323 270 319 345 364 419 430", 70, 230],
  CZ: [2.6, ".5 2.2 3.2 2.3 6.6 18 9.7 2 2.9 2.4", "62 209 188 253 246 281 301 344 347 380", 80, 215],
  DE: [1.9, ".4 1.6 1.5 -.3 5.3 9 6.4 2.2 2 2", "1948 3397 3358 3890 3887 4348 4163 4526 4660 5000", 115, 170],
  DK: [1.8, ".3 .8 .8 .5 3.1 10 2.5 1.8 1.9 1.6", "164 322 303 346 355 408 402 407 430 455", 200, 160],
  ES: [2.3, "-.4 1.2 .8 -.5 6.5 8.9 1.9 3.4 2.3 2.6", "597 1421 1196 1394 1278 1446 1446 1620 1722 1890", 120, 105],
  FI: [1.8, ".3 1 .9 .2 3.5 8.1 6.3 1.3 .2 .8", "126 249 234 269 272 297 282 296 300 314", 150, 102],
  FR: [1.7, ".1 1.4 1.5 0 2.8 5.6 4.5 2.2 1 1.2", "1362 2643 2439 2729 2645 2967 2796 3052 3160 3350", 210, 125],
  GB: [2.4, ".4 2.8 1.3 .6 5.4 10.1 7.9 2 3.6 3", "1665 2485 2934 2851 2699 3143 3114 3381 3644 3950", 140, 168],
  GR: [2.2, "-.6 .4 .8 -2.3 5.1 12 1.8 2.3 2.8 2.4", "130 297 196 205 189 214 218 243 257 280", 95, 90],
  HK: [2.3, "2.5 1.8 2.9 -.7 2.4 4.4 1.9 1.5 1.4 1.6", "172 229 309 363 345 369 359 381 407 425", 270, 190],
  HU: [5, ".9 2.2 4 2.7 7.4 20 20.1 3.7 4.6 3.6", "47 132 125 164 157 182 177 212 223 245", 65, 280],
  ID: [5.5, "4 3.2 2.7 1.7 1.9 6 3.5 2.5 1.9 2.7", "165 755 861 1119 1059 1187 1319 1371 1396 1440", 40, 140],
  IE: [1.9, ".1 .3 1.3 -1 5.5 8.2 6.1 2.2 1.8 2.4", "100 222 292 399 426 514 549 551 577 700", 130, 165],
  IL: [2.2, "-.6 .3 .6 -.7 2.8 4.6 4.2 2.9 3.3 2.2", "136 238 304 402 411 490 526 514 540 610", 125, 240],
  IN: [6, "5.5 4.6 7.4 4.6 5.7 7.4 4.9 5.1 2.1 3", "468 1676 2104 2836 2675 3167 3353 3638 3913 4150", 95, 270],
  IT: [2.2, ".2 .9 .5 -.2 3.9 8.9 6.4 .8 1.7 1.6", "1147 2137 1837 2012 1898 2180 2105 2301 2373 2540", 100, 93],
  JP: [0.7, "0 1.1 .8 -1.2 .8 3 3.3 2.8 3.3 1.9", "4968 5759 4445 5118 5056 5034 4256 4213 4026 4280", 180, 138],
  KR: [2.6, ".9 1.3 .7 .5 3.7 5.6 2.7 2.4 2.2 2.1", "576 1144 1466 1651 1644 1818 1674 1713 1713 1790", 200, 145],
  MX: [5, "2.7 5.4 2.8 3.2 7.4 8.7 5.1 5 4.3 4", "742 1105 1213 1305 1121 1317 1466 1793 1853 1860", 42, 270],
  NL: [2.2, ".6 1.5 2.7 1 5.7 14.5 5.7 3.2 3.1 2.4", "418 847 766 910 910 1030 1009 1154 1228 1320", 215, 175],
  NO: [2.3, "3.2 1.8 1.4 1.4 5.3 6.9 6.4 2.6 3 2.8", "171 429 386 409 368 503 594 485 484 505", 205, 175],
  NZ: [2.3, ".4 1.3 1.9 1.4 5.9 7.2 6 3.3 2.7 2.8", "53 147 178 213 212 256 248 252 260 262", 150, 215],
  PL: [3.4, "-.8 1.8 3.4 2.4 8.6 17.2 11.5 2.6 4.1 2.9", "172 476 477 596 600 681 695 809 915 1020", 60, 190],
  PT: [2.2, ".5 1 .4 -.2 2.7 9.3 3.4 2.8 2.4 2.2", "119 238 199 240 229 256 256 289 309 335", 125, 210],
  SE: [1.8, ".8 1.8 1.8 .5 3.9 10.8 9.3 2.6 .7 1", "263 496 505 534 547 640 580 585 610 660", 240, 185],
  SG: [1.9, "-.6 .1 .8 0 4 7.5 4.5 2.4 .8 1.3", "96 240 308 377 349 434 498 505 547 570", 185, 160],
  TH: [2.1, "-.3 .9 .9 -.3 2.2 6.4 .2 .6 -.2 .5", "126 341 401 544 500 506 496 515 526 555", 160, 170],
  TR: [16, "8.5 11 11.8 14.6 36 83 38.2 71.6 35 31", "274 777 864 761 720 819 906 1108 1323 1500", 55, 2600],
  US: [2.5, "1.3 2.1 2.3 1.3 7 8.2 3 3 2.7 2.7", "10250 15050 18300 21540 21350 23680 26010 27720 29190 30600", 145, 215],
  XM: [2, ".2 1.5 1.3 -.3 5 9.9 5.5 2.5 2 2.1", "6500 12640 11700 13400 13100 14750 14200 15700 16400 17600", 155, 140],
  ZA: [5.6, "6 4.5 4 3.1 5.9 7.5 5.4 5.1 3 3.4", "152 417 347 389 338 421 407 381 400 420", 90, 175],
};

const columns = (days: readonly string[], row: string): Anchors => {
  const values = row.split(" ");
  return anchorsOf(days.map((day, i) => `${day}:${values[i]}`).join(" "));
};

const ECONOMIES = new Map<string, Economy>(
  Object.entries(TABLE).map(([country, [inflation, yoy, gdp, credit, houses]]) => {
    const { days, levels } = columns(GDP_AT, gdp);
    return [country, { inflation, yoy: columns(YOY_AT, yoy), gdp: { days, levels: levels.map(Math.log) }, credit, houses }];
  }),
);
const BILLION = 1e9;

/** Long rates in percent at known months, for countries that follow neither the United States nor the euro area closely. */
const OWN_LONG_RATES: Readonly<Record<string, Anchors>> = {
  CH: anchorsOf(`1980-12:4.7 1990-09:6.7 1994-09:5.4 1998-12:2.5 2000-06:4.1 2005-09:1.85 2007-07:3.2 2008-12:2.2 2010-08:1.25 2011-04:2.1 2012-07:.5 2013-12:1.1
    2015-01:-.1 2016-07:-.55 2018-10:.05 2019-08:-.95 2020-03:-.45 2020-12:-.5 2021-06:-.2 2021-12:-.2 2022-06:1.2 2022-10:1.25 2023-02:1.4 2023-10:1.1 2023-12:.75
    2024-06:.7 2024-12:.3 2025-03:.6 2025-11:.2 2027:.4`),
  CN: anchorsOf(`2001:3 2004-11:5.2 2006-03:3 2008-08:4.4 2008-12:2.8 2010:3.6 2011-08:4.1 2012:3.5 2013-12:4.6 2016-10:2.7 2018-01:3.95 2019:3.1 2020-04:2.55
    2020-11:3.3 2021-12:2.85 2022-10:2.7 2023-02:2.9 2024-01:2.5 2024-06:2.28 2024-12:1.75 2025-07:1.67 2025-11:1.8 2027:1.8`),
  GB: anchorsOf(`1980-12:13.8 1981-10:15.5 1985:11 1990-04:12 1994-01:6.3 1994-09:8.8 1997:7.6 1999-01:4.2 2000-06:5.2 2003-06:4.1 2004-06:5.1 2007-07:5.5 2008-12:3.3
    2010-02:4.1 2011-02:3.9 2012-07:1.5 2013-12:3 2015-01:1.5 2016-08:.65 2017-01:1.4 2018-10:1.5 2019-08:.5 2020-01:.7 2020-08:.2 2020-12:.25 2021-05:.83 2021-08:.6
    2021-12:.85 2022-06:2.35 2022-08:2.2 2022-10:4.05 2022-12:3.35 2023-03:3.5 2023-08:4.5 2023-10:4.55 2023-12:3.75 2024-06:4.15 2024-09:3.85 2025-01:4.7
    2025-06:4.55 2025-11:4.5 2027:4.5`),
};

/** A country's long rate is a share of a base rate (that of the United States or the euro area, or its own policy rate) plus a spread in percent. */
const LONG_RATES: Readonly<Record<string, readonly [of: "US" | "XM" | "own", share: number, spread: number]>> = {
  AU: ["US", 1, 0.2],
  AT: ["XM", 1, 0.1],
  BE: ["XM", 1, 0.15],
  BR: ["own", 0.45, 7],
  CA: ["US", 0.85, -0.2],
  CL: ["US", 1, 1.6],
  CO: ["US", 1, 7],
  CZ: ["XM", 1, 1.1],
  DE: ["XM", 1, -0.45],
  DK: ["XM", 1, -0.5],
  ES: ["XM", 1, 0.2],
  FI: ["XM", 1, 0],
  FR: ["XM", 1, 0.3],
  GR: ["XM", 1, 0.35],
  HU: ["XM", 1.4, 2.5],
  ID: ["US", 0.35, 5.5],
  IE: ["XM", 1, -0.1],
  IL: ["US", 1, 0.2],
  IN: ["US", 0.35, 5.3],
  IT: ["XM", 1, 0.55],
  KR: ["US", 0.5, 1.15],
  MX: ["US", 1, 5],
  NL: ["XM", 1, -0.2],
  NO: ["US", 0.85, 0],
  NZ: ["US", 1, 0.3],
  PL: ["XM", 1.3, 1.6],
  PT: ["XM", 1, 0.05],
  SE: ["XM", 0.8, -0.1],
  TR: ["own", 0.5, 4],
  ZA: ["US", 0.35, 9],
};

/** House prices at known quarter ends (2010 = 100), for countries where steady growth does not describe them. The last ones are assumptions. */
const HOUSE_PRICES: Readonly<Record<string, Anchors>> = {
  ES: anchorsOf(
    "2007-09-30:113 2010-06-30:100 2014-03-31:65 2019-12-31:86 2020-12-31:87.5 2021-12-31:93 2022-12-31:98 2023-12-31:102 2024-12-31:113.3 2025-12-31:125.5 2026-12-31:130 2031:145",
  ),
  GB: anchorsOf(
    "2007-09-30:106 2009-03-31:90 2010-06-30:100 2013:101 2016-06-30:126 2020-06-30:136 2021-06-30:150 2022-06-30:163.5 2022-12-31:168 2023-12-31:165 2024-12-31:170 2026-12-31:178 2031:200",
  ),
  GR: anchorsOf(
    "2008-09-30:107 2010-06-30:100 2013:76 2017-09-30:58 2019-12-31:65 2021-12-31:72.5 2022-12-31:82 2023-12-31:93 2024-12-31:99.7 2025-12-31:106.5 2026-12-31:110 2031:122",
  ),
  IT: anchorsOf("2010-06-30:100 2012:100 2014:90 2019-12-31:83 2022-06-30:88 2023-12-31:89.4 2024-12-31:93 2025-12-31:96.3 2026-12-31:98.5 2031:105"),
  TR: anchorsOf(
    "2010-06-30:100 2015:185 2019-12-31:250 2020-12-31:330 2021-06-30:395 2021-12-31:545 2022-06-30:988 2022-12-31:1460 2023-12-31:2590 2024-12-31:3340 2025-12-31:4370 2026-12-31:5500 2031:12000",
  ),
  US: anchorsOf(
    "2006-06-30:130 2010-06-30:100 2012-03-31:94 2015:117 2019-12-31:147 2020-06-30:150 2021-06-30:176 2022-06-30:206 2023-06-30:208 2024-06-30:219 2025-06-30:223 2026-06-30:228 2031:260",
  ),
};

type Level = (country: string, end: IsoDate, economy: Economy) => number;

const yearsSince = (year: number, end: IsoDate) => yearFraction(end) - year;
const creditTrend: Level = (country, end, { credit }) => credit * Math.exp(0.004 * yearsSince(2022, end) + 0.03 * wave(`credit trend ${country}`, end, 9000));
const creditGap: Level = (country, end, { credit }) => 0.08 * credit * wave(`credit gap ${country}`, end, 5200);

/** Mean of the sample 10-year Treasury yield over the month of a day. */
function usLongRate(day: IsoDate): number {
  const yields: number[] = [];
  for (let date = monthsFrom(day, 0); date <= monthEnd(day); date = addDays(date, 1)) {
    const value = sampleValue("DGS10", date);
    if (typeof value === "number") yields.push(value);
  }
  return meanOf(yields);
}

const monthlyValue = (id: string, end: IsoDate): number => sampleValue(id, monthsFrom(end, 0)) ?? Number.NaN;

function longRate(country: string, end: IsoDate): number {
  const own = OWN_LONG_RATES[country];
  if (own) return lineAt(own, dayNumber(monthsFrom(end, 0))) + 0.04 * wave(`long rate ${country}`, end, 300);
  const [of, share, spread] = LONG_RATES[country] ?? ["US", 1, 0];
  const base = of === "US" ? usLongRate(end) : of === "XM" ? monthlyValue("IRLTLT01EZM156N", end) : policyRateOn(country as Bank, end);
  return share * base + spread + 0.08 * wave(`long rate ${country}`, end, 1500);
}

/** Yearly growth of GDP in US dollars before and after the known years. */
const GDP_BEFORE = 0.055;
const GDP_AFTER = 0.04;

/** From 2016 on, the index is that of the same month a year earlier, grown by the known inflation. */
function consumerPrices(country: string, end: IsoDate, { inflation, yoy }: Economy): number {
  let grown = 1;
  let month = monthsFrom(end, 0);
  for (; yearOf(month) > 2015; month = monthsFrom(month, -12)) grown *= 1 + (lineAt(yoy, dayNumber(month)) + 0.1 * wave(`cpi ${country}`, month, 290)) / 100;
  const season = 0.002 * Math.sin(2 * Math.PI * (yearFraction(month) % 1));
  return 100 * grown * Math.exp((inflation / 100) * yearsSince(2015.5, month) + season);
}

function usualHousePrices(country: string, end: IsoDate, houses: number): number {
  const years = yearsSince(2010.5, end);
  const growth = Math.log(houses / 100) / 14;
  const swing = wave(`houses ${country}`, end, 5600) - wave(`houses ${country}`, "2010-06-30", 5600);
  return 100 * Math.exp((years > 0 ? growth : Math.min(0.09, Math.max(0.02, growth))) * years + 0.06 * swing);
}

const LEVELS: Record<Indicator, Level> = {
  policy_rate: (country, end) => policyRateOn(country as Bank, end),
  cpi: consumerPrices,
  gdp: (_, end, { gdp }) =>
    BILLION * Math.exp(lineAt(gdp, dayNumber(end)) + GDP_BEFORE * Math.min(0, yearsSince(2001, end)) + GDP_AFTER * Math.max(0, yearsSince(2026, end))),
  IRLT: longRate,
  reer: (country, end) => 100 * Math.exp(0.09 * wave(`reer ${country}`, end, 3100) + 0.012 * wave(`reer month ${country}`, end, 260)),
  house_prices: (country, end, { houses }) => {
    const known = HOUSE_PRICES[country];
    const [first = 0] = known?.days ?? [];
    const day = dayNumber(end);
    if (known && day >= first) return lineAt(known, day);
    const level = usualHousePrices(country, end, houses);
    return known ? (level * lineAt(known, first)) / usualHousePrices(country, isoOf(first * DAY_MS), houses) : level;
  },
  // The ratio includes the gap, so the two indicators agree.
  credit_to_gdp: (country, end, economy) => creditTrend(country, end, economy) + creditGap(country, end, economy),
  credit_gap: creditGap,
};

/** The US index was not collected in one month: the model's level fills it. */
const usCpi = (date: IsoDate): number => sampleValue("CPIAUCSL", date) ?? macroLevel("CPIAUCSL")(date);

/** Figures that are also curated series: FRED and BIS must show the same sample. `end` is the last day of the month. */
const SHARED: Readonly<Record<string, (end: IsoDate) => number>> = {
  "US cpi": (end) => (100 * usCpi(monthsFrom(end, 0))) / usCpi("2015-07-01"),
  "US IRLT": usLongRate,
  "JP IRLT": (end) => monthlyValue("IRLTLT01JPM156N", end),
  "XM IRLT": (end) => monthlyValue("IRLTLT01EZM156N", end),
};

function economyOf(country: string): Economy {
  const economy = ECONOMIES.get(country);
  if (!economy) throw new Error(`No sample economy of ${country}`);
  return economy;
}

/** True if the economy has sample statistics. */
export const isSampleEconomy = (country: string): boolean => ECONOMIES.has(country);

function valueOf(country: string, indicator: Indicator, end: IsoDate): number {
  const shared = SHARED[`${country} ${indicator}`];
  const value = shared ? shared(end) : LEVELS[indicator](country, end, economyOf(country));
  return rounded(value, INDICATOR_FACTS[indicator].decimals);
}

/** The sample's 10-year yield of a covered country, the average of the month that ends on this day; undefined before its first month. */
export const sampleLongRate = (country: string, end: IsoDate): number | undefined =>
  end < firstPeriod(country, "IRLT") ? undefined : valueOf(country, "IRLT", end);

const lastYearEnd = (day: IsoDate): IsoDate => (day.endsWith("-12-31") ? day : isoOfParts(yearOf(day) - 1, 12, 31));
const LAST_END = { monthly: lastMonthEnd, quarterly: lastQuarterEnd, yearly: lastYearEnd } as const;

const isBank = (country: string): country is Bank => (BANKS as readonly string[]).includes(country);

/** The newest public sample row. Only for covered pairs of country and indicator. */
export function sampleEconomyRow(country: string, indicator: Indicator, now: Now): EconomyAnswerRow {
  const bank = indicator === "policy_rate" && isBank(country) ? country : undefined;
  const facts = bank && bankFacts(bank);
  const first = facts ? monthEnd(facts.since) : firstPeriod(country, indicator);
  const lastEnd = LAST_END[INDICATOR_FACTS[indicator].frequency];
  const period_end = bank ? lastEnd(sampleDayOf(bank, now)) : newestPublicPeriod(economySeries(country, indicator), now, lastEnd);
  if (facts?.stopped && period_end > facts.stopped) return { kind: "stopped", last: facts.stopped };
  if (period_end < first) return { kind: "not_yet", first };
  const yearBefore = monthEnd(monthsFrom(period_end, -12));
  return {
    kind: "row",
    country,
    indicator,
    period_end,
    value: valueOf(country, indicator, period_end),
    year_before: yearBefore < first ? null : valueOf(country, indicator, yearBefore),
    attribution: `Generated sample data, shaped like the series that ${INDICATOR_FACTS[indicator].publisher} publishes; not published figures.`,
    frequency: INDICATOR_FACTS[indicator].frequency,
  };
}
