import type { ShownCell } from "../../workbook/cell";
import { showsOther, type Change, type FigureUnits } from "./refresh-result";
import { type Answer, REASON_PREFIX } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellQuestions } from "../questions/questions-of";
import { answerChanges, CELL_CAUSES, type AnswerChange, type CellCause } from "../../proof/answer-changes";
import { movementIn } from "../../proof/movement-in";

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

/** A cell before and after a refresh. */
export interface Refreshed extends Pick<Change, "place" | "formula" | "before" | "after"> {
  /** What it asked before. */
  readonly asked: CellQuestions;
  /** What it asks now. */
  readonly asks: CellQuestions;
}

/** The answers before and after a refresh, by question. */
export interface Answers {
  readonly old: (question: Question) => Answer | undefined;
  readonly now: (question: Question) => Answer | undefined;
}

/** True if a cell asks other questions than before. Calls whose arguments are not known are no sign of that. */
function asksOther({ asked, asks }: Refreshed): boolean {
  if (asked.unknown > 0 || asks.unknown > 0) return false;
  const keys = new Set(asked.questions.map(({ key }) => key));
  return keys.size !== asks.questions.length || asks.questions.some(({ key }) => !keys.has(key));
}

/**
 * The units of what a cell showed and shows, if it is one call and shows its answers. A formula around a call may have another unit. Without an earlier answer,
 * as after a workbook was opened, the old number has the unit of the new one.
 */
function unitsOf({ asked, asks, before, after }: Refreshed, { old, now }: Answers): FigureUnits {
  const [asking, askedNow] = [asked.questions[0], asks.questions[0]];
  if (!asks.alone || !askedNow) return {};
  const [a, b] = [asking && old(asking), now(askedNow)];
  const is = typeof after.value === "number" && b?.value === after.value ? b.unit : undefined;
  const was = typeof before.value !== "number" ? undefined : a?.value === before.value ? a.unit : (is ?? a?.unit);
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
}

/** `after` minus `before`; undefined if one is no number, or if they have different units. */
function differenceOf({ value: before }: ShownCell, { value: after }: ShownCell, units: FigureUnits): number | undefined {
  if (units.before !== undefined && units.after !== undefined && units.before !== units.after) return undefined;
  return typeof before === "number" && typeof after === "number" ? after - before : undefined;
}

/** What a refresh changed in a cell, and why; undefined if it shows the same. */
export function changeOf(cell: Refreshed, answers: Answers): Change | undefined {
  const { place, formula, asked, asks, before, after } = cell;
  if (!showsOther(before, after)) return undefined;
  const units = unitsOf(cell, answers);
  const difference = differenceOf(before, after, units);
  const other = asksOther(cell);
  return {
    place,
    formula,
    before,
    after,
    questions: other ? asks.questions : asked.questions,
    ...(other ? { formerQuestions: asked.questions } : {}),
    units,
    causes: causesOf(cell, answers),
    ...(difference === undefined ? {} : { difference }),
  };
}
