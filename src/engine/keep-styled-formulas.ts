import type { ICellData, Injector, IObjectMatrixPrimitiveType, Nullable } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";

type Cells = IObjectMatrixPrimitiveType<Nullable<ICellData>>;

const isOnlyStyle = (cell: Nullable<ICellData>): boolean => !!cell && cell.s !== undefined && Object.keys(cell).length === 1;

/** The cells whose content is written; the given ones if that is all of them. */
function withContent(cells: Cells): Cells {
  const rows = Object.entries(cells as Record<number, Record<number, Nullable<ICellData>> | undefined>);
  if (!rows.some(([, row]) => Object.values(row ?? {}).some(isOnlyStyle))) return cells;
  return Object.fromEntries(rows.map(([row, line]) => [row, Object.fromEntries(Object.entries(line ?? {}).filter(([, cell]) => !isOnlyStyle(cell)))]));
}

/** Univer 0.25.1 deletes the formula of a cell that gets a style alone, as by pasting formats, and clears an array that reaches the cell. */
export function keepStyledFormulas(injector: Injector): void {
  const model = injector.get(FormulaDataModel);
  for (const name of ["updateFormulaData", "updateArrayFormulaCellData", "updateArrayFormulaRange", "updateImageFormulaData"] as const) {
    const update = model[name].bind(model) as (unit: string, sheet: string, cells: Cells) => unknown;
    Object.assign(model, { [name]: (unit: string, sheet: string, cells: Cells) => update(unit, sheet, withContent(cells)) });
  }
}
