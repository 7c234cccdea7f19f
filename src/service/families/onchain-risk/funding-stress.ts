import { addDays, DAY_MS, isoOf } from "../../../contract/dates";
import { ofDataset, mergeProvenance } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { PublishedFunding } from "../../records/funding";
import { momentInUtc } from "../../time/clock";
import { STALE_DAYS, stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

const DAYS = 30;
/** Minimum settlements for a meaningful standard deviation. */
const MIN_SETTLEMENTS = 20;
/** Full stress: funding in percent per eight hours, positive or negative, and its distance from the mean in standard deviations. */
const FULL_STRESS_LEVEL = 0.1;
const FULL_STRESS_Z = 3;

/** One settlement, per eight hours, weighted by its hours, so that venues that settle every hour do not count more than others. */
interface Rate {
  readonly rate: number;
  readonly hours: number;
}

function spreadOf(rates: readonly Rate[]): { mean: number; sd: number } {
  const hours = rates.reduce((n, r) => n + r.hours, 0);
  const mean = rates.reduce((n, r) => n + r.rate * r.hours, 0) / hours;
  return { mean, sd: Math.sqrt(rates.reduce((n, r) => n + (r.rate - mean) ** 2 * r.hours, 0) / hours) };
}

/**
 * Stress from the mean of the venues' last settled rates, in percent per eight hours: half from its distance to zero, half from its distance to the mean of the last 30
 * days in standard deviations. Settlements without a stated interval are left out.
 */
export function fundingStress({ clock, store }: Context, asset: RiskAsset): Measured | Absent {
  const now = momentInUtc(clock);
  const today = clock.today();
  const rows = store.records
    .between<PublishedFunding>("funding", asset, addDays(today, -DAYS), today, today)
    .filter(({ body }) => body.time_ms <= now && body.time_ms > now - DAYS * DAY_MS);
  const stated = rows.filter((r) => r.body.interval_hours !== null);
  if (stated.length === 0)
    return { absent: rows.length > 0 ? `no settlement of ${asset} states its interval` : `no funding of ${asset} in the last ${DAYS} days is loaded` };
  const last = new Map<string, (typeof stated)[number]>();
  for (const row of stated) {
    const venue = `${row.body.exchange} ${row.body.contract}`;
    if (row.body.time_ms > (last.get(venue)?.body.time_ms ?? 0)) last.set(venue, row);
  }
  const fresh = [...last.values()].filter((r) => r.body.time_ms >= now - STALE_DAYS * DAY_MS).sort((a, b) => b.body.time_ms - a.body.time_ms);
  const [newest] = fresh;
  if (!newest) return { absent: `the loaded funding of ${asset} ends on ${stated[stated.length - 1]!.date}, more than three days ago` };
  if (stated.length < MIN_SETTLEMENTS)
    return { absent: `${stated.length} settlements of ${asset} in the last ${DAYS} days are loaded, and ${MIN_SETTLEMENTS} are needed` };
  const per8 = ({ rate_pct, interval_hours }: PublishedFunding): Rate => ({ rate: (rate_pct * 8) / (interval_hours ?? 8), hours: interval_hours ?? 8 });
  const level = fresh.reduce((n, r) => n + per8(r.body).rate, 0) / fresh.length;
  const { mean, sd } = spreadOf(stated.map((r) => per8(r.body)));
  const z = sd > 1e-9 ? (level - mean) / sd : 0;
  const venues = [...new Set(fresh.map((r) => r.body.exchange))].sort();
  return {
    stress: 0.5 * stressOf((100 * Math.abs(level)) / FULL_STRESS_LEVEL) + 0.5 * stressOf((100 * Math.abs(z)) / FULL_STRESS_Z),
    value: Number(level.toFixed(6)),
    unit: "% per interval",
    observation_date: isoOf(newest.body.time_ms),
    source: newest.source,
    ...mergeProvenance(fresh.map((r) => ofDataset(r.source, "funding", asset))),
    evidence: `mean of the last settled rates per 8 hours at ${venues.join(", ")}; ${z.toFixed(1)} standard deviations from the mean of ${stated.length} settlements of ${DAYS} days`,
  };
}
