import { useEffect, useMemo, useState } from "preact/hooks";
import { groupedBy } from "../../contract/lists";
import type { RegistryRow } from "../../contract/wire";
import { Notice } from "../notices/notice";
import { written } from "../pane-words";
import type { FormMemory, RecentFormula } from "./form-memory";
import { callText } from "./call-text";
import { FormulaText } from "./formula-text";
import { Combobox, OptionList, type OptionGroup } from "./combobox";
import type { LoadedFields } from "./load-fields";
import { universeWords } from "./row-words";
import { prepareSearch } from "./search/figure-index";
import { namesOne } from "./search/figure";
import { find, hitKey, type Hit, type Kind } from "./search/find";
import { otherSpan, startOfHit, unusedPeriod } from "./search/start";
import { POPULAR } from "./search/topics";
import { type CompanySource, useCompanies } from "./search/companies";
import { Button } from "../elements";

const KINDS: readonly { readonly kind: Kind | undefined; readonly label: string; readonly row?: true }[] = [
  { kind: undefined, label: "All" },
  { kind: "function", label: "Functions" },
  { kind: "series", label: "Series" },
  { kind: "screener", label: "Screener fields", row: true },
  { kind: "caveat", label: "Caveats", row: true },
];
/** Results drawn at first; a button shows more. */
const STEP = 30;

interface SearchViewProps {
  /** The service's registry, which adds counts and dates; the search works without it. */
  readonly loaded: LoadedFields | undefined;
  readonly memory: FormMemory;
  readonly pick: (hit: Hit) => void;
  readonly open: (recent: RecentFormula) => void;
  readonly reload: () => void;
  /** Finds companies; undefined without a connection. */
  readonly companies: CompanySource | undefined;
  /** False if screener fields and caveats cannot be opened. */
  readonly rows?: boolean;
}

interface ResultProps {
  readonly hit: Hit;
  /** The service's registry by kind and field. */
  readonly facts: ReadonlyMap<string, RegistryRow>;
  readonly id: string;
  readonly active: boolean;
  readonly pick: () => void;
}

function wordsOf(hit: Hit): { readonly title: string; readonly about: string } {
  if (hit.kind === "company") return { title: hit.company.name, about: "All figures of the company" };
  if (hit.kind === "figure") return { title: hit.company ? `${hit.company.name}: ${hit.figure.title}` : hit.figure.title, about: hit.figure.about };
  const across = hit.figures.map(({ title }) => title).join(", ");
  return { title: [hit.tickers.join(", "), across].filter(Boolean).join(": ") || "Figures of several tickers", about: "A block of formulas in one step" };
}

const topicOf = (hit: Hit): string =>
  hit.kind === "company" ? "Companies" : hit.kind === "block" ? "Several tickers" : hit.company ? hit.company.name : hit.figure.topic;

function Result({ hit, facts, id, active, pick }: ResultProps) {
  const row = hit.kind === "figure" && !hit.company ? facts.get(hit.figure.row) : undefined;
  const { title, about } = wordsOf(hit);
  // A count of names says nothing about one of them: 11 tenors, of the 10-year yield.
  const ofOne = row?.kind === "function" && hit.kind === "figure" && namesOne(hit.figure);
  const coverage = row ? [ofOne ? "" : universeWords(row), row.sample ? "sample data" : ""].filter(Boolean).join(" · ") : "";
  return (
    <li id={id} role="option" aria-selected={active} class={active ? "build-option build-row active" : "build-option build-row"} onClick={pick}>
      <span>{title}</span>
      <span class="build-row-head">
        <code>
          <FormulaText text={codeOf(hit)} />
        </code>
        <span class="quiet">{about}</span>
      </span>
      {coverage && <span class="quiet">{coverage}</span>}
    </li>
  );
}

/** Hits by topic, the topic of the best first. The list without a query starts with the functions that are used most. */
function grouped(hits: readonly Hit[], isDefault: boolean): readonly OptionGroup<Hit>[] {
  const places = new Map(hits.map((hit, at) => [hit, at]));
  const topicAt = (hit: Hit): string => (isDefault ? ((places.get(hit) ?? 0) < POPULAR.length ? "Used most" : "All other functions") : topicOf(hit));
  return [...groupedBy(hits, topicAt)].map(([topic, items]) => ({ topic, items }));
}

/** What identifies a hit beside its title: a call, a ticker or a name. */
function codeOf(hit: Hit): string {
  if (hit.kind === "block") return "Tickers × fields";
  if (hit.kind === "company") return hit.company.ticker;
  const start = startOfHit(hit);
  if (!start || hit.figure.opens.kind !== "form") return hit.figure.key.replace(/^\w+ /, "");
  return written(hit.figure.isFunction && !hit.company ? start.spec.id : callText(start.spec, start.inputs));
}

const NoResults = ({ query, kind }: { readonly query: string; readonly kind: Kind | undefined }) => (
  <p>
    No results for “{query.trim()}”{kind ? ` among ${KINDS.find((k) => k.kind === kind)?.label.toLowerCase()}` : ""}. Try fewer words, a ticker or company such
    as AAPL, a figure such as free cash flow, or a series such as CPI.
  </p>
);

const Recents = ({ recents, open }: { readonly recents: readonly RecentFormula[]; readonly open: (recent: RecentFormula) => void }) => (
  <div class="stack close">
    <h3>Recent formulas</h3>
    <ul class="stack close">
      {recents.map((recent) => (
        <li key={recent.text}>
          <Button class="build-link" words={<code>={recent.text}</code>} act={() => open(recent)} />
        </li>
      ))}
    </ul>
  </div>
);

/** Search over functions, figures, series, argument values and companies: one field, and a list by topic with arrow keys. */
export function SearchView({ loaded, memory, pick, open, reload, companies: source, rows = true }: SearchViewProps) {
  const [query, setQuery] = useState(memory.query);
  const [kind, setKind] = useState(memory.kind);
  const [active, setActive] = useState(-1);
  const [drawn, setDrawn] = useState(STEP);
  const { companies, searching, note } = useCompanies(source, query);
  const change = (next: { query?: string; kind?: Kind | undefined }) => {
    if (next.query !== undefined) setQuery((memory.query = next.query));
    if ("kind" in next) setKind((memory.kind = next.kind));
    setActive(next.query ? 0 : -1);
    setDrawn(STEP);
  };
  useEffect(prepareSearch, []);

  const found = useMemo(() => find(query, companies, kind), [query, companies, kind]);
  const [best] = found.hits;
  const missing = found.none?.message.replace(/SERVICE\.[A-Z]+/g, written);
  const remark = [missing ?? note ?? unusedPeriod(best), otherSpan(best)].filter(Boolean).join(" ") || undefined;
  const facts = useMemo(() => new Map(loaded?.ok ? loaded.value.map((row) => [`${row.kind} ${row.field}`, row]) : []), [loaded]);
  const groups = grouped(found.hits.slice(0, drawn), query.trim() === "" && kind === undefined);
  const shown = groups.flatMap(({ items }) => items);
  const at = Math.min(active, shown.length - 1);
  const enter = () => {
    const hit = shown[Math.max(at, 0)];
    if (hit) pick(hit);
  };
  return (
    <>
      <Combobox
        id="build-search"
        label="Search data"
        placeholder="Apple eps, 10y, cpi yoy"
        listId="build-results"
        rows={shown.length}
        at={at}
        move={setActive}
        query={query}
        search={(text) => change({ query: text })}
        enter={enter}
      />
      {loaded && !loaded.ok && (
        <Notice kind="problem" button="Reload the list" act={reload}>
          {loaded.message} Companies are found by ticker only, and there are no counts and dates.
        </Notice>
      )}
      <div class="buttons close toggles" role="group" aria-label="Kind">
        {KINDS.filter(({ row }) => rows || !row).map(({ kind: k, label }) => (
          <Button key={label} class="small" aria-pressed={k === kind} words={label} act={() => change({ kind: k })} />
        ))}
      </div>
      {query === "" && memory.recents.length > 0 && <Recents recents={memory.recents} open={open} />}
      <p class="off-screen" role="status">
        {query === "" ? "" : `${remark === undefined ? "" : `${remark} `}${found.hits.length} found`}
      </p>
      {remark && <p class="marked">{remark}</p>}
      <OptionList
        id="build-results"
        class=""
        label="Results"
        groups={groups}
        option={(hit, id, i) => <Result key={hitKey(hit)} hit={hit} facts={facts} id={id} active={i === at} pick={() => pick(hit)} />}
      />
      {searching && found.hits.length === 0 && <p class="quiet">Searching companies…</p>}
      {!searching && found.hits.length === 0 && remark === undefined && <NoResults query={query} kind={kind} />}
      {found.hits.length > drawn && (
        <Button
          class="wide"
          words={`Show ${Math.min(STEP, found.hits.length - drawn)} more of ${found.hits.length - drawn}`}
          act={() => setDrawn(drawn + STEP)}
        />
      )}
    </>
  );
}
