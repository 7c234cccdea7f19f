import { addDays } from "../../../contract/dates";
import type { Perpetual } from "../../../contract/vocabulary";
import { ofDataset, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { VENUES, type PublishedFunding } from "../../records/funding";
import type { StoredRecord } from "../../records/record";
import type { FundingRow } from "./sample";
import { momentInUtc } from "../../time/clock";
import { recordsOf } from "../rows";

/** Newest rows to search: at least as many as all venues settle in a day. */
const NEWEST = 200;

const rank = ({ exchange, contract }: PublishedFunding): number => VENUES.indexOf(exchange) * 2 + (/USDT/.test(contract) ? 0 : 1);

/** The newest settlement of a perpetual, however old. */
const newestSettled = ({ clock, store }: Context, symbol: Perpetual): StoredRecord<PublishedFunding> | undefined =>
  store.records
    .latest<PublishedFunding>("funding", symbol, clock.today(), NEWEST)
    .filter(({ body }) => body.time_ms <= momentInUtc(clock))
    .sort((a, b) => b.body.time_ms - a.body.time_ms || rank(a.body) - rank(b.body))[0];

/**
 * The last settlement of a perpetual at the first venue, in the order of VENUES, whose last settlement is not too old. So the venue stays the same from one settlement
 * to the next. If all are too old, the newest settlement. Its rate is NaN if none is settled by now. Undefined if none is imported.
 */
export function publishedFundingRow(context: Context, symbol: Perpetual): Sourced<FundingRow> | undefined {
  const { clock, store } = context;
  if (!store.records.isPublished("funding", symbol)) return undefined;
  const found = lastOfContracts(context, symbol)[0] ?? newestSettled(context, symbol);
  if (!found)
    return { rows: { symbol, settled: momentInUtc(clock), rate: Number.NaN, intervalHours: undefined }, ...ofDataset("hyperliquid", "funding", symbol) };
  const { exchange, contract, time_ms, rate_pct, interval_hours } = found.body;
  return {
    rows: { symbol, settled: time_ms, rate: rate_pct, intervalHours: interval_hours ?? undefined, venue: exchange, contract },
    ...ofDataset(found.source, "funding", symbol),
  };
}

/** The last settlement of every contract of a perpetual, in the order of the venues. Settlements too old to be the latest are left out. */
export function lastOfContracts(context: Context, symbol: Perpetual): StoredRecord<PublishedFunding>[] {
  const { clock } = context;
  const [now, today] = [momentInUtc(clock), clock.today()];
  const last = new Map<string, StoredRecord<PublishedFunding>>();
  for (const row of recordsOf(context, "funding", symbol).between<PublishedFunding>(
    "funding",
    symbol,
    addDays(today, -MAXIMUM_AGES.funding.days),
    today,
    today,
  )) {
    const { exchange, contract, time_ms } = row.body;
    const name = `${exchange} ${contract}`;
    if (time_ms <= now && time_ms > (last.get(name)?.body.time_ms ?? Number.NEGATIVE_INFINITY)) last.set(name, row);
  }
  return [...last.values()].sort((a, b) => rank(a.body) - rank(b.body) || (a.body.contract < b.body.contract ? -1 : 1));
}
