import { useEffect, useRef } from "preact/hooks";
import { SCREENER_FIELDS, type ScreenerField } from "../../contract/screener";
import { Button } from "../../pane/elements";
import { type ScreenReply, type ScreenRow, shortText, unitText, wholeText } from "./reply";
import { conditionWords } from "./field-filter";
import { conditionText, fieldOf, PAGE, type ScreenQuery } from "./query";
import type { QueryEdits } from "./use-screen";

interface ListedProps {
  readonly reply: ScreenReply;
  readonly edits: QueryEdits;
  readonly loading: boolean;
  readonly open: (row: ScreenRow) => void;
}

/** The page of names: one row for each, headings that sort. */
function ResultsTable({ reply, edits: { query, sort }, loading, open }: ListedProps) {
  const chosen = SCREENER_FIELDS.filter(({ name }) => query.columns.includes(name) && reply.rows.some(({ values }) => name in values));
  // Filtered fields come first: in a window too narrow for all columns, they are the ones to see.
  const isFiltered = ({ name }: ScreenerField): boolean => query.filters.some((filter) => filter.field === name && conditionText(filter) !== undefined);
  const fields = [...chosen.filter(isFiltered), ...chosen.filter((field) => !isFiltered(field))];
  const scroller = useRef<HTMLDivElement>(null);
  // Another page or order begins at its first row, not where the last one was scrolled to.
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [query.offset, query.sort, query.order]);
  return (
    <div ref={scroller} class="sc-scroll" role="region" aria-label="Table of names" tabIndex={0} aria-busy={loading}>
      <table>
        <caption class="only-read-out">Names that meet all filters. Headings sort. A ticker opens the sources of its figures.</caption>
        <thead>
          <tr>
            <Heading label="Ticker" name="ticker" query={query} sort={sort} />
            <th scope="col">Company</th>
            {fields.map((field) => (
              <Heading key={field.name} label={field.label} name={field.name} field={field} query={query} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {reply.rows.map((row) => (
            <tr key={row.ticker}>
              <th scope="row">
                <Button class="link" aria-label={`${row.ticker}: sources of its figures`} words={row.ticker} act={() => open(row)} />
              </th>
              <td class="sc-name">{row.name ?? <span class="sc-none">not known</span>}</td>
              {fields.map((field) => (
                <Figure key={field.name} field={field} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps extends Pick<QueryEdits, "query" | "sort"> {
  readonly label: string;
  readonly name: string;
  readonly field?: ScreenerField;
}

function Heading({ label, name, field, query, sort }: HeadingProps) {
  const sorted = query.sort === name;
  const unit = field ? unitText(field) : "";
  return (
    <th
      scope="col"
      class={field?.type === "number" ? "number" : undefined}
      aria-sort={sorted ? (query.order === "asc" ? "ascending" : "descending") : undefined}
    >
      <button type="button" class="sc-sort" title={field?.about} onClick={() => sort(name)}>
        {label}
        {unit !== "" && <span class="quiet"> {unit}</span>}
        {sorted && (
          <span class="sc-arrow" aria-hidden="true">
            {query.order === "asc" ? " ▲" : " ▼"}
          </span>
        )}
      </button>
    </th>
  );
}

function Figure({ field, row }: { readonly field: ScreenerField; readonly row: ScreenRow }) {
  const value = row.values[field.name];
  const kind = field.type === "number" ? "number" : undefined;
  if (value === null || value === undefined)
    return (
      <td class={kind} title={row.reasons[field.name]}>
        <span class="sc-none">n/a</span>
      </td>
    );
  const { sample } = row.provenance[field.name] ?? {};
  return (
    <td class={kind} title={`${wholeText(value, field)}${sample ? " (sample data)" : ""}`}>
      {shortText(value, field)}
    </td>
  );
}

/** The table, or why there is none and what to do. */
export function Listed(props: ListedProps) {
  const { reply, edits } = props;
  const last = edits.active.at(-1);
  const unknown = Object.entries(reply.unknown).filter(([, n]) => n > 0);
  const left = unknown.map(([name, n]) => `${fieldOf(name)?.label ?? name} of ${n.toLocaleString("en-US")}`).join(", ");
  return (
    <>
      {unknown.length > 0 && (
        <p class="note">
          An unknown figure meets no filter. Left out: {left} {unknown.reduce((sum, [, n]) => sum + n, 0) === 1 ? "name" : "names"}.
        </p>
      )}
      {reply.rows.length > 0 ? (
        <ResultsTable {...props} />
      ) : reply.names === 0 ? (
        <div class="stack sc-empty">
          <h2>No names</h2>
          <p>{reply.note ?? "The service has no figures of any name."}</p>
        </div>
      ) : reply.count > 0 ? (
        <div class="stack sc-empty">
          <h2>No more names</h2>
          <p>The list is shorter now. Go to an earlier page.</p>
        </div>
      ) : (
        <div class="stack sc-empty">
          <h2>No name meets all filters</h2>
          <p>Widen or remove a filter.</p>
          <div class="buttons">
            {last && <Button words={`Remove “${conditionWords(fieldOf(last.field)!, last)}”`} act={() => edits.removeFilter(last.id)} />}
            <Button words="Clear all filters" act={edits.clearFilters} />
          </div>
        </div>
      )}
    </>
  );
}

/** Steps through the pages of names. */
export function Paging({ query, count, go }: { readonly query: ScreenQuery; readonly count: number; readonly go: (offset: number) => void }) {
  const [first, last] = [query.offset + 1, Math.min(query.offset + PAGE, count)];
  const move = (by: number) => {
    const offset = query.offset + by;
    if (offset < count && offset > -PAGE) go(Math.max(0, offset));
  };
  return (
    <nav class="sc-paging" aria-label="Pages of names">
      <Button aria-disabled={query.offset === 0} words="Previous" act={() => move(-PAGE)} />
      <span>
        {first.toLocaleString("en-US")}–{last.toLocaleString("en-US")} of {count.toLocaleString("en-US")}
      </span>
      <Button aria-disabled={query.offset + PAGE >= count} words="Next" act={() => move(PAGE)} />
    </nav>
  );
}
