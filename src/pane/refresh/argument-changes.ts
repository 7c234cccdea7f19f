import { listingOf } from "../../contract/functions/listing";
import { isFunctionName } from "../../contract/functions";
import { formulaOf, type Question } from "../../core/question";
import type { Change } from "./refresher";

/** The function of a question, and its arguments by name. */
function argumentsOf({ cell }: Question): { readonly fn: string; readonly named: ReadonlyMap<string, string> } {
  if ("path" in cell) return { fn: cell.path, named: new Map([["entity", cell.entity]]) };
  const names = isFunctionName(cell.fn) ? listingOf(cell.fn).parameters : [];
  return { fn: cell.fn, named: new Map(cell.args.map((arg, i) => [names[i]?.name ?? "argument", arg === null ? "(empty)" : String(arg)])) };
}

/** `date 2025-12-26 → 2025-12-30`; both questions whole if they have another function. */
function differenceWords(before: Question, after: Question): string {
  const [a, b] = [argumentsOf(before), argumentsOf(after)];
  if (a.fn !== b.fn) return `${formulaOf(before)} → ${formulaOf(after)}`;
  return [...b.named].flatMap(([name, is]) => (a.named.get(name) === is ? [] : [`${name} ${a.named.get(name) ?? "(empty)"} → ${is}`])).join(", ");
}

/** The arguments with which a formula asks something else than before, each change once. Empty if it asks the same. */
export function argumentWords({ formerQuestions = [], questions }: Pick<Change, "formerQuestions" | "questions">): string {
  const without = (some: readonly Question[], others: readonly Question[]) => some.filter(({ key }) => others.every((other) => other.key !== key));
  if (formerQuestions.length === 0) return "";
  const [was, is] = [without(formerQuestions, questions), without(questions, formerQuestions)];
  if (was.length === is.length) return [...new Set(was.map((before, i) => differenceWords(before, is[i]!)))].join("; ");
  const asked = (some: readonly Question[]): string => some.map(formulaOf).join(", ") || "nothing";
  return `${asked(formerQuestions)} → ${asked(questions)}`;
}
