import { append } from "../contract/lists";
import type { Block } from "./block";
import { LAST_COLUMN, LAST_ROW } from "./cell-reference";
import { firstCell, formulasOf, withFormulas, type ConditionalFormat } from "./conditional-format";
import { editedFormula } from "./edited-formula";
import { firstCellShift, followedAreas, shared, without } from "./format-areas";
import type { LineEdit } from "./line-edits";
import { sameSheet, type BookEdit } from "./moved-areas";
import { movedFormula, type SheetFates } from "./moved-formula";
import { shiftFormula } from "./shift-formula";

/** The conditional formats of a sheet after an edit, and those that go with cells to another sheet. */
interface EditedFormats {
  readonly formats: readonly ConditionalFormat[];
  readonly gone: readonly ConditionalFormat[];
}

type Strip = Extract<BookEdit, { kind: "insert" | "delete" | "reorder" }>;
const isStrip = (edit: BookEdit): edit is Strip => edit.kind === "insert" || edit.kind === "delete" || edit.kind === "reorder";

/** An edit of whole lines, without its sheet. */
function lineEditOf(edit: Strip): LineEdit {
  const [at, last] = edit.lines;
  const lines = { along: edit.axis, at, count: last - at + 1 };
  return edit.kind === "reorder" ? { ...lines, kind: "move", to: edit.to } : { ...lines, kind: edit.kind === "insert" ? "insert" : "remove" };
}

/** Cells of a format, before an edit and after it. */
interface Piece {
  readonly from: Block;
  readonly to: readonly Block[];
  /** They are on another sheet then. */
  readonly leaves?: true;
}

/** What becomes of the cells of an area that an edit moves only in part. */
function piecesOf(area: Block, edit: BookEdit, sheet: string): Piece[] {
  if (isStrip(edit)) {
    const [first, last] = edit.across;
    const end = Math.min(last, edit.axis === "rows" ? LAST_COLUMN : LAST_ROW);
    const strip =
      edit.axis === "rows"
        ? { row: 0, rows: LAST_ROW + 1, column: first, columns: end - first + 1 }
        : { row: first, rows: end - first + 1, column: 0, columns: LAST_COLUMN + 1 };
    const inside = shared(area, strip);
    const stays = without(area, strip).map((from): Piece => ({ from, to: [from] }));
    return inside ? [...stays, { from: inside, to: followedAreas([inside], [lineEditOf(edit)]) }] : stays;
  }
  if (edit.kind !== "move") return [{ from: area, to: [area] }];
  const { block, to } = edit;
  const target = { ...block, row: to.row, column: to.column };
  const isCut = sameSheet(edit.sheet, sheet);
  const cut = isCut ? shared(area, block) : undefined;
  const stays = cut ? without(area, block) : [area];
  const left = sameSheet(to.sheet, sheet) ? stays.flatMap((one) => without(one, target)) : stays;
  const moved = cut && { ...cut, row: cut.row + to.row - block.row, column: cut.column + to.column - block.column };
  return [
    ...left.map((from): Piece => ({ from, to: [from] })),
    ...(cut && moved ? [{ from: cut, to: [moved], ...(sameSheet(to.sheet, sheet) ? {} : { leaves: true as const }) }] : []),
  ];
}

/** A format of which an edit moves some cells. Cells whose formulas mean something else then get a rule of their own. */
function splitFormat(format: ConditionalFormat, edit: BookEdit, sheet: string, isOfSheet: (name: string, sheet: string) => boolean): EditedFormats {
  const first = firstCell(format.areas);
  const groups: {
    readonly areas: Block[];
    readonly rule: ConditionalFormat["rule"];
    readonly at: { row: number; column: number };
    readonly leaves: boolean;
  }[] = [];
  for (const area of format.areas)
    for (const { from, to, leaves = false } of piecesOf(area, edit, sheet)) {
      if (to.length === 0) continue;
      const newHome = leaves && edit.kind === "move" ? edit.to.sheet : sheet;
      const at = firstCell(to);
      const rule = withFormulas(format.rule, (formula) =>
        editedFormula(shiftFormula(formula, from.row - first.row, from.column - first.column, true), edit, { home: sheet, newHome, isOfSheet }),
      );
      const formulas = formulasOf(rule).join("\n");
      const group = groups.find(
        (one) =>
          one.leaves === leaves &&
          formulasOf(withFormulas(one.rule, (formula) => shiftFormula(formula, at.row - one.at.row, at.column - one.at.column, true))).join("\n") === formulas,
      );
      if (group) append(group.areas, to);
      else groups.push({ areas: [...to], rule, at, leaves });
    }
  const made = groups.map(({ areas, rule, at, leaves }, i) => {
    const now = firstCell(areas);
    const { source, ...rest } = format;
    const own = i === 0 && !leaves && source !== undefined ? { source } : {};
    return {
      leaves,
      format: { ...own, ...rest, areas, rule: withFormulas(rule, (formula) => shiftFormula(formula, now.row - at.row, now.column - at.column, true)) },
    };
  });
  return { formats: made.flatMap((one) => (one.leaves ? [] : [one.format])), gone: made.flatMap((one) => (one.leaves ? [one.format] : [])) };
}

/**
 * The conditional formats of a sheet after an edit of the workbook, as in Excel: they go with their cells, and their formulas follow. Formats without cells are removed.
 *
 * @param sheet the name of their sheet before the edit
 * @param isOfSheet true for a name that is limited to a sheet
 */
export function editedFormats(
  formats: readonly ConditionalFormat[],
  edit: BookEdit,
  sheet: string,
  isOfSheet: (name: string, sheet: string) => boolean = () => false,
): EditedFormats {
  const isPart = isStrip(edit) ? sameSheet(edit.sheet, sheet) && (edit.across[0] > 0 || Number.isFinite(edit.across[1])) : edit.kind === "move";
  const done = formats.map((format): EditedFormats => {
    if (isPart) return splitFormat(format, edit, sheet, isOfSheet);
    const lines = isStrip(edit) && sameSheet(edit.sheet, sheet) ? [lineEditOf(edit)] : [];
    const areas = followedAreas(format.areas, lines);
    const [rows, columns] = firstCellShift(format.areas, lines);
    const rule = withFormulas(format.rule, (formula) => editedFormula(shiftFormula(formula, rows, columns, true), edit, { home: sheet, isOfSheet }));
    return { formats: areas.length > 0 ? [{ ...format, areas, rule }] : [], gone: [] };
  });
  return { formats: done.flatMap((one) => one.formats), gone: done.flatMap(({ gone }) => gone) };
}

/** The conditional formats of a sheet after rows and columns were inserted, removed or moved, and sheets renamed or deleted. */
export function movedFormats(formats: readonly ConditionalFormat[], sheet: string, fates: SheetFates): ConditionalFormat[] {
  const edits = fates.get(sheet.toLowerCase())?.edits ?? [];
  return formats.flatMap((format): ConditionalFormat[] => {
    const areas = followedAreas(format.areas, edits);
    const [rows, columns] = firstCellShift(format.areas, edits);
    const rule = withFormulas(format.rule, (formula) => movedFormula(shiftFormula(formula, rows, columns, true), sheet, fates));
    return areas.length > 0 ? [{ ...format, areas, rule }] : [];
  });
}
