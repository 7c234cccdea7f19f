import type { Publisher } from "../publisher";

/** FRED, of the Federal Reserve Bank of St. Louis: asked with the operator's own key while a cell waits. Nothing of it is kept. */
export const fred: Publisher = {
  id: "fred",
  name: "FRED, Federal Reserve Bank of St. Louis",
  attribution:
    "FRED®, Federal Reserve Bank of St. Louis, asked with the operator's own key; each series belongs to its own publisher. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
  terms: {
    licence: "FRED API terms of use: with a key of your own; storing, caching and archiving are forbidden without leave",
    url: "https://fred.stlouisfed.org/docs/api/terms_of_use.html",
    text: "The data may not be stored, cached, archived, put into a database, or used to train models; many series belong to others (Freddie Mac, the University of Michigan, Cboe), whose own terms bind you too. So this service keeps nothing of it: it asks FRED while a cell waits, only for series that it has no published rows of, and forgets the answer. Whether your workbook may keep what it shows is for you to settle. You need a key of your own, in the variable SERVICE_FRED_KEY; it is never stored. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
    defaultOn: false,
  },
  feeds: [],
  live: true,
  // 120 requests a minute.
  politeness: { msBetween: 500 },
};
