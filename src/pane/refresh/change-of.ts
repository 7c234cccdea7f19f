import type { ShownCell } from "../../workbook/cell";
import { causesOf } from "./causes-of";
import { asksOther, type Answers, type Refreshed } from "./refreshed-cell";
import { showsOther, type Change, type FigureUnits } from "./refresh-result";

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
