import type { FieldInput } from "../call-text";
import type { FormSpec } from "../form-spec";

/** One column of a block: its heading, and the call for each name. */
export interface BlockColumn {
  /** Unique among the columns. */
  readonly key: string;
  readonly heading: string;
  readonly spec: FormSpec;
  /** By argument; the first is the name's place. */
  readonly inputs: readonly FieldInput[];
  /** The argument that refers to the heading; undefined if the heading is a label. */
  readonly across: number | undefined;
}

/** The argument whose choices can be the columns; -1 if the function has none. */
export const acrossOf = (spec: FormSpec): number => spec.parameters.findIndex((p, i) => i > 0 && p.choices !== undefined);

/** Functions with names and choices. */
export const isBlockFunction = (spec: FormSpec): boolean => acrossOf(spec) > 0 && spec.parameters[0]?.required === true;

/** Columns of one function, whose formulas read its choice from the heading. */
export function choiceColumns(spec: FormSpec, choices: readonly string[], inputs: readonly FieldInput[]): readonly BlockColumn[] {
  const across = acrossOf(spec);
  return choices.map((choice) => ({
    key: choice,
    heading: choice,
    spec,
    inputs: spec.parameters.map((_, i): FieldInput => (i === across ? { mode: "value", text: choice } : (inputs[i] ?? { mode: "value", text: "" }))),
    across,
  }));
}
