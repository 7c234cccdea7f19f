import { shown } from "./arguments";
import { PATHS, sheetPath, type SheetPath } from "./paths";
import { forCell } from "./reason";
import { isFunctionName } from "./functions/index";
import { didYouMean } from "./nearest";
import { visible } from "./text";
import { METRICS, RV_METRICS } from "./vocabulary";

const NAMES = PATHS.map((p) => p.path);
const has = (list: readonly string[], name: string): boolean => list.includes(name);

/**
 * Suggests a replacement for an unknown path, as the end of a sentence; empty if nothing is similar.
 * @example pathHint("pe") // 'use RV(ticker,"pe").'
 * @example pathHint("short.dayz") // "did you mean short.days?"
 */
function pathHint(path: string): string {
  const [first = "", field = ""] = path.split(".");
  const metric = field || first;
  if (has(RV_METRICS, metric)) return `use RV(ticker,"${metric}").`;
  if (has(METRICS, metric)) return `use FIN(ticker,"${metric}").`;
  if (isFunctionName(first.toUpperCase()) && !has(NAMES, first)) return `use the function ${first.toUpperCase()} instead.`;
  return didYouMean(path, NAMES);
}

/** `short` is the message for a cell. */
type ReadPath = { readonly ok: true; readonly path: SheetPath } | { readonly ok: false; readonly message: string; readonly short: string };

/** Maximum number of characters of a path that are compared with known paths. */
const LONGEST = 60;

/** Reads the path of `SERVICE(entity, path)`: any case, blanks around it and invisible characters removed. */
export function readPath(given: unknown): ReadPath {
  const raw = typeof given === "string" ? visible(given) : given;
  const expected = `path: expected one of the ${PATHS.length} sheet paths, such as price`;
  if (typeof raw !== "string" || raw.trim() === "")
    return { ok: false, message: `${expected} or short.pctfloat, got ${shown(raw)}.`, short: "No path was given." };
  const name = raw.trim().toLowerCase();
  const path = sheetPath(name);
  if (path) return { ok: true, path };
  const hint = pathHint(name.slice(0, LONGEST));
  return { ok: false, message: `${expected}, got ${shown(raw)}${hint ? `; ${hint}` : "."}`, short: forCell`There is no path ${raw.trim()}.` };
}
