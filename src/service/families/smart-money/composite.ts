import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../sample/random";
import { mergeProvenance } from "../../answers/answering";
import type { AbsentComponent, Component } from "../../answers/family";
import { COMPONENT_SOURCES } from "./read-components";
import { COMPONENT_NAMES, COMPONENT_WEIGHTS, type ComponentName, type Silence, type Voice } from "./rows";

/** The weighted mean of the available components. */
interface Composite {
  /** -100 to 100. */
  readonly score: number;
  /** The newest day that a component describes. */
  readonly observed: IsoDate;
}

const spoken = (heard: Voice | Silence): heard is Voice => "score" in heard;

function componentOf(name: ComponentName, heard: Voice | Silence, spokenWeight: number, sample: boolean): Component | AbsentComponent {
  if (!spoken(heard)) return { name, absent: heard.absent };
  const { score, observed, evidence } = heard;
  const weight = COMPONENT_WEIGHTS[name] / spokenWeight;
  return {
    name,
    source: sample ? "sample" : COMPONENT_SOURCES[name],
    sample,
    ...mergeProvenance([heard]),
    observation_date: observed,
    value: rounded(score, 2),
    unit: "score",
    direction: score > 0 ? "bull" : score < 0 ? "bear" : "neutral",
    weight: rounded(weight, 4),
    contribution: rounded(weight * score, 2),
    evidence,
  };
}

/** All components with the composite of the available ones; undefined if there are none. */
export function compositeOf(
  heard: Readonly<Record<ComponentName, Voice | Silence>>,
  sample: boolean,
): { readonly composite: Composite | undefined; readonly components: readonly (Component | AbsentComponent)[] } {
  const voices = COMPONENT_NAMES.flatMap((name) => {
    const voice = heard[name];
    return spoken(voice) ? [{ voice, weight: COMPONENT_WEIGHTS[name] }] : [];
  });
  const weight = voices.reduce((sum, v) => sum + v.weight, 0);
  const components = COMPONENT_NAMES.map((name) => componentOf(name, heard[name], weight, sample));
  if (voices.length === 0) return { composite: undefined, components };
  return {
    composite: {
      score: rounded(voices.reduce((sum, v) => sum + v.weight * v.voice.score, 0) / weight, 2),
      observed: voices.map((v) => v.voice.observed).reduce((a, b) => (b > a ? b : a)),
    },
    components,
  };
}
