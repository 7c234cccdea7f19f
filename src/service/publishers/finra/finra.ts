import { PUBLISHER_SOURCES } from "../../records/attribution";
import type { Publisher } from "../publisher";
import { shortInterestFile } from "./short-interest";
import { shortVolumeFile } from "./short-volume";

/** FINRA: short interest twice a month, short sale volume by day. */
export const finra: Publisher = {
  id: "finra",
  name: "Financial Industry Regulatory Authority",
  terms: PUBLISHER_SOURCES.finra,
  feeds: [shortInterestFile, shortVolumeFile],
  rules: 1,
  politeness: { msBetween: 1_000 },
};
