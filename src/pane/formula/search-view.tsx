import { useEffect, useRef, useState } from "preact/hooks";
import type { RegistryRow } from "../../contract/wire";
import { unitWords } from "../../sources/answer-words";
import type { FormMemory, Recent } from "./form-memory";
import { contractRows } from "./contract-rows";
import type { Loaded } from "./load-fields";
import { rowTitle, universeWords } from "./row-words";
import { searchRows, type RowKind } from "./search-rows";

const KINDS: readonly { readonly kind: RowKind | undefined; readonly label: string }[] = [
  { kind: undefined, label: "All" },
  { kind: "function", label: "Functions" },
  { kind: "series", label: "Series" },
  { kind: "path", label: "Paths" },
  { kind: "screener", label: "Screener" },
  { kind: "caveat", label: "Caveats" },
];
const KIND_WORD: Readonly<Record<RowKind, string>> = { function: "Function", series: "Series", path: "Path", screener: "Screener", caveat: "Caveat" };
/** Rows drawn at first; a button shows more. */
const STEP = 30;

interface SearchViewProps {
  /** The service's registry; without it, the list is the built-in one. */
  readonly loaded: Loaded | undefined;
  readonly memory: FormMemory;
  readonly pick: (row: RegistryRow) => void;
  readonly open: (recent: Recent) => void;
  readonly reload: () => void;
  /** Kinds to search; all if omitted. */
  readonly kinds?: readonly RowKind[];
  /** How the host writes the name of a function. */
  readonly nameOf?: (id: string) => string;
}

const sameName = (id: string): string => id;

interface RowProps {
  readonly row: RegistryRow;
  readonly name: string;
  readonly id: string;
  readonly active: boolean;
  readonly pick: () => void;
}

function Row({ row, name, id, active, pick }: RowProps) {
  const universe = universeWords(row);
  return (
    <li id={id} role="option" aria-selected={active} class="build-row" onClick={pick}>
      <span class="build-row-head">
        <code>{name}</code>
        <span class="quiet">
          {KIND_WORD[row.kind]}
          {row.kind === "caveat" ? "" : ` · ${row.type === "varies" ? "unit varies" : unitWords(row.type)}`}
        </span>
      </span>
      <span class="build-row-about">{rowTitle(row)}</span>
      {(universe || row.sample) && <span class="quiet">{[universe, row.sample ? "sample data" : ""].filter(Boolean).join(" · ")}</span>}
    </li>
  );
}

const known = contractRows();

/** Search over all data: one field, a filter by kind, and a list with arrow keys. */
export function SearchView({ loaded, memory, pick, open, reload, kinds, nameOf = sameName }: SearchViewProps) {
  const [query, setQuery] = useState(memory.query);
  const [kind, setKind] = useState(memory.kind);
  const [active, setActive] = useState(-1);
  const [drawn, setDrawn] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  const change = (next: { query?: string; kind?: RowKind | undefined }) => {
    if (next.query !== undefined) setQuery((memory.query = next.query));
    if ("kind" in next) setKind((memory.kind = next.kind));
    setActive(next.query ? 0 : -1);
    setDrawn(STEP);
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const rows = loaded?.ok ? loaded.rows : known;
  const found = searchRows(rows, query, kind);
  const shown = found.rows.slice(0, drawn);
  const at = Math.min(active, shown.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === "ArrowDown"
        ? Math.min(at + 1, shown.length - 1)
        : event.key === "ArrowUp"
          ? Math.max(at - 1, 0)
          : event.key === "PageDown"
            ? Math.min(at + 8, shown.length - 1)
            : event.key === "PageUp"
              ? Math.max(at - 8, 0)
              : undefined;
    if (to !== undefined && shown.length > 0) {
      event.preventDefault();
      setActive(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const row = shown[Math.max(at, 0)];
      if (row) pick(row);
    } else if (event.key === "Escape" && query !== "") {
      event.preventDefault();
      change({ query: "" });
    }
  };

  return (
    <>
      <label for="build-search">Search data</label>
      <input
        id="build-search"
        type="text"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls="build-results"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 && shown.length > 0 ? `build-row-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="10 year yield, short interest, CPI"
        value={query}
        onInput={(e) => change({ query: e.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {loaded && !loaded.ok && (
        <div class="problem">
          <p>{loaded.message} This is the built-in list, without counts and dates.</p>
          <button type="button" onClick={reload}>
            Reload the list
          </button>
        </div>
      )}
      <div class="build-kinds" role="group" aria-label="Kind">
        {KINDS.filter(({ kind: k }) => !k || !kinds || kinds.includes(k)).map(({ kind: k, label }) => (
          <button key={label} type="button" class="small" aria-pressed={k === kind} onClick={() => change({ kind: k })}>
            {label} <span class="build-count">{k ? found.counts[k] : found.all}</span>
          </button>
        ))}
      </div>
      {query === "" && memory.recents.length > 0 && (
        <div class="build-recents">
          <h3>Recent formulas</h3>
          <ul>
            {memory.recents.map((recent) => (
              <li key={recent.text}>
                <button type="button" class="build-link" onClick={() => open(recent)}>
                  <code>={recent.text}</code>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="off-screen" role="status">
        {query === "" ? "" : `${found.rows.length} found`}
      </p>
      <ul id="build-results" class="build-results" role="listbox" aria-label="Results" ref={list}>
        {shown.map((row, i) => (
          <Row key={`${row.kind} ${row.field}`} row={row} name={nameOf(row.field)} id={`build-row-${i}`} active={i === at} pick={() => pick(row)} />
        ))}
      </ul>
      {found.rows.length === 0 && (
        <p>
          No results. Try fewer words{kind ? ", or all kinds" : ""}: a series such as CPI, a ticker's figure such as short interest, or a function such as
          YIELD.
        </p>
      )}
      {found.rows.length > drawn && (
        <button type="button" onClick={() => setDrawn(drawn + STEP)}>
          Show {Math.min(STEP, found.rows.length - drawn)} more of {found.rows.length - drawn}
        </button>
      )}
    </>
  );
}
