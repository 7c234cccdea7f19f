import type { Publisher } from "../publisher";
import { shortInterestFile } from "./short-interest";
import { shortVolumeFile } from "./short-volume";

/** FINRA: short interest twice a month, short sale volume by day. */
export const finra: Publisher = {
  id: "finra",
  name: "Financial Industry Regulatory Authority",
  attribution: "FINRA. For non-commercial use; not to be charged for.",
  terms: {
    licence: "FINRA's terms: non-commercial use, with attribution, free of charge",
    url: "https://developer.finra.org/",
    text: "The data is for internal, non-commercial use. It may be shown to others free of charge and for non-commercial purposes, if FINRA is named as the source. Leave it off if your use is commercial.",
    defaultOn: false,
    redistribution: "conditional",
  },
  feeds: [shortInterestFile, shortVolumeFile],
  rules: 1,
  politeness: { msBetween: 1_000 },
};
