import { labelOf } from "../argument-field";
import type { FormParameter } from "../form-spec";

interface ChoicePickerProps {
  /** The argument whose choices are the columns. */
  readonly parameter: FormParameter;
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** The choices of one argument of a function, as columns. */
export const ChoicePicker = ({ parameter, chosen, change }: ChoicePickerProps) => (
  <fieldset class="block-choices">
    <legend>{labelOf(parameter.name)}, in the order chosen</legend>
    <div class="block-list">
      {(parameter.choices ?? []).map(({ value, about }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])}
          />
          <span>
            <code>{value}</code>
            {about && <span class="quiet"> {about}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
