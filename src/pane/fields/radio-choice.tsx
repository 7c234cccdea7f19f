import type { ComponentChildren } from "preact";

/** One of the values to choose from. */
export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly about?: string;
}

interface RadioChoiceProps<V extends string> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly RadioOption<V>[];
  readonly chosen: V | undefined;
  readonly choose: (value: V) => void;
  /** An earlier choice is still being applied. No other can be made until it is done. */
  readonly busy?: boolean;
  /** Between the legend and the options. */
  readonly children?: ComponentChildren;
}

/** A choice of one value by radio buttons, each with what it means. */
export function RadioChoice<V extends string>({ name, legend, options, chosen, choose, busy = false, children }: RadioChoiceProps<V>) {
  return (
    <fieldset class="choices" aria-busy={busy}>
      <legend>{legend}</legend>
      {children}
      {options.map(({ value, label, about }) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            aria-describedby={about && `${name}-${value}`}
            onClick={(e) => busy && e.preventDefault()}
            onChange={() => choose(value)}
          />
          <span>
            <span>{label}</span>
            {about && (
              <span id={`${name}-${value}`} class="quiet">
                {about}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
