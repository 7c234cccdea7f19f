import type { Publisher } from "../publisher";
import { gdpReply, gdpTable } from "./gdp";

/** World Bank: gross domestic product. */
export const worldbank: Publisher = {
  id: "worldbank",
  name: "World Bank",
  attribution: "World Bank, licensed under CC BY 4.0",
  terms: {
    licence: "CC BY 4.0",
    url: "https://datacatalog.worldbank.org/public-licenses",
    text: "The figures may be kept, computed with and given on, with the World Bank named as their source.",
    defaultOn: true,
  },
  feeds: [gdpReply, gdpTable],
  politeness: { msBetween: 1_000 },
};
