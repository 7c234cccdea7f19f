import { useEffect, useMemo, useState } from "preact/hooks";
import { groupedBy } from "../../../contract/lists";
import { Combobox, OptionList, type OptionGroup } from "../combobox";
import { prepareSearch } from "../search/figure-index";
import { figureColumns, type FigureColumn, columnOfFigure } from "./block-columns";
import { findOfCompanies } from "../search/find";
import { otherSpan } from "../search/start";
import { typedParts, severalIn } from "../search/several";

interface FoundColumns {
  readonly columns: readonly FigureColumn[];
  /** True if the text names all of them: they are added together. */
  readonly together: boolean;
  /** What was not found, and what to do. */
  readonly remark: string | undefined;
}

const notFound = (text: string): string => `No figure of a company for “${text}”. Try fewer words, such as free cash flow.`;

function columnsFor(text: string): FoundColumns {
  const { hits, none } = findOfCompanies(text);
  const found = hits.flatMap((hit) => (hit.kind === "figure" ? (columnOfFigure(hit.figure) ?? []) : []));
  const columns = [...new Map(found.map((column) => [column.key, column])).values()];
  const period = hits[0]?.kind === "figure" ? hits[0].period : undefined;
  const latest = period === undefined ? undefined : `The columns show latest values, not those of ${period}. Choose one function for its period.`;
  return { columns, together: false, remark: none?.message ?? (columns.length === 0 ? notFound(text) : (latest ?? otherSpan(hits[0]))) };
}

/** The figures of companies that a text means, best first, as Build's search finds them; or all that it lists, such as `p/e, revenue, days to cover`. */
export function findColumns(typed: string): FoundColumns {
  const parts = typedParts(typed);
  const named = severalIn(typed);
  if (named && named.tickers.length === 0 && named.figures.length > 1)
    return { columns: named.figures.flatMap((figure) => columnOfFigure(figure) ?? []), together: true, remark: undefined };
  if (parts.length < 2) return columnsFor(parts[0] ?? "");
  const each = parts.map(columnsFor);
  const columns = each.flatMap((found) => found.columns.slice(0, 1));
  return { columns: [...new Set(columns)], together: true, remark: each.find((found) => found.remark)?.remark };
}

interface FigurePickerProps {
  /** Keys of the chosen figures. */
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

const byTopic = (columns: readonly FigureColumn[]): readonly OptionGroup<FigureColumn>[] =>
  [...groupedBy(columns, ({ topic }) => topic)].map(([topic, items]) => ({ topic, items }));

/** All figures of a company by topic, those that are used most first, with a search. Enter chooses the active one, or all that the text lists. */
export function FigurePicker({ chosen, change }: FigurePickerProps) {
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(-1);
  useEffect(prepareSearch, []);
  const isSearch = query.trim() !== "";
  const found = useMemo(() => (isSearch ? findColumns(query) : { columns: figureColumns(), together: false, remark: undefined }), [query]);
  const groups = isSearch ? [{ topic: "", items: found.columns }] : byTopic(found.columns);
  const shown = groups.flatMap(({ items }) => items);
  const at = Math.min(active, shown.length - 1);
  const search = (text: string) => {
    setQuery(text);
    setActive(text.trim() === "" ? -1 : 0);
  };
  const toggle = (key: string) => change(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  const enter = () => {
    const row = shown[at];
    if (found.together) change([...new Set([...chosen, ...shown.map(({ key }) => key)])]);
    else if (row) toggle(row.key);
    // The next figure can be typed at once.
    if (isSearch && (found.together || row)) search("");
  };
  return (
    <div class="field">
      <Combobox
        id="block-figure"
        label="Search figures"
        placeholder="p/e, revenue, days to cover"
        listId="block-figures"
        rows={shown.length}
        at={at}
        move={setActive}
        query={query}
        search={search}
        enter={enter}
        describedBy="block-figure-about"
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
      {found.remark && <p class="marked">{found.remark}</p>}
      <OptionList
        id="block-figures"
        class="block-list"
        label="Figures"
        multiple
        groups={groups}
        option={({ key, heading, title }, id, i) => (
          <li
            key={key}
            id={id}
            role="option"
            aria-selected={chosen.includes(key)}
            class={i === at ? "build-option block-option active" : "build-option block-option"}
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
        )}
      />
    </div>
  );
}
