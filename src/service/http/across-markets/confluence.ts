import { Type } from "@sinclair/typebox";
import { mergeProvenance } from "../../answers/answering";
import { asOfRows, componentOnWire } from "../../evaluation/on-wire";
import { type ActiveConfluence, activeConfluences, confluencesArePublished } from "../../families/confluence/confluence";
import { CONFLUENCE_COINS } from "../../families/confluence/crypto-events";
import { symbolNamed } from "../../names/coins";
import { tickerNamed } from "../../names/tickers";
import { cellRow, cellsEnvelope, Components, componentsOf, readNames, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, sourceMembers, wireRows } from "../server/schemas";
import { readShownRows } from "../server/shown-rows";

const Kind = oneOfTexts(["confluence", "divergence"], { description: "confluence if all families with a direction agree." });
const Direction = oneOfTexts(["bull", "bear"]);
const CAVEATS = ["confluence-family-coverage", "confluence-not-additive-proof"] as const;
const QUERY = {
  kind: Type.Optional(Kind),
  direction: Type.Optional(oneOfTexts(["bull", "bear"], { description: "Omit for both." })),
  min_score: Type.Number({ minimum: 0, maximum: 100, default: 0, description: "Lowest score." }),
};
const ROWS = wireRows<ActiveConfluence>({
  symbol: [Type.String(), ({ symbol }) => symbol],
  kind: [Kind, ({ active }) => active.kind],
  direction: [Direction, ({ active }) => active.direction],
  score: [Type.Number({ description: "Strength of the agreement, 0 to 100." }), ({ active }) => active.score],
  date: [Type.String({ description: "Day of the newest event." }), ({ active }) => active.date],
  families: [
    Type.Array(Type.Object({ family: Type.String(), direction: Direction }), { description: "The families with a direction." }),
    ({ active }) => active.components,
  ],
  components: [Components, ({ components }) => components.map(componentOnWire)],
  ...sourceMembers(({ source }: ActiveConfluence) => source),
});

const NONE = "No confluence or divergence matches. Use a smaller min_score, or another kind or direction.";

/** GET /v1/confluence: the active confluences and divergences of all symbols, strongest first, as CONFLUENCE shows each. */
export const confluencesEndpoint = endpoint({
  path: "/v1/confluence",
  summary: "Active confluences and divergences of all symbols",
  tag: "service",
  examples: [{ parameters: { kind: "divergence" } }, { parameters: { min_score: 101 }, status: 422 }],
  query: QUERY,
  paging: { most: 200, fallback: 50, offset: true },
  asOf: true,
  data: Type.Array(ROWS.schema),
  caveats: CAVEATS,
  answer: async ({ kind, direction, min_score: least }, context) => {
    const { rows, whyEmpty = NONE } = await readShownRows(context, confluencesArePublished(context), () => activeConfluences(context));
    const found = rows.filter(
      ({ active }) => active.score >= least && (kind === undefined || active.kind === kind) && (direction === undefined || active.direction === direction),
    );
    return listAnswer(found, (page) => {
      const read = page.flatMap(({ components }) => components.flatMap((component) => ("absent" in component ? [] : [component])));
      return {
        data: page.map(ROWS.of),
        asOf: asOfRows(context, mergeProvenance(read).provenance ?? []),
        sources: [...new Set(read.map(({ source }) => source))],
        note: found.length > 0 ? undefined : whyEmpty,
      };
    });
  },
});

const FIGURES = cellRow("CONFLUENCE", {
  kind: ["kind", Kind, "Null if none is active."],
  direction: ["direction", Direction, "Its direction."],
  score: ["score", Type.Number(), "Strength of the agreement, 0 to 100."],
  date: ["date", Type.String(), "Day of the newest event."],
});

/** GET /v1/confluence/{symbol}: the confluence or divergence of one ticker or coin. Null with a reason if none is active. */
export const confluenceOfEndpoint = endpoint({
  path: "/v1/confluence/:symbol",
  summary: "Confluence or divergence of one ticker or coin",
  tag: "service",
  examples: [
    { parameters: { symbol: "NVDA" } },
    { parameters: { symbol: "BTC" } },
    { parameters: { symbol: "AAPLX" }, status: 404 },
    { parameters: { symbol: "AAAAAAAAAAAAA" }, status: 422 },
  ],
  params: { symbol: Type.String({ minLength: 1, maxLength: 12, description: "A ticker, or BTC, ETH or SOL; any case." }) },
  asOf: true,
  data: Type.Object({ symbol: Type.String(), components: Components, ...FIGURES.schema }),
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ symbol: named }, context) => {
    const names = readNames("CONFLUENCE", [named]);
    if ("code" in names) return names;
    const coin = CONFLUENCE_COINS.find((known) => known === symbolNamed(named));
    const symbol = coin ?? tickerNamed(named, context.store);
    const { row, answers } = FIGURES.of([symbol], context);
    return unknownRefusal(answers) ?? { data: { symbol, ...row, components: componentsOf(answers[0]!) }, ...cellsEnvelope(context, answers) };
  },
});
