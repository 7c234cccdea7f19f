import type { Publisher } from "../publisher";
import { majorHolders } from "./major-holders";

/** Treasury International Capital System: foreign holders of Treasury securities. */
export const tic: Publisher = {
  id: "tic",
  name: "Treasury International Capital System",
  attribution: "U.S. Department of the Treasury, Treasury International Capital System",
  terms: {
    licence: "public domain",
    url: "https://home.treasury.gov/data/treasury-international-capital-tic-system",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Treasury as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [majorHolders],
  politeness: { msBetween: 1_000 },
};
