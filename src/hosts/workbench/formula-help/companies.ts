import type { PaneHost } from "../../../pane/pane-host";
import type { FormChoice } from "../../../pane/formula/form-spec";

const PAGE = 500;
/** Stops a service that always reports another page. */
const MOST_PAGES = 20;

interface Row {
  readonly ticker: string;
  readonly name?: string | null;
}
const isRow = (x: unknown): x is Row => typeof x === "object" && x !== null && typeof (x as Row).ticker === "string";

/**
 * Returns a function that gives the companies that the service knows, as they are listed: empty until they have been fetched, which the first call starts.
 * A failed fetch is repeated at the next call after a pause. `loaded` is called once they are there.
 */
export function listedCompanies(host: Pick<PaneHost, "fetch" | "connection">, loaded: () => void, now: () => number = Date.now): () => readonly FormChoice[] {
  const PAUSE_MS = 30_000;
  let companies: readonly FormChoice[] = [];
  let from: string | undefined;
  let loading = false;
  let failedAt = -Infinity;

  async function load(): Promise<void> {
    loading = true;
    const found: FormChoice[] = [];
    try {
      for (let page = 0; page < MOST_PAGES; page++) {
        const fetched = await host.fetch(`/v1/companies?limit=${PAGE}&offset=${page * PAGE}`);
        const body = fetched.ok ? (fetched.body as { data?: unknown; meta?: { has_more?: unknown } } | null) : undefined;
        if (!Array.isArray(body?.data)) {
          failedAt = now();
          return;
        }
        for (const row of body.data) if (isRow(row)) found.push({ value: row.ticker, about: row.name ?? "" });
        if (body.meta?.has_more !== true) break;
      }
      companies = found;
    } finally {
      loading = false;
    }
    loaded();
  }

  return () => {
    const connection = host.connection();
    if (connection.kind !== "connected") return companies;
    if (connection.baseUrl !== from) [companies, from, failedAt] = [[], connection.baseUrl, -Infinity];
    if (companies.length === 0 && !loading && now() - failedAt > PAUSE_MS) void load();
    return companies;
  };
}
