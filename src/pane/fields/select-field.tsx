import type { ComponentChildren } from "preact";
import { Options } from "./options";

interface SelectFieldProps<V extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [value: V, label: ComponentChildren])[];
  readonly choose: (value: V) => void;
  /** Id of a hint. */
  readonly describedBy?: string | undefined;
  /** Below the list, such as a hint. */
  readonly children?: ComponentChildren;
}

/** A choice of one value from a list, with its label. */
export function SelectField<V extends string>({ id, label, value, options, choose, describedBy, children }: SelectFieldProps<V>) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        onChange={(e) => {
          const chosen = options.find(([one]) => one === e.currentTarget.value);
          if (chosen) choose(chosen[0]);
        }}
      >
        <Options of={options} />
      </select>
      {children}
    </div>
  );
}
