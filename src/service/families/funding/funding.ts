import { counted } from "../../../contract/counted";
import { addDays, isoOf } from "../../../contract/dates";
import { type Perpetual, PERPETUALS } from "../../../contract/vocabulary";
import { answering, ofDataset, SAMPLE, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { Evaluate, Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { publishedRows } from "../../answers/published-rows";
import { whyUnknown } from "../../names/unknown";
import { isPerpetual, VENUES } from "../../records/crypto";
import { coinSince } from "../../sample/coins";
import { momentInUtc } from "../../time/clock";
import { originOf, recordsOf } from "../rows";
import type { FundingSettlement } from "./sample";

/** Newest rows to search: at least as many as all venues settle in a day. */
const NEWEST = 200;

const rank = ({ body: { exchange, contract } }: FundingSettlement): number =>
  (VENUES as readonly string[]).indexOf(exchange) * 2 + (/USDT/.test(contract) ? 0 : 1);

/** The newest settlement of a perpetual, however old. */
const newestSettled = (context: Context, symbol: Perpetual): FundingSettlement | undefined =>
  recordsOf(context, "funding", symbol)
    .latest<FundingSettlement["body"]>("funding", symbol, context.clock.today(), NEWEST)
    .filter(({ body }) => body.time_ms <= momentInUtc(context.clock))
    .sort((a, b) => b.body.time_ms - a.body.time_ms || rank(a) - rank(b))[0];

/**
 * The last settlement of a perpetual at the first venue, in the order of VENUES, whose last settlement is not too old. So the venue stays the same from one settlement
 * to the next. If all are too old, the newest settlement. Undefined if none is settled by now.
 */
export function lastFunding(context: Context, symbol: Perpetual): Sourced<FundingSettlement | undefined> {
  const found = lastOfContracts(context, symbol)[0] ?? newestSettled(context, symbol);
  return { rows: found, ...(found ? ofDataset(found.source, "funding", symbol) : originOf(context, "hyperliquid", "funding", symbol)) };
}

/** The last settlement of every contract of a perpetual, in the order of the venues. Settlements too old to be the latest are left out. */
export function lastOfContracts(context: Context, symbol: Perpetual): FundingSettlement[] {
  const { clock } = context;
  const [now, today] = [momentInUtc(clock), clock.today()];
  const last = new Map<string, FundingSettlement>();
  const settled = recordsOf(context, "funding", symbol).between<FundingSettlement["body"]>(
    "funding",
    symbol,
    addDays(today, -MAXIMUM_AGES.funding.days),
    today,
    today,
  );
  for (const row of settled) {
    const { exchange, contract, time_ms } = row.body;
    const name = `${exchange} ${contract}`;
    if (time_ms <= now && time_ms > (last.get(name)?.body.time_ms ?? Number.NEGATIVE_INFINITY)) last.set(name, row);
  }
  return [...last.values()].sort((a, b) => rank(a) - rank(b) || (a.body.contract < b.body.contract ? -1 : 1));
}

const MAX_AGE_S = 5 * 60;

/** Note with the venue and its interval, which are needed to compare rates. */
const noteOf = ({ body: { exchange, interval_hours: hours } }: FundingSettlement): string =>
  [
    ...(exchange === "sample" ? [] : [`at ${exchange}`]),
    hours === null ? "the length of its interval is not stated" : `one interval is ${counted(hours, "hour")}`,
  ].join("; ");

/**
 * The latest funding rate of one perpetual, in percent per interval, with the venue and its interval in the note. Longs pay shorts if it is positive.
 * Fails with `unknown_asset` and `no_data_yet`. Uses the venues' histories if they are imported, else sample rows of eight hours.
 */
const fundingRate: Evaluate = ([symbolIn], context) => {
  const symbol = String(symbolIn);
  if (!isPerpetual(symbol)) return unknownReason(answering(SAMPLE, MAX_AGE_S), whyUnknown("perpetual", symbol, PERPETUALS));
  const { rows: row, ...origin } = lastFunding(context, symbol);
  const say = answering(origin, MAX_AGE_S);
  if (origin.sample && context.clock.today() < coinSince(symbol)) return say.reason("no_data_yet", `Funding of ${symbol} begins on ${coinSince(symbol)}.`);
  if (!row) return say.reason("no_data_yet", `No funding of ${symbol} was settled by ${context.clock.today()}.`);
  return { ...say.number(row.body.rate_pct, "% per interval", isoOf(row.body.time_ms)), note: noteOf(row) };
};

export const funding: Family = {
  name: "funding",
  functions: {
    FUNDING: {
      evaluate: fundingRate,
      ages: { fields: only("latest"), age: () => "funding" },
      universe: () => PERPETUALS.length,
      asOf: "name",
    },
  },
  rows: publishedRows(["funding"]),
};
