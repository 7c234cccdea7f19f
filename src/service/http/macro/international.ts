import { Type } from "@sinclair/typebox";
import { COUNTRIES, INDICATORS, type Indicator } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { publishedEconomies } from "../../families/international/published";
import { economySpelled } from "../../records/economies";
import { economyNamed } from "../../names/economies";
import { cell, cellFigures, cellsEnvelope, CELL_MEMBERS, unknownRefusal, type CellFigures } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const Indicators = oneOfTexts(INDICATORS, { description: "The statistic, as in BIS." });
const QUERY = {
  country: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Code or name of a country, or XM for the euro area. Omit for all." })),
  indicator: Type.Optional(Indicators),
};
const FIGURES = { value: "value", unit: "unit", yoy: "yoy", yoy_unit: "yoy_unit", period: "period", attribution: "attribution" } as const;
const Row = Type.Object({
  country: Type.String({ description: "Code of the economy." }),
  name: Type.String(),
  indicator: Indicators,
  value: orNull(Type.Number(), "The latest value, in unit, as published."),
  unit: orNull(Type.String(), "Unit of the value."),
  yoy: orNull(Type.Number(), "Change from a year earlier, in yoy_unit."),
  yoy_unit: orNull(Type.String(), "% for levels, pp for rates."),
  period: orNull(Type.String(), "Period that the value describes: 2024-05, 2024Q1 or 2023."),
  attribution: orNull(Type.String(), "The attribution to quote with the value."),
  note: Type.Optional(Type.String({ description: "The base of an index, or the method." })),
  ...CELL_MEMBERS,
});
const CAVEATS = [
  "central_bank_level_not_flow",
  "econ_attribution_travels_with_the_data",
  "econ_mixed_periods",
  "econ_values_as_published",
  "econ_yoy_is_a_kresmion_calculation",
] as const;

const EURO_AREA = "XM";

interface Asked {
  readonly country: string;
  readonly indicator: Indicator;
}

const figuresOf = ({ country, indicator }: Asked, context: Context): CellFigures => cellFigures("BIS", [country, indicator], FIGURES, context);
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
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ country: named, indicator }, context) =>
    context.store.reading(() => {
      const country = named === undefined ? undefined : economyNamed(named, false);
      const unknown = country === undefined ? undefined : unknownRefusal([cell("BIS", [country, indicator ?? INDICATORS[0]], "value", context)]);
      if (unknown) return unknown;
      const all = (country === undefined ? economies(context) : [country]).flatMap((of) =>
        (indicator === undefined ? INDICATORS : [indicator]).map((each): Asked => ({ country: of, indicator: each })),
      );
      return listAnswer(all, (page) =>
        context.store.reading(() => {
          const rows = page.map((asked) => figuresOf(asked, context));
          return {
            data: rows.map((figures, i) => rowOf(page[i]!, figures)),
            ...cellsEnvelope(
              context,
              rows.flatMap(({ answers }) => answers),
            ),
          };
        }),
      );
    }),
});
