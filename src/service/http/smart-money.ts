import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { IsoDate } from "../../contract/dates";
import { envelope, WireComponent } from "../../contract/wire";
import { ATTRIBUTION, type SourceId } from "../records/attribution";
import { createClock } from "../time/clock";
import { asOfRows, componentOnWire, provenanceOf } from "../evaluation/evaluate";
import { evaluatorOf } from "../families/families";
import { fullReason, isReason, type Answer } from "../answers/family";
import type { Context } from "../answers/context";
import { previousSession, sessionOnOrBefore } from "../time/calendar";
import { tickerNamed } from "../names/tickers";
import { NOT_FOUND, REFUSALS } from "./refusals";
import { RowsMeta } from "./rows-meta";

const SNAPSHOTS = 30;

const Params = Type.Object({ ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) });
const Score = Type.Union([Type.Number(), Type.Null()], { description: "-100 to 100; null where no component has data, and never zero for that." });
const Composite = Type.Object({
  ticker: Type.String(),
  score: Score,
  reason: Type.Optional(Type.String({ description: "Why there is no score, in full." })),
  observation_date: Type.Optional(Type.String({ description: "The newest day that a component describes." })),
  note: Type.Optional(Type.String()),
  legs: Type.Array(WireComponent, { description: "insider, congress, holders13f and short_volume: what each adds, or why it is absent." }),
  trend: Type.Array(
    Type.Object({ date: Type.String(), score: Score, legs: Type.Integer({ description: "How many components the score is computed from." }) }),
    {
      description: `The score as it was known on each of the last ${SNAPSHOTS} sessions, oldest first.`,
    },
  ),
});

/** The last sessions on or before a day, oldest first, for any year that a clock may show. */
function sessionsTo(today: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = sessionOnOrBefore(today); days.length < SNAPSHOTS; day = previousSession(day)) days.unshift(day);
  return days;
}

const componentsIn = (answer: Answer): number => (answer.components ?? []).filter((component) => !("absent" in component)).length;
const scoreIn = (answer: Answer): number | null => (isReason(answer) ? null : Number(answer.value));

/** GET /v1/equities/smart-money/{ticker}: the composite with its components, and as it was known on each of the last sessions. */
export function smartMoneyOf(app: FastifyInstance, context: Context): void {
  const { store, clock } = context;
  const composite = (ticker: string, day: IsoDate): Answer => {
    const evaluate = evaluatorOf("SMARTMONEY");
    if (!evaluate) throw new Error("no family answers SMARTMONEY");
    return evaluate([ticker], { ...context, clock: day === clock.today() ? clock : createClock(day, clock.realNow) });
  };
  app.get(
    "/v1/equities/smart-money/:ticker",
    {
      schema: {
        summary: "Who bought and who sold: the composite of one symbol",
        tags: ["equities"],
        params: Params,
        response: { 200: envelope(Composite, RowsMeta), ...REFUSALS, ...NOT_FOUND },
      },
    },
    async (request, reply) => {
      const ticker = tickerNamed((request.params as { ticker: string }).ticker, store);
      const answer = store.reading(() => composite(ticker, clock.today()));
      if (isReason(answer) && answer.code === "unknown_ticker") return reply.code(404).send({ detail: fullReason(answer) });
      const trend = store.reading(() => sessionsTo(clock.today()).map((date) => ({ date, answer: composite(ticker, date) })));
      const legs = (answer.components ?? []).map(componentOnWire);
      const sources = new Set<SourceId>((answer.components ?? []).flatMap((c) => ("absent" in c ? [] : [c.source])));
      return {
        data: {
          ticker,
          score: scoreIn(answer),
          ...(isReason(answer) ? { reason: fullReason(answer) } : {}),
          ...(answer.observation_date ? { observation_date: answer.observation_date } : {}),
          ...(answer.note ? { note: answer.note } : {}),
          legs,
          trend: trend.map((t) => ({ date: t.date, score: scoreIn(t.answer), legs: componentsIn(t.answer) })),
        },
        as_of: asOfRows(context, provenanceOf(answer)),
        meta: {
          caveats: [...(answer.caveats ?? [])],
          attribution: Object.fromEntries([...sources].map((s) => [s, ATTRIBUTION[s]])),
          sample: answer.sample,
        },
      };
    },
  );
}
