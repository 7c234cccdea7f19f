import type { Publisher } from "../publisher";

/** FRED, of the Federal Reserve Bank of St. Louis: fetched with the operator's own key while a cell waits. Nothing is stored. */
export const fred: Publisher = {
  id: "fred",
  name: "FRED, Federal Reserve Bank of St. Louis",
  attribution:
    "FRED®, Federal Reserve Bank of St. Louis, fetched with the operator's own key; each series belongs to its own publisher. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
  terms: {
    licence: "FRED API terms of use: with your own key; storing, caching and archiving are forbidden without permission",
    url: "https://fred.stlouisfed.org/docs/api/terms_of_use.html",
    text: "The data may not be stored, cached, archived, put into a database, or used to train models; many series belong to others (Freddie Mac, the University of Michigan, Cboe), whose own terms bind you too. So this service stores none of it: it fetches a series from FRED while a cell waits, only if it has no published rows of that series, and discards the reply. Check for yourself whether your workbook may keep what it shows. You need your own key, in the variable SERVICE_FRED_KEY; it is never stored. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
    defaultOn: false,
    redistribution: "forbidden",
  },
  feeds: [],
  live: true,
  // FRED allows 120 requests a minute.
  politeness: { msBetween: 500 },
};
