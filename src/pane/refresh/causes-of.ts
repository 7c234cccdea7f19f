import { REASON_PREFIX, type Answer } from "../../core/outcome";
import { answerChanges, CELL_CAUSES, type AnswerChange, type CellCause } from "../../proof/answer-changes";
import { movementIn } from "../../proof/movement-in";
import type { ShownCell } from "../../workbook/cell";
import type { CellQuestions } from "../questions/questions-of";
import { asksOther, type Answers, type Refreshed } from "./refreshed-cell";

const showsReason = ({ value }: ShownCell): boolean => typeof value === "string" && value.includes(REASON_PREFIX);

/** True if a cell that is one call shows another number than its last known answer, so that it showed an older one. */
const isOlder = ({ alone }: CellQuestions, before: ShownCell, { value }: Answer): boolean =>
  alone && typeof before.value === "number" && typeof value === "number" && before.value !== value;

/** What a cell itself shows of a change between value and reason. */
function shownChange(before: ShownCell, after: ShownCell): AnswerChange | undefined {
  const [was, is] = [showsReason(before), showsReason(after)];
  return was && is ? "other_reason" : was ? "became_value" : is && before.value !== null ? "became_reason" : undefined;
}

/**
 * Why a refresh changed a cell: how its questions and answers differ from those before, most severe first. Empty if the earlier answers are not known, as after
 * a workbook was opened; then only another question, and a change between value and reason, show.
 * Only questions that the cell still asks are compared: another day's figure is no revision.
 */
export function causesOf(cell: Refreshed, { old, now }: Answers): readonly CellCause[] {
  const { asked, asks, before, after } = cell;
  const other = asksOther(cell);
  const found = new Set<CellCause>(other ? ["argument_changed"] : []);
  const asking = new Set(asks.questions.map(({ key }) => key));
  for (const question of asked.questions) {
    if (other && !asking.has(question.key)) continue;
    const [a, b] = [old(question), now(question)];
    if (a && b && !isOlder(asked, before, a)) for (const one of answerChanges(a, b, movementIn(question))) found.add(one);
  }
  const shown = shownChange(before, after);
  if (shown && (other ? shown !== "other_reason" : found.size === 0)) found.add(shown);
  return CELL_CAUSES.filter((one) => found.has(one));
}
