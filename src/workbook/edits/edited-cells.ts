import { append } from "../../contract/lists";
import type { Block } from "../block";
import { LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { type ConditionalFormat, firstCell, formulasOf, withFormulas } from "../conditional-format";
import { followedAreas, reorderedBlocks, shared, type Strip, without } from "../format-areas";
import { editedFormula } from "../formulas/edited-formula";
import { shiftFormula } from "../formulas/shift-formula";
import { type BookEdit, isOfSheets, sameSheet } from "./moved-areas";
import { sheetAfter } from "./moved-places";

/** The conditional formats of a sheet after an edit, and those that go with cells to another sheet. */
interface EditedFormats {
  readonly formats: readonly ConditionalFormat[];
  readonly gone: readonly ConditionalFormat[];
}

/** A format for these cells. */
function withCells(format: ConditionalFormat, { areas, formulas }: RuledCells): ConditionalFormat {
  let i = 0;
  return { ...format, areas, rule: withFormulas(format.rule, (formula) => formulas[i++] ?? formula) };
}

/**
 * The conditional formats of a sheet after an edit of the workbook, as in Excel: they go with their cells, and their formulas follow. Formats without cells are removed. Cells whose
 * formulas mean something else get a rule of their own.
 *
 * @param sheet the name of their sheet before the edit
 */
export function editedFormats(formats: readonly ConditionalFormat[], edit: BookEdit, sheet: string): EditedFormats {
  const done = formats.map((format): EditedFormats => {
    const { here, gone } = editedCells({ areas: format.areas, formulas: formulasOf(format.rule) }, edit, sheet, true);
    const { source: _, ...added } = format;
    return { formats: here.map((cells, i) => withCells(i === 0 ? format : added, cells)), gone: gone.map((cells) => withCells(added, cells)) };
  });
  return { formats: done.flatMap((one) => one.formats), gone: done.flatMap(({ gone }) => gone) };
}

/** The same after edits. Those that go with cells to another sheet are left out. */
export function movedFormats(formats: readonly ConditionalFormat[], sheet: string, edits: readonly BookEdit[]): readonly ConditionalFormat[] {
  let [now, name] = [formats, sheet];
  for (const edit of edits) {
    now = editedFormats(now, edit, name).formats;
    name = sheetAfter(name, [edit]) ?? name;
  }
  return now;
}

/* What is said of each cell of some areas, such as rules and links, goes with its cells. */

/** Areas of a sheet, with formulas that are written for their first cell. */
interface RuledCells {
  readonly areas: readonly Block[];
  readonly formulas: readonly string[];
}

/** The same after an edit: several if their formulas mean something else from some cells, and those that are on another sheet now. */
interface EditedCells {
  readonly here: readonly RuledCells[];
  readonly gone: readonly RuledCells[];
}

const shifted = (formulas: readonly string[], rows: number, columns: number): string[] => formulas.map((formula) => shiftFormula(formula, rows, columns, true));

/** Cells of an area, before an edit and after it. */
interface Piece {
  readonly from: Block;
  readonly to: readonly Block[];
  /** They are on another sheet then. */
  readonly leaves?: true;
}

/** What becomes of the cells of an area that an edit moves only in part. */
function piecesOf(area: Block, edit: BookEdit, sheet: string, grows: boolean): Piece[] {
  if (isOfSheets(edit)) return [{ from: area, to: [area] }];
  if (edit.kind !== "move") {
    const [first, last] = edit.across;
    const end = Math.min(last, edit.axis === "rows" ? LAST_COLUMN : LAST_ROW);
    const strip =
      edit.axis === "rows"
        ? { row: 0, rows: LAST_ROW + 1, column: first, columns: end - first + 1 }
        : { row: first, rows: end - first + 1, column: 0, columns: LAST_COLUMN + 1 };
    const inside = shared(area, strip);
    const stays = without(area, strip).map((from): Piece => ({ from, to: [from] }));
    if (inside && edit.kind === "reorder") return [...stays, ...reorderedBlocks(inside, edit).map(({ from, to }): Piece => ({ from, to: [to] }))];
    return inside ? [...stays, { from: inside, to: followedAreas([inside], edit, grows).areas }] : stays;
  }
  const { block, to } = edit;
  const target = { ...block, row: to.row, column: to.column };
  const cut = sameSheet(edit.sheet, sheet) ? shared(area, block) : undefined;
  const stays = cut ? without(area, block) : [area];
  const left = sameSheet(to.sheet, sheet) ? stays.flatMap((one) => without(one, target)) : stays;
  const moved = cut && { ...cut, row: cut.row + to.row - block.row, column: cut.column + to.column - block.column };
  return [
    ...left.map((from): Piece => ({ from, to: [from] })),
    ...(cut && moved ? [{ from: cut, to: [moved], ...(sameSheet(to.sheet, sheet) ? {} : { leaves: true as const }) }] : []),
  ];
}

/** Cells of which an edit moves some. */
function splitCells({ areas, formulas }: RuledCells, edit: BookEdit, sheet: string, grows: boolean): EditedCells {
  const first = firstCell(areas);
  const groups: { readonly areas: Block[]; readonly formulas: readonly string[]; readonly at: { row: number; column: number }; readonly leaves: boolean }[] =
    [];
  for (const area of areas)
    for (const { from, to, leaves = false } of piecesOf(area, edit, sheet, grows)) {
      if (to.length === 0) continue;
      const place = { home: sheet, newHome: leaves && edit.kind === "move" ? edit.to.sheet : sheet };
      const at = firstCell(to);
      const edited = shifted(formulas, from.row - first.row, from.column - first.column).map((formula) => editedFormula(formula, [edit], place));
      const group = groups.find(
        (one) => one.leaves === leaves && shifted(one.formulas, at.row - one.at.row, at.column - one.at.column).join("\n") === edited.join("\n"),
      );
      if (group) append(group.areas, to);
      else groups.push({ areas: [...to], formulas: edited, at, leaves });
    }
  const made = groups.map(({ at, leaves, ...one }) => {
    const now = firstCell(one.areas);
    return { leaves, cells: { areas: one.areas, formulas: shifted(one.formulas, now.row - at.row, now.column - at.column) } };
  });
  return { here: made.flatMap((one) => (one.leaves ? [] : [one.cells])), gone: made.flatMap((one) => (one.leaves ? [one.cells] : [])) };
}

/** Cells of which an edit moves whole lines. */
function withMovedLines({ areas, formulas }: RuledCells, edit: Strip, sheet: string, grows: boolean): EditedCells {
  const followed = followedAreas(areas, edit, grows);
  if (followed.areas.length === 0) return { here: [], gone: [] };
  const isRows = edit.axis === "rows";
  const [first, now] = [firstCell(areas), firstCell(followed.areas)];
  const along = (rows: number, columns: number): readonly [number, number] => (isRows ? [rows, 0] : [0, columns]);
  const edited = shifted(formulas, ...along(followed.before - first.row, followed.before - first.column)).map((formula) =>
    editedFormula(formula, [edit], { home: sheet }),
  );
  return { here: [{ areas: followed.areas, formulas: shifted(edited, ...along(now.row - followed.after, now.column - followed.after)) }], gone: [] };
}

/**
 * Cells after an edit of the workbook, as in Excel: what is said of them goes with them, and its formulas follow. Nothing is left if all of them are gone.
 *
 * @param grows true if lines that are inserted behind the last one belong to the areas, too
 */
function editedCells(cells: RuledCells, edit: BookEdit, sheet: string, grows: boolean): EditedCells {
  const isStrip = !isOfSheets(edit) && edit.kind !== "move";
  const isPart = isStrip ? sameSheet(edit.sheet, sheet) && (edit.across[0] > 0 || Number.isFinite(edit.across[1])) : edit.kind === "move";
  if (isPart) return splitCells(cells, edit, sheet, grows);
  if (isStrip && sameSheet(edit.sheet, sheet)) {
    const split = edit.kind === "reorder" && cells.formulas.length > 0 ? splitCells(cells, edit, sheet, grows) : undefined;
    return split && split.here.length > 1 ? split : withMovedLines(cells, edit, sheet, grows);
  }
  return { here: [{ ...cells, formulas: cells.formulas.map((formula) => editedFormula(formula, [edit], { home: sheet })) }], gone: [] };
}

/**
 * Cells after edits, where they have one set of formulas only: an edit after which some would need others leaves the areas as they are.
 *
 * @returns the cells, and true for `isLeft` if some of them are without it now, or on another sheet
 */
export function cellsAfter(cells: RuledCells, sheet: string, edits: readonly BookEdit[], grows: boolean): RuledCells & { readonly isLeft: boolean } {
  let [now, name, isLeft] = [cells, sheet, false];
  for (const edit of edits) {
    const { here, gone } = now.areas.length > 0 ? editedCells(now, edit, name, grows) : { here: [], gone: [] };
    isLeft ||= gone.length > 0 || here.length > 1;
    const [only] = here;
    if (here.length > 1) now = { ...now, formulas: now.formulas.map((formula) => editedFormula(formula, [edit], { home: name })) };
    else now = only ?? { areas: [], formulas: now.formulas };
    name = sheetAfter(name, [edit]) ?? name;
  }
  return { ...now, isLeft };
}
