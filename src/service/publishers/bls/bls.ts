import type { Publisher } from "../publisher";
import { timeSeries } from "./time-series";

/** U.S. Bureau of Labor Statistics: the consumer price index. */
export const bls: Publisher = {
  id: "bls",
  name: "U.S. Bureau of Labor Statistics",
  attribution: "U.S. Bureau of Labor Statistics",
  terms: {
    licence: "public domain",
    url: "https://www.bls.gov/bls/linksite.htm",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Bureau as the source. Without a key it allows 25 requests a day.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [timeSeries],
  politeness: { msBetween: 2_000 },
};
