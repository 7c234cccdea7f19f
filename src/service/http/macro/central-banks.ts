import { Type } from "@sinclair/typebox";
import { BANKS } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { bankName } from "../../families/central-banks/banks";
import { economyNamed } from "../../names/economies";
import { cellFigures, cellsEnvelope, CELL_MEMBERS, unknownRefusal, type CellFigures } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const PARAMS = { country: Type.String({ minLength: 1, maxLength: 64, description: "Code or name of the country, or XM for the euro area." }) };
const FIGURES = {
  rate_pct: "rate",
  date: "date",
  rate_source: "rate_source",
  superseded_rate_pct: "superseded_rate_pct",
  stance: "stance",
  last_change_pp: "last_change",
  last_change_date: "last_change_date",
} as const;
const Row = Type.Object({
  country: Type.String({ description: "Code of the country, XM for the euro area." }),
  name: Type.String(),
  rate_pct: orNull(Type.Number(), "Policy rate, percent a year. Null if its source stopped publishing."),
  date: orNull(Type.String(), "Day that the rate describes."),
  rate_source: orNull(oneOfTexts(["bis", "fred", "probe"]), "Source of the newest level. fred and probe are faster than bis."),
  superseded_rate_pct: orNull(Type.Number(), "Level of the slower source, if a faster one gave another level."),
  stance: orNull(oneOfTexts(["hiking", "holding", "cutting"]), "Direction of the change over a year."),
  last_change_pp: orNull(Type.Number(), "Size of the last change, percentage points."),
  last_change_date: orNull(Type.String(), "Day of the last change; the first of its month if only the month is known."),
  ...CELL_MEMBERS,
});
const CAVEATS = [
  "central_bank_bis_lag",
  "central_bank_cycle_window_cumulative",
  "central_bank_level_not_flow",
  "central_bank_month_precision",
  "central_bank_moves_daily_window_only",
] as const;

const figuresOf = (country: string, context: Context): CellFigures => cellFigures("CBRATE", [country], FIGURES, context);
const rowOf = (country: string, { row }: CellFigures) => ({
  country,
  name: bankName(BANKS.find((bank) => bank === country)!),
  ...row,
});

/** GET /v1/macro/central-banks: the policy rate of every covered central bank, as CBRATE shows it. */
export const centralBanksEndpoint = endpoint({
  path: "/v1/macro/central-banks",
  summary: "Policy rates of all central banks",
  tag: "macro",
  examples: [{}, { parameters: { limit: 5 }, status: 422 }],
  asOf: true,
  data: Type.Array(Row),
  caveats: CAVEATS,
  answer: (_asked, context) =>
    listAnswer(BANKS, (page) =>
      context.store.reading(() => {
        const rows = page.map((bank) => figuresOf(bank, context));
        return {
          data: rows.map((figures, i) => rowOf(page[i]!, figures)),
          ...cellsEnvelope(
            context,
            rows.flatMap(({ answers }) => answers),
          ),
        };
      }),
    ),
});

/** GET /v1/macro/central-banks/{country}: the policy rate of one central bank. */
export const centralBankOfEndpoint = endpoint({
  path: "/v1/macro/central-banks/:country",
  summary: "Policy rate of one central bank",
  tag: "macro",
  examples: [
    { parameters: { country: "CH" } },
    { parameters: { country: "Argentina" } },
    { parameters: { country: "ZZ" }, status: 404 },
    { parameters: { country: "x".repeat(65) }, status: 422 },
  ],
  params: PARAMS,
  asOf: true,
  data: Row,
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ country: named }, context) =>
    context.store.reading(() => {
      const country = economyNamed(named, true);
      const figures = figuresOf(country, context);
      return unknownRefusal(figures.answers) ?? { data: rowOf(country, figures), ...cellsEnvelope(context, figures.answers) };
    }),
});
