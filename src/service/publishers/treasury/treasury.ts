import { layoutFeed } from "../reading/layout-feed";
import type { RequestContext, Feed, FetchRequest, Layout, Publisher } from "../publisher";
import { boardYieldFeeds, refuseOtherTable } from "./other-tables";
import { parYieldCurve } from "./par-yield-curve";
import { realYieldCurve } from "./real-yield-curve";
import { yieldXml } from "./yield-xml";

const TABLE = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv";

/** Fetches one table per year, again from the newest stored year on. */
function yearly(id: string, layout: Layout, type: string, firstYear: number): Feed {
  return layoutFeed(id, layout, {
    // Published about 18:00 on each business day.
    schedule: { timeZone: "America/New_York", on: "business", at: "18:30" },
    requests: ({ today, newest }: RequestContext): FetchRequest[] => {
      const last = Number(today.slice(0, 4));
      const first = newest === undefined ? firstYear : Math.max(firstYear, Number(newest.slice(0, 4)));
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
        part: String(first + i),
        url: `${TABLE}/${first + i}/all?type=${type}&field_tdr_date_value=${first + i}&page&_format=csv`,
      }));
    },
  });
}

/** U.S. Department of the Treasury: the daily par yield curve, nominal and real, one table per year. */
export const treasury: Publisher = {
  id: "treasury",
  name: "U.S. Department of the Treasury",
  attribution: "U.S. Department of the Treasury, daily Treasury rates",
  terms: {
    licence: "public domain",
    url: "https://home.treasury.gov/footer/privacy-act",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Treasury as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [
    yearly("treasury.par-yield-curve", parYieldCurve, "daily_treasury_yield_curve", 1990),
    yearly("treasury.real-yield-curve", realYieldCurve, "daily_treasury_real_yield_curve", 2003),
    yieldXml,
  ],
  importing: { also: boardYieldFeeds, refuseUnknown: refuseOtherTable },
  politeness: { msBetween: 1_000 },
};
