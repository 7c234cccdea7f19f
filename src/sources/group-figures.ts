import { functionSpec, isFunctionName } from "../contract/functions";
import { sheetPath } from "../contract/paths";
import { asOfWords, momentWords } from "../contract/as-of";
import { formulaOf, type Question } from "../core/question";
import { figureName, figureWords } from "./figure-name";
import type { Used } from "./used";

/** What a question asks about, without its field: the same for all fields of a ticker. */
function subjectKey({ key, cell }: Question): string {
  if ("path" in cell) {
    const fn = sheetPath(cell.path)?.fn;
    return fn === undefined ? key : JSON.stringify(["", cell.entity, fn]);
  }
  const { fn, args } = cell;
  if (!isFunctionName(fn)) return key;
  const { parameters } = functionSpec(fn);
  return JSON.stringify([fn, ...args.map((arg, i) => (parameters[i]?.name === "field" ? null : arg))]);
}

/** Numbers, dates and truth values can be listed in one cell. A text may have a semicolon of its own. */
const isListable = (value: string | number | boolean | null): boolean => value !== null && (typeof value !== "string" || !value.includes(";"));

/** What must be equal for two answers to share a row: everything but value and unit. */
function groupKey({ question, answer }: Used): string | undefined {
  if (!answer || !isListable(answer.value)) return undefined;
  const { observationDate, asOf, source, attribution, caveats, sample, receivedAt } = answer;
  return JSON.stringify([subjectKey(question), observationDate, asOf && asOfWords(asOf), source, attribution, caveats, sample, momentWords(receivedAt)]);
}

/** Groups questions that ask for fields of the same figure and got them from the same sources. Each group has at least one question, in the order given. */
export function groupFigures(used: readonly Used[]): readonly (readonly [Used, ...Used[]])[] {
  const groups: [Used, ...Used[]][] = [];
  const known = new Map<string, Used[]>();
  for (const one of used) {
    const key = groupKey(one);
    const group = key === undefined ? undefined : known.get(key);
    if (group) {
      group.push(one);
      continue;
    }
    const next: [Used, ...Used[]] = [one];
    groups.push(next);
    if (key !== undefined) known.set(key, next);
  }
  return groups;
}

/** The name of a group's figure with its fields: "GME – days to cover; shares sold short". */
export function groupWords([first, ...others]: readonly [Used, ...Used[]]): string {
  const [name, ...fields] = [first, ...others].map(({ question }) => figureName(question));
  if (!name) return formulaOf(first.question);
  return figureWords({ ...name, what: [name, ...fields].map((one) => one?.what).join("; ") });
}
