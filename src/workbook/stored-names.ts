import { readBrokenNames } from "./broken-names";
import { findServiceCalls, storedName } from "./service-calls";
import { SERVICE_IDS } from "./service-ids";

/**
 * A stored formula with the stored name of every call, `_xldudf_SERVICE_FRED(`, whatever stands there: the typed name, a name of another machine or add-in, or
 * other letter case. Names of functions that do not exist stay, and so does the rest of the formula.
 *
 * @param ownService the workbook defines the name `SERVICE`, so a bare `SERVICE(` calls that name
 */
export function withStoredNames(formula: string, ownService = false): string {
  if (!/service/i.test(formula)) return formula;
  const { healed } = readBrokenNames(formula);
  const calls = findServiceCalls(healed).filter(({ id }) => SERVICE_IDS.has(id));
  if (ownService && calls.some(({ id }) => id === "SERVICE")) return formula;
  let text = "";
  let at = 0;
  for (const { start, open, id } of calls) {
    text += healed.slice(at, start) + storedName(id);
    at = open;
  }
  return text + healed.slice(at);
}

/** True if a stored formula calls a function that exists, under any name. */
export const hasKnownCall = (formula: string): boolean =>
  /service/i.test(formula) && findServiceCalls(readBrokenNames(formula).healed).some(({ id }) => SERVICE_IDS.has(id));

/** True if Excel does not find a function of this stored formula under the name that stands there. */
export const hasStuckName = (formula: string): boolean => /service/i.test(formula) && withStoredNames(formula).toLowerCase() !== formula.toLowerCase();
