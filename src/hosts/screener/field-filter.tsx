import { orList } from "../../contract/nearest";
import type { ScreenerField } from "../../contract/screener";
import { conditionProblem, conditionText, newFilter, numeralOf, type Filter } from "./query";
import { amountText, unitText, idWords } from "./value-text";

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
  readonly add: (filter: Filter) => void;
  readonly change: (filter: Filter) => void;
  readonly remove: (id: number) => void;
}

/** The conditions on one field: a choice of its operators, and what each compares with. */
export function FieldFilter({ field, filters, add, change, remove }: FieldFilterProps) {
  const last = filters.at(-1);
  const unit = unitText(field);
  return (
    <fieldset class="sc-field">
      <legend>
        {field.label}
        {unit !== "" && <span class="sc-unit"> {unit}</span>}
      </legend>
      {filters.map((filter, i) => (
        <Condition key={filter.id} field={field} filter={filter} nth={i} change={change} remove={remove} />
      ))}
      {filters.length === 0 && (
        <Operators field={field} value="" label={`Condition on ${field.label}`} choose={(operator) => add(newFilter(field.name, operator))} />
      )}
      {field.type === "number" && last && conditionText(last) !== undefined && filters.length === 1 && (
        <button
          type="button"
          class="link small"
          onClick={() =>
            add(
              newFilter(
                field.name,
                field.operators.find((o) => o !== last.operator)!,
              ),
            )
          }
        >
          Add a second condition
        </button>
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
    {field.operators.map((operator) => (
      <option key={operator} value={operator}>
        {OPERATORS[operator]}
      </option>
    ))}
  </select>
);

interface ConditionProps {
  readonly field: ScreenerField;
  readonly filter: Filter;
  readonly nth: number;
  readonly change: (filter: Filter) => void;
  readonly remove: (id: number) => void;
}

function Condition({ field, filter, nth, change, remove }: ConditionProps) {
  const name = nth === 0 ? field.label : `${field.label}, second`;
  const problem = conditionProblem(filter);
  const problemId = `problem-${filter.id}`;
  const set = (at: number, text: string) => {
    const values = [...filter.values];
    values[at] = text;
    change({ ...filter, values });
  };
  const input = (at: number, label: string, placeholder: string) => (
    <input
      type="text"
      inputMode={field.type === "number" ? "decimal" : "text"}
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      placeholder={placeholder}
      value={filter.values[at] ?? ""}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
      onInput={(e) => set(at, e.currentTarget.value)}
    />
  );
  const several = filter.operator === "in" || filter.operator === "nin";
  return (
    <div class="sc-condition">
      <Operators
        field={field}
        value={filter.operator}
        label={`Condition on ${name}`}
        choose={(operator) => (operator === "" ? remove(filter.id) : change({ ...filter, operator }))}
      />
      {field.type === "number" ? (
        filter.operator === "between" ? (
          <div class="sc-two">
            {input(0, `${name}: lowest`, "from")}
            {input(1, `${name}: highest`, "to")}
          </div>
        ) : (
          input(0, `${name}: value`, field.unit === "USD" ? "such as 10B" : "number")
        )
      ) : field.choices.length === 0 ? (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          aria-label={`${name}: ${several ? "countries, separated by commas" : "country"}`}
          placeholder={several ? "US, CA" : "US"}
          value={filter.values.join(",")}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onInput={(e) => change({ ...filter, values: several ? e.currentTarget.value.split(",") : [e.currentTarget.value] })}
        />
      ) : several ? (
        <div class="sc-choices" role="group" aria-label={`${name}: ${OPERATORS[filter.operator]}`}>
          {field.choices.map((choice) => (
            <label key={choice}>
              <input
                type="checkbox"
                checked={filter.values.includes(choice)}
                onChange={(e) =>
                  change({ ...filter, values: e.currentTarget.checked ? [...filter.values, choice] : filter.values.filter((v) => v !== choice) })
                }
              />
              {idWords(choice)}
            </label>
          ))}
        </div>
      ) : (
        <select aria-label={`${name}: value`} value={filter.values[0] ?? ""} onChange={(e) => change({ ...filter, values: [e.currentTarget.value] })}>
          <option value="">choose</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {idWords(choice)}
            </option>
          ))}
        </select>
      )}
      {problem !== undefined && (
        <p id={problemId} class="sc-wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const SIGNS: Readonly<Record<string, string>> = { gte: "≥", lte: "≤", gt: ">", lt: "<", eq: "=" };

/** A condition in a few words: `Market cap ≥ 10B USD`. */
export function conditionWords(field: ScreenerField, { operator, values }: Filter): string {
  const unit = unitText(field);
  const shown = values.filter((v) => v !== "").map((v) => (field.type === "number" ? amountText(Number(numeralOf(v))) : idWords(v)));
  const of = operator === "between" ? `${shown[0]} to ${shown[1]}` : operator === "nin" ? `not ${orList(shown)}` : orList(shown);
  return `${field.label} ${SIGNS[operator] ?? ""} ${of}${unit === "" || field.type !== "number" ? "" : unit === "%" || unit === "×" ? unit : ` ${unit}`}`.replace(
    / {2,}/g,
    " ",
  );
}
