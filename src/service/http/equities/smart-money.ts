import { Type } from "@sinclair/typebox";
import type { IsoDate } from "../../../contract/dates";
import { WireComponent } from "../../../contract/wire";
import { provenanceOf } from "../../answers/answering";
import { atFixedMoment } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { type FamilyAnswer, fullReason, isReason } from "../../answers/family";
import { asOfRows, componentOnWire } from "../../evaluation/on-wire";
import { COMPONENT_NAMES } from "../../families/smart-money/read-components";
import { allComposites, compositesArePublished, type Scored, SMART_MONEY_CAVEATS } from "../../families/smart-money/smart-money";
import { tickerNamed } from "../../names/tickers";
import { previousSession, sessionOnOrBefore } from "../../time/calendar";
import { clockOnDay } from "../../time/clock";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";
import { readShownRows } from "../server/shown-rows";

const QUERY = {
  min_families: Type.Integer({ minimum: 1, maximum: COMPONENT_NAMES.length, default: 2, description: "Lowest number of components in the score." }),
  direction: oneOfTexts(["long", "short", "all"], { default: "all", description: "long: scores above zero; short: below zero." }),
  min_abs_score: Type.Number({ minimum: 0, maximum: 100, default: 0, description: "Lowest score of either sign." }),
};
const LEGS = {
  observation_date: Type.Optional(Type.String({ description: "The newest observation date of the components." })),
  note: Type.Optional(Type.String()),
  legs: Type.Array(WireComponent, { description: "The components insider, congress, holders13f and short_volume: what each adds, or why it is absent." }),
};
const legsOf = ({ observation_date, note, components = [] }: FamilyAnswer) => ({
  ...(observation_date ? { observation_date } : {}),
  ...(note ? { note } : {}),
  legs: components.map(componentOnWire),
});
const Row = Type.Object({
  ticker: Type.String(),
  score: Type.Number({ description: "-100 to 100." }),
  direction: orNull(oneOfTexts(["long", "short"]), "Null for a score of zero."),
  families: Type.Integer({ description: "Number of components in the score." }),
  ...LEGS,
});

const NONE = "No symbol has a score on this date: no component of any symbol gives a direction. The operator can import newer reports.";

const directionOf = ({ score }: Scored): "long" | "short" | null => (score > 0 ? "long" : score < 0 ? "short" : null);
const byScore = (a: Scored, b: Scored): number => Math.abs(b.score) - Math.abs(a.score) || b.families - a.families || (a.ticker < b.ticker ? -1 : 1);

const rowOf = (scored: Scored) => {
  const { ticker, score, answer, families } = scored;
  return { ticker, score, direction: directionOf(scored), families, ...legsOf(answer) };
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

const SNAPSHOTS = 30;

const PARAMS = { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) };
const Score = orNull(Type.Number(), "-100 to 100; null, not zero, if no component has data.");
const Composite = Type.Object({
  ticker: Type.String(),
  score: Score,
  reason: Type.Optional(Type.String({ description: "Why there is no score, in full." })),
  ...LEGS,
  trend: Type.Array(Type.Object({ date: Type.String(), score: Score, legs: Type.Integer({ description: "Number of components in the score." }) }), {
    description: `The score as of each of the last ${SNAPSHOTS} sessions, oldest first.`,
  }),
});

/** The last sessions on or before a day, oldest first. Unlike `lastSessions`, it works for every year. */
function sessionsTo(today: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = sessionOnOrBefore(today); days.length < SNAPSHOTS; day = previousSession(day)) days.unshift(day);
  return days;
}

const componentsIn = (answer: FamilyAnswer): number => (answer.components ?? []).filter((component) => !("absent" in component)).length;
const scoreIn = (answer: FamilyAnswer): number | null => (isReason(answer) ? null : Number(answer.value));

function composite(ticker: string, day: IsoDate, context: Context): FamilyAnswer {
  const { clock } = context;
  return cell("SMARTMONEY", [ticker], "", day === clock.today() ? context : atFixedMoment({ ...context, clock: clockOnDay(day, clock) }));
}

/** GET /v1/equities/smart-money/{ticker}: the composite with its components, and its score as of each of the last sessions. */
export const smartMoneyOfEndpoint = endpoint({
  path: "/v1/equities/smart-money/:ticker",
  summary: "Smart-money composite of one symbol",
  tag: "equities",
  examples: [{ parameters: { ticker: "AAPL" } }, { parameters: { ticker: "AAPLX" }, status: 404 }, { parameters: { ticker: "AAAAAAAAAAAAA" }, status: 422 }],
  params: PARAMS,
  asOf: true,
  data: Composite,
  refusals: NOT_FOUND,
  answer: ({ ticker: named }, context) => {
    const { store, clock } = context;
    const ticker = tickerNamed(named, store);
    const answer = composite(ticker, clock.today(), context);
    const unknown = unknownRefusal([answer]);
    if (unknown) return unknown;
    const trend = sessionsTo(clock.today()).map((date) => ({ date, answer: composite(ticker, date, context) }));
    const components = answer.components ?? [];
    return {
      data: {
        ticker,
        score: scoreIn(answer),
        ...(isReason(answer) ? { reason: fullReason(answer) } : {}),
        ...legsOf(answer),
        trend: trend.map((t) => ({ date: t.date, score: scoreIn(t.answer), legs: componentsIn(t.answer) })),
      },
      asOf: asOfRows(context, provenanceOf(answer)),
      sources: components.flatMap((c) => ("absent" in c ? [] : [c.source])),
      meta: { caveats: [...(answer.caveats ?? [])], sample: answer.sample },
    };
  },
});
