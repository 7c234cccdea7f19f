import { daysBetween } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { closesFor } from "../prices/prices";
import { splitJump } from "../prices/returns";
import { STALE_DAYS, stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

const DAYS = 20;
/** Twenty days of a market that never closes may lack only a few closes. */
const MAX_DAYS = 25;
const DAYS_A_YEAR = 365;
/** Percent a year that is full stress. */
const FULL = 100;

/** The standard deviation of the last 20 daily log returns of the operator's own prices, a year of 365 days, in percent: as many points, 100 at most. */
export function volatilityStress(context: Context, asset: RiskAsset): Measured | Absent {
  const { rows: closes, ...origin } = closesFor(context, asset, DAYS + 1);
  const [first, last] = [closes[0], closes[closes.length - 1]];
  if (origin.sample) return { absent: `no prices of ${asset} are imported` };
  if (!first || !last || closes.length <= DAYS) return { absent: `${closes.length} of the ${DAYS + 1} closes of ${asset} that are needed are held` };
  if (daysBetween(last.date, context.clock.today()) > STALE_DAYS)
    return { absent: `the prices of ${asset} that are held end on ${last.date}, more than three days ago` };
  if (daysBetween(first.date, last.date) > MAX_DAYS)
    return { absent: `the last ${DAYS + 1} closes of ${asset} lie over more than ${MAX_DAYS} days: too many are missing` };
  const jump = splitJump(closes);
  if (jump) return { absent: `the close of ${asset} jumps on ${jump.date} as in a split: check the prices that were imported` };
  const returns = closes.slice(1).map((c, i) => Math.log(c.close / closes[i]!.close));
  const mean = returns.reduce((n, r) => n + r, 0) / returns.length;
  const percent = Math.sqrt((returns.reduce((n, r) => n + (r - mean) ** 2, 0) / (returns.length - 1)) * DAYS_A_YEAR) * 100;
  return {
    stress: stressOf((100 * percent) / FULL),
    value: Number(percent.toFixed(4)),
    unit: "%",
    observation_date: last.date,
    ...origin,
    evidence: `standard deviation of ${DAYS} daily returns up to ${last.date}, a year of ${DAYS_A_YEAR} days`,
  };
}
