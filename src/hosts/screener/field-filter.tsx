import { orList } from "../../contract/nearest";
import type { ScreenerField } from "../../contract/screener";
import { Button } from "../../pane/elements";
import { Options } from "../../pane/fields/options";
import { conditionProblem, conditionText, newFilter, numeralOf, type Filter } from "./query";
import type { QueryEdits } from "./use-screen";
import { amountText, idWords, unitText, withUnit } from "./reply";

/** The operators of the interface, as a choice shows them. */
const OPERATORS: Readonly<Record<string, string>> = {
  gte: "at least (gte)",
  lte: "at most (lte)",
  gt: "above (gt)",
  lt: "below (lt)",
  eq: "equal to (eq)",
  between: "between",
  in: "any of (in)",
  nin: "none of (nin)",
};

interface FieldFilterProps {
  readonly field: ScreenerField;
  /** The conditions on this field. */
  readonly filters: readonly Filter[];
  readonly edits: Pick<QueryEdits, "addFilter" | "changeFilter" | "removeFilter">;
}

/** The conditions on one field: a choice of its operators, and what each compares with. */
export function FieldFilter({ field, filters, edits }: FieldFilterProps) {
  const last = filters.at(-1);
  const other = field.operators.find((operator) => operator !== last?.operator);
  const unit = unitText(field);
  return (
    <fieldset class="field sc-field">
      <legend>
        {field.label}
        {unit !== "" && <span class="quiet"> {unit}</span>}
      </legend>
      {filters.map((filter, i) => (
        <Condition key={filter.id} field={field} filter={filter} nth={i} edits={edits} />
      ))}
      {filters.length === 0 && (
        <Operators field={field} value="" label={`Condition on ${field.label}`} choose={(operator) => edits.addFilter(newFilter(field.name, operator))} />
      )}
      {field.type === "number" && last && other !== undefined && conditionText(last) !== undefined && filters.length === 1 && (
        <Button class="link small" words="Add a second condition" act={() => edits.addFilter(newFilter(field.name, other))} />
      )}
    </fieldset>
  );
}

interface OperatorsProps {
  readonly field: ScreenerField;
  readonly value: string;
  readonly label: string;
  readonly choose: (operator: string) => void;
}

const Operators = ({ field, value, label, choose }: OperatorsProps) => (
  <select aria-label={label} value={value} onChange={(e) => choose(e.currentTarget.value)}>
    <option value="">any</option>
    <Options of={field.operators.map((operator) => [operator, OPERATORS[operator]])} />
  </select>
);

interface ConditionProps extends Omit<FieldFilterProps, "filters"> {
  readonly filter: Filter;
  readonly nth: number;
}

/** One condition: its operator, and the fields that its kind of value needs. */
function Condition({ field, filter, nth, edits: { changeFilter, removeFilter } }: ConditionProps) {
  const name = nth === 0 ? field.label : `${field.label}, second`;
  const problem = conditionProblem(filter);
  const problemId = `problem-${filter.id}`;
  const state = { "aria-invalid": problem !== undefined, "aria-describedby": problem === undefined ? undefined : problemId };
  const values = { field, filter, name, state, set: (to: readonly string[]) => changeFilter({ ...filter, values: to }) };
  return (
    <div class="field sc-condition">
      <Operators
        field={field}
        value={filter.operator}
        label={`Condition on ${name}`}
        choose={(operator) => (operator === "" ? removeFilter(filter.id) : changeFilter({ ...filter, operator }))}
      />
      {field.type === "number" ? <Numbers {...values} /> : field.choices.length === 0 ? <Countries {...values} /> : <Choices {...values} />}
      {problem !== undefined && (
        <p id={problemId} class="sc-wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ValuesProps {
  readonly field: ScreenerField;
  readonly filter: Filter;
  readonly name: string;
  /** Whether the condition is wrong, for its text fields. */
  readonly state: { readonly "aria-invalid": boolean; readonly "aria-describedby": string | undefined };
  readonly set: (values: readonly string[]) => void;
}

const isList = ({ operator }: Filter): boolean => operator === "in" || operator === "nin";

function Numbers({ field, filter, name, state, set }: ValuesProps) {
  const input = (at: number, label: string, placeholder: string) => (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      placeholder={placeholder}
      value={filter.values[at] ?? ""}
      {...state}
      onInput={(e) => {
        const values = [...filter.values];
        values[at] = e.currentTarget.value;
        set(values);
      }}
    />
  );
  if (filter.operator !== "between") return input(0, `${name}: value`, field.unit === "USD" ? "such as 10B" : "number");
  return (
    <div class="sc-two">
      {input(0, `${name}: lowest`, "from")}
      {input(1, `${name}: highest`, "to")}
    </div>
  );
}

function Countries({ filter, name, state, set }: ValuesProps) {
  const several = isList(filter);
  return (
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      aria-label={`${name}: ${several ? "countries, separated by commas" : "country"}`}
      placeholder={several ? "US, CA" : "US"}
      value={filter.values.join(",")}
      {...state}
      onInput={(e) => set(several ? e.currentTarget.value.split(",") : [e.currentTarget.value])}
    />
  );
}

function Choices({ field, filter, name, set }: ValuesProps) {
  if (isList(filter))
    return (
      <div class="choices sc-choices" role="group" aria-label={`${name}: ${OPERATORS[filter.operator]}`}>
        {field.choices.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={filter.values.includes(choice)}
              onChange={(e) => set(e.currentTarget.checked ? [...filter.values, choice] : filter.values.filter((v) => v !== choice))}
            />
            {idWords(choice)}
          </label>
        ))}
      </div>
    );
  return (
    <select aria-label={`${name}: value`} value={filter.values[0] ?? ""} onChange={(e) => set([e.currentTarget.value])}>
      <option value="">choose</option>
      <Options of={field.choices.map((choice) => [choice, idWords(choice)])} />
    </select>
  );
}

const SIGNS: Readonly<Record<string, string>> = { gte: "≥", lte: "≤", gt: ">", lt: "<", eq: "=" };

/** A condition in a few words: `Market cap ≥ 10B USD`. */
export function conditionWords(field: ScreenerField, { operator, values }: Filter): string {
  const shown = values.filter((v) => v !== "").map((v) => (field.type === "number" ? amountText(Number(numeralOf(v))) : idWords(v)));
  const of = operator === "between" ? `${shown[0]} to ${shown[1]}` : operator === "nin" ? `not ${orList(shown)}` : orList(shown);
  const words = field.type === "number" ? withUnit(of, field) : of;
  return `${field.label} ${SIGNS[operator] ?? ""} ${words}`.replace(/ {2,}/g, " ");
}
