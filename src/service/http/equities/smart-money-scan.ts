import { Type } from "@sinclair/typebox";
import { WireComponent } from "../../../contract/wire";
import { provenanceOf } from "../../answers/answering";
import { asOfRows, componentOnWire } from "../../evaluation/on-wire";
import { allComposites, compositesArePublished, SMART_MONEY_CAVEATS, type Scored } from "../../families/smart-money/smart-money";
import { COMPONENT_NAMES } from "../../families/smart-money/rows";
import { endpoint, listAnswer } from "../server/endpoint";
import { readShownRows } from "../server/schemas";

const QUERY = {
  min_families: Type.Integer({ minimum: 1, maximum: COMPONENT_NAMES.length, default: 2, description: "Lowest number of components in the score." }),
  direction: Type.Union([Type.Literal("long"), Type.Literal("short"), Type.Literal("all")], {
    default: "all",
    description: "long: scores above zero; short: below zero.",
  }),
  min_abs_score: Type.Number({ minimum: 0, maximum: 100, default: 0, description: "Lowest score of either sign." }),
};
const Row = Type.Object({
  ticker: Type.String(),
  score: Type.Number({ description: "-100 to 100." }),
  direction: Type.Union([Type.Literal("long"), Type.Literal("short"), Type.Null()], { description: "Null for a score of zero." }),
  families: Type.Integer({ description: "Number of components in the score." }),
  observation_date: Type.Optional(Type.String({ description: "The newest observation date of the components." })),
  note: Type.Optional(Type.String()),
  legs: Type.Array(WireComponent, { description: "The components insider, congress, holders13f and short_volume: what each adds, or why it is absent." }),
});

const NONE = "No symbol has a score on this date: no component of any symbol gives a direction. The operator can import newer reports.";

const directionOf = ({ score }: Scored): "long" | "short" | null => (score > 0 ? "long" : score < 0 ? "short" : null);
const byScore = (a: Scored, b: Scored): number => Math.abs(b.score) - Math.abs(a.score) || b.families - a.families || (a.ticker < b.ticker ? -1 : 1);

const rowOf = (scored: Scored) => {
  const { ticker, score, answer, families } = scored;
  return {
    ticker,
    score,
    direction: directionOf(scored),
    families,
    ...(answer.observation_date ? { observation_date: answer.observation_date } : {}),
    ...(answer.note ? { note: answer.note } : {}),
    legs: (answer.components ?? []).map(componentOnWire),
  };
};

/** GET /v1/equities/smart-money: the composite of all symbols, strongest of either sign first. */
export const smartMoneyScanEndpoint = endpoint({
  path: "/v1/equities/smart-money",
  summary: "Smart-money composite of all symbols",
  tag: "equities",
  examples: [{ parameters: { min_families: 4 } }, { parameters: { min_families: 5 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50 },
  data: Type.Array(Row),
  caveats: SMART_MONEY_CAVEATS,
  answer: async ({ min_families, direction, min_abs_score: least }, context) => {
    const { rows, whyEmpty = NONE } = await readShownRows(context, compositesArePublished(context), () => allComposites(context));
    const found = rows
      .filter((r) => r.families >= min_families && Math.abs(r.score) >= least && (direction === "all" || directionOf(r) === direction))
      .sort(byScore);
    const tooStrict = `No score has at least ${min_families} components, a size of at least ${least} and this direction. Use a smaller min_families or min_abs_score.`;
    return listAnswer(found, (page) => ({
      data: page.map(rowOf),
      asOf: asOfRows(context, [...new Set(page.flatMap(({ answer }) => provenanceOf(answer)))]),
      sources: page.flatMap(({ answer }) => (answer.components ?? []).flatMap((c) => ("absent" in c ? [] : [c.source]))),
      note: found.length > 0 ? undefined : rows.length > 0 ? tooStrict : whyEmpty,
    }));
  },
});
