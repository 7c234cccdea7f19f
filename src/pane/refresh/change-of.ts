import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellPlace, ShownCell } from "../../workbook/cell";
import type { Asked } from "../questions/questions-of";
import { causesOf } from "./causes-of";
import { showsOther, type Change, type FigureUnits } from "./refresh-result";

/** A cell before and after a refresh. */
interface Refreshed {
  readonly place: CellPlace;
  readonly formula: string;
  readonly asked: Asked;
  readonly before: ShownCell;
  readonly after: ShownCell;
}

/** The answers before and after a refresh, by question. */
interface Answers {
  readonly old: (question: Question) => Answer | undefined;
  readonly now: (question: Question) => Answer | undefined;
}

/**
 * The units of what a cell showed and shows, if it is one call and shows its answers. A formula around a call may have another unit. Without an earlier answer,
 * as after a workbook was opened, the old number has the unit of the new one.
 */
function unitsOf({ asked: { alone, questions }, before, after }: Refreshed, { old, now }: Answers): FigureUnits {
  const [question] = questions;
  if (!alone || !question) return {};
  const [a, b] = [old(question), now(question)];
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
  const { place, formula, asked, before, after } = cell;
  if (!showsOther(before, after)) return undefined;
  const units = unitsOf(cell, answers);
  const difference = differenceOf(before, after, units);
  const causes = causesOf(asked, before, after, answers.old, answers.now);
  return { place, formula, before, after, questions: asked.questions, units, causes, ...(difference === undefined ? {} : { difference }) };
}
