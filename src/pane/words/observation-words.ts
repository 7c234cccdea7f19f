import { isIsoDate, type IsoDate } from "../../contract/dates";
import type { Question } from "../../core/question";
import { dayWords, figureName, figureWords, undatedWords } from "../../sources/figure-name";

/** What to say of a day that is asked for and is not the observation date. */
const instead = (fn: string, asked: string): string => (fn === "YIELD" ? `no curve on ${asked}` : `asked for ${asked}`);

/** The observation date of an answer, and the day that the question asks for if it is another one: `2024-06-18 (no curve on 2024-06-19; this is the last one before)`. */
export function observationWords(observed: IsoDate, { cell }: Pick<Question, "cell">): string {
  const asked = "fn" in cell ? cell.args.find((argument): argument is IsoDate => typeof argument === "string" && isIsoDate(argument)) : undefined;
  if (!("fn" in cell) || asked === undefined || asked === observed) return observed;
  return `${observed} (${instead(cell.fn, asked)}${cell.fn === "YIELD" ? "; this is the last one before" : ""})`;
}

/**
 * The name of an answer's figure with its observation date: "Treasury yield, 10Y, 18 Jun 2024 (no curve on 19 Jun 2024)". Undefined for a function that this
 * version does not know.
 */
export function titleWords(question: Question, observed: string | undefined, company?: string): string | undefined {
  const name = figureName(question);
  if (!name || observed === undefined) return name && figureWords(name, company);
  const title = `${undatedWords(name, company)}, ${dayWords(observed)}`;
  return name.asked === undefined || name.asked === observed ? title : `${title} (${instead(question.name, dayWords(name.asked))})`;
}
