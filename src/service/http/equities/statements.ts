import { Type } from "@sinclair/typebox";
import { countsShares, METRICS } from "../../../contract/vocabulary";
import type { Context } from "../../answers/context";
import { fullReason, isReason } from "../../answers/family";
import { provenanceOf } from "../../answers/answering";
import { asOfRows } from "../../evaluation/on-wire";
import { adjustedFigure, splitsSince, statementsFor } from "../../families/fundamentals/fundamentals";
import { unitOfMetric, type Statement } from "../../families/fundamentals/rows";
import { tickerNamed } from "../../names/tickers";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const Figure = Type.Object({
  metric: oneOfTexts(METRICS),
  value: orNull(Type.Number(), "Null if the filings do not state it. That does not mean zero."),
  unit: Type.String({ description: "The reporting currency, shares, or currency per share." }),
  doubt: Type.Optional(Type.String({ description: "Why the value may be wrong, with the numbers compared. Absent if nothing doubts it." })),
  split_adjusted: Type.Optional(
    orNull(Type.Number(), "A per-share figure or a share count in the shares of the day asked for; null if that is unknown. Absent for amounts."),
  ),
});
const Row = Type.Object({
  period: Type.String({
    description: "Such as FY2024 or 2024Q3: fiscal. 2024T is a transition period, 2024T1 its first quarter; a day names another quarter.",
  }),
  period_end: Type.String(),
  annual: Type.Boolean(),
  currency: Type.String(),
  form: Type.String({ description: "The form of the period's own report." }),
  filed: Type.String({ description: "The day on which that report was filed." }),
  accession: Type.String({ description: "The number of that report." }),
  figures: Type.Array(Figure, { description: "Every line, as FIN shows it: the latest filing that states it counts." }),
});

const rowOf = (context: Context, ticker: string, statement: Statement) => ({
  period: statement.period,
  period_end: statement.periodEnd,
  annual: statement.annual,
  currency: statement.currency,
  form: statement.filing.form,
  filed: statement.filing.filed,
  accession: statement.filing.accession,
  figures: METRICS.map((metric) => {
    const doubt = statement.doubtOf?.(metric);
    return {
      metric,
      value: statement.figure(metric) ?? null,
      unit: unitOfMetric(metric, statement.currency),
      ...(countsShares(metric) ? { split_adjusted: adjustedFigure(context, ticker, statement, metric) } : {}),
      ...(doubt === undefined ? {} : { doubt }),
    };
  }),
});

/** The doubts of these rows, in one note. */
function doubtsIn(rows: readonly ReturnType<typeof rowOf>[]): string | undefined {
  const doubts = [...new Set(rows.flatMap(({ figures }) => figures.flatMap(({ doubt }) => doubt ?? [])))];
  return doubts.length === 0 ? undefined : `Values may be wrong. ${doubts.join(" ")}`;
}

/** Per-share lines of several periods look like a fall across a split: the note names the splits. */
function basisNote(context: Context, ticker: string, rows: readonly Statement[]): string | undefined {
  const figures = rows.flatMap((row) => METRICS.filter(countsShares).flatMap((metric) => row.statedFigure?.(metric) ?? []));
  const splits = splitsSince(context, ticker, figures);
  return (
    splits &&
    `Per-share figures and share counts are as filed, some of them before the ${splits}. split_adjusted has them in shares of ${context.clock.today()}.`
  );
}

/** GET /v1/equities/statements/:ticker: all lines of a company's statements, oldest period first. */
export const statementsEndpoint = endpoint({
  path: "/v1/equities/statements/:ticker",
  summary: "A company's statements over time",
  tag: "equities",
  examples: [
    { parameters: { ticker: "AAPL", limit: 2 } },
    { parameters: { ticker: "AAPLX" }, status: 404 },
    { parameters: { ticker: "AAPL", limit: 41 }, status: 422 },
  ],
  params: { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) },
  query: {
    periods: oneOfTexts(["annual", "quarterly"], { default: "annual", description: "Full fiscal years, or quarters." }),
    limit: Type.Integer({ minimum: 1, maximum: 40, default: 5, description: "Most periods to return: the newest." }),
  },
  asOf: true,
  data: Type.Array(Row),
  refusals: NOT_FOUND,
  answer: ({ ticker: named, periods, limit }, context) => {
    const ticker = tickerNamed(named, context.store);
    const evaluated = cell("FIN", [ticker, "revenue", null], "value", context);
    const unknown = unknownRefusal([evaluated]);
    if (unknown) return unknown;
    const known = statementsFor(context, ticker);
    const annual = periods === "annual";
    const names = [...new Set((known?.periods() ?? []).filter((p) => p.annual === annual).map(({ period }) => period))];
    const rows = names
      .flatMap((period) => known?.of(period) ?? [])
      .filter((row) => row.annual === annual)
      .sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1));
    const shown = rows.slice(-limit);
    const data = shown.map((row) => rowOf(context, ticker, row));
    const doubts = doubtsIn(data);
    return {
      data,
      count: rows.length,
      asOf: asOfRows(context, isReason(evaluated) ? (known?.provenance ?? []) : provenanceOf(evaluated)),
      sources: rows.length > 0 && known ? [known.source] : [],
      ...(doubts === undefined ? {} : { meta: { caveats: ["value_in_doubt"] } }),
      note:
        rows.length > 0
          ? [basisNote(context, ticker, shown), doubts].filter((one) => one !== undefined).join(" ") || undefined
          : isReason(evaluated)
            ? fullReason(evaluated)
            : `No ${annual ? "full fiscal year" : "quarter"} of ${ticker} is known.`,
    };
  },
});
