import type { FunctionsMetadata } from "../../../engine/calls/function-help";
import { isFunctionName } from "../../../contract/functions";
import { isRecord } from "../../../contract/json";
import { listingOf } from "../../../contract/functions/listing";
import { formSpec, type FormChoice } from "../../../pane/formula/form-spec";
import { fetchRows } from "../../../pane/formula/load-fields";
import type { PaneHost } from "../../../pane/pane-host";

/** One argument, for the suggestions and the help. */
export interface KnownArgument {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly repeating: boolean;
  /** The allowed values; undefined if others are allowed too. */
  readonly values: readonly FormChoice[] | undefined;
  /** True if it takes a company's ticker. */
  readonly ticker: boolean;
}

/** One function, for the suggestions and the help. */
export interface KnownFunction {
  /** In capitals, such as `SERVICE.FRED` or `SUM`. */
  readonly name: string;
  readonly title: string;
  /** Other words by which people search it, in lower case. */
  readonly search: string;
  readonly own: boolean;
  readonly parameters: readonly KnownArgument[];
  /** A complete formula; undefined if none is known. */
  readonly example: string | undefined;
}

/** A function of the grid's engine, as it describes it. */
interface EngineFunctionInfo {
  readonly functionName: string;
  readonly abstract: string;
  readonly functionParameter: readonly { readonly name: string; readonly detail: string; readonly require: number; readonly repeat: number }[];
}

/** All functions by name. */
export type Catalog = ReadonlyMap<string, KnownFunction>;

const EXAMPLE = /\bExample: (=\S.*)$/;

function ownFunctions({ functions }: FunctionsMetadata): KnownFunction[] {
  return functions.flatMap(({ name, description = "", parameters }) => {
    const spec = formSpec(name);
    if (!spec) return [];
    const fn = spec.fn && isFunctionName(spec.fn) ? listingOf(spec.fn) : undefined;
    return [
      {
        name: spec.id,
        title: spec.title,
        search: fn ? fn.search.toLowerCase() : "",
        own: true,
        example: EXAMPLE.exec(description)?.[1],
        parameters: spec.parameters.map((p, i) => ({
          name: p.name,
          about: parameters[i]?.description ?? "",
          required: p.required,
          repeating: false,
          values: p.choices?.map(({ value, about }) => ({ value, about: value === p.fallback ? `${about}${about ? " " : ""}(default)` : about })),
          ticker: p.kind === "ticker" || p.name === "entity" || p.name === "query",
        })),
      },
    ];
  });
}

/** Combines the SERVICE functions with the engine's own. */
export function catalogOf(metadata: FunctionsMetadata, ofEngine: Iterable<EngineFunctionInfo>): Catalog {
  const all = new Map(ownFunctions(metadata).map((fn) => [fn.name, fn]));
  for (const { functionName, abstract, functionParameter } of ofEngine) {
    const name = functionName.toUpperCase();
    if (all.has(name)) continue;
    const parameters = functionParameter.map((p): KnownArgument => {
      return { name: p.name, about: p.detail, required: p.require === 1, repeating: p.repeat === 1, values: undefined, ticker: false };
    });
    all.set(name, { name, title: abstract, search: "", own: false, parameters, example: undefined });
  }
  return all;
}

interface Company {
  readonly ticker: string;
  readonly name?: string | null;
}
const isCompany = (x: unknown): x is Company => isRecord(x) && typeof x.ticker === "string";

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
    const fetched = await fetchRows(host, "/v1/companies", isCompany).finally(() => (loading = false));
    if (fetched.ok) {
      companies = fetched.value.map(({ ticker, name }) => ({ value: ticker, about: name ?? "" }));
      loaded();
    } else failedAt = now();
  }

  return () => {
    const connection = host.connection();
    if (connection.kind !== "connected") return companies;
    if (connection.baseUrl !== from) [companies, from, failedAt] = [[], connection.baseUrl, -Infinity];
    if (companies.length === 0 && !loading && now() - failedAt > PAUSE_MS) void load();
    return companies;
  };
}
