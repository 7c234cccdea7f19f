import { isFunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { sheetPath } from "../../contract/paths";
import type { RegistryRow } from "../../contract/wire";
import { FUNCTION_TITLES } from "./function-titles";
import { counted, inFigures } from "../../contract/counted";

/** What a row of the registry is, in a line. */
export function rowTitle(row: RegistryRow): string {
  if (row.kind === "function") {
    const fn = row.field.replace(/^SERVICE\./, "");
    return isFunctionName(fn) ? FUNCTION_TITLES[fn] : row.description;
  }
  if (row.kind === "path") {
    const path = sheetPath(row.field);
    if (!path) return row.description;
    const field = declarationOf(path.fn).fields.find((f) => f.name === path.field);
    return field ? `${FUNCTION_TITLES[path.fn]}: ${field.about}` : FUNCTION_TITLES[path.fn];
  }
  return row.description;
}

/** How much there is of it: covered names, or how far a series goes. */
export function universeWords(row: RegistryRow): string {
  if (row.kind === "series")
    return [row.last_observation ? `to ${row.last_observation}` : "", row.observations === undefined ? "" : `${inFigures(row.observations)} observations`]
      .filter(Boolean)
      .join(", ");
  return row.universe === null || row.kind === "caveat" ? "" : counted(row.universe, "name");
}
