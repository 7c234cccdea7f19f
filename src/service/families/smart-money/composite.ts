import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { mergeProvenance } from "../../answers/answering";
import type { AbsentComponent, Component } from "../../answers/family";
import { sourceOf } from "./read-components";
import { COMPONENT_NAMES, COMPONENT_WEIGHTS, type ComponentName, type ComponentAbsence, type ComponentScore } from "./rows";

/** The weighted mean of the available components. */
interface Composite {
  /** -100 to 100. */
  readonly score: number;
  /** The newest day that a component describes. */
  readonly observed: IsoDate;
}

const isScored = (component: ComponentScore | ComponentAbsence): component is ComponentScore => "score" in component;

function componentOf(name: ComponentName, result: ComponentScore | ComponentAbsence, scoredWeight: number, sample: boolean): Component | AbsentComponent {
  if (!isScored(result)) return { name, absent: result.absent };
  const { score, observed, evidence } = result;
  const weight = COMPONENT_WEIGHTS[name] / scoredWeight;
  return {
    name,
    source: sample ? "sample" : sourceOf(name),
    sample,
    ...mergeProvenance([result]),
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
  results: Readonly<Record<ComponentName, ComponentScore | ComponentAbsence>>,
  sample: boolean,
): { readonly composite: Composite | undefined; readonly components: readonly (Component | AbsentComponent)[] } {
  const scored = COMPONENT_NAMES.flatMap((name) => {
    const component = results[name];
    return isScored(component) ? [{ component, weight: COMPONENT_WEIGHTS[name] }] : [];
  });
  const weight = scored.reduce((sum, s) => sum + s.weight, 0);
  const components = COMPONENT_NAMES.map((name) => componentOf(name, results[name], weight, sample));
  if (scored.length === 0) return { composite: undefined, components };
  return {
    composite: {
      score: rounded(scored.reduce((sum, s) => sum + s.weight * s.component.score, 0) / weight, 2),
      observed: scored.map((s) => s.component.observed).reduce((a, b) => (b > a ? b : a)),
    },
    components,
  };
}
