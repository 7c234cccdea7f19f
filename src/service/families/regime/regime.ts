import { addDays, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { answering, jointOrigin } from "../../answers/answering";
import { rounded } from "../../../contract/rounded";
import { HOUR, type AbsentComponent, type EvaluateField, type Family, type FamilyAnswer, type Component } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { isSampleOn } from "../sample-switch";
import { untilRelease } from "../../answers/until-import";
import { INFLATION, INPUTS, type RegimeInput, type InputReading } from "./inputs";

/** All regime names. */
export const REGIMES = ["Expansion", "Slowdown", "Contraction", "Recovery", "Stagflation", "Neutral"] as const;
type Regime = (typeof REGIMES)[number];

const MAX_AGE_S = 6 * HOUR;
const QUARTER_DAYS = 91;
/** Scores nearer to zero than this are Neutral. */
const NEUTRAL_SCORE = 12;
const HIGH_INFLATION = 0.35;
/** Minimum share of the inputs, by weight, for an answer. */
const MIN_WEIGHT = 0.5;

interface ReadInput {
  readonly input: RegimeInput;
  readonly read: InputReading;
}

/** The inputs on one day: those with a reading, and those without, with the reason. */
export interface Day {
  readonly present: readonly ReadInput[];
  readonly absent: readonly AbsentComponent[];
}

interface Regimes {
  readonly latest: Day;
  readonly quarterBefore: Day;
  readonly inflation: InputReading | string;
}

function dayOf(at: IsoDate, context: Context): Day {
  const read = INPUTS.map((input) => ({ input, read: input.read(at, context) }));
  return {
    present: read.flatMap(({ input, read }) => (typeof read === "string" ? [] : [{ input, read }])),
    absent: read.flatMap(({ input, read }) => (typeof read === "string" ? [{ name: input.name, absent: read }] : [])),
  };
}

/** The inputs now and a quarter before. Cached until an import changes them. */
const regimesFor = untilRelease(
  (context): Regimes => {
    const today = context.clock.today();
    const known = dayOf(today, context);
    // Reads everything at the newest observation, so the regime does not change without new data. A series can have one on a holiday.
    const at = known.present.length > 0 ? dateOf(known) : today;
    return { latest: dayOf(at, context), quarterBefore: dayOf(addDays(at, -QUARTER_DAYS), context), inflation: INFLATION.read(at, context) };
  },
  ({ store }) => (isSampleOn(store.decisions) ? "with sample series" : "published series alone"),
);

const dateOf = ({ present }: Day): IsoDate => present.map(({ read }) => read.from[0].date).reduce((a, b) => (b > a ? b : a));

const weightOf = ({ present }: Day): number => present.reduce((sum, { input }) => sum + input.weight, 0);
const weightedSum = ({ present }: Day, of: (reading: number) => number): number =>
  present.reduce((sum, { input, read }) => sum + input.weight * of(read.reading), 0);

/** Score from -100 to 100. The weight of an absent input goes to the others in proportion. */
export const regimeScoreOf = (day: Day): number => (100 * weightedSum(day, (r) => r)) / weightOf(day);

/** Conviction: 100 if every input points the same way, 0 if they cancel out. */
export function convictionOf(day: Day): number {
  const strength = weightedSum(day, Math.abs);
  return strength === 0 ? 0 : (100 * Math.abs(weightedSum(day, (r) => r))) / strength;
}

/** The phase of the cycle. If the quarter before is unknown, the sign of the score gives the direction. */
export function regimeOf({ latest, quarterBefore, inflation }: Regimes): Regime {
  const score = regimeScoreOf(latest);
  const rising = weightOf(quarterBefore) >= MIN_WEIGHT ? score >= regimeScoreOf(quarterBefore) : score > 0;
  if (score < -NEUTRAL_SCORE && typeof inflation !== "string" && inflation.reading > HIGH_INFLATION) return "Stagflation";
  if (score > NEUTRAL_SCORE) return rising ? "Expansion" : "Slowdown";
  if (score < -NEUTRAL_SCORE) return rising ? "Recovery" : "Contraction";
  return "Neutral";
}

function componentsOf({ input, read }: ReadInput, weight: number): Component[] {
  const [first, ...others] = read.from;
  const share = input.weight / weight;
  const main: Component = {
    name: input.name,
    ...jointOrigin(read.from),
    observation_date: first.date,
    value: read.value,
    unit: "%",
    evidence: read.evidence,
    ...(input.weight > 0 ? { weight: rounded(share, 4), contribution: rounded(100 * share * read.reading, 2) } : {}),
  };
  // Names the other publishers too.
  const named = new Set([main.source]);
  const parts = others.filter(({ source }) => !named.has(source) && named.add(source));
  return [main, ...parts.map((part) => ({ name: `${input.name}, further source`, ...jointOrigin([part]), observation_date: part.date }))];
}

/**
 * The macro regime: a label from `REGIMES`, a score from -100 to 100 (higher is stronger), and the conviction in percent: how far the inputs agree.
 * Every input is a series that other functions show. Fails with `inputs_missing` if less than half of the inputs, by weight, can be read.
 */
const regime: EvaluateField<FieldName<"REGIME">> = (_args, context, field) => {
  const regimes = regimesFor(context);
  const { latest, inflation } = regimes;
  const weight = weightOf(latest);
  const inflationRead = typeof inflation === "string" ? [] : [{ input: INFLATION, read: inflation }];
  const absent = [...latest.absent, ...(typeof inflation === "string" ? [{ name: INFLATION.name, absent: inflation }] : [])];
  const origin = jointOrigin([...latest.present, ...inflationRead].flatMap(({ read }) => read.from));
  const components = [...[...latest.present, ...inflationRead].flatMap((of) => componentsOf(of, weight || 1)), ...absent];
  const say = answering(origin, MAX_AGE_S);
  if (weight < MIN_WEIGHT)
    return {
      ...say.reason("inputs_missing", {
        short: "Less than half of the inputs can be read.",
        full: `Less than half of the regime's inputs, by weight, can be read: ${latest.absent.map((a) => a.absent).join("; ")}. Load more data.`,
      }),
      components,
    };
  const date = dateOf(latest);
  const figures: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    label: () => say.text(regimeOf(regimes), date),
    score: () => say.number(rounded(regimeScoreOf(latest), 1), "score", date),
    conviction: () => say.number(rounded(convictionOf(latest), 1), "%", date),
    date: () => say.date(date, date),
  };
  return { ...figures[field](), components };
};

export const macroRegime: Family = {
  name: "regime",
  functions: { REGIME: { evaluate: regime, ages: { fields: { ...all("parts", "label", "score", "conviction"), date: "day" } } } },
  series: ["DGS10", "DGS2", "ICSA", "RIFSPPFAAD90NB", "DTB3", "WALCL", "RRPONTSYD", "DFII10", "DTWEXBGS", "CPIAUCSL"],
};
