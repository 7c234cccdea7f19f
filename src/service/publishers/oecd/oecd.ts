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
    text: "The figures may be kept, computed with and given on, with the OECD named as their source.",
    defaultOn: true,
  },
  feeds: [longTermRates],
  // Sixty requests an hour.
  politeness: { msBetween: 60_000 },
};
