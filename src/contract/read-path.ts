import { shown } from "./arguments";
import { pathHint } from "./path-hint";
import { PATHS, sheetPath, type SheetPath } from "./paths";
import { forCell } from "./reason";

/** `short` is the message for a cell. */
type ReadPath = { readonly ok: true; readonly path: SheetPath } | { readonly ok: false; readonly message: string; readonly short: string };

/** Maximum number of characters of a path that are compared with known paths. */
const LONGEST = 60;

/** Reads the path of `SERVICE(entity, path)`: any case, blanks around it removed. */
export function readPath(raw: unknown): ReadPath {
  const expected = `path: expected one of the ${PATHS.length} sheet paths, such as price`;
  if (typeof raw !== "string" || raw.trim() === "")
    return { ok: false, message: `${expected} or short.pctfloat, got ${shown(raw)}.`, short: "No path was given." };
  const name = raw.trim().toLowerCase();
  const path = sheetPath(name);
  if (path) return { ok: true, path };
  const hint = pathHint(name.slice(0, LONGEST));
  return { ok: false, message: `${expected}, got ${shown(raw)}${hint ? `; ${hint}` : "."}`, short: forCell`There is no path ${raw.trim()}.` };
}
