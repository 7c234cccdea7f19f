import type { Area } from "../../workbook/areas";
import { addressOf, blockText } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import type { Reference } from "../../workbook/formulas/count-references";
import { movedLines, asHostLeaves, followRows, isInRows, type Followed, type RowMoves } from "./row-moves";
import type { RangeOfRows } from "./refresh-report";
import { formulasOutside, type FormulaElsewhere } from "./row-mentions";
import type { CellWrite, TableSheet } from "../table-sheet";

/** A formula that was changed. */
export interface ChangedFormula {
  readonly cell: CellPlace;
  readonly before: string;
  readonly after: string;
}

/** A formula of another sheet to change. */
export interface FormulaChange extends ChangedFormula {
  /** True if the refresh is wrong without: a reference to rows that move. A range over all rows is only incomplete. */
  readonly isNeeded: boolean;
  readonly words: readonly RangeOfRows[];
}

/** What cannot follow the rows. */
export interface LostReference {
  /** Undefined for a defined name, which formulas share. */
  readonly cell: string | undefined;
  readonly reference: string;
}

interface FormulasInput {
  readonly sheet: TableSheet;
  readonly moves: RowMoves;
  /** The line after the last one of the table's block. */
  readonly end: number;
  readonly elsewhere: { readonly formulas: readonly FormulaElsewhere[]; readonly names: readonly Reference[] } | undefined;
  /** True if no row moves. */
  readonly isInPlace: boolean;
  /** The table's block, which has a name. */
  readonly block: Area;
}

export const changeWords = (cell: string, { changed }: Followed): RangeOfRows[] =>
  changed.map(({ from, to }) => ({ cell, has: blockText(from), all: blockText(to) }));

export const lostOf = (cell: CellPlace, { lost }: Followed): LostReference | undefined => lost[0] && { cell: addressOf(cell), reference: blockText(lost[0]) };

/** Lets the formulas outside a table's rows, on all sheets, follow the rows that they refer to. */
export function planFormulas({ sheet, moves, end, elsewhere, isInPlace, block }: FormulasInput) {
  const writes: CellWrite[] = [];
  const extended: RangeOfRows[] = [];
  /** Ranges of names, which are not changed. */
  const partial: RangeOfRows[] = [];
  const changes: FormulaChange[] = [];
  const planned = (lost?: LostReference) => ({ writes, elsewhere: changes, extended, partial, lost });
  if (isInPlace) return planned();
  const { span, from } = moves;
  for (const cell of formulasOutside(sheet, moves.sheet, moves.orientation)) {
    const { line, field, formula } = cell;
    if (line >= from && line < end && field >= span.field && field < span.field + span.fields) continue;
    const followed = followRows(formula, moves.sheet, moves);
    const lost = lostOf(cell, followed);
    if (lost) return planned(lost);
    if (followed.changed.length === 0 || followed.formula === asHostLeaves(formula, moves.sheet, moves)) continue;
    const to = movedLines({ line, field, lines: 1, fields: 1 }, moves.edits);
    if (to) writes.push({ line: to.line, field, content: { formula: followed.formula } });
    for (const words of changeWords(addressOf(cell), followed)) extended.push(words);
  }
  for (const { formula, ...cell } of elsewhere?.formulas ?? []) {
    const followed = followRows(formula, cell.sheet, moves);
    const lost = lostOf(cell, followed);
    if (lost) return planned(lost);
    if (followed.changed.length === 0) continue;
    const isNeeded = followed.changed.some(({ isWhole }) => !isWhole);
    changes.push({ cell, before: formula, after: followed.formula, isNeeded, words: changeWords(addressOf(cell), followed) });
  }
  for (const area of elsewhere?.names ?? []) {
    if (blockText(area) === blockText(block) || !isInRows(moves, area)) continue;
    const followed = followRows(`=${blockText(area)}`, moves.sheet, moves);
    const isPart = followed.changed.some(({ isWhole }) => !isWhole);
    if (isPart || followed.lost.length > 0) return planned({ cell: undefined, reference: blockText(area) });
    for (const words of changeWords("a defined name", followed)) partial.push(words);
  }
  return planned();
}
