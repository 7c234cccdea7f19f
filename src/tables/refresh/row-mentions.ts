import { addressOf } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import { referredIn } from "../../workbook/formulas/with-references";
import type { Matched } from "../match-table";
import type { Orientation } from "../memory";
import type { Beside } from "./own-columns";
import { along, isInRows } from "./row-moves";
import { blockOf, linesOf, type TableSheet } from "../table-sheet";

/** A formula of any sheet. */
export interface FormulaElsewhere extends CellPlace {
  readonly formula: string;
}

/** The formulas that refer to one row of a table by itself. */
export type Mentions = ReturnType<typeof mentionsOf>;

/** The formulas of a sheet, with their lines. */
export function* formulasOutside(sheet: TableSheet, on: string, orientation: Orientation): Generator<FormulaElsewhere & { line: number; field: number }> {
  for (let line = 0; line < sheet.endLine; line++)
    for (let field = 0; field < sheet.endField; field++) {
      const { formula } = sheet.at(line, field);
      if (formula === "") continue;
      const { row, column } = blockOf({ line, field, lines: 1, fields: 1 }, orientation);
      yield { sheet: on, row, column, formula, line, field };
    }
}

interface MentionsInput {
  readonly sheet: TableSheet;
  readonly on: string;
  readonly memory: { readonly orientation: Orientation };
  readonly elsewhere?: { readonly formulas: readonly FormulaElsewhere[] };
}

/** Finds which rows formulas refer to by themselves. Formulas that all rows have count only with references to one row by `$`. */
export function mentionsOf({ sheet, on, memory: { orientation }, elsewhere }: MentionsInput, { from, end }: Matched, beside: Beside) {
  const { span, formulas, isOfShape } = beside;
  const found = new Map<number, { cells: string[]; fields: Set<number> }>();
  const rows = { sheet: on, orientation, span, from, end };
  const add = (cell: CellPlace & { readonly formula: string }, isShape: boolean): void => {
    for (const reference of referredIn(cell.formula, cell.sheet)) {
      const { line, lines, field, fields } = linesOf(reference, orientation);
      const [isFixed] = along(reference.fixed, orientation);
      if (lines > 1 || reference.isRange || (isShape && !isFixed) || !isInRows(rows, reference)) continue;
      // The first and the last row are those of the table, whichever they are.
      if (isShape && (line === beside.live[0] || line === beside.live[beside.live.length - 1])) continue;
      const known = found.get(line) ?? { cells: [], fields: new Set() };
      const address = addressOf(cell);
      if (!known.cells.includes(address)) known.cells.push(address);
      for (let f = field; f < field + fields; f++) known.fields.add(f);
      found.set(line, known);
    }
  };
  for (const cell of formulasOutside(sheet, on, orientation)) {
    const isInside = cell.line >= from && cell.line < end;
    if (!isInside || !isOfShape(cell.line, cell.field)) add(cell, false);
  }
  for (const { field, formula, line } of formulas.values()) add({ sheet: on, ...blockOf({ line, field, lines: 1, fields: 1 }, orientation), formula }, true);
  for (const cell of elsewhere?.formulas ?? []) add(cell, false);
  return {
    /** Their cells. */
    of: (line: number): readonly string[] => found.get(line)?.cells ?? [],
    /** True if one refers to this cell. */
    has: (line: number, field: number): boolean => found.get(line)?.fields.has(field) === true,
  };
}
