import { addDays } from "../../../contract/dates";
import type { Perpetual } from "../../../contract/vocabulary";
import { ofDataset, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { VENUES, type PublishedFunding } from "../../records/crypto";
import type { StoredRecord } from "../../records/record";
import type { FundingRow, SampleFunding } from "./sample";
import { momentInUtc } from "../../time/clock";
import { originOf, recordsOf } from "../rows";

/** Newest rows to search: at least as many as all venues settle in a day. */
const NEWEST = 200;

type Settlement = PublishedFunding | SampleFunding;

const rank = ({ exchange, contract }: Settlement): number => (VENUES as readonly string[]).indexOf(exchange) * 2 + (/USDT/.test(contract) ? 0 : 1);

/** The newest settlement of a perpetual, however old. */
const newestSettled = (context: Context, symbol: Perpetual): StoredRecord<Settlement> | undefined =>
  recordsOf(context, "funding", symbol)
    .latest<Settlement>("funding", symbol, context.clock.today(), NEWEST)
    .filter(({ body }) => body.time_ms <= momentInUtc(context.clock))
    .sort((a, b) => b.body.time_ms - a.body.time_ms || rank(a.body) - rank(b.body))[0];

/** A settlement as the row that cells show. Sample rows belong to no venue. */
export const fundingRowOf = ({ entity, body: { exchange, contract, time_ms, rate_pct, interval_hours } }: StoredRecord<Settlement>): FundingRow => ({
  symbol: entity as Perpetual,
  settled: time_ms,
  rate: rate_pct,
  intervalHours: interval_hours ?? undefined,
  ...(exchange === "sample" ? {} : { venue: exchange, contract }),
});

/**
 * The last settlement of a perpetual at the first venue, in the order of VENUES, whose last settlement is not too old. So the venue stays the same from one settlement
 * to the next. If all are too old, the newest settlement. Its rate is NaN if none is settled by now.
 */
export function lastFunding(context: Context, symbol: Perpetual): Sourced<FundingRow> {
  const found = lastOfContracts(context, symbol)[0] ?? newestSettled(context, symbol);
  if (found) return { rows: fundingRowOf(found), ...ofDataset(found.source, "funding", symbol) };
  const none: FundingRow = { symbol, settled: momentInUtc(context.clock), rate: Number.NaN, intervalHours: undefined };
  return { rows: none, ...originOf(context, "hyperliquid", "funding", symbol) };
}

/** The last settlement of every contract of a perpetual, in the order of the venues. Settlements too old to be the latest are left out. */
export function lastOfContracts(context: Context, symbol: Perpetual): StoredRecord<Settlement>[] {
  const { clock } = context;
  const [now, today] = [momentInUtc(clock), clock.today()];
  const last = new Map<string, StoredRecord<Settlement>>();
  const settled = recordsOf(context, "funding", symbol).between<Settlement>("funding", symbol, addDays(today, -MAXIMUM_AGES.funding.days), today, today);
  for (const row of settled) {
    const { exchange, contract, time_ms } = row.body;
    const name = `${exchange} ${contract}`;
    if (time_ms <= now && time_ms > (last.get(name)?.body.time_ms ?? Number.NEGATIVE_INFINITY)) last.set(name, row);
  }
  return [...last.values()].sort((a, b) => rank(a.body) - rank(b.body) || (a.body.contract < b.body.contract ? -1 : 1));
}
