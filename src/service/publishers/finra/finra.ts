import { createPublisher } from "../publisher";
import { shortInterestFile } from "./short-interest";
import { shortVolumeFile } from "./short-volume";

/** FINRA: short interest twice a month, short sale volume by day. */
export const finra = createPublisher({
  id: "finra",
  name: "Financial Industry Regulatory Authority",
  feeds: [shortInterestFile, shortVolumeFile],
  rules: 1,
  msBetween: 1_000,
});
