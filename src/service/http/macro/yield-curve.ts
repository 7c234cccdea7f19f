import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import { TENORS } from "../../../contract/vocabulary";
import { sourceMark } from "../../answers/answering";
import { fullReason, isReason } from "../../answers/family";
import { cell, cellsEnvelope } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { oneOfTexts, optionalDay, orNull } from "../server/schemas";

const QUERY = { date: optionalDay("A day such as 2024-06-25: the curve of the last session on or before it. Omit for the latest.") };
const Curve = Type.Object({
  date: orNull(Type.String(), "Session of the curve; null without one."),
  yields: Type.Array(
    Type.Object({
      tenor: oneOfTexts(TENORS),
      yield_pct: orNull(Type.Number(), "Constant-maturity yield, percent a year. Null if the curve does not have it: nothing is interpolated."),
      reason: Type.Optional(Type.String({ description: "Why there is no yield." })),
      observation_date: Type.Optional(Type.String({ description: "Session of this yield, if it is not that of the curve." })),
      source: Type.Optional(Type.String({ description: "A key into `meta.attribution`." })),
      sample: Type.Optional(Type.Literal(true)),
    }),
    { description: "All eleven tenors, shortest first." },
  ),
  reason: Type.Optional(Type.String({ description: "Why there is no curve." })),
});

/** GET /v1/macro/yield-curve: the Treasury's constant-maturity curve of one session, as YIELD shows it. */
export const yieldCurveEndpoint = endpoint({
  path: "/v1/macro/yield-curve",
  summary: "Treasury yield curve of one session",
  tag: "macro",
  examples: [{ parameters: { date: "1995-06-30" } }, { parameters: { date: "1950-01-02" } }, { parameters: { date: "June" }, status: 422 }],
  query: QUERY,
  asOf: true,
  data: Curve,
  caveats: declarationOf("YIELD").caveats,
  answer: ({ date = null }, context) => {
    if (date !== null && !isIsoDate(date))
      return { code: "invalid_request", detail: `date: expected a day that exists, such as 2024-06-25, got ${shown(date)}.` };
    const session = cell("YIELD", ["AS_OF", date], "", context);
    const day = isReason(session) ? null : session.value;
    const answers = TENORS.map((tenor) => cell("YIELD", [tenor, date], "", context));
    return {
      data: {
        date: day,
        yields: answers.map((answer, i) =>
          isReason(answer)
            ? { tenor: TENORS[i], yield_pct: null, reason: fullReason(answer) }
            : {
                tenor: TENORS[i],
                yield_pct: answer.value,
                ...(answer.observation_date === day ? {} : { observation_date: answer.observation_date }),
                ...sourceMark(answer.source),
              },
        ),
        ...(isReason(session) ? { reason: fullReason(session) } : {}),
      },
      ...cellsEnvelope(context, answers),
    };
  },
});
