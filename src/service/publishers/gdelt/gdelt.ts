import type { Publisher } from "../publisher";
import { reportCounts } from "./report-counts";

/** The GDELT Project: how many news articles match a keyword. */
export const gdelt: Publisher = {
  id: "gdelt",
  name: "The GDELT Project",
  attribution: "The GDELT Project, gdeltproject.org",
  terms: {
    licence: "GDELT terms of use: any use and redistribution, with a citation and a link",
    url: "https://www.gdeltproject.org/about.html#termsofuse",
    text: "The data may be used and redistributed for any purpose, free of charge; a use must name the GDELT Project and link to https://www.gdeltproject.org/. The last 20 keywords in cells are stored on this machine and sent to GDELT: leave it off if they are confidential.",
    defaultOn: false,
    redistribution: "allowed",
  },
  feeds: [reportCounts],
  // GDELT allows one request in five seconds.
  politeness: { msBetween: 5_500 },
};
