import type { Publisher } from "../publisher";
import { longTermRates } from "./long-term-rates";

/** Organisation for Economic Co-operation and Development: long-term interest rates. */
export const oecd: Publisher = {
  id: "oecd",
  name: "Organisation for Economic Co-operation and Development",
  attribution: "OECD, licensed under CC BY 4.0",
  terms: {
    licence: "CC BY 4.0",
    url: "https://www.oecd.org/en/about/terms-conditions.html",
    text: "The figures may be stored, used in calculations and redistributed, if the OECD is named as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [longTermRates],
  // The limit is sixty requests an hour.
  politeness: { msBetween: 60_000 },
};
