import { CAVEATS, CAVEAT_IDS } from "../../contract/caveats";
import { CELL_FUNCTIONS, type FunctionName } from "../../contract/functions";
import { declarationOf, outputOf } from "../../contract/functions/declarations";
import { isRequired } from "../../contract/functions/required";
import { orList } from "../../contract/nearest";
import { PATHS } from "../../contract/paths";
import { SCREENER_FIELDS } from "../../contract/screener";
import { SERIES } from "../../contract/series";
import type { RegistryRow } from "../../contract/wire";
import { familyFunction } from "../families/families";
import type { Context } from "../answers/context";
import { DECLARED_COLUMNS } from "../families/screener/columns";
import { exampleOf } from "../families/screener/screen";
import { seriesReader } from "../families/macro/series-reader";

/** Number of rows in the specification's registry, returned next to ours. The specification omits two of our series. */
export const SPECIFIED_ROWS = 230;

/** Unit of a function's output, or its type if it has no unit. Without `field`, the default field or the result. */
function typeOf(fn: FunctionName, field?: string): string {
  const { unit, type } = outputOf(fn, field);
  return unit ?? type;
}

/** The formula of a function with the examples of its arguments. `replaced` replaces one of them, and omits optional ones after it, which may not fit it. */
export function exampleFormula(fn: FunctionName, replaced?: readonly [position: number, value: string]): string {
  const { parameters } = declarationOf(fn);
  const shown = parameters.filter((p, at) => replaced === undefined || at <= replaced[0] || isRequired(p));
  const typed = shown.map((p, at) => {
    const value = at === replaced?.[0] ? replaced[1] : p.example;
    return p.kind === "integer" ? value : `"${value}"`;
  });
  return `=SERVICE.${fn}(${typed.join(",")})`;
}

/** A path's formula. */
function examplePath({ path, fn }: (typeof PATHS)[number]): string {
  const [entity] = declarationOf(fn).parameters.filter(({ name }) => name !== "field");
  return `=SERVICE("${entity?.example ?? "US"}","${path}")`;
}

const countedIn = new Map(DECLARED_COLUMNS.map((one) => [one.name, one.countedIn]));

function functionRow(fn: FunctionName, universe: number | null): RegistryRow {
  const spec = declarationOf(fn);
  return {
    field: `SERVICE.${fn}`,
    kind: "function",
    description: spec.fields.length > 0 ? spec.fields.map((f) => `${f.name}: ${f.about}`).join("; ") : outputOf(fn).about,
    type: typeOf(fn),
    source: spec.source,
    doors: [`=SERVICE.${fn}(${spec.parameters.map((p) => p.name).join(", ")})`, "POST /sheets/eval"],
    example: exampleFormula(fn),
    universe,
    arguments: spec.parameters.map((p) => ({
      name: p.name,
      required: isRequired(p),
      ...(p.kind === "choice" ? { choices: [...p.of] } : {}),
      example: p.example,
    })),
    ...(spec.fields.length > 0
      ? {
          fields: spec.fields.map((f) => ({
            name: f.name,
            type: f.type,
            ...(f.unit ? { unit: f.unit } : {}),
            ...(f.plan ? { plan: f.plan } : {}),
            description: f.about,
          })),
        }
      : {}),
  };
}

/** Every field, series, mnemonic, function and caveat of the service, with live counts. Callers should cache it: universes change slowly. */
export function registryRows(context: Context): RegistryRow[] {
  const universe = (fn: FunctionName): number | null => familyFunction(fn)?.universe?.(context) ?? null;
  const today = context.clock.today();
  return [
    ...SCREENER_FIELDS.map((f): RegistryRow => ({
      field: f.name,
      kind: "screener",
      description: f.choices.length > 0 ? `${f.about}: ${orList(f.choices)}` : f.about,
      type: f.unit ?? f.type,
      source: "service's screener snapshot",
      doors: ["/v1/screen", "/screener"],
      example: `/v1/screen?${f.name}=${exampleOf(f).replaceAll(" ", "+")}`,
      universe: universe(countedIn.get(f.name)!),
      group: f.group,
      operators: [...f.operators],
    })),
    ...PATHS.map((p): RegistryRow => ({
      field: p.path,
      kind: "path",
      description: `=SERVICE(entity,"${p.path}"): ${outputOf(p.fn, p.field).about}`,
      type: typeOf(p.fn, p.field),
      source: declarationOf(p.fn).source,
      doors: ["POST /sheets/eval", `=SERVICE(entity,"${p.path}")`],
      example: examplePath(p),
      universe: universe(p.fn),
      resolves_to: p.field ? `${p.fn}(entity), field ${p.field}` : `${p.fn}(entity)`,
    })),
    ...SERIES.map((s): RegistryRow => {
      const newest = seriesReader(s.id, context)!.latest(today, 1)[0];
      // Counts only imported rows: sample rows are generated on demand, in any number.
      const observations = newest?.sample === false ? context.store.observations.count(s.id, today) : undefined;
      return {
        field: s.id,
        kind: "series",
        description: s.title,
        type: s.unit,
        source: s.publisher,
        doors: [`=SERVICE.FRED("${s.id}")`, `/macro/fred/${s.id}`, `/v1/macro/fred/${s.id}/history`],
        example: `=SERVICE.FRED("${s.id}")`,
        universe: 1,
        ...(newest ? { last_observation: newest.date } : {}),
        ...(newest?.sample ? { sample: true as const } : {}),
        ...(observations === undefined ? {} : { observations }),
      };
    }),
    ...CELL_FUNCTIONS.map((fn) => functionRow(fn, universe(fn))),
    ...CAVEAT_IDS.map((id): RegistryRow => ({
      field: id,
      kind: "caveat",
      description: CAVEATS[id],
      type: "caveat",
      source: "service",
      doors: ["meta.caveats"],
      universe: null,
    })),
  ];
}
