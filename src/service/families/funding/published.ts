import type { Perpetual } from "../../../contract/vocabulary";
import { ofDataset, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { VENUES, type PublishedFunding } from "../../records/funding";
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
  const { exchange, time_ms, rate_pct, interval_hours } = same.body;
  return {
    rows: { symbol, settled: time_ms, rate: rate_pct, intervalHours: interval_hours ?? undefined, venue: exchange },
    ...ofDataset(same.source, "funding", symbol),
  };
}
