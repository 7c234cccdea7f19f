import { answering, sampled, type Sourced } from "../answering";
import { rounded } from "../../sample/random";
import { HOUR, type Context, type Evaluate, type Family } from "../family";
import type { RegimeRow, RegimeRows } from "./rows";
import { sampleRegimeRows } from "./sample";

/** The closed set of regime names. */
export const REGIMES = ["Expansion", "Slowdown", "Contraction", "Recovery", "Stagflation", "Neutral"] as const;
export type Regime = (typeof REGIMES)[number];

const MAX_AGE_S = 6 * HOUR;
/** Scores nearer to zero than this name no phase of the cycle. */
const NEUTRAL_SCORE = 12;
const HOT_INFLATION = 0.35;

/** The newest inputs, from wherever they are held. */
export const rowsFor = (context: Context): Sourced<RegimeRows> => sampled(sampleRegimeRows(context.clock.today()));

const summed = (row: RegimeRow, of: (reading: number) => number) => row.inputs.reduce((sum, { weight, reading }) => sum + weight * of(reading), 0);
const weightOf = (row: RegimeRow) => row.inputs.reduce((sum, { weight }) => sum + weight, 0);
const scoreOf = (row: RegimeRow) => (100 * summed(row, (r) => r)) / weightOf(row);

/** 100 where every input points the same way, 0 where they cancel out. */
function convictionOf(row: RegimeRow): number {
  const strength = summed(row, Math.abs);
  return strength === 0 ? 0 : (100 * Math.abs(summed(row, (r) => r))) / strength;
}

function regimeOf({ latest, quarterBefore }: RegimeRows): Regime {
  const score = scoreOf(latest);
  const rising = score >= scoreOf(quarterBefore);
  if (score < -NEUTRAL_SCORE && latest.inflation > HOT_INFLATION) return "Stagflation";
  if (score > NEUTRAL_SCORE) return rising ? "Expansion" : "Slowdown";
  if (score < -NEUTRAL_SCORE) return rising ? "Recovery" : "Contraction";
  return "Neutral";
}

/**
 * The macro regime of the last session: a label out of `REGIMES`, a score from -100 to 100 (higher is stronger), and the
 * conviction, in percent, with which the inputs agree. Source: generated sample rows.
 */
const regime: Evaluate = ([field], context) => {
  const { rows, ...origin } = rowsFor(context);
  const say = answering(origin, MAX_AGE_S);
  const { date } = rows.latest;
  switch (field) {
    case "label":
      return say.text(regimeOf(rows), date);
    case "score":
      return say.number(rounded(scoreOf(rows.latest), 1), "score", date);
    case "conviction":
      return say.number(rounded(convictionOf(rows.latest), 1), "%", date);
    case "date":
      return say.date(date, date);
    default:
      return say.reason("bad_argument", `REGIME has no field ${field}`);
  }
};

export const macroRegime: Family = { name: "regime", functions: { REGIME: regime } };
