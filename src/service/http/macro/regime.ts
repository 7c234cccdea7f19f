import { Type } from "@sinclair/typebox";
import { REGIMES } from "../../families/regime/regime";
import { cellRow, cellsEnvelope, Components, componentsOf } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { oneOfTexts } from "../server/schemas";

const FIGURES = cellRow("REGIME", {
  label: ["label", oneOfTexts(REGIMES), "Name of the regime, as REGIME shows it."],
  score: ["score", Type.Number(), "-100 to 100; higher is stronger."],
  conviction_pct: ["conviction", Type.Number(), "How far the inputs agree, percent."],
  date: ["date", Type.String(), "Day of the newest input."],
});

/** GET /v1/macro/regime: the macro regime that REGIME shows, with its inputs. */
export const regimeEndpoint = endpoint({
  path: "/v1/macro/regime",
  summary: "Macro regime",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Type.Object({ components: Components, ...FIGURES.schema }),
  answer: (_asked, context) => {
    const { row, answers } = FIGURES.of([], context);
    return { data: { ...row, components: componentsOf(answers[0]!) }, ...cellsEnvelope(context, answers) };
  },
});
