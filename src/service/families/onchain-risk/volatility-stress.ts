import { daysBetween } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { closesFor } from "../prices/prices";
import { splitJump } from "../prices/returns";
import { STALE_DAYS, stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

const DAYS = 20;
/** Maximum days that the closes may span: a market that never closes may lack only a few. */
const MAX_SPAN_DAYS = 25;
const DAYS_A_YEAR = 365;
/** Volatility in percent a year at full stress. */
const FULL_STRESS_PCT = 100;

/** Stress from the standard deviation of the last 20 daily log returns of the operator's own prices, annualised over 365 days: one point per percent, at most 100. */
export function volatilityStress(context: Context, asset: RiskAsset): Measured | Absent {
  const { rows: closes, ...origin } = closesFor(context, asset, DAYS + 1);
  const [first, last] = [closes[0], closes[closes.length - 1]];
  if (origin.sample) return { absent: `no prices of ${asset} are imported` };
  if (!first || !last || closes.length <= DAYS) return { absent: `${closes.length} of the ${DAYS + 1} closes of ${asset} that are needed are loaded` };
  if (daysBetween(last.date, context.clock.today()) > STALE_DAYS)
    return { absent: `the loaded prices of ${asset} end on ${last.date}, more than three days ago` };
  if (daysBetween(first.date, last.date) > MAX_SPAN_DAYS)
    return { absent: `the last ${DAYS + 1} closes of ${asset} span more than ${MAX_SPAN_DAYS} days: too many are missing` };
  const jump = splitJump(closes);
  if (jump) return { absent: `the close of ${asset} jumps on ${jump.date} as in a split: check the imported prices` };
  const returns = closes.slice(1).map((c, i) => Math.log(c.close / closes[i]!.close));
  const mean = returns.reduce((n, r) => n + r, 0) / returns.length;
  const percent = Math.sqrt((returns.reduce((n, r) => n + (r - mean) ** 2, 0) / (returns.length - 1)) * DAYS_A_YEAR) * 100;
  return {
    stress: stressOf((100 * percent) / FULL_STRESS_PCT),
    value: Number(percent.toFixed(4)),
    unit: "%",
    observation_date: last.date,
    ...origin,
    evidence: `standard deviation of ${DAYS} daily returns up to ${last.date}, a year of ${DAYS_A_YEAR} days`,
  };
}
