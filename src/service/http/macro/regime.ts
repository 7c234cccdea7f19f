import { Type } from "@sinclair/typebox";
import { REGIMES } from "../../families/regime/regime";
import { CELL_MEMBERS, cellFigures, cellsEnvelope, Components, componentsOf } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { oneOfTexts, orNull } from "../server/schemas";

const Regime = Type.Object({
  label: orNull(oneOfTexts(REGIMES), "Name of the regime, as REGIME shows it."),
  score: orNull(Type.Number(), "-100 to 100; higher is stronger."),
  conviction_pct: orNull(Type.Number(), "How far the inputs agree, percent."),
  date: orNull(Type.String(), "Day of the newest input."),
  components: Components,
  ...CELL_MEMBERS,
});

/** GET /v1/macro/regime: the macro regime that REGIME shows, with its inputs. */
export const regimeEndpoint = endpoint({
  path: "/v1/macro/regime",
  summary: "Macro regime",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Regime,
  answer: (_asked, context) =>
    context.store.reading(() => {
      const { row, answers } = cellFigures("REGIME", [], { label: "label", score: "score", conviction_pct: "conviction", date: "date" }, context);
      return { data: { ...row, components: componentsOf(answers[0]!) }, ...cellsEnvelope(context, answers) };
    }),
});
