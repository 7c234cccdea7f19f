import { Type } from "@sinclair/typebox";
import type { IsoDate } from "../../../contract/dates";
import { WireComponent } from "../../../contract/wire";
import { atFixedMoment } from "../../answers/as-of";
import { clockOnDay } from "../../time/clock";
import { asOfRows, componentOnWire } from "../../evaluation/on-wire";
import { provenanceOf } from "../../answers/answering";
import { evaluatorOf } from "../../families/families";
import { fullReason, isReason, type Answer } from "../../answers/family";
import type { Context } from "../../answers/context";
import { previousSession, sessionOnOrBefore } from "../../time/calendar";
import { tickerNamed } from "../../names/tickers";
import { endpoint } from "../server/endpoint";
import { NOT_FOUND } from "../server/schemas";

const SNAPSHOTS = 30;

const PARAMS = { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) };
const Score = Type.Union([Type.Number(), Type.Null()], { description: "-100 to 100; null, not zero, if no component has data." });
const Composite = Type.Object({
  ticker: Type.String(),
  score: Score,
  reason: Type.Optional(Type.String({ description: "Why there is no score, in full." })),
  observation_date: Type.Optional(Type.String({ description: "The newest observation date of the components." })),
  note: Type.Optional(Type.String()),
  legs: Type.Array(WireComponent, { description: "The components insider, congress, holders13f and short_volume: what each adds, or why it is absent." }),
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

const componentsIn = (answer: Answer): number => (answer.components ?? []).filter((component) => !("absent" in component)).length;
const scoreIn = (answer: Answer): number | null => (isReason(answer) ? null : Number(answer.value));

function composite(ticker: string, day: IsoDate, context: Context): Answer {
  const { clock } = context;
  const evaluate = evaluatorOf("SMARTMONEY");
  if (!evaluate) throw new Error("no family answers SMARTMONEY");
  return evaluate([ticker], day === clock.today() ? context : atFixedMoment({ ...context, clock: clockOnDay(day, clock) }));
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
    const answer = store.reading(() => composite(ticker, clock.today(), context));
    if (isReason(answer) && answer.code === "unknown_ticker") return { code: "unknown_name", detail: fullReason(answer) };
    const trend = store.reading(() => sessionsTo(clock.today()).map((date) => ({ date, answer: composite(ticker, date, context) })));
    const components = answer.components ?? [];
    return {
      data: {
        ticker,
        score: scoreIn(answer),
        ...(isReason(answer) ? { reason: fullReason(answer) } : {}),
        ...(answer.observation_date ? { observation_date: answer.observation_date } : {}),
        ...(answer.note ? { note: answer.note } : {}),
        legs: components.map(componentOnWire),
        trend: trend.map((t) => ({ date: t.date, score: scoreIn(t.answer), legs: componentsIn(t.answer) })),
      },
      asOf: asOfRows(context, provenanceOf(answer)),
      sources: components.flatMap((c) => ("absent" in c ? [] : [c.source])),
      meta: { caveats: [...(answer.caveats ?? [])], sample: answer.sample },
    };
  },
});
