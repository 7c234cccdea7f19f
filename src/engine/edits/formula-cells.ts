import {
  type ICellData,
  type Injector,
  type IObjectMatrixPrimitiveType,
  type Nullable,
  ICommandService,
  type IExecutionOptions,
  IUniverInstanceService,
  ObjectMatrix,
  type Workbook,
} from "@univerjs/core";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from "@univerjs/sheets";
import { UpdateFormulaController } from "@univerjs/sheets-formula";

type Cells = IObjectMatrixPrimitiveType<Nullable<ICellData>>;

const isOnlyStyle = (cell: Nullable<ICellData>): boolean => !!cell && cell.s !== undefined && Object.keys(cell).length === 1;

/** The cells whose content is written. */
function withContent(cells: Cells): Cells {
  const rows = Object.entries(cells as Record<number, Record<number, Nullable<ICellData>> | undefined>);
  return Object.fromEntries(rows.map(([row, line]) => [row, Object.fromEntries(Object.entries(line ?? {}).filter(([, cell]) => !isOnlyStyle(cell)))]));
}

/** Univer 0.25.1 deletes a formula when its cell gets only a style, as by pasting formats, and clears an array that fills the cell. */
export function keepStyledFormulas(injector: Injector): void {
  const controller = injector.get(UpdateFormulaController) as unknown as { _handleSetRangeValuesMutation(params: ISetRangeValuesMutationParams): void };
  const forget = controller._handleSetRangeValuesMutation.bind(controller);
  controller._handleSetRangeValuesMutation = (params) => forget(params.cellValue ? { ...params, cellValue: withContent(params.cellValue) } : params);
}

/** Univer 0.25.1 writes a result also into a cell that was cleared or typed over while it was calculated. */
export function writeResultsToFormulas(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }, options?: IExecutionOptions) => {
    if (id !== SetRangeValuesMutation.id || !options?.["applyFormulaCalculationResult"]) return;
    const { unitId, subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
    const cells = instances.getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId)?.getCellMatrix();
    if (!cells || !cellValue) return;
    const results = new ObjectMatrix(cellValue);
    results.forValue((row, column) => {
      const cell = cells.getValue(row, column);
      if (!cell?.f && !cell?.si) results.realDeleteValue(row, column);
    });
  });
}
