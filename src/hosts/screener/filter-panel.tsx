import { useState } from "preact/hooks";
import { capital } from "../../contract/text";
import { Button } from "../../pane/elements";
import { conditionWords, FieldFilter } from "./field-filter";
import { FIELD_GROUPS, fieldOf } from "./query";
import type { QueryEdits } from "./use-screen";

/** All filters, by group. In a narrow window a button shows them. */
export function FilterPanel(edits: QueryEdits) {
  const { query, active } = edits;
  const [open, setOpen] = useState(false);
  return (
    <aside class="sc-side" aria-label="Filters">
      <Button
        class="sc-toggle"
        aria-expanded={open}
        aria-controls="filters"
        words={open ? "Hide filters" : `Filters${active.length > 0 ? ` (${active.length})` : ""}`}
        act={() => setOpen(!open)}
      />
      <div id="filters" class={open ? "sc-filters sc-open" : "sc-filters"}>
        {FIELD_GROUPS.map(([group, fields]) => {
          const count = active.filter(({ field }) => fields.some(({ name }) => name === field)).length;
          return (
            <Group key={group} name={group} count={count}>
              {fields.map((field) => (
                <FieldFilter key={field.name} field={field} filters={query.filters.filter((one) => one.field === field.name)} edits={edits} />
              ))}
            </Group>
          );
        })}
      </div>
    </aside>
  );
}

/** A group of filters. One with active filters is open from the start. */
function Group({ name, count, children }: { readonly name: string; readonly count: number; readonly children: preact.ComponentChildren }) {
  const [open, setOpen] = useState(count > 0 || name === FIELD_GROUPS[0]?.[0]);
  return (
    <details class="sc-group" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        {capital(name)}
        {count > 0 && (
          <span class="sc-badge">
            {count}
            <span class="only-read-out"> active</span>
          </span>
        )}
      </summary>
      <div class="stack sc-fields">{children}</div>
    </details>
  );
}

/** The filters that apply, each with a button that removes it. */
export function ActiveFilters({ active, removeFilter, clearFilters }: QueryEdits) {
  if (active.length === 0) return null;
  return (
    <ul class="buttons sc-chips" aria-label="Active filters">
      {active.map((filter) => {
        const words = conditionWords(fieldOf(filter.field)!, filter);
        return (
          <li key={filter.id}>
            <button type="button" class="small" aria-label={`Remove the filter ${words}`} onClick={() => removeFilter(filter.id)}>
              {words} <span aria-hidden="true">✕</span>
            </button>
          </li>
        );
      })}
      <li>
        <Button class="link small" words="Clear all" act={clearFilters} />
      </li>
    </ul>
  );
}

/** The parts of the address that are no filter of the screener. */
export function NotApplied({ unknown, forgetUnknown }: QueryEdits) {
  if (unknown.length === 0) return null;
  return (
    <div class="note" role="alert">
      Not applied: {unknown.join(", ")}. The screener cannot read {unknown.length === 1 ? "this part" : "these parts"} of the address. A condition is a field,
      an operator and a value, such as pe=lte:15. <Button class="link small" words="Close" act={forgetUnknown} />
    </div>
  );
}
