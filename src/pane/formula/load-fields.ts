import { isRecord } from "../../contract/json";
import { append } from "../../contract/lists";
import type { RegistryRow } from "../../contract/wire";
import { dataVersionOf } from "../connection/data-version";
import type { Loaded } from "../hooks/use-loaded";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { CAVEAT_IDS, CAVEATS } from "../../contract/caveats";
import { SCREENER_FIELDS } from "../../contract/screener";

/** The registry rows of screener fields and caveats without counts, used until the service has sent its own. No form opens for them. */
export function contractRows(): readonly RegistryRow[] {
  const none = { source: "", doors: [], universe: null };
  return [
    ...SCREENER_FIELDS.map(({ name, about, unit, type, group, operators }): RegistryRow => {
      const own = { field: name, description: about, type: unit ?? type, group, operators: [...operators], doors: ["/v1/screen", "/screener"] };
      return { ...none, ...own, kind: "screener" };
    }),
    ...CAVEAT_IDS.map((id): RegistryRow => ({ ...none, field: id, kind: "caveat", description: CAVEATS[id], type: "caveat" })),
  ];
}

export type LoadedFields = Loaded<readonly RegistryRow[]>;

const PAGE = 500;
/** Stops a service that always reports another page. */
const MOST_PAGES = 20;

const isRow = (x: unknown): x is RegistryRow =>
  isRecord(x) && [x.field, x.kind, x.description, x.type, x.source].every((text) => typeof text === "string") && Array.isArray(x.doors);

/** All rows of a list of the service, page by page. */
export async function fetchRows<T>(host: Pick<PaneHost, "fetch">, list: string, isOne: (x: unknown) => x is T): Promise<Loaded<readonly T[]>> {
  const rows: T[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const fetched = await host.fetch(`${list}?limit=${PAGE}&offset=${page * PAGE}`);
    if (!fetched.ok) return fetched;
    const body = isRecord(fetched.body) ? fetched.body : {};
    if (!Array.isArray(body.data)) return { ok: false, message: paneWords({ code: "broken_reply" }) };
    append(rows, body.data.filter(isOne));
    if (!isRecord(body.meta) || body.meta.has_more !== true) break;
  }
  return { ok: true, value: rows };
}

/** For how long rows are used: their counts and dates change with imports, of which the pane knows only some. */
const MOST_AGE_MS = 15 * 60_000;

/** One load per host, service and version of the data. */
const loads = new WeakMap<PaneHost, { readonly from: string; readonly at: number; readonly loaded: Promise<LoadedFields> }>();

/**
 * Fetches all rows of the service's field registry, once until new data arrives. Searching them here costs no request per keystroke and works while the
 * service is down. A failed fetch is not cached.
 */
export function loadFields(host: PaneHost): Promise<LoadedFields> {
  const state = host.connection();
  const from = `${dataVersionOf(host).now()} ${state.kind === "connected" ? state.baseUrl : ""}`;
  const known = loads.get(host);
  if (known?.from === from && host.now() - known.at < MOST_AGE_MS) return known.loaded;
  const loaded = fetchRows(host, "/v1/fields", isRow).then((result) => {
    if (!result.ok && loads.get(host)?.loaded === loaded) loads.delete(host);
    return result;
  });
  loads.set(host, { from, at: host.now(), loaded });
  return loaded;
}
