import { Type } from "@sinclair/typebox";
import { BANKS } from "../../../contract/vocabulary";
import { bankName } from "../../families/central-banks/banks";
import { economyNamed } from "../../names/economies";
import { cellPage, cellRow, cellsEnvelope, unknownRefusal, type CellFigures } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts } from "../server/schemas";

const PARAMS = { country: Type.String({ minLength: 1, maxLength: 64, description: "Code or name of the country, or XM for the euro area." }) };
const FIGURES = cellRow("CBRATE", {
  rate_pct: ["rate", Type.Number(), "Policy rate, percent a year. Null if its source stopped publishing."],
  date: ["date", Type.String(), "Day that the rate describes."],
  rate_source: ["rate_source", oneOfTexts(["bis", "fred", "probe"]), "Source of the newest level. fred and probe are faster than bis."],
  superseded_rate_pct: ["superseded_rate_pct", Type.Number(), "Level of the slower source, if a faster one gave another level."],
  stance: ["stance", oneOfTexts(["hiking", "holding", "cutting"]), "Direction of the change over a year."],
  last_change_pp: ["last_change", Type.Number(), "Size of the last change, percentage points."],
  last_change_date: ["last_change_date", Type.String(), "Day of the last change; the first of its month if only the month is known."],
});
const Row = Type.Object({
  country: Type.String({ description: "Code of the country, XM for the euro area." }),
  name: Type.String(),
  ...FIGURES.schema,
});

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
  caveats: FIGURES.caveats,
  answer: (_asked, context) => listAnswer(BANKS, (page) => cellPage(context, page, (bank) => FIGURES.of([bank], context), rowOf)),
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
  caveats: FIGURES.caveats,
  refusals: NOT_FOUND,
  answer: ({ country: named }, context) => {
    const country = economyNamed(named, true);
    const figures = FIGURES.of([country], context);
    return unknownRefusal(figures.answers) ?? { data: rowOf(country, figures), ...cellsEnvelope(context, figures.answers) };
  },
});
