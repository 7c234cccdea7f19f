import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../sample/random";
import { restsOf } from "../../answers/answering";
import type { AbsentLeg, Leg } from "../../answers/family";
import { LEG_SOURCES } from "./read-legs";
import { LEG_NAMES, LEG_WEIGHTS, type LegName, type Silence, type Voice } from "./rows";

/** The weighted mean of the legs that speak. */
interface Composite {
  /** -100 to 100. */
  readonly score: number;
  /** The newest day that a leg describes. */
  readonly observed: IsoDate;
}

const spoken = (heard: Voice | Silence): heard is Voice => "score" in heard;

function legOf(name: LegName, heard: Voice | Silence, spokenWeight: number, sample: boolean): Leg | AbsentLeg {
  if (!spoken(heard)) return { name, absent: heard.absent };
  const { score, observed, evidence } = heard;
  const weight = LEG_WEIGHTS[name] / spokenWeight;
  return {
    name,
    source: sample ? "sample" : LEG_SOURCES[name],
    sample,
    ...restsOf([heard]),
    observation_date: observed,
    value: rounded(score, 2),
    unit: "score",
    direction: score > 0 ? "bull" : score < 0 ? "bear" : "neutral",
    weight: rounded(weight, 4),
    contribution: rounded(weight * score, 2),
    evidence,
  };
}

/** All legs as they are told, with the composite of those that speak; undefined where none does. */
export function compositeOf(
  heard: Readonly<Record<LegName, Voice | Silence>>,
  sample: boolean,
): { readonly composite: Composite | undefined; readonly legs: readonly (Leg | AbsentLeg)[] } {
  const voices = LEG_NAMES.flatMap((name) => {
    const voice = heard[name];
    return spoken(voice) ? [{ voice, weight: LEG_WEIGHTS[name] }] : [];
  });
  const weight = voices.reduce((sum, v) => sum + v.weight, 0);
  const legs = LEG_NAMES.map((name) => legOf(name, heard[name], weight, sample));
  if (voices.length === 0) return { composite: undefined, legs };
  return {
    composite: {
      score: rounded(voices.reduce((sum, v) => sum + v.weight * v.voice.score, 0) / weight, 2),
      observed: voices.map((v) => v.voice.observed).reduce((a, b) => (b > a ? b : a)),
    },
    legs,
  };
}
