import { Type } from "@sinclair/typebox";
import type { IsoDate } from "../../../contract/dates";
import { COUNTRIES } from "../../../contract/vocabulary";
import { sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, isReason, type Reason } from "../../answers/family";
import { isStale, staleText } from "../../answers/maximum-age";
import { asOfRows } from "../../evaluation/on-wire";
import { CONSTRUCTIONS, type LongRate, type Spread, spreadsOver } from "../../families/international/international";
import { economyNamed } from "../../names/economies";
import { economySpelled } from "../../records/economies";
import { monthsFrom } from "../../time/calendar";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const DEFAULT_BASE = "DE";
/** The months that are searched for the newest one of both legs. */
const RECENT_MONTHS = 6;

const Leg = orNull(
  Type.Object({
    country: Type.String(),
    yield_pct: Type.Number({ description: "Average of the month, percent a year." }),
    construction: oneOfTexts(CONSTRUCTIONS, {
      description: "benchmark: of a benchmark bond. convergence: harmonised, of bonds of about ten years. group_average: of several countries.",
    }),
    source: Type.String({ description: "A key into `meta.attribution`." }),
    sample: Type.Optional(Type.Literal(true)),
  }),
  "The yield, as BIS IRLT shows it; null without a spread.",
);
const Row = Type.Object({
  country: Type.String(),
  name: Type.String(),
  base: Type.String({ description: "The country whose yield is subtracted." }),
  month: orNull(Type.String(), "The month of both yields, YYYY-MM."),
  spread_bps: orNull(Type.Number(), "y10_leg less base_leg, basis points."),
  y10_leg: Leg,
  base_leg: Leg,
  reason: Type.Optional(Type.String({ description: "Why there is no spread." })),
  sample: Type.Optional(Type.Literal(true)),
});
const CAVEATS = [
  "sovereign_spread_ecb_free_of_charge",
  "sovereign_spread_is_a_calculation_not_a_rating",
  "sovereign_spread_local_currency",
  "sovereign_spread_monthly_both_legs",
] as const;
const Base = Type.String({ minLength: 1, maxLength: 64, default: DEFAULT_BASE, description: "Country whose yield is subtracted, by code or name." });

const legOf = (country: string, { value, construction, source }: LongRate) => ({
  country,
  yield_pct: value,
  construction,
  ...sourceMark(source),
});

interface Pair {
  readonly country: string;
  readonly base: string;
}

const rowOf = ({ pair: { country, base }, found }: Found) => ({
  country,
  name: economySpelled(country)?.title ?? country,
  base,
  ...(typeof found === "string"
    ? { month: null, spread_bps: null, y10_leg: null, base_leg: null, reason: found }
    : {
        month: found.end.slice(0, 7),
        spread_bps: found.bps,
        y10_leg: legOf(country, found.leg),
        base_leg: legOf(base, found.base),
        ...(found.leg.sample || found.base.sample ? { sample: true as const } : {}),
      }),
});

/** A pair of countries, with its spread or why there is none. */
interface Found {
  readonly pair: Pair;
  readonly found: Spread | string;
}

function envelopeOf(context: Context, page: readonly Found[]) {
  const legs = page.flatMap(({ found }) => (typeof found === "string" ? [] : [found.leg, found.base]));
  return {
    data: page.map(rowOf),
    asOf: asOfRows(context, [...new Set(legs.flatMap(({ provenance = [] }) => provenance))]),
    sources: [...new Set(legs.map(({ source }) => source))],
  };
}

const yieldCell = (country: string, context: Context) => cell("BIS", [country, "IRLT"], "value", context);

/** Why one of two countries has no yield that a cell shows. */
function withoutYield({ country, base }: Pair, context: Context): string | undefined {
  const missing = [country, base].map((of) => yieldCell(of, context)).find(isReason);
  return missing && fullReason(missing);
}

/** The same for a history, which also shows old months. */
const withoutHistory = ({ country, base }: Pair, context: Context): string | undefined => {
  const missing = [country, base].map((of) => yieldCell(of, context)).find((answer): answer is Reason => isReason(answer) && answer.code !== "stale");
  return missing && fullReason(missing);
};

/** The newest spread, or why there is none. */
function latestSpread(pair: Pair, context: Context): Spread | string {
  const why = withoutYield(pair, context);
  if (why !== undefined) return why;
  const today = context.clock.today();
  const [newest] = spreadsOver(context, pair.country, pair.base, monthsFrom(today, -RECENT_MONTHS));
  if (!newest) return `No month of the last ${RECENT_MONTHS} has a 10-year yield of both ${pair.country} and ${pair.base}. Load more data.`;
  const isPublished = !newest.leg.sample && !newest.base.sample;
  return isPublished && isStale("long_rates", newest.end, today)
    ? staleText("long_rates", `both ${pair.country} and ${pair.base}`, newest.end, today, "Load newer data.").full
    : newest;
}

/** The covered countries and the euro area, without the base itself. */
const pairsWith = (base: string): readonly Pair[] =>
  [...COUNTRIES.map(([country]): string => country), "XM"].flatMap((country) => (country === base ? [] : [{ country, base }]));

/** GET /v1/macro/sovereign-spreads: the 10-year yield of every covered country less that of a base, in the newest month of both; widest first. */
export const sovereignSpreadsEndpoint = endpoint({
  path: "/v1/macro/sovereign-spreads",
  summary: "Sovereign 10-year spreads of all countries",
  tag: "macro",
  examples: [{}, { parameters: { base: "US" } }, { parameters: { base: "ZZ" }, status: 404 }, { parameters: { base: "x".repeat(65) }, status: 422 }],
  query: { base: Base },
  asOf: true,
  data: Type.Array(Row),
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ base: named }, context) => {
    const base = economyNamed(named, false);
    const unknown = unknownRefusal([yieldCell(base, context)]);
    if (unknown) return unknown;
    const all = pairsWith(base).map((pair): Found => ({ pair, found: latestSpread(pair, context) }));
    const bps = ({ found }: Found): number => (typeof found === "string" ? -Infinity : found.bps);
    const sorted = all.toSorted((a, b) => (bps(a) === bps(b) ? 0 : bps(b) - bps(a)));
    return listAnswer(sorted, (page) => envelopeOf(context, page));
  },
});

/** GET /v1/macro/sovereign-spreads/{country}: the monthly spreads of one country, newest first. */
export const sovereignSpreadsOfEndpoint = endpoint({
  path: "/v1/macro/sovereign-spreads/:country",
  summary: "Monthly sovereign 10-year spreads of one country",
  tag: "macro",
  examples: [{ parameters: { country: "IT" } }, { parameters: { country: "ZZ" }, status: 404 }, { parameters: { country: "IT", months: 601 }, status: 422 }],
  params: { country: Type.String({ minLength: 1, maxLength: 64, description: "Code or name of the country." }) },
  query: { base: Base, months: Type.Integer({ minimum: 1, maximum: 600, default: 24, description: "Months up to the service's date." }) },
  asOf: true,
  data: Type.Array(Row),
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ country: named, base: over, months }, context) => {
    const pair: Pair = { country: economyNamed(named, false), base: economyNamed(over, false) };
    const unknown = unknownRefusal([yieldCell(pair.country, context), yieldCell(pair.base, context)]);
    if (unknown) return unknown;
    if (pair.country === pair.base) return { code: "invalid_request" as const, detail: `base: expected another country than ${pair.country}, got the same.` };
    const today = context.clock.today();
    const from: IsoDate = monthsFrom(today, -months);
    const why = withoutHistory(pair, context);
    const rows = why === undefined ? spreadsOver(context, pair.country, pair.base, from).map((found): Found => ({ pair, found })) : [];
    const none = why ?? `No month of the ${months} to ${today} has a 10-year yield of both. Use more months.`;
    return listAnswer(rows, (page) => ({ ...envelopeOf(context, page), note: rows.length > 0 ? undefined : none }));
  },
});
