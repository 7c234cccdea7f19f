import { useEffect, useState } from "preact/hooks";
import { SCREENER_FIELDS } from "../../contract/screener";
import { ConnectionBadge } from "../../pane/connection/connection-badge";
import { connectionLine } from "../../pane/connection/connection-line";
import { ServiceStopped } from "../../pane/connection/service-stopped";
import { ConnectionForm } from "../../pane/account/connection-form";
import { CopyButton } from "../../pane/export/copy-button";
import { useStatusLine } from "../../pane/frame/use-status-line";
import { useAttempt } from "../../pane/hooks/use-attempt";
import { useChanges } from "../../pane/hooks/use-changes";
import { Alert } from "../../pane/notices/alert";
import { TryAgain } from "../../pane/notices/try-again";
import { counted } from "../../contract/counted";
import { download } from "../../web-page/download";
import { ColumnsMenu } from "./columns-menu";
import { conditionWords, FieldFilter } from "./field-filter";
import { KeyDialog } from "./key-dialog";
import { screenAddress, conditionText, fieldOf, notApplied, PAGE, readAddress, requestOf, type Filter, type ScreenQuery } from "./query";
import type { ScreenRow, ScreenReply } from "./reply";
import { ResultsTable } from "./results-table";
import { RowDetails, SourcesOfPage } from "./row-details";
import type { ScreenerHost } from "./screener-host";
import { useRetry } from "./use-retry";
import { useScreen } from "./use-screen";
import { capital } from "../../contract/capital";

const GROUPS = [...new Set(SCREENER_FIELDS.map(({ group }) => group))];
/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = "\ufeff";
const RESULTS = "results";

/** The screener: filters beside the table of the names that meet them. The address keeps the filters. */
export function ScreenerPage({ host }: { readonly host: ScreenerHost }) {
  useChanges(host);
  const [query, setQuery] = useState<ScreenQuery>(() => readAddress(location.search));
  const [unknown, setUnknown] = useState(() => notApplied(location.search));
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [keyOpen, setKeyOpen] = useState(false);
  const [details, setDetails] = useState<ScreenRow | undefined>();
  const { status, say } = useStatusLine();
  const saving = useAttempt(say);
  const connection = host.connection();
  const screen = useScreen(host, connection.kind === "connected" ? requestOf(query, "page") : undefined);
  const { reply, loading, problem } = screen;
  const line = connectionLine({ ...host, origin: reply || screen.sample ? (screen.sample ? "sample" : "published") : undefined }, host.now());
  useRetry(host, screen.again);
  const address = screenAddress(query);
  useEffect(() => history.replaceState(null, "", address === "" ? location.pathname : `?${address}`), [address]);

  const active = query.filters.filter((filter) => conditionText(filter) !== undefined);
  /** Any change of what is listed shows the first page. */
  const change = (part: Partial<ScreenQuery>) => setQuery((before) => ({ ...before, offset: 0, ...part }));
  const setFilters = (edit: (filters: readonly Filter[]) => readonly Filter[]) =>
    setQuery((before) => ({ ...before, offset: 0, filters: edit(before.filters) }));
  const removeFilter = (id: number) => setFilters((filters) => filters.filter((one) => one.id !== id));
  const sort = (by: string) =>
    change(
      query.sort === by
        ? { order: query.order === "asc" ? "desc" : "asc" }
        : { sort: by, order: by === "ticker" || fieldOf(by)?.type === "enum" ? "asc" : "desc" },
    );
  const save = () =>
    void saving.run(async () => {
      const file = await host.fetchFile(requestOf(query, "csv"));
      if (!file.ok) return saving.refuse(file.message);
      download(new TextEncoder().encode(BYTE_ORDER_MARK + file.body), "screen.csv", "text/csv");
      say("screen.csv is downloaded, with the date, source and caveats of each figure.");
    }, "The file could not be downloaded. Try again.");

  return (
    <div class="sc">
      <a class="sc-skip" href={`#${RESULTS}`}>
        Skip to the results
      </a>
      <header class="sc-bar">
        <div class="sc-brand">
          <img src="assets/icon-40.png" alt="" width={24} height={24} />
          <h1>SERVICE screener</h1>
          <ConnectionBadge line={line} press={() => (line.kind === "connected" || connection.kind === "none" ? say(line.more) : setKeyOpen(true))} />
        </div>
        <nav aria-label="Pages">
          <a href="workbench.html">Workbench</a>
          <a href="help.html">Functions</a>
          {connection.kind === "connected" && (
            <button type="button" class="link" onClick={() => setKeyOpen(true)}>
              API key
            </button>
          )}
        </nav>
      </header>
      {connection.kind === "none" ? (
        <main class="sc-connect" id={RESULTS}>
          <section aria-labelledby="connect-title">
            <h2 id="connect-title">Add your API key</h2>
            <p>The screener lists names by their figures. It uses the same key as the workbench.</p>
            <ConnectionForm host={host} say={say} connected={() => say("Connected.")} />
          </section>
        </main>
      ) : (
        <div class="sc-body">
          <aside class="sc-side" aria-label="Filters">
            <button type="button" class="sc-toggle" aria-expanded={filtersOpen} aria-controls="filters" onClick={() => setFiltersOpen(!filtersOpen)}>
              {filtersOpen ? "Hide filters" : `Filters${active.length > 0 ? ` (${active.length})` : ""}`}
            </button>
            <div id="filters" class={filtersOpen ? "sc-filters sc-open" : "sc-filters"}>
              {GROUPS.map((group) => {
                const fields = SCREENER_FIELDS.filter((field) => field.group === group);
                const count = active.filter(({ field }) => fields.some(({ name }) => name === field)).length;
                return (
                  <Group key={group} name={group} count={count}>
                    {fields.map((field) => (
                      <FieldFilter
                        key={field.name}
                        field={field}
                        filters={query.filters.filter((one) => one.field === field.name)}
                        add={(filter) => setFilters((filters) => [...filters, filter])}
                        change={(filter) => setFilters((filters) => filters.map((one) => (one.id === filter.id ? filter : one)))}
                        remove={removeFilter}
                      />
                    ))}
                  </Group>
                );
              })}
            </div>
          </aside>
          <main class="sc-main" id={RESULTS} tabIndex={-1}>
            <div class="sc-tools">
              <p class="sc-count" role="status">
                {countWords(reply, loading, problem)}
              </p>
              <label class="sc-day">
                As of
                <input type="date" value={query.asOf} onChange={(e) => change({ asOf: e.currentTarget.value })} />
              </label>
              <ColumnsMenu columns={query.columns} choose={(columns) => setQuery((before) => ({ ...before, columns }))} />
              <CopyButton text={() => location.href} copied="Link copied. It keeps filters, sorting and columns, and has no key." say={say}>
                Copy link
              </CopyButton>
              <button
                type="button"
                class="primary"
                aria-disabled={saving.busy || !reply || reply.count === 0}
                onClick={() => reply && reply.count > 0 && save()}
              >
                {saving.busy ? "Downloading…" : "Download CSV"}
              </button>
            </div>
            <Alert message={saving.problem} />
            {active.length > 0 && (
              <ul class="sc-chips" aria-label="Active filters">
                {active.map((filter) => (
                  <li key={filter.id}>
                    <button
                      type="button"
                      class="small"
                      aria-label={`Remove the filter ${conditionWords(fieldOf(filter.field)!, filter)}`}
                      onClick={() => removeFilter(filter.id)}
                    >
                      {conditionWords(fieldOf(filter.field)!, filter)} <span aria-hidden="true">✕</span>
                    </button>
                  </li>
                ))}
                <li>
                  <button type="button" class="link small" onClick={() => change({ filters: [] })}>
                    Clear all
                  </button>
                </li>
              </ul>
            )}
            {unknown.length > 0 && (
              <div class="note" role="alert">
                Not applied: {unknown.join(", ")}. The screener cannot read {unknown.length === 1 ? "this part" : "these parts"} of the address. A condition is
                a field, an operator and a value, such as pe=lte:15.{" "}
                <button type="button" class="link small" onClick={() => setUnknown([])}>
                  Close
                </button>
              </div>
            )}
            <ServiceStopped host={host} say={say} />
            {problem !== undefined && <TryAgain message={problem} again={screen.again} />}
            {!reply && loading && <Waiting />}
            {reply && (
              <Listed
                reply={reply}
                query={query}
                loading={loading}
                sort={sort}
                open={setDetails}
                clear={() => change({ filters: [] })}
                last={active.at(-1)}
                remove={removeFilter}
              />
            )}
            {reply && reply.count > PAGE && <Paging query={query} count={reply.count} go={(offset) => setQuery((before) => ({ ...before, offset }))} />}
            {reply && reply.rows.length > 0 && <SourcesOfPage reply={reply} />}
          </main>
        </div>
      )}
      <p class="said" role="status" aria-live="polite">
        {status}
      </p>
      {details && reply && <RowDetails row={details} attribution={reply.attribution} close={() => setDetails(undefined)} />}
      {keyOpen && <KeyDialog host={host} say={say} close={() => setKeyOpen(false)} />}
    </div>
  );
}

function countWords(reply: ScreenReply | undefined, loading: boolean, problem: string | undefined): string {
  if (loading) return "Loading…";
  if (problem !== undefined) return "Not loaded";
  if (!reply) return "";
  return reply.count === reply.names ? counted(reply.names, "name") : `${reply.count.toLocaleString("en-US")} of ${counted(reply.names, "name")}`;
}

/** A group of filters. One with active filters is open from the start. */
function Group({ name, count, children }: { readonly name: string; readonly count: number; readonly children: preact.ComponentChildren }) {
  const [open, setOpen] = useState(count > 0 || name === GROUPS[0]);
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
      <div class="sc-fields">{children}</div>
    </details>
  );
}

function Waiting() {
  return (
    <div class="sc-empty">
      <progress aria-label="Loading" />
      <p>Loading the names. The first request after an import computes every figure and takes some seconds.</p>
    </div>
  );
}

interface ListedProps {
  readonly reply: ScreenReply;
  readonly query: ScreenQuery;
  readonly loading: boolean;
  readonly sort: (by: string) => void;
  readonly open: (row: ScreenRow) => void;
  readonly clear: () => void;
  readonly last: Filter | undefined;
  readonly remove: (id: number) => void;
}

/** The table, or why there is none and what to do. */
function Listed({ reply, query, loading, sort, open, clear, last, remove }: ListedProps) {
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
        <ResultsTable reply={reply} query={query} busy={loading} sort={sort} open={open} />
      ) : reply.names === 0 ? (
        <div class="sc-empty">
          <h2>No names</h2>
          <p>{reply.note ?? "The service has no figures of any name."}</p>
        </div>
      ) : reply.count > 0 ? (
        <div class="sc-empty">
          <h2>No more names</h2>
          <p>The list is shorter now. Go to an earlier page.</p>
        </div>
      ) : (
        <div class="sc-empty">
          <h2>No name meets all filters</h2>
          <p>Widen or remove a filter.</p>
          <div class="buttons">
            {last && (
              <button type="button" onClick={() => remove(last.id)}>
                Remove “{conditionWords(fieldOf(last.field)!, last)}”
              </button>
            )}
            <button type="button" onClick={clear}>
              Clear all filters
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function Paging({ query, count, go }: { readonly query: ScreenQuery; readonly count: number; readonly go: (offset: number) => void }) {
  const [first, last] = [query.offset + 1, Math.min(query.offset + PAGE, count)];
  const move = (by: number) => {
    const offset = query.offset + by;
    if (offset < count && offset > -PAGE) go(Math.max(0, offset));
  };
  return (
    <nav class="sc-paging" aria-label="Pages of names">
      <button type="button" aria-disabled={query.offset === 0} onClick={() => move(-PAGE)}>
        Previous
      </button>
      <span>
        {first.toLocaleString("en-US")}–{last.toLocaleString("en-US")} of {count.toLocaleString("en-US")}
      </span>
      <button type="button" aria-disabled={query.offset + PAGE >= count} onClick={() => move(PAGE)}>
        Next
      </button>
    </nav>
  );
}
