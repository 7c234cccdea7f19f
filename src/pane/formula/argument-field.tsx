import { capital } from "../../contract/text";
import { isIsoDate } from "../../contract/dates";
import { Options } from "../fields/options";
import { withIsoDates } from "../words/values-in-words";
import type { FormParameter } from "./form-spec";
import type { FieldInput } from "./call-text";
import { Button } from "../elements";

interface ArgumentFieldProps {
  readonly parameter: FormParameter;
  readonly input: FieldInput;
  readonly wrong: string | undefined;
  readonly change: (input: FieldInput) => void;
  /** References to the active cell, and to the selected range if one can be used; undefined without a workbook. */
  readonly selected: { readonly cell: string; readonly range?: string; readonly sheet: string } | undefined;
  /** True if one formula may take a range, for a value for each of its cells. */
  readonly takesRanges?: boolean;
}

/** `series_id` → `Series id`, `signalType` → `Signal type`. */
export const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return capital(words);
};

/** Arguments by their labels: `Series id and Date`. */
export const listOfNames = (names: readonly string[]): string => {
  const words = names.map(labelOf);
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1] ?? ""}`;
};

function hintOf({ kind, declared, required, fallback, choices }: FormParameter): string {
  const form =
    kind === "date"
      ? `YYYY-MM-DD${declared?.kind === "date" && declared.bareYear ? " or a year" : ""}`
      : kind === "period"
        ? "2024, FY2024, 2024Q3 or the period's end date"
        : declared?.kind === "integer"
          ? `a whole number from ${declared.min} to ${declared.max}`
          : kind === "ticker"
            ? "a ticker"
            : "";
  if (required) return form;
  const out =
    fallback !== undefined && !choices ? `default: ${fallback}` : kind === "date" ? "default: the latest" : kind === "period" ? "default: the latest" : "";
  return [form, out].filter(Boolean).join("; ");
}

/** `Sheet1!A2` → `A2`. */
export const withoutSheet = (address: string): string => address.replace(/^.*!/s, "");

interface ControlProps extends Pick<ArgumentFieldProps, "parameter" | "input" | "change"> {
  readonly id: string;
  readonly described: string;
  readonly invalid: boolean;
}

function ChoiceField({ id, parameter, input, described, invalid, change }: ControlProps) {
  const { choices = [], required, fallback } = parameter;
  const known = choices.find((c) => c.value.toLowerCase() === input.text.trim().toLowerCase());
  return (
    <select
      id={id}
      value={known?.value ?? input.text}
      aria-describedby={described}
      aria-invalid={invalid}
      aria-required={required}
      onChange={(e) => change({ mode: "value", text: e.currentTarget.value })}
    >
      <option value="">{required ? "Choose…" : fallback === undefined ? "(left out)" : `(left out: ${fallback})`}</option>
      {!known && input.text.trim() !== "" && <option value={input.text}>{input.text} – not in the list</option>}
      <Options of={choices.map(({ value, about }) => [value, about === "" ? value : `${value} – ${about}`])} />
    </select>
  );
}

const A_CELL = "a cell such as A2, $A$2 or Sheet2!A1, or any expression";
const A_RANGE = "a cell such as A2, a range such as A2:A40 (one value for each cell), or any expression";

/** A typed value; a date can be picked too. */
function ValueField({ id, parameter: { kind, example, required }, input, described, invalid, change }: ControlProps) {
  const text = (value: string): void => change({ mode: "value", text: value });
  const typed = input.text.trim();
  return (
    <>
      <input
        id={id}
        value={input.text}
        placeholder={`such as ${example}`}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode={kind === "integer" ? "numeric" : "text"}
        aria-invalid={invalid}
        aria-required={required}
        aria-describedby={described}
        onInput={(e) => text(kind === "date" ? withIsoDates(e.currentTarget.value) : e.currentTarget.value)}
      />
      {kind === "date" && (
        <input
          type="date"
          class="build-calendar"
          // The text field takes the same by keyboard, and a year besides.
          tabIndex={-1}
          aria-hidden="true"
          title="Pick a date"
          value={isIsoDate(typed) ? typed : ""}
          onChange={(e) => text(e.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Part of a formula. */
const ExpressionField = ({ id, parameter, input, described, invalid, change }: ControlProps) => (
  <input
    id={id}
    class="build-expression"
    value={input.text}
    placeholder="A2"
    autocomplete="off"
    autocapitalize="off"
    spellcheck={false}
    aria-invalid={invalid}
    aria-required={parameter.required}
    aria-describedby={described}
    onInput={(e) => change({ mode: "cell", text: e.currentTarget.value })}
  />
);

/** One argument: a value or a choice, or a cell of the sheet. */
export function ArgumentField({ parameter, input, wrong, change, selected, takesRanges }: ArgumentFieldProps) {
  const { name, required, choices } = parameter;
  const id = `build-${name}`;
  const asCell = input.mode === "cell";
  const hint = asCell ? (takesRanges ? A_RANGE : A_CELL) : hintOf(parameter);
  const described = [hint ? `${id}-hint` : "", wrong ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  const control = { id, parameter, input, described, invalid: wrong !== undefined, change };
  const pick = (what: "cell" | "range", address: string, sheet: string) => (
    <Button
      class="small"
      aria-label={`Use the selected ${what} ${address} for ${labelOf(name)}`}
      words={`Use ${address}`}
      act={() => change({ mode: "cell", text: address, sheet })}
    />
  );
  return (
    <div class="field">
      <div class="split whole build-label">
        <label for={id}>
          {labelOf(name)} {!required && <span class="quiet">(optional)</span>}
        </label>
        <Button
          class="small"
          aria-pressed={asCell}
          aria-label={`Take ${labelOf(name)} from a cell`}
          words="From a cell"
          act={() => change({ mode: asCell ? "value" : "cell", text: "" })}
        />
      </div>
      {!asCell && choices ? (
        <ChoiceField {...control} />
      ) : (
        <div class="with-button">
          {asCell ? <ExpressionField {...control} /> : <ValueField {...control} />}
          {asCell && !takesRanges && selected && pick("cell", selected.cell, selected.sheet)}
        </div>
      )}
      {asCell && takesRanges && selected && (
        <div class="buttons">
          {pick("cell", selected.cell, selected.sheet)}
          {selected.range !== undefined && pick("range", selected.range, selected.sheet)}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} class="quiet">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-wrong`} class="problem">
          {wrong}
        </p>
      )}
    </div>
  );
}
