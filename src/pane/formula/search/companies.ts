import { useMemo } from "preact/hooks";
import { isRecord } from "../../../contract/json";
import { searchWords } from "../../../contract/search-words";
import { useLoaded } from "../../hooks/use-loaded";
import type { PaneHost } from "../../pane-host";
import { perHost } from "../../per-book";

/** The companies that a text names, asked after a pause in typing. Until they are known, those of the text before it stay if they match this one, too. */
export function useCompanies(source: CompanySource | undefined, typed: string) {
  const text = typed.trim();
  const known = text === "" ? undefined : source?.known(text);
  const load = async (from: CompanySource, signal: AbortSignal) => ({ text, found: await from.load(text, signal) });
  const loaded = useLoaded((signal) => (source && text !== "" ? load(source, signal) : undefined), [source, text], {
    pauseMs: known ? undefined : source?.pauseMs,
    keeps: () => true,
  });
  const current = known !== undefined || loaded?.text === text;
  const own = known ?? loaded?.found;
  const companies = useMemo(() => {
    if (current || !own) return own?.companies;
    const words = searchWords(text);
    const still = own.companies.filter(({ matched }) => matched.every((word) => words.includes(word)));
    return still.length > 0 ? still : undefined;
  }, [own, current, text]);
  return { companies: source ? companies : undefined, searching: source !== undefined && text !== "" && !current, note: current ? own?.note : undefined };
}

/** A company of the service's search, with the words of the query that name it. */
export interface FoundCompany {
  readonly ticker: string;
  readonly name: string;
  /** As `searchWords` writes them. */
  readonly matched: readonly string[];
  /** True if they are the ticker, or whole words of the name. */
  readonly whole: boolean;
}

/** What the service found for a query. */
export interface FoundCompanies {
  readonly companies: readonly FoundCompany[];
  /** Why a ticker of another exchange is not covered. */
  readonly note: string | undefined;
}

/** Where companies are found. It stays the same object while the connection does. */
export interface CompanySource {
  /** Pause in typing after which `load` is called. */
  readonly pauseMs: number;
  /** What was found for this text before, without a request. */
  readonly known: (typed: string) => FoundCompanies | undefined;
  /** The same, or what the service finds; undefined if it does not answer. */
  readonly load: (typed: string, signal: AbortSignal) => Promise<FoundCompanies | undefined>;
}

const isText = (x: unknown): x is string => typeof x === "string";

/** Reads a reply of `GET /v1/companies`; rows of another shape are skipped. */
export function readCompanies(body: unknown): FoundCompanies {
  const { data, meta } = isRecord(body) ? body : {};
  const companies = (Array.isArray(data) ? data : []).flatMap((row: unknown) =>
    isRecord(row) && isText(row.ticker) && isText(row.name) && Array.isArray(row.matched)
      ? [{ ticker: row.ticker, name: row.name, matched: row.matched.filter(isText), whole: row.whole === true }]
      : [],
  );
  return { companies, note: isRecord(meta) && isText(meta.note) ? meta.note : undefined };
}

/** Most queries whose companies are kept. */
const MOST_KEPT = 200;

const queryOf = (typed: string): string => typed.trim().replace(/\s+/g, " ").slice(0, 80);

/** Companies of the connected service. Answers are kept by query. */
function companySource(host: PaneHost): CompanySource {
  const kept = new Map<string, FoundCompanies>();
  return {
    // Each request of a spreadsheet is a run of its script, of which Google allows only so many a day.
    pauseMs: host.spreadsheet ? 500 : 150,
    known: (typed) => kept.get(queryOf(typed)),
    load: async (typed, signal) => {
      const query = queryOf(typed);
      const known = kept.get(query);
      if (known) return known;
      const fetched = await host.fetch(`/v1/companies?limit=8&q=${encodeURIComponent(query)}`, signal);
      if (!fetched.ok || fetched.body === null) return undefined;
      const found = readCompanies(fetched.body);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(query, found);
      return found;
    },
  };
}

const sourceOf = perHost((): { from?: string; source?: CompanySource } => ({}));

/** Companies of the connected service; undefined without a connection. */
export function companiesOf(host: PaneHost): CompanySource | undefined {
  const state = host.connection();
  if (state.kind !== "connected") return undefined;
  const known = sourceOf(host);
  if (known.from !== state.baseUrl) Object.assign(known, { from: state.baseUrl, source: companySource(host) });
  return known.source;
}
