import type { FamilyAnswer } from "./family";

/**
 * Marks an answer whose value may be wrong: adds the caveat, and the sentence with the numbers compared to its note. Without a sentence the answer stays as it is. A
 * reason has no value to doubt.
 */
export function doubted(answer: FamilyAnswer, sentence: string | undefined): FamilyAnswer {
  if (sentence === undefined || "code" in answer) return answer;
  // Assigned, because a copy would cost as much as the rest of the cell.
  return Object.assign(answer, {
    caveats: [...(answer.caveats ?? []), "value_in_doubt" as const],
    note: answer.note === undefined ? sentence : `${answer.note} ${sentence}`,
  });
}
