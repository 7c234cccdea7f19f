import type { ICellData, Nullable } from "@univerjs/core";
import type { BookCell } from "../workbook/book";

/** A formula without its references: the same after rows were inserted, another one if somebody typed another formula. */
const shapeOf = (formula: string): string => formula.replace(/\$?\b[A-Z]{1,3}\$?\d+\b|\$?\b\d+:\$?\d+\b|\$?\b[A-Z]{1,3}:\$?[A-Z]{1,3}\b|#REF!/gi, "");

/** The engine's mark of a formula that takes one cell of each range. A formula typed over it does not match the mark. */
export const markOf = ({ formula, takesOneCell: one }: BookCell): Pick<ICellData, "custom"> =>
  one && formula !== undefined ? { custom: { takesOneCell: shapeOf(formula) } } : {};

export function takesOneCell(cell: Nullable<ICellData>): boolean {
  const mark: unknown = cell?.custom?.["takesOneCell"];
  return typeof mark === "string" && (typeof cell?.f === "string" ? shapeOf(cell.f) === mark : cell?.si != null);
}
