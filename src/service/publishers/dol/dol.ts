import type { Publisher } from "../publisher";
import { weeklyClaims } from "./weekly-claims";

/** U.S. Department of Labor, Employment and Training Administration: weekly claims. */
export const dol: Publisher = {
  id: "dol",
  name: "U.S. Department of Labor",
  attribution: "U.S. Department of Labor, Employment and Training Administration",
  terms: {
    licence: "public domain",
    url: "https://www.dol.gov/general/aboutdol/copyright",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Department as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [weeklyClaims],
  politeness: { msBetween: 2_000 },
};
