import { Type } from "@sinclair/typebox";
import { COUNTRIES, INDICATORS, type Indicator } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { publishedEconomies } from "../../families/international/published";
import { economySpelled } from "../../records/economies";
import { economyNamed } from "../../names/economies";
import { cell, cellPage, cellRow, unknownRefusal, type CellFigures } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts } from "../server/schemas";

const Indicators = oneOfTexts(INDICATORS, { description: "The statistic, as in BIS." });
const QUERY = {
  country: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Code or name of a country, or XM for the euro area. Omit for all." })),
  indicator: Type.Optional(Indicators),
};
const FIGURES = cellRow("BIS", {
  value: ["value", Type.Number(), "The latest value, in unit, as published."],
  unit: ["unit", Type.String(), "Unit of the value."],
  yoy: ["yoy", Type.Number(), "Change from a year earlier, in yoy_unit."],
  yoy_unit: ["yoy_unit", Type.String(), "% for levels, pp for rates."],
  period: ["period", Type.String(), "Period that the value describes: 2024-05, 2024Q1 or 2023."],
  attribution: ["attribution", Type.String(), "The attribution to quote with the value."],
});
const Row = Type.Object({
  country: Type.String({ description: "Code of the economy." }),
  name: Type.String(),
  indicator: Indicators,
  note: Type.Optional(Type.String({ description: "The base of an index, or the method." })),
  ...FIGURES.schema,
});

const EURO_AREA = "XM";

interface Asked {
  readonly country: string;
  readonly indicator: Indicator;
}

const rowOf = ({ country, indicator }: Asked, { row, answers }: CellFigures) => ({
  country,
  name: economySpelled(country)?.title ?? country,
  indicator,
  ...row,
  ...(answers[0]!.note === undefined ? {} : { note: answers[0]!.note }),
});

/** The covered countries and the euro area, and other economies with published rows, by code. */
const economies = (context: Context): readonly string[] => {
  const covered: ReadonlySet<string> = new Set([...COUNTRIES.map(([code]) => code), EURO_AREA]);
  return [...covered, ...[...publishedEconomies.names(context)].filter((code) => !covered.has(code)).sort()];
};

/** GET /v1/macro/international: statistics of economies, as BIS shows them, by country and indicator. */
export const internationalEndpoint = endpoint({
  path: "/v1/macro/international",
  summary: "International statistics by country and indicator",
  tag: "macro",
  examples: [{}, { parameters: { country: "DE" } }, { parameters: { country: "ZZ" }, status: 404 }, { parameters: { limit: 501 }, status: 422 }],
  query: QUERY,
  paging: { most: 500, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: FIGURES.caveats,
  refusals: NOT_FOUND,
  answer: ({ country: named, indicator }, context) => {
    const country = named === undefined ? undefined : economyNamed(named, false);
    const unknown = country === undefined ? undefined : unknownRefusal([cell("BIS", [country, indicator ?? INDICATORS[0]], "value", context)]);
    if (unknown) return unknown;
    const all = (country === undefined ? economies(context) : [country]).flatMap((of) =>
      (indicator === undefined ? INDICATORS : [indicator]).map((each): Asked => ({ country: of, indicator: each })),
    );
    return listAnswer(all, (page) => cellPage(context, page, (one) => FIGURES.of([one.country, one.indicator], context), rowOf));
  },
});
