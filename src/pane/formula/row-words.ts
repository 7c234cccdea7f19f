import { isFunctionName, type FunctionName } from "../../contract/functions";
import { listingOf } from "../../contract/functions/listing";
import { sheetPath } from "../../contract/paths";
import type { RegistryRow } from "../../contract/wire";
import { counted, withSeparators } from "../../contract/counted";

/** One-line title of a sheet path. */
export function pathTitle(fn: FunctionName, field: string | undefined): string {
  const { title, fields } = listingOf(fn);
  const found = fields.find((f) => f.name === field);
  return found ? `${title}: ${found.about}` : title;
}

/** One-line title of a registry row. */
export function rowTitle(row: RegistryRow): string {
  if (row.kind === "function") {
    const fn = row.field.replace(/^SERVICE\./, "");
    return isFunctionName(fn) ? listingOf(fn).title : row.description;
  }
  if (row.kind === "path") {
    const path = sheetPath(row.field);
    return path ? pathTitle(path.fn, path.field) : row.description;
  }
  return row.description;
}

/** Coverage: number of names, or time span of a series. */
export function universeWords(row: RegistryRow): string {
  if (row.kind === "series")
    return [row.last_observation ? `to ${row.last_observation}` : "", row.observations === undefined ? "" : `${withSeparators(row.observations)} observations`]
      .filter(Boolean)
      .join(", ");
  return row.universe === null || row.kind === "caveat" ? "" : counted(row.universe, "name");
}
