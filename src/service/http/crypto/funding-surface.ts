import { type TSchema, Type } from "@sinclair/typebox";
import { type Perpetual, PERPETUALS } from "../../../contract/vocabulary";
import { sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, isReason } from "../../answers/family";
import { lastFunding, lastOfContracts } from "../../families/funding/funding";
import type { SourceId } from "../../records/attribution";
import { cell } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import type { FundingSettlement } from "../../families/funding/sample";
import { FUNDING_SETTLEMENT, INTERVALS, settlementOnWire } from "./funding";
import { asOfEntities } from "../server/schemas";
import { whyNone } from "../server/shown-rows";

const orNull = (of: TSchema): TSchema => Type.Union([of, Type.Null()], { description: `${of.description} Null if the rate is unknown; reason says why.` });
const Row = Type.Object({
  symbol: Type.String(),
  exchange: orNull(Type.String({ description: "The venue of FUNDING; sample for a sample row." })),
  contract: orNull(Type.String({ description: "The venue's own name." })),
  time: orNull(Type.String({ description: "Time of the settlement, ISO 8601." })),
  time_ms: orNull(Type.Integer({ description: "The same time, milliseconds since 1970." })),
  rate_pct: orNull(Type.Number({ description: "The rate that FUNDING shows: percent of the position per interval; positive is paid by longs to shorts." })),
  interval_hours: Type.Union([Type.Number(), Type.Null()], { description: "Hours that the rate is paid for; null if unknown or not stated." }),
  reason: Type.Optional(Type.String({ description: "Why the rate is unknown, in full." })),
  exchanges: Type.Array(Type.Object(FUNDING_SETTLEMENT), {
    description: "The last settlement of every contract at the covered venues. Those too old to be the latest are left out.",
  }),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
});

const NONE = "No funding rates are known on this day. The operator can import the venues' histories.";
const UNKNOWN = { exchange: null, contract: null, time: null, time_ms: null, rate_pct: null, interval_hours: null };

/** A row of the reply, and the settlements that it shows. */
interface Latest {
  readonly row: Readonly<Record<string, unknown>> & { readonly source: SourceId };
  readonly settlements: readonly FundingSettlement[];
}

/** One perpetual with the rate that its cell shows, or the reason that its cell shows. None if it has no published row, and no sample row on this day. */
function latestOf(context: Context, symbol: Perpetual): Latest[] {
  const answer = cell("FUNDING", [symbol], "", context);
  const { source } = answer;
  if (isReason(answer)) {
    if (source === "sample") return [];
    return [{ settlements: [], row: { symbol, ...UNKNOWN, reason: fullReason(answer), exchanges: [], source } }];
  }
  const { rows: latest } = lastFunding(context, symbol);
  const settlements = lastOfContracts(context, symbol);
  const { exchange, contract, time, ...rate } = settlementOnWire(latest!);
  const row = { symbol, exchange, contract, time, ...rate, exchanges: settlements.map(settlementOnWire), ...sourceMark(source) };
  return [{ settlements, row }];
}

/** GET /v1/crypto/funding: the latest funding rate of every perpetual, and that of each contract at the covered venues. */
export const cryptoFundingSurfaceEndpoint = endpoint({
  path: "/v1/crypto/funding",
  summary: "Latest funding rate of every perpetual across venues",
  tag: "crypto",
  examples: [{}, { parameters: { days: 1 }, status: 422 }],
  asOf: true,
  data: Type.Array(Row),
  answer: (_asked, context) => {
    const rows = PERPETUALS.flatMap((symbol) => latestOf(context, symbol));
    const settlements = rows.flatMap((r) => r.settlements);
    return listAnswer(rows, (page) => ({
      data: page.map((r) => r.row),
      asOf: asOfEntities(context, "funding", settlements),
      sources: [...page.map((r) => r.row.source), ...settlements.map((s) => s.source)],
      note: rows.length > 0 ? INTERVALS : whyNone(context, NONE),
    }));
  },
});
