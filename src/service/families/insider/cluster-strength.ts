import { rounded } from "../../../contract/rounded";
import type { InsiderSide } from "./insider-side";

/** Number of insiders for the full score: few companies have more who may trade at once. */
const FULL_SCORE_INSIDERS = 6;
/** The value counts on a log scale, from 10 thousand to 10 million US dollars. */
const MIN_VALUE = 1e4;
const FULL_SCORE_VALUE = 1e7;
const STRENGTH_WEIGHTS = { insiders: 0.35, value: 0.3, chief: 0.2, freely: 0.15 } as const;

const within = (share: number): number => Math.max(0, Math.min(1, share));
const ofValue = (usd: number): number => (usd <= 0 ? 0 : within(Math.log10(usd / MIN_VALUE) / Math.log10(FULL_SCORE_VALUE / MIN_VALUE)));

/**
 * Strength from 0 to 100: 35 points for the number of insiders (all at six), 30 for the value on a log scale (10 thousand to 10 million US dollars), 20 if the CEO
 * or CFO takes part, 15 for the share of trades outside a plan. The points of an unknown value or plan go to the others in proportion.
 */
export function strengthOf({ insiders, value, hasCeo, hasCfo, unplanned: freely }: InsiderSide): number {
  const parts: readonly (readonly [keyof typeof STRENGTH_WEIGHTS, number | null])[] = [
    ["insiders", within(insiders / FULL_SCORE_INSIDERS)],
    ["value", value === null ? null : ofValue(value)],
    ["chief", hasCeo || hasCfo ? 1 : 0],
    ["freely", freely],
  ];
  const known = parts.flatMap(([name, share]) => (share === null ? [] : [{ weight: STRENGTH_WEIGHTS[name], share }]));
  return rounded((100 * known.reduce((sum, p) => sum + p.weight * p.share, 0)) / known.reduce((sum, p) => sum + p.weight, 0), 1);
}
