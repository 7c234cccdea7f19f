import { layoutFeed } from "../layout-feed";
import type { Publisher } from "../publisher";
import { parYieldCurve } from "./par-yield-curve";

const TABLE = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv";
const FIRST_YEAR = 1990;

const address = (year: number): string => `${TABLE}/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`;

/** U.S. Department of the Treasury: the daily par yield curve, a table a year. */
export const treasury: Publisher = {
  id: "treasury",
  name: "U.S. Department of the Treasury",
  terms: {
    licence: "public domain",
    url: "https://home.treasury.gov/footer/privacy-act",
    text: "A work of the United States government: it may be kept, computed with and given on. Name the Treasury as the source.",
    defaultOn: true,
  },
  feeds: [
    layoutFeed("treasury.par-yield-curve", parYieldCurve, {
      // Posted about 18:00 on each business day.
      schedule: { timeZone: "America/New_York", on: "business", at: "18:30" },
      requests: ({ today, newest }) => {
        const last = Number(today.slice(0, 4));
        const first = newest === undefined ? FIRST_YEAR : Math.max(FIRST_YEAR, Number(newest.slice(0, 4)));
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({ part: String(first + i), url: address(first + i) }));
      },
    }),
  ],
  politeness: { msBetween: 1_000 },
};
