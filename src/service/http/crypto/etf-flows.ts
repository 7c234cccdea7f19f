import { Type } from "@sinclair/typebox";
import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { SAMPLE } from "../../answers/answering";
import {
  ETF_ASSETS,
  type EtfAsset,
  firstSessionOf,
  type FlowDay,
  flowDays,
  flowSum,
  FUNDS_MISSING,
  isWithheld,
  SOURCE_NOT_LICENSED,
  TOTAL_KINDS,
} from "../../families/etf-flows/flows";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull, RowsMeta } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const PERIODS = { "1d": 1, "7d": 7, "30d": 30 } as const;
const HEADLINE = "7d";
const MOST_DAYS = 365;

const QUERY = {
  asset: oneOfTexts([...ETF_ASSETS, "ALL"], { default: "BTC", description: "The asset of the funds." }),
  days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 30, description: "Calendar days up to the service's date." }),
  period: Type.Optional(oneOfTexts(["1d", "7d", "30d"], { description: `Window of the headline in meta.summary. Omit for ${HEADLINE}.` })),
};
const WITHHELD_REASON = orNull(
  oneOfTexts([SOURCE_NOT_LICENSED, FUNDS_MISSING]),
  "Why the flow is null: source_not_licensed for sessions of BTC and ETH; funds_missing if a fund did not report on a day of the window. Null if the flow is known.",
);
const UNKNOWN = "null if unknown, never 0";
const FundDay = Type.Object({
  ticker: Type.String(),
  net_flow_usd: orNull(Type.Number(), `Net flow in US dollars; ${UNKNOWN}.`),
  aum_usd: orNull(Type.Number(), `Assets after the last close, US dollars; ${UNKNOWN}.`),
});
const Row = Type.Object({
  asset: oneOfTexts(ETF_ASSETS),
  date: Type.String(),
  session: Type.Boolean({ description: "True if the NYSE was open. A day without a session has a flow of exactly 0." }),
  total_kind: oneOfTexts(TOTAL_KINDS, {
    description: "total if the flow of every fund is known; reported_subtotal if some are missing; withheld if the source is not licensed.",
  }),
  net_flow_usd: orNull(Type.Number(), "Sum of all funds, US dollars; null unless total_kind is total."),
  reported_subtotal_usd: orNull(Type.Number(), "Sum of the funds that are known, US dollars; null if withheld."),
  funds_known: Type.Integer({ description: "Number of funds whose flow is known." }),
  funds_active: Type.Integer({ description: "Number of funds that trade." }),
  missing_tickers: Type.Array(Type.String(), { description: "Funds whose flow is not known." }),
  aum_usd: orNull(Type.Number(), "Assets of all funds after the last close, US dollars; null if one of them is unknown: aum_reason says why."),
  aum_coverage: orNull(Type.Number(), "Part of the funds' last known assets that belongs to the funds whose flow is known, 0 to 1; null if withheld."),
  withheld_reason: orNull(Type.String(), "source_not_licensed if total_kind is withheld, else null."),
  aum_reason: orNull(oneOfTexts([SOURCE_NOT_LICENSED, FUNDS_MISSING]), "Why aum_usd is null."),
  funds: Type.Array(FundDay),
  sample: Type.Optional(Type.Literal(true)),
});
const FlowSum = Type.Object({
  from: Type.String(),
  to: Type.String(),
  net_flow_usd: orNull(Type.Number(), `Sum of the days, US dollars; ${UNKNOWN}.`),
  withheld_reason: WITHHELD_REASON,
});
const Headline = Type.Composite([FlowSum, Type.Object({ period: oneOfTexts(["1d", "7d", "30d"]) })]);
const FlowsMeta = Type.Object({
  ...RowsMeta.properties,
  summary: Type.Array(
    Type.Object({
      asset: oneOfTexts(ETF_ASSETS),
      window: FlowSum,
      headline: orNull(Headline, "The sum of the last days of the period; null if none of them is known."),
      latest_session: orNull(
        Type.Object({ date: Type.String(), net_flow_usd: orNull(Type.Number(), `US dollars; ${UNKNOWN}.`) }),
        "The last session of the window; null for BTC and ETH, and without a session.",
      ),
    }),
    { description: "Sums by asset." },
  ),
});

const METHOD = "Flows of SOL are the change of each fund's assets without the change of its net asset value.";

/** The days of an asset, and why there are none. Days of BTC and ETH hold no generated figure, so they do not depend on sample data. */
export function etfDaysOf(context: Context, asset: EtfAsset, from: IsoDate): { readonly rows: readonly FlowDay[]; readonly whyEmpty?: string } {
  const { rows, ...why } = shownRows(context, isWithheld(asset), () => flowDays(context, asset, from));
  const today = context.clock.today();
  if (rows.length > 0 || "whyEmpty" in why) return { rows, ...why };
  const first = firstSessionOf(asset);
  return {
    rows,
    whyEmpty: today < first ? `The first spot fund of ${asset} traded on ${first}.` : `No closing values of ${asset} funds are public for these days yet.`,
  };
}

function summaryOf(asset: EtfAsset, days: readonly FlowDay[], from: IsoDate, period: keyof typeof PERIODS, today: IsoDate) {
  const window = flowSum(days, from);
  if (!window) return [];
  const headline = flowSum(days, addDays(today, 1 - PERIODS[period]));
  const last = isWithheld(asset) ? undefined : days.findLast((d) => d.session && d.date >= from);
  return [
    {
      asset,
      window,
      headline: headline && { ...headline, period },
      latest_session: last ? { date: last.date, net_flow_usd: last.net_flow_usd } : null,
    },
  ];
}

/** The flows of a day in their wire form. */
export const flowOnWire = (day: FlowDay) => ({ ...day, ...(isWithheld(day.asset) ? {} : { sample: true as const }) });

/** GET /v1/crypto/etf/flows: net flows and assets of the spot funds by day, oldest first. Sessions of bitcoin and ether funds are withheld. */
export const cryptoEtfFlowsEndpoint = endpoint({
  path: "/v1/crypto/etf/flows",
  summary: "Net flows and assets of spot crypto funds",
  tag: "crypto",
  examples: [{ parameters: { asset: "ALL" } }, { parameters: { days: 366 }, status: 422 }],
  asOf: true,
  query: QUERY,
  data: Type.Array(Row),
  meta: FlowsMeta,
  answer: ({ asset, days, period = HEADLINE }, context) => {
    const today = context.clock.today();
    const assets = asset === "ALL" ? ETF_ASSETS : [asset];
    const read = assets.map((a) => ({ asset: a, ...etfDaysOf(context, a, addDays(today, 1 - Math.max(days, PERIODS[period]))) }));
    const from = addDays(today, 1 - days);
    const rows = read.flatMap((r) => r.rows.filter((d) => d.date >= from)).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    const notes = read.flatMap(({ asset: a, rows: of, whyEmpty }) => whyEmpty ?? (of.length > 0 && !isWithheld(a) ? METHOD : []));
    return listAnswer(rows, (page) => ({
      data: page.map(flowOnWire),
      asOf: context.clock.asOf(),
      sources: page.some((day) => !isWithheld(day.asset)) ? [SAMPLE.source] : [],
      note: notes.length > 0 ? notes.join(" ") : undefined,
      meta: { summary: read.flatMap((r) => summaryOf(r.asset, r.rows, from, period, today)) },
    }));
  },
});
