import { isoOf } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import { PERPETUALS, type Perpetual } from "../../../contract/vocabulary";
import { answering, SAMPLE, sampled, type Sourced } from "../answering";
import type { Context, Evaluate, Family } from "../family";
import { COVERED_FROM, sampleFundingRow, type FundingRow } from "./sample";

const MAX_AGE_S = 5 * 60;

/** The last settled interval of a perpetual, from wherever it is held. */
export const rowsFor = (context: Context, symbol: Perpetual): Sourced<FundingRow> => sampled(sampleFundingRow(symbol, Date.parse(context.clock.asOf())));

const isPerpetual = (name: string): name is Perpetual => (PERPETUALS as readonly string[]).includes(name);

/**
 * The latest funding rate of one perpetual, in percent per interval of eight hours; positive is paid by longs to shorts.
 * Fails with `unknown_asset` and `no_data_yet`. Source: generated sample rows.
 */
const fundingRate: Evaluate = ([asked], context) => {
  const symbol = String(asked);
  if (!isPerpetual(symbol))
    return answering(SAMPLE, MAX_AGE_S).reason("unknown_asset", `no perpetual ${symbol} is covered; the nearest are ${orList(nearest(symbol, PERPETUALS))}`);
  const { rows: row, ...origin } = rowsFor(context, symbol);
  const say = answering(origin, MAX_AGE_S);
  if (context.clock.today() < COVERED_FROM) return say.reason("no_data_yet", `funding of ${symbol} is covered from ${COVERED_FROM} on`);
  return { ...say.number(row.rate, "% per interval", isoOf(row.settled)), note: "one interval is 8 hours" };
};

export const funding: Family = { name: "funding", functions: { FUNDING: fundingRate }, universe: () => ({ FUNDING: PERPETUALS.length }) };
