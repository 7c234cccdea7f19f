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
    text: "The figures may be stored, used in calculations and redistributed, if the World Bank is named as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [gdpReply, gdpTable],
  politeness: { msBetween: 1_000 },
};
