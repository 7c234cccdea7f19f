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
    text: "The data may be used and given on for any purpose, free of charge; a use must name the GDELT Project and link to https://www.gdeltproject.org/. The keywords that cells ask for are kept on this machine, the last 20 of them, and are sent to GDELT: leave it off if they are nobody's business.",
    defaultOn: false,
  },
  feeds: [reportCounts],
  // GDELT wants at most one request in five seconds.
  politeness: { msBetween: 5_500 },
};
