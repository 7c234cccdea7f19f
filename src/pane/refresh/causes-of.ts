import { REASON_PREFIX, type Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import { ANSWER_CHANGES, answerChanges, type AnswerChange } from "../../proof/answer-changes";
import { movementIn } from "../../proof/movement-in";
import type { ShownCell } from "../../workbook/cell";
import type { Asked } from "../questions/questions-of";

const showsReason = ({ value }: ShownCell): boolean => typeof value === "string" && value.includes(REASON_PREFIX);

/** True if a cell that is one call shows another number than its last known answer, so that it showed an older one. */
const isOlder = ({ alone }: Asked, before: ShownCell, { value }: Answer): boolean =>
  alone && typeof before.value === "number" && typeof value === "number" && before.value !== value;

/**
 * Why a refresh changed a cell: how its answers differ from those before, most severe first. Empty if the earlier answers are not known, as after a workbook
 * was opened; then only a change between value and reason shows.
 *
 * @param old the answer to a question before the refresh
 * @param now the last known answer to a question
 */
export function causesOf(
  asked: Asked,
  before: ShownCell,
  after: ShownCell,
  old: (question: Question) => Answer | undefined,
  now: (question: Question) => Answer | undefined,
): readonly AnswerChange[] {
  const found = new Set<AnswerChange>();
  for (const question of asked.questions) {
    const [a, b] = [old(question), now(question)];
    if (a && b && !isOlder(asked, before, a)) for (const one of answerChanges(a, b, movementIn(question))) found.add(one);
  }
  if (found.size > 0) return ANSWER_CHANGES.filter((one) => found.has(one));
  const [was, is] = [showsReason(before), showsReason(after)];
  return was && is ? ["other_reason"] : was ? ["became_value"] : is && before.value !== null ? ["became_reason"] : [];
}
