import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

/** Rows that Page Up and Page Down move. */
const PAGE = 8;

/** The row of a list to which a key moves from this one; undefined for another key, and for an empty list. */
function rowAfterKey(key: string, at: number, rows: number): number | undefined {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
  return by === undefined || rows === 0 ? undefined : Math.max(0, Math.min(at + by, rows - 1));
}

interface ComboboxProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** Id of the list; its options have this id with their number. */
  readonly listId: string;
  /** Number of options. */
  readonly rows: number;
  /** The active option; -1 for none. */
  readonly at: number;
  readonly move: (to: number) => void;
  readonly query: string;
  readonly search: (query: string) => void;
  readonly enter: () => void;
  readonly describedBy?: string;
}

/** The field of a search: arrow keys move in the list below, Escape clears the field. */
export function Combobox({ id, label, placeholder, listId, rows, at, move, query, search, enter, describedBy }: ComboboxProps) {
  useEffect(() => document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" }), [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfterKey(event.key, at, rows);
    if (to !== undefined) move(to);
    else if (event.key === "Enter") enter();
    else if (event.key === "Escape" && query !== "") search("");
    else return;
    event.preventDefault();
    // In Excel on the web, office.js leaves the pane at Escape.
    if (event.key === "Escape") event.stopPropagation();
  };
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={rows > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 && rows > 0 ? `${listId}-${at}` : undefined}
        aria-describedby={describedBy}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={query}
        onInput={(e) => search(e.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

/** Options under one heading. */
export interface OptionGroup<T> {
  /** Empty for options without a heading. */
  readonly topic: string;
  readonly items: readonly T[];
}

interface OptionListProps<T> {
  readonly id: string;
  readonly class: string;
  readonly label: string;
  readonly multiple?: boolean;
  readonly groups: readonly OptionGroup<T>[];
  /** An element with this id, and the role `option`. */
  readonly option: (item: T, id: string, at: number) => ComponentChildren;
}

/** The list of a combobox, in groups. */
export function OptionList<T>({ id, class: name, label, multiple, groups, option }: OptionListProps<T>) {
  let drawn = 0;
  return (
    <div id={id} class={name} role="listbox" aria-multiselectable={multiple} aria-label={label}>
      {groups.map(({ topic, items }) => {
        const from = drawn;
        drawn += items.length;
        return (
          <ul key={topic} role="group" aria-label={topic || "Found"}>
            {topic !== "" && (
              <li role="presentation" class="build-topic">
                {topic}
              </li>
            )}
            {items.map((item, i) => option(item, `${id}-${from + i}`, from + i))}
          </ul>
        );
      })}
    </div>
  );
}
