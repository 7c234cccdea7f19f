import { Type } from "@sinclair/typebox";
import { addDays } from "../../../contract/dates";
import { RATE_KEYS, type RateKey } from "../../../contract/vocabulary";
import { mergeProvenance } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, isReason } from "../../answers/family";
import { asOfRows } from "../../evaluation/on-wire";
import { ratesUpTo } from "../../families/money-market/money-market";
import { rounded } from "../../../contract/rounded";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const Row = Type.Object({
  key: oneOfTexts(RATE_KEYS),
  date: Type.String({ description: "Effective date." }),
  rate_pct: Type.Number({ description: "The rate, percent a year." }),
  volume_bn: orNull(Type.Number(), "Volume, billions of US dollars; null if none is published."),
  percentile_width_bps: orNull(Type.Number(), "99th less 1st percentile, basis points; null if none are published."),
  base_pct: orNull(Type.Number(), "The base on the same day, percent a year; null without a base, or if it has no rate on that day."),
  spread_bps: orNull(Type.Number(), "rate_pct less base_pct, basis points; null unless both have a rate on the day."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
});

const bps = (points: number): number => rounded(100 * points, 2);

/** Why no rate is shown, as the cell says it. An old rate is part of a history. */
function whyNone(key: string, context: Context): string | undefined {
  const answer = cell("MMRATE", [key], "rate", context);
  return isReason(answer) && answer.code !== "stale" ? fullReason(answer) : undefined;
}

/** GET /v1/macro/money-market/{key}: the days of one money-market rate, newest first, with its spread over another one. */
export const moneyRateHistoryEndpoint = endpoint({
  path: "/v1/macro/money-market/:key",
  summary: "Days of one money-market rate, with its spread over another",
  tag: "macro",
  examples: [
    { parameters: { key: "SOFR", base: "IORB" } },
    { parameters: { key: "LIBOR" }, status: 404 },
    { parameters: { key: "SOFR", days: 0 }, status: 422 },
  ],
  params: { key: Type.String({ minLength: 1, maxLength: 12, description: "Rate, such as SOFR; any case." }) },
  query: {
    days: Type.Integer({ minimum: 1, maximum: 3650, default: 30, description: "Calendar days up to the service's date." }),
    base: Type.Optional(oneOfTexts(RATE_KEYS, { description: "Rate that is subtracted." })),
  },
  paging: { most: 1000, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["mm_administered_effective_dating", "mm_spread_needs_both_legs", "mm_stress_is_width_not_level", "mm_volume_nyfed_only"],
  refusals: NOT_FOUND,
  answer: ({ key: named, days, base }, context) => {
    const key = named.trim().toUpperCase();
    const unknown = unknownRefusal([cell("MMRATE", [key], "rate", context)]);
    if (unknown) return unknown;
    const today = context.clock.today();
    const from = addDays(today, 1 - days);
    const why = whyNone(key, context);
    const { rows: own, ...origin } = ratesUpTo(key as RateKey, days, context);
    const rows = why === undefined ? own.filter(({ date }) => date >= from) : [];
    const other = base === undefined || whyNone(base, context) !== undefined ? undefined : ratesUpTo(base, days, context);
    const bases = new Map(other?.rows.map(({ date, rate }) => [date, rate]));
    const origins = [origin, ...(other ? [other] : [])];
    const isSample = origins.some(({ sample }) => sample);
    return listAnswer(rows, (page) => ({
      data: page.map(({ date, rate, volume_bn, percentile_1, percentile_99 }) => {
        const of = bases.get(date) ?? null;
        return {
          key,
          date,
          rate_pct: rate,
          volume_bn,
          percentile_width_bps: percentile_1 === null || percentile_99 === null ? null : bps(percentile_99 - percentile_1),
          base_pct: of,
          spread_bps: of === null ? null : bps(rate - of),
          source: origin.source,
          ...(isSample ? { sample: true as const } : {}),
        };
      }),
      asOf: asOfRows(context, page.length > 0 ? (mergeProvenance(origins).provenance ?? []) : []),
      sources: page.length > 0 ? [...new Set(origins.map(({ source }) => source))] : [],
      note: rows.length > 0 ? undefined : (why ?? `No ${key} was known in the ${days} days to ${today}. Use more days, or load newer data.`),
    }));
  },
});
