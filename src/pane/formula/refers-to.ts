import type { CellPlace } from "../../workbook/cell";
import type { FieldInput } from "./call-text";
import { readBlock } from "../../workbook/read-block";

/** True if one of these arguments refers to the cell. A reference without a sheet is on the cell's sheet; a cell without one is on any. */
export function refersTo(inputs: readonly FieldInput[], cell: Omit<CellPlace, "sheet"> & { readonly sheet?: string }): boolean {
  return inputs.some((input) => {
    const block = input.mode === "cell" ? readBlock(input.text) : undefined;
    return (
      block !== undefined &&
      (block.sheet ?? input.sheet ?? cell.sheet) === cell.sheet &&
      cell.row >= block.row &&
      cell.row < block.row + block.rows &&
      cell.column >= block.column &&
      cell.column < block.column + block.columns
    );
  });
}
