import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rowAfterKey } from "../list-keys";
import { prepareSearch } from "../search/figure-index";
import { figureColumns, type FigureColumn } from "./figure-columns";
import { findColumns } from "./find-columns";

interface FigurePickerProps {
  /** Keys of the chosen figures. */
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

interface Group {
  readonly topic: string;
  readonly columns: readonly FigureColumn[];
}

const byTopic = (columns: readonly FigureColumn[]): readonly Group[] =>
  [...new Set(columns.map(({ topic }) => topic))].map((topic) => ({ topic, columns: columns.filter((column) => column.topic === topic) }));

/** All figures of a company by topic, those that are used most first, with a search. Enter chooses the active one, or all that the text lists. */
export function FigurePicker({ chosen, change }: FigurePickerProps) {
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(prepareSearch, []);
  useEffect(() => {
    list.current?.querySelector(".block-active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const isSearch = query.trim() !== "";
  const found = useMemo(() => (isSearch ? findColumns(query) : { columns: figureColumns(), together: false, remark: undefined }), [query]);
  const groups: readonly Group[] = isSearch ? [{ topic: "", columns: found.columns }] : byTopic(found.columns);
  const shown = groups.flatMap((group) => group.columns);
  const at = Math.min(active, shown.length - 1);
  const search = (text: string) => {
    setQuery(text);
    setActive(text.trim() === "" ? -1 : 0);
  };
  const toggle = (key: string) => change(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfterKey(event.key, at, shown.length);
    const row = shown[at];
    if (to !== undefined) setActive(to);
    else if (event.key === "Enter" && found.together) {
      change([...new Set([...chosen, ...shown.map(({ key }) => key)])]);
      search("");
    } else if (event.key === "Enter" && row) {
      toggle(row.key);
      // The next figure can be typed at once.
      if (isSearch) search("");
    } else if (event.key === "Escape" && query !== "") search("");
    else if (event.key !== "Enter") return;
    event.preventDefault();
  };

  let drawn = 0;
  return (
    <div class="field">
      <label for="block-figure">Search figures</label>
      <input
        id="block-figure"
        type="text"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls="block-figures"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `block-figure-${at}` : undefined}
        aria-describedby="block-figure-about"
        autocomplete="off"
        spellcheck={false}
        placeholder="p/e, revenue, days to cover"
        value={query}
        onInput={(e) => search(e.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id="block-figure-about" class="quiet">
        {!isSearch
          ? "Type names, or choose from all figures below."
          : found.together
            ? `Enter adds ${shown.length === 1 ? "it" : `all ${shown.length}`}.`
            : "Enter adds the marked one; arrow keys mark another."}
      </p>
      <p class="off-screen" role="status">
        {isSearch ? `${found.remark ?? ""} ${shown.length} found` : ""}
      </p>
      {found.remark && <p class="build-none">{found.remark}</p>}
      <div id="block-figures" class="block-list" role="listbox" aria-multiselectable="true" aria-label="Figures" ref={list}>
        {groups.map(({ topic, columns }) => {
          const from = drawn;
          drawn += columns.length;
          return (
            <ul key={topic} role="group" aria-label={topic || "Found"}>
              {topic !== "" && (
                <li role="presentation" class="build-topic">
                  {topic}
                </li>
              )}
              {columns.map(({ key, heading, title }, i) => (
                <li
                  key={key}
                  id={`block-figure-${from + i}`}
                  role="option"
                  aria-selected={chosen.includes(key)}
                  class={from + i === at ? "block-option block-active" : "block-option"}
                  // The search keeps the focus.
                  onMouseDown={(e) => e.preventDefault()}
                  onClick={() => toggle(key)}
                >
                  <span class="block-tick" aria-hidden="true">
                    {chosen.includes(key) ? "✓" : ""}
                  </span>
                  <span>
                    {heading}
                    {title !== heading && <span class="quiet"> {title}</span>}
                  </span>
                </li>
              ))}
            </ul>
          );
        })}
      </div>
    </div>
  );
}
