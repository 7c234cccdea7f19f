import { largest } from "../../../contract/lists";
import { addDays, DAY_MS, isoOf } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { liquidated, wholeDays } from "../liquidations/liquidated";
import { median } from "../median";
import { untilImport } from "../../answers/until-import";
import { stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

/** Number of earlier days to compare with, if complete. */
const MAX_DAYS = 30;
const MIN_DAYS = 3;

const kept = untilImport<readonly number[]>(8);

/** Dollars of each complete UTC day before today. Constant during the day. */
const daysBefore = (context: Context, asset: RiskAsset): readonly number[] =>
  kept(context, asset, () => wholeDays(context, asset, addDays(context.clock.today(), -MAX_DAYS), addDays(context.clock.today(), -1)));

/**
 * What was liquidated in the last 24 hours, against the median of the days before that are held whole: 50 at the median, 100 at twice as much and beyond.
 */
export function liquidationStress(context: Context, asset: RiskAsset): Measured | Absent {
  const now = Date.parse(context.clock.asOf());
  const last = liquidated(context, asset, now - DAY_MS, now);
  if (!last) return { absent: `no liquidations of ${asset} of the last 24 hours are held` };
  if (!last.whole) return { absent: `the liquidations of ${asset} that are held do not reach over the last 24 hours` };
  const before = daysBefore(context, asset);
  if (before.length < MIN_DAYS)
    return { absent: `${before.length} of the days before are held whole, and ${MIN_DAYS} are needed to compare the liquidations of ${asset} with` };
  const usual = median(before);
  if (usual <= 0) return { absent: `nothing was liquidated of ${asset} on most of the ${before.length} days before: there is nothing to compare with` };
  const usd = last.long_usd + last.short_usd;
  return {
    stress: stressOf((50 * usd) / usual),
    value: Number(usd.toPrecision(12)),
    unit: "USD",
    observation_date: isoOf(largest(last.contracts.map((c) => c.to_ms).map((ms) => Math.min(ms, now)))),
    ...ofDataset("okx", "coverage", `liquidation ${asset}`),
    evidence: `last 24 hours at okx, ${(usd / usual).toFixed(2)} times the median of ${before.length} days before`,
  };
}
