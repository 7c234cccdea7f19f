import { isFunctionName } from "./functions";
import { didYouMean } from "./nearest";
import { PATHS } from "./paths";
import { METRICS, RV_METRICS } from "./vocabulary";

const NAMES = PATHS.map((p) => p.path);
const has = (list: readonly string[], name: string): boolean => list.includes(name);

/**
 * Suggests a replacement for an unknown path, as the end of a sentence; empty if nothing is similar.
 * @example pathHint("pe") // 'use RV(ticker,"pe").'
 * @example pathHint("short.dayz") // "did you mean short.days?"
 */
export function pathHint(path: string): string {
  const [first = "", field = ""] = path.split(".");
  const metric = field || first;
  if (has(RV_METRICS, metric)) return `use RV(ticker,"${metric}").`;
  if (has(METRICS, metric)) return `use FIN(ticker,"${metric}").`;
  if (isFunctionName(first.toUpperCase()) && !has(NAMES, first)) return `use the function ${first.toUpperCase()} instead.`;
  return didYouMean(path, NAMES);
}
