import { lateBound, type ReleaseRule } from "../records/release-rule";
import type { SeriesRule } from "../records/series/declaration";
import { DECLARED_SERIES } from "../records/series/declared";

/** The rules that series declare, each once. */
const declared: SeriesRule[] = [];
for (const { released } of DECLARED_SERIES)
  for (const [i, rule] of released.entries()) {
    if (declared.includes(rule)) continue;
    // Before those that this series declares after it: of a table, the first rule that applies counts.
    const next = declared.findIndex((known) => released.indexOf(known) > i);
    declared.splice(next < 0 ? declared.length : next, 0, rule);
  }

/** Release rules of series. Of each group, the last rule has no limits. */
export const SERIES_RULES: readonly ReleaseRule[] = [
  ...declared.map((rule): ReleaseRule => {
    const ids = DECLARED_SERIES.filter(({ released }) => released.includes(rule)).map(({ id }) => id);
    return { ...rule, series: [...ids, ...(rule.series ?? [])] };
  }),
  {
    id: "worldbank.gdp",
    what: "Gross domestic product by year: end of the next year",
    series: ["ECON.gdp.*"],
    when: { kind: "year end", years: 1 },
    ...lateBound("the day differs by country and is not confirmed"),
  },
  {
    id: "ecb.harmonised-prices-2025",
    what: "Harmonised consumer prices, 2025 = 100, for months before the index was set to that base year",
    series: ["ECON.cpi.*.HICP25"],
    until: "2025-12-31",
    when: { kind: "on", day: "2026-03-31" },
    ...lateBound("the base is in use since 2026; the day of the first publication is not confirmed"),
  },
  {
    id: "ecb.harmonised-prices-2015",
    what: "Harmonised consumer prices, 2015 = 100, for months before the index was set to that base year",
    series: ["ECON.cpi.*.HICP15"],
    until: "2015-12-31",
    when: { kind: "on", day: "2016-02-29" },
    ...lateBound("https://ec.europa.eu/eurostat/web/hicp/overview (base since 2016-02-25); the days of the ECB's own tables are not confirmed"),
  },
  {
    id: "ecb.harmonised-prices",
    what: "Harmonised consumer prices: end of the next month",
    series: ["ECON.cpi.*.HICP25", "ECON.cpi.*.HICP15"],
    when: { kind: "month end", months: 1 },
    ...lateBound("final figures appear in the second half of the next month; the day is not confirmed"),
  },
  {
    id: "bis.exchange-rates",
    what: "Effective exchange rates: end of the next month",
    series: ["ECON.reer.*"],
    when: { kind: "month end", months: 1 },
    ...lateBound("https://www.bis.org/statistics/relcal.htm (no later than about the 22nd); earlier calendars are not confirmed"),
  },
  {
    id: "bis.consumer-prices",
    what: "Consumer prices from the BIS: end of the fourth month after the observed one",
    series: ["ECON.cpi.*", "ECON.cpi.*.Q"],
    when: { kind: "month end", months: 4 },
    ...lateBound("https://www.bis.org/statistics/relcal.htm (two months later); some economies come later"),
  },
  {
    id: "bis.quarterly",
    what: "House prices, credit and credit gaps: end of the seventh month after the quarter",
    series: ["ECON.house_prices.*", "ECON.credit_to_gdp.*", "ECON.credit_gap.*"],
    when: { kind: "month end", months: 7 },
    ...lateBound("https://www.bis.org/statistics/relcal.htm (five to six months later); some economies come later"),
  },
  ...[
    ["2013", "2013-08-01", "2013-08-01"],
    ["2018", "2018-11-01", "2018-12-01"],
    ["2025", "2025-08-01", "2025-08-01"],
  ].map(([year = "", from = "", until = ""]): ReleaseRule => ({
    id: `tic.major-holders-lapse-${year}`,
    what: `Foreign holders of Treasury securities, delayed without appropriations in ${year}`,
    series: ["TIC.*"],
    from,
    until,
    when: { kind: "month end", months: 3 },
    ...lateBound("the days of the delayed releases are not confirmed"),
  })),
  {
    id: "tic.major-holders",
    what: "Foreign holders of Treasury securities at the end of a month: end of the second month after",
    series: ["TIC.*"],
    when: { kind: "month end", months: 2 },
    ...lateBound("https://home.treasury.gov/data/treasury-international-capital-tic-system (about the 18th); the days are not listed here"),
  },
  {
    id: "other",
    what: "Any other series, such as your own: a year later, unless this service saw it before",
    series: ["*"],
    when: { kind: "days", n: 366 },
    ...lateBound("nothing is known about its publication"),
  },
];
