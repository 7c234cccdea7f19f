import { isIsoDate, type IsoDate } from "../../contract/dates";
import type { Question } from "../../core/question";

/** The observation date of an answer, and the day that the question asks for if it is another one: `2024-06-18, the last curve before 2024-06-19, which has none`. */
export function observationWords(observed: IsoDate, { cell }: Pick<Question, "cell">): string {
  const asked = "fn" in cell ? cell.args.find((argument): argument is IsoDate => typeof argument === "string" && isIsoDate(argument)) : undefined;
  if (asked === undefined || asked === observed) return observed;
  return "fn" in cell && cell.fn === "YIELD" ? `${observed}, the last curve before ${asked}, which has none` : `${observed}; asked for ${asked}`;
}
