import { addDays } from "../../../contract/dates";
import type { Perpetual } from "../../../contract/vocabulary";
import { ofDataset, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { VENUES, type PublishedFunding } from "../../records/funding";
import type { StoredRecord } from "../../records/record";
import type { FundingRow } from "./sample";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";

/** Newest rows to search: at least as many as all venues settle in a day. */
const NEWEST = 200;

const rank = ({ exchange, contract }: PublishedFunding): number => VENUES.indexOf(exchange) * 2 + (/USDT/.test(contract) ? 0 : 1);

/** The last published settlement of a perpetual. Its rate is NaN if none is settled by now. Undefined if none is imported. */
export function publishedFundingRow({ clock, store }: Context, symbol: Perpetual): Sourced<FundingRow> | undefined {
  if (!store.records.isPublished("funding", symbol)) return undefined;
  const now = momentInUtc(clock);
  const rows = store.records.latest<PublishedFunding>("funding", symbol, clock.today(), NEWEST).filter((r) => r.body.time_ms <= now);
  const [newest] = [...rows].sort((a, b) => b.body.time_ms - a.body.time_ms || rank(a.body) - rank(b.body));
  if (!newest) return { rows: { symbol, settled: now, rate: Number.NaN, intervalHours: undefined }, ...ofDataset("hyperliquid", "funding", symbol) };
  const { body } = newest;
  // Settlements of one hour are seconds apart. The order of the venues decides, not the seconds.
  const hour = (ms: number): number => Math.round(ms / HOUR_MS);
  const same = rows.filter((r) => hour(r.body.time_ms) === hour(body.time_ms)).sort((a, b) => rank(a.body) - rank(b.body))[0] ?? newest;
  const { exchange, contract, time_ms, rate_pct, interval_hours } = same.body;
  return {
    rows: { symbol, settled: time_ms, rate: rate_pct, intervalHours: interval_hours ?? undefined, venue: exchange, contract },
    ...ofDataset(same.source, "funding", symbol),
  };
}

/** The last published settlement of every contract of a perpetual, in the order of the venues. Settlements too old to be the latest are left out. */
export function lastOfContracts({ clock, store }: Context, symbol: Perpetual): StoredRecord<PublishedFunding>[] {
  const [now, today] = [momentInUtc(clock), clock.today()];
  const last = new Map<string, StoredRecord<PublishedFunding>>();
  for (const row of store.records.between<PublishedFunding>("funding", symbol, addDays(today, -MAXIMUM_AGES.funding.days), today, today)) {
    const { exchange, contract, time_ms } = row.body;
    const name = `${exchange} ${contract}`;
    if (time_ms <= now && time_ms > (last.get(name)?.body.time_ms ?? Number.NEGATIVE_INFINITY)) last.set(name, row);
  }
  return [...last.values()].sort((a, b) => rank(a.body) - rank(b.body) || (a.body.contract < b.body.contract ? -1 : 1));
}
