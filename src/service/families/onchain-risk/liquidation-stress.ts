import { largest } from "../../../contract/lists";
import { addDays, DAY_MS, isoOf } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { liquidated, wholeDays } from "../liquidations/liquidated";
import { untilImport } from "../../answers/until-import";
import { median } from "../median";
import { momentInUtc } from "../../time/clock";
import { stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

/** Maximum number of earlier days to compare with. */
const MAX_DAYS = 30;
const MIN_DAYS = 3;

const cache = untilImport<readonly number[]>();

/** US dollars liquidated on each fully covered UTC day before today. Constant during the day, so cached. */
const daysBefore = (context: Context, asset: RiskAsset): readonly number[] =>
  cache(context, asset, () => wholeDays(context, asset, addDays(context.clock.today(), -MAX_DAYS), addDays(context.clock.today(), -1)));

/** Stress from the liquidations of the last 24 hours against the median of the fully covered days before: 50 at the median, 100 at twice the median or more. */
export function liquidationStress(context: Context, asset: RiskAsset): Measured | Absent {
  const now = momentInUtc(context.clock);
  const last = liquidated(context, asset, now - DAY_MS, now);
  if (!last) return { absent: `no liquidations of ${asset} in the last 24 hours are loaded` };
  if (!last.whole) return { absent: `the loaded liquidations of ${asset} do not cover the last 24 hours` };
  const before = daysBefore(context, asset);
  if (before.length < MIN_DAYS) return { absent: `${before.length} earlier days of ${asset} liquidations are fully loaded, and ${MIN_DAYS} are needed` };
  const usual = median(before);
  if (usual <= 0) return { absent: `${asset} has no liquidations on most of the ${before.length} days before, so there is no base to compare with` };
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
