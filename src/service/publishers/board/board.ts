import { layoutFeed } from "../reading/layout-feed";
import type { Publisher } from "../publisher";
import { h15Excerpt } from "./h15-excerpt";
import { packageFeeds } from "./packages";
import { tenYearMonthly } from "./ten-year-monthly";

/** Board of Governors of the Federal Reserve System: packages of the Data Download Program. */
export const board: Publisher = {
  id: "board",
  name: "Board of Governors of the Federal Reserve System",
  attribution: "Board of Governors of the Federal Reserve System",
  terms: {
    licence: "public domain",
    url: "https://www.federalreserve.gov/disclaimer.htm",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Board and the release as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [...packageFeeds, layoutFeed("board.h15-excerpt", h15Excerpt), tenYearMonthly],
  // The Data Download Program refuses clients that do not look like a browser.
  politeness: { msBetween: 2_000, headers: { "User-Agent": "Mozilla/5.0 (compatible; market data service)" } },
};
