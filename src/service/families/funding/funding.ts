import { counted } from "../../../contract/counted";
import { isoOf } from "../../../contract/dates";
import { coinSince } from "../../sample/coins";
import { whyUnknown } from "../../names/unknown";
import { PERPETUALS } from "../../../contract/vocabulary";
import { answering, SAMPLE, unknownReason } from "../../answers/answering";
import type { Evaluate, Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import { publishedRows } from "../../answers/published-rows";
import { isPerpetual } from "../../records/crypto";
import { lastFunding } from "./last-funding";
import type { FundingSettlement } from "./sample";

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
