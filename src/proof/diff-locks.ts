import { sameJson } from "../contract/json";
import type { Answer } from "../core/outcome";
import { referencesOf } from "../workbook/areas";
import { readBlock } from "../workbook/cell-reference";
import { answerChanges, CELL_CAUSES } from "./answer-changes";
import { answerOf } from "./answer-of";
import { createChangedCells } from "./changed-cells";
import type { Lock, LockCell } from "./lock";
import { movementInText } from "./movement-in";

/** How a cell can differ between two locks, in the order in which they are listed. A cell may have several. */
export const CHANGE_CLASSES = ["formula_changed", ...CELL_CAUSES, "kept", "no_longer_kept", "follows", "other_input", "added", "removed"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** A cell in one of the locks, with the answers to its questions. */
export interface LockedCell extends LockCell {
  readonly answers: readonly { readonly question: string; readonly answer: Answer }[];
}

/** Why a cell follows from others. */
export interface FollowsFrom {
  /** Changed cells that its formula reads directly, at most 20. */
  readonly cells: readonly string[];
  /** How many there are. */
  readonly count: number;
  /** Their classes, and those of what they follow from, in the order of `CHANGE_CLASSES`; without `follows`. */
  readonly classes: readonly ChangeClass[];
}

/** A cell that differs between two locks. */
export interface CellChange {
  /** `Sheet1!B2` */
  readonly where: string;
  /** Each once, in the order of `CHANGE_CLASSES`; at least one. */
  readonly classes: readonly ChangeClass[];
  /** Set if `classes` has `follows`. */
  readonly followsFrom?: FollowsFrom;
  /** Undefined for an added cell. */
  readonly before?: LockedCell;
  /** Undefined for a removed cell. */
  readonly after?: LockedCell;
}

const inOrder = (classes: ReadonlySet<ChangeClass>): ChangeClass[] => CHANGE_CLASSES.filter((one) => classes.has(one));

const lockedCell = (cell: LockCell, lock: Lock): LockedCell => ({
  ...cell,
  answers: (cell.questions ?? []).map((question) => ({ question, answer: answerOf(lock.questions[question]!, lock) })),
});

/** True if two cells show the same value or block of values. */
const showSame = (a: LockCell, b: LockCell): boolean => sameJson(a.shows, b.shows);

function ownClasses(before: LockedCell, after: LockedCell): Set<ChangeClass> {
  const found = new Set<ChangeClass>();
  if (before.formula !== after.formula) found.add("formula_changed");
  const old = new Map(before.answers.map(({ question, answer }) => [question, answer]));
  const both = after.answers.filter(({ question }) => old.has(question));
  // A kept cell may have got no answer: then it has fewer questions, but the same arguments.
  const sameQuestions =
    both.length === Math.max(before.answers.length, after.answers.length) ||
    (before.kept !== undefined && both.length === before.answers.length) ||
    (after.kept !== undefined && both.length === after.answers.length);
  if (!sameQuestions && !found.has("formula_changed")) found.add("argument_changed");
  for (const { question, answer } of both) for (const one of answerChanges(old.get(question)!, answer, movementInText(question))) found.add(one);
  const [a, b] = [before.answers[0]?.answer, after.answers[0]?.answer];
  // Another question cannot be a revision or a new period, but it can lead to a reason.
  if (!sameQuestions && before.answers.length === 1 && after.answers.length === 1 && (a!.value === null) !== (b!.value === null))
    found.add(b!.value === null ? "became_reason" : "became_value");
  if (after.kept !== undefined && (before.kept === undefined || found.size > 0 || !showSame(before, after))) found.add("kept");
  if (before.kept !== undefined && after.kept === undefined) found.add("no_longer_kept");
  return found;
}

/**
 * The cells that differ between two locks, with why: those of the second lock in its order, then the removed ones. Cells are compared by address, so that
 * inserted rows show as added and removed cells.
 */
export function diffLocks(before: Lock, after: Lock): CellChange[] {
  const changes: { where: string; classes: Set<ChangeClass>; before?: LockedCell; after?: LockedCell }[] = [];
  for (const [where, cell] of Object.entries(after.cells)) {
    const now = lockedCell(cell, after);
    if (!Object.hasOwn(before.cells, where)) {
      changes.push({ where, classes: new Set(["added"]), after: now });
      continue;
    }
    const was = lockedCell(before.cells[where]!, before);
    const classes = ownClasses(was, now);
    if (classes.size > 0 || !showSame(was, now)) changes.push({ where, classes, before: was, after: now });
  }
  for (const [where, cell] of Object.entries(before.cells))
    if (!Object.hasOwn(after.cells, where)) changes.push({ where, classes: new Set(["removed"]), before: lockedCell(cell, before) });

  // Only a cell that shows something else now can change another one.
  const moved = changes.filter((one) => !one.before || !one.after || !showSame(one.before, one.after));
  const follows = createChangedCells<ChangeClass>(
    moved.map(({ where, classes, before: was, after: now }) => {
      const home = readBlock(where);
      const extent = (cell: LockCell | undefined): number[] => (Array.isArray(cell?.shows) ? [cell.shows.length, cell.shows[0]?.length ?? 1] : [1, 1]);
      const [[rows = 1, columns = 1], [oldRows = 1, oldColumns = 1]] = [extent(now), extent(was)];
      return {
        where,
        area: {
          sheet: home?.sheet ?? "",
          row: home?.row ?? 0,
          column: home?.column ?? 0,
          rows: Math.max(rows, oldRows),
          columns: Math.max(columns, oldColumns),
        },
        reads: now && home ? referencesOf(now.formula, home.sheet ?? "", after.names ?? []).areas : [],
        classes,
      };
    }),
    "other_input",
  );
  return changes.map(({ where, classes, ...cells }): CellChange => {
    const from = cells.before && cells.after ? follows(where) : undefined;
    const own: readonly ChangeClass[] = classes.size === 0 && !from ? ["other_input"] : [...classes];
    return {
      where,
      classes: inOrder(new Set([...own, ...(from ? (["follows"] as const) : [])])),
      ...(from ? { followsFrom: { ...from, classes: inOrder(from.classes) } } : {}),
      ...cells,
    };
  });
}
