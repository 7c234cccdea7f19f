import { CAVEAT_IDS, CAVEATS } from "../../contract/caveats";
import { CELL_FUNCTIONS, type FunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { outputIn } from "../../contract/functions/output-in";
import { PATHS } from "../../contract/paths";
import { SCREENER_FIELDS } from "../../contract/screener";
import { SERIES } from "../../contract/series";
import type { RegistryRow } from "../../contract/wire";

function typeOf(fn: FunctionName, field?: string): string {
  const { unit, type } = outputIn(listingOf(fn), field);
  return unit ?? type;
}

/** Built-in registry rows, without counts and dates; used until the service has sent its own. */
export function contractRows(): readonly RegistryRow[] {
  const row = (field: string, kind: RegistryRow["kind"], description: string, type: string, more: Partial<RegistryRow> = {}): RegistryRow => ({
    field,
    kind,
    description,
    type,
    source: "",
    doors: [],
    universe: null,
    ...more,
  });
  return [
    ...SCREENER_FIELDS.map((f) =>
      row(f.name, "screener", f.about, f.unit ?? f.type, { group: f.group, operators: [...f.operators], doors: ["/v1/screen", "/screener"] }),
    ),
    ...PATHS.map((p) => row(p.path, "path", listingOf(p.fn).title, typeOf(p.fn, p.field))),
    ...SERIES.map((s) => row(s.id, "series", s.title, s.unit)),
    ...CELL_FUNCTIONS.map((fn) =>
      row(
        `SERVICE.${fn}`,
        "function",
        listingOf(fn)
          .fields.map((f) => `${f.name}: ${f.about}`)
          .join("; ") || listingOf(fn).title,
        typeOf(fn),
      ),
    ),
    ...CAVEAT_IDS.map((id) => row(id, "caveat", CAVEATS[id], "caveat")),
  ];
}
