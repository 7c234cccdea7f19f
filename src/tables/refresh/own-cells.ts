import { isError } from "../../workbook/cell";
import type { Content } from "../../workbook/edits/sheet-edits";
import { lostOf, type LostReference } from "./follow-formulas";
import type { Beside } from "./own-columns";
import { isEmptyCell } from "./own-fields";
import type { OwnFormula } from "./own-formulas";
import type { Item } from "./order-rows";
import { followRows, followShape, type Followed, type RowMoves } from "./row-moves";
import { blockOf, type Lines, type TableSheet } from "../table-sheet";

/** A content that stays as it is on the sheet. */
export const CELL_STAYS = Symbol("stays");
export type Target = Content | typeof CELL_STAYS;

type CellInTable = Pick<Lines, "line" | "field">;

export type OwnCells = ReturnType<typeof createOwnCells>;

interface OwnCellsInput {
  readonly sheet: TableSheet;
  readonly beside: Beside;
  readonly moves: RowMoves;
  /** The number of rows in the answer. */
  readonly count: number;
}

/** What the user's cells in and beside a table hold after a refresh, and what could not follow it. */
export function createOwnCells({ sheet, beside, moves, count }: OwnCellsInput) {
  const { sheet: on, orientation } = moves;
  let lost: LostReference | undefined;
  let stuck: CellInTable | undefined;
  const follow = (cell: CellInTable, followed: Followed): Content => {
    lost ??= lostOf({ sheet: on, ...blockOf({ ...cell, lines: 1, fields: 1 }, orientation) }, followed);
    return { formula: followed.formula };
  };
  /** A cell of one row, in the row's new line. */
  const moved = (line: number, field: number, to: number): Target => {
    const { value, formula } = sheet.at(line, field);
    if (formula !== "") return follow({ line, field }, followRows(formula, on, moves));
    if (!isError(value)) return value;
    if (line !== to) stuck ??= { line, field };
    return CELL_STAYS;
  };
  /** The cell at one end of the column that its formula does not reach. */
  const edgeOf = ({ head, tail }: OwnFormula, index: number) => (index < head.length ? head[index] : tail[tail.length - (count - index)]);

  return {
    moved,
    /** A cell of a column with one formula: of the row with this number in the answer, or of a row of the user's without a number. */
    ofShape: (shape: OwnFormula, index: number | undefined, { key, line }: Item, to: number): Target => {
      const { field, formula, line: at } = shape;
      const isOwn = line !== undefined && !beside.isOfShape(line, field);
      if (index === undefined)
        return isOwn ? moved(line, field, to) : follow({ line: at, field }, followShape(sheet.at(line!, field).formula, on, moves, to - line!));
      const edge = edgeOf(shape, index);
      if (edge?.formula) return follow({ line: edge.line, field }, followShape(edge.formula, on, moves, to - edge.line));
      if (edge) return isError(edge.value) ? CELL_STAYS : edge.value;
      if (isOwn && !isEmptyCell(sheet.at(line, field))) return moved(line, field, to);
      const isEmpty = isOwn && beside.keyAt.has(line) ? true : key !== undefined && beside.remembered.get(field)?.empty.includes(key);
      return isEmpty ? null : follow({ line: at, field }, followShape(formula, on, moves, to - at));
    },
    /** A cell of a column that one formula fills: only the formula itself may change. */
    ofArray: (field: number, line: number): Target => {
      const { formula } = sheet.at(line, field);
      return line === moves.from && formula !== "" ? follow({ line, field }, followRows(formula, on, moves)) : CELL_STAYS;
    },
    lost: (): LostReference | undefined => lost,
    /** A typed error that would have to move. */
    stuck: (): CellInTable | undefined => stuck,
  };
}
